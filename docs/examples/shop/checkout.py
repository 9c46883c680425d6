"""The way from a basket to an order."""

from orders import OrderService


def check_out(basket):
    """Make an order of a basket."""
    service = OrderService()
    service.save_order(list(basket))
    return service


def replay(log, store):
    """Do again what was logged, with whatever keeps the orders now."""
    for word, order in log:
        if word == "save":
            store.save_order(order)
        else:
            store.cancel_order(order)
