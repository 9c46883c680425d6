"""Starts and stops an in-process ASGI application by the lifespan protocol."""

from __future__ import annotations

import asyncio
import logging
from typing import Any

from lineai_core.errors import ApiUnavailable
from lineai_core.types import AsgiApp, Scope

SHUTDOWN_SECONDS = 1.5
ASGI = {"version": "3.0", "spec_version": "2.4"}
_logger = logging.getLogger("lineai.http")


class Lifespan:
    """Runs an application's lifespan in a task of its own, so that no caller's cancellation stops it.

    ``state`` is what the application left for its requests. An application that does not know the
    protocol is used without it.
    """

    def __init__(self, app: AsgiApp) -> None:
        self.state: dict[str, Any] = {}
        self._app = app
        self._task: asyncio.Task[None] | None = None
        self._events: asyncio.Queue[Scope] = asyncio.Queue()
        self._started = asyncio.Event()
        self._failed = False

    async def startup(self) -> None:
        """Return when the application is ready; start it if nobody has.

        Raises ``ApiUnavailable`` if it reported that it cannot start.
        """
        if self._task is None:
            self._events.put_nowait({"type": "lifespan.startup"})
            self._task = asyncio.create_task(self._run())
        await self._started.wait()
        if self._failed:
            raise ApiUnavailable(
                "The embedded backend could not start.",
                endpoint="lifespan.startup",
                hint="The reason is in the server's log on standard error; `lineai doctor` checks the rest.",
            )

    async def shutdown(self) -> None:
        """Stop the application; after 1.5 s without its consent, cancel it."""
        if self._task is None:
            return
        self._events.put_nowait({"type": "lifespan.shutdown"})
        _, running = await asyncio.wait([self._task], timeout=SHUTDOWN_SECONDS)
        for task in running:
            task.cancel()
            await asyncio.wait([task])

    async def _run(self) -> None:
        try:
            scope: Scope = {"type": "lifespan", "asgi": ASGI, "state": self.state}
            await self._app(scope, self._events.get, self._receive_report)
        except Exception:
            if self._started.is_set():
                _logger.exception("The embedded backend's lifespan failed.")
            else:
                _logger.debug("The application does not take part in the lifespan protocol.", exc_info=True)
        finally:
            self._started.set()

    async def _receive_report(self, message: Scope) -> None:
        if message["type"] == "lifespan.startup.failed":
            self._failed = True
            _logger.error("The embedded backend could not start: %s", message.get("message", ""))
        if message["type"].startswith("lifespan.startup."):
            self._started.set()
