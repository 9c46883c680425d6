"""Progress of one call, in the form that clients rely on: always growing, never silent for long."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Self

BEAT_SECONDS = 5.0
_STEP = 0.001

Send = Callable[[float, float | None, str | None], Awaitable[None]]


class Progress:
    """Passes a handler's reports on to the client while it is entered.

    The protocol wants each value greater than the one before. A count that starts anew is added to the
    counts before it, and one that stands still grows by a thousandth. After ``beat`` seconds without a
    report the last one is repeated, because many clients give up on a call they hear nothing of.
    """

    def __init__(self, send: Send, *, beat: float = BEAT_SECONDS) -> None:
        self._send = send
        self._beat = beat
        self._finished_phases = 0.0
        self._last: tuple[float, float | None, str | None] = (0.0, None, "Working")
        self._value = 0.0
        self._told = time.monotonic()

    async def __call__(self, done: float, total: float | None = None, message: str | None = None) -> None:
        """Report ``done`` of ``total`` units."""
        if done < self._last[0]:
            self._finished_phases += self._last[0]
        self._last = (done, total, message)
        self._value = max(self._finished_phases + done, self._value + _STEP)
        if total is not None:
            total = max(self._finished_phases + total, self._value)
        self._told = time.monotonic()
        await self._send(self._value, total, message)

    def __enter__(self) -> Self:
        self._beating = asyncio.create_task(self._keep_alive())
        return self

    def __exit__(self, *_exc: object) -> None:
        self._beating.cancel()

    async def _keep_alive(self) -> None:
        while True:
            silent = time.monotonic() - self._told
            if silent >= self._beat:
                await self(*self._last)
            else:
                await asyncio.sleep(self._beat - silent)
