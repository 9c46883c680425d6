"""Which client a request gets."""

import asyncio
from contextlib import ExitStack

import httpx
import pytest

from lineai_core._http.clients import CONNECTIONS, Clients


def lend(clients, stack, number):
    return [stack.enter_context(clients.one()) for _ in range(number)]


def test_requests_share_a_client_until_its_connections_are_taken():
    clients = Clients(httpx.AsyncClient)
    with ExitStack() as stack:
        lent = lend(clients, stack, CONNECTIONS + 1)
        assert lent[:-1] == [clients.first] * CONNECTIONS
        assert lent[-1] is not clients.first
    asyncio.run(clients.aclose())


def test_what_comes_back_is_lent_again_even_after_a_failure():
    clients = Clients(httpx.AsyncClient)
    for _ in range(CONNECTIONS + 1):
        with pytest.raises(httpx.ConnectError), clients.one() as client:
            raise httpx.ConnectError("refused")
        assert client is clients.first
    asyncio.run(clients.aclose())


def test_beyond_the_bound_requests_wait_at_the_client_with_the_fewest():
    clients = Clients(httpx.AsyncClient, most=2)
    with ExitStack() as stack:
        first, second = dict.fromkeys(lend(clients, stack, 2 * CONNECTIONS))
        assert lend(clients, stack, 4) == [first, second, first, second]
    asyncio.run(clients.aclose())


def test_all_clients_are_closed():
    clients = Clients(httpx.AsyncClient)
    with ExitStack() as stack:
        lent = lend(clients, stack, CONNECTIONS + 1)
    asyncio.run(clients.aclose())
    assert all(client.is_closed for client in lent)
