"""The orders of a shop."""


class OrderService:
    """Keeps orders."""

    def __init__(self):
        self.orders = []

    def save_order(self, order):
        """Keep an order."""
        self.orders.append(order)

    def cancel_order(self, order):
        """Forget an order."""
        self.orders.remove(order)
