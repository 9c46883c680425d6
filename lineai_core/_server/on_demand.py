"""Open the application when the first call needs it, so that the handshake never waits for a backend."""

from __future__ import annotations

import asyncio
import logging
from contextlib import AbstractAsyncContextManager
from typing import Any, Self

log = logging.getLogger("lineai.server")


class OnDemand:
    """Enters a context manager at the first ``ready()`` and leaves it at the end, both in one task.

    One task of its own, because what is entered may hold task groups, and callers come and go.
    """

    def __init__(self, resource: AbstractAsyncContextManager[Any]) -> None:
        self._resource = resource
        self._closing = asyncio.Event()
        self._opened: asyncio.Future[None] | None = None
        self._owner: asyncio.Task[None] | None = None

    async def ready(self) -> None:
        """Return once the resource is open; raise what opening it raised, and try again next time."""
        if self._opened is None:
            self._opened = asyncio.get_running_loop().create_future()
            self._owner = asyncio.create_task(self._hold(self._opened))
        await asyncio.shield(self._opened)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_exc: object) -> None:
        self._closing.set()
        if self._opened and self._owner:
            if not self._opened.done():
                self._owner.cancel()
            await asyncio.wait([self._owner])

    async def _hold(self, opened: asyncio.Future[None]) -> None:
        try:
            async with self._resource:
                opened.set_result(None)
                await self._closing.wait()
        except Exception as error:
            if opened.done():
                log.exception("The backend did not close cleanly")
            else:
                self._opened = None
                opened.set_exception(error)
        finally:
            opened.cancel()
