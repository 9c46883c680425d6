"""Built-in plugin: the cache store ``memory``, which lives and dies with the process."""

from __future__ import annotations

from lineai_core._cache import MemoryCache
from lineai_core.plugin import CacheStore, hookimpl

LINEAI_PLUGIN_API = 1


@hookimpl
def lineai_cache_stores() -> list[CacheStore]:
    """Return the store ``memory``."""
    return [CacheStore(name="memory", open=MemoryCache)]
