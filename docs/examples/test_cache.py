"""A cache store, and what the host expects of it."""

import time

from lineai_core.plugin import CacheStore, hookimpl
from lineai_core.testing import CacheContract

LINEAI_PLUGIN_API = 1


class PlainCache:
    """Keeps entries in a dictionary, the newest last."""

    def __init__(self, max_entries):
        self._max_entries = max_entries
        self._entries = {}

    async def get(self, key):
        """Return the value, or ``None`` if there is none any more."""
        value, until = self._entries.get(key, (None, 0.0))
        return value if time.monotonic() < until else None

    async def set(self, key, value, *, ttl):
        """Keep the value for ``ttl`` seconds; the oldest entry goes if there are too many."""
        self._entries.pop(key, None)
        self._entries[key] = (value, time.monotonic() + ttl)
        if len(self._entries) > self._max_entries:
            del self._entries[next(iter(self._entries))]

    async def delete(self, key):
        """Forget the value, if there is one."""
        self._entries.pop(key, None)


@hookimpl
def lineai_cache_stores():
    """Offer the store by its name: ``LINEAI_CACHE=plain``."""
    return [CacheStore(name="plain", open=PlainCache)]


class TestPlainCache(CacheContract):
    """Bounded, expiring by a clock that only runs forward, and nobody else's."""

    def store(self):
        """Return the store to be tested."""
        (store,) = lineai_cache_stores()
        return store
