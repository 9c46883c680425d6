"""As many HTTP clients as the requests under way need, each with few connections.

The library's pool looks at each of its connections, with a system call for each idle one, whenever a
request begins or ends: behind one pool of 32 connections that is two fifths of the CPU time of a call.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import httpx

CONNECTIONS = 4  # of each client: few enough that looking at all of them costs next to nothing
MOST = 25  # clients, so that there are 100 connections at most, as many as the library's default


class Clients:
    """Hands each request a client with a free connection, those that were opened first before others.

    ``make`` returns a client for ``CONNECTIONS`` connections and may raise; the first one is made at once.
    Beyond ``MOST`` clients, requests wait for a connection of the client with the fewest requests.
    """

    def __init__(self, make: Callable[[], httpx.AsyncClient], *, most: int = MOST) -> None:
        self._make = make
        self._most = most
        self.first = make()
        self._busy = {self.first: 0}

    @contextmanager
    def one(self) -> Iterator[httpx.AsyncClient]:
        """Lend a client for one request."""
        client = self._free()
        self._busy[client] += 1
        try:
            yield client
        finally:
            self._busy[client] -= 1

    async def aclose(self) -> None:
        """Close all clients."""
        for client in self._busy:
            await client.aclose()

    def _free(self) -> httpx.AsyncClient:
        for client, requests in self._busy.items():
            if requests < CONNECTIONS:
                return client
        if len(self._busy) >= self._most:
            return min(self._busy, key=self._busy.__getitem__)
        client = self._make()
        self._busy[client] = 0
        return client
