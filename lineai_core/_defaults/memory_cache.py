"""Built-in plugin: the cache stores ``memory``, which lives and dies with the process, and ``off``."""

from __future__ import annotations

from lineai_core._cache import MemoryCache, NoCache
from lineai_core.plugin import CacheStore, hookimpl

LINEAI_PLUGIN_API = 1


@hookimpl
def lineai_cache_stores() -> list[CacheStore]:
    """Return the stores ``memory`` and ``off``."""
    return [
        CacheStore(name="memory", open=MemoryCache),
        CacheStore(name="off", open=lambda _: NoCache()),
    ]
