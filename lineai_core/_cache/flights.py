"""Sharing of work in flight: who asks for what is already being fetched waits for that fetch."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from typing import Any, TypeVar

T = TypeVar("T")


@dataclass(slots=True)
class _Flight:
    task: asyncio.Task[Any]
    waiters: int = 0


class Flights:
    """Runs at most one task per key at a time.

    Cancelling a waiter leaves the flight to the others; when the last waiter goes, the flight is
    cancelled. Every waiter gets the same result or the same exception.
    """

    def __init__(self) -> None:
        self._by_key: dict[str, _Flight] = {}
        self._tasks: set[asyncio.Task[Any]] = set()

    async def join(self, key: str, start: Callable[[], Coroutine[Any, Any, T]]) -> T:
        """Return the result of the flight under ``key``, starting it with ``start`` if there is none."""
        flight = self._by_key.get(key)
        if flight is None:
            flight = self._by_key[key] = self._launch(key, start)
        flight.waiters += 1
        try:
            await asyncio.wait([flight.task])
        finally:
            flight.waiters -= 1
            if not flight.waiters and not flight.task.done():
                self._land(key, flight.task)
                flight.task.cancel()
        result: T = flight.task.result()
        return result

    async def aclose(self) -> None:
        """Cancel every flight and wait until all have ended."""
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _launch(self, key: str, start: Callable[[], Coroutine[Any, Any, T]]) -> _Flight:
        task = asyncio.create_task(start())
        self._tasks.add(task)
        task.add_done_callback(lambda done: self._land(key, done))
        task.add_done_callback(self._settle)
        return _Flight(task)

    def _land(self, key: str, task: asyncio.Task[Any]) -> None:
        flight = self._by_key.get(key)
        if flight is not None and flight.task is task:
            del self._by_key[key]

    def _settle(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled():
            task.exception()
