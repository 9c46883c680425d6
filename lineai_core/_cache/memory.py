"""A cache in this process: least recently used entries go first, expired ones are never returned."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

MAX_BYTES = 64 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class _Entry:
    value: Any
    size: int
    expires: float


class MemoryCache:
    """An LRU cache bounded by the number of entries and by the bytes of the values that have a size.

    ``clock`` returns seconds and never runs backwards. A value larger than ``max_bytes`` is not kept.
    """

    def __init__(
        self, max_entries: int, *, max_bytes: int = MAX_BYTES, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._max_entries = max_entries
        self._max_bytes = max_bytes
        self._clock = clock
        self._entries: OrderedDict[str, _Entry] = OrderedDict()
        self._bytes = 0

    def __len__(self) -> int:
        return len(self._entries)

    async def get(self, key: str) -> Any | None:
        """Return the live value under ``key``, or ``None``."""
        entry = self._entries.get(key)
        if entry is None:
            return None
        if entry.expires <= self._clock():
            self._forget(key)
            return None
        self._entries.move_to_end(key)
        return entry.value

    async def set(self, key: str, value: Any, *, ttl: float) -> None:
        """Keep ``value`` under ``key`` for ``ttl`` seconds; nothing is kept if ``ttl`` is not positive."""
        self._forget(key)
        size = len(value) if isinstance(value, (bytes, str)) else 0
        if ttl <= 0 or size > self._max_bytes:
            return
        self._entries[key] = _Entry(value, size, self._clock() + ttl)
        self._bytes += size
        while len(self._entries) > self._max_entries or self._bytes > self._max_bytes:
            self._forget(next(iter(self._entries)))

    async def delete(self, key: str) -> None:
        """Forget ``key``."""
        self._forget(key)

    def _forget(self, key: str) -> None:
        entry = self._entries.pop(key, None)
        if entry is not None:
            self._bytes -= entry.size
