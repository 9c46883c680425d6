"""What the core expects of a cache store."""

from __future__ import annotations

import asyncio
import time
from typing import ClassVar
from unittest.mock import patch

from lineai_core.types import Cache, CacheStore

_MOST_LOOKS = 1000
_LONG = 3600.0


class CacheContract:
    """Subclass it, and return your store from ``store``; a store that keeps nothing sets ``keeps``."""

    keeps: ClassVar[bool] = True

    def store(self) -> CacheStore:
        """Return the store to be tested; override it."""
        raise NotImplementedError

    def test_what_was_never_kept_reads_as_none(self) -> None:
        """And forgetting it is no error."""

        async def check() -> None:
            cache = self.store().open(8)
            assert await cache.get("nothing") is None
            await cache.delete("nothing")

        asyncio.run(check())

    def test_a_value_is_kept_replaced_and_forgotten(self) -> None:
        """The core keeps ``bytes``."""

        async def check() -> None:
            cache = self.store().open(8)
            await cache.set("a", b"1", ttl=_LONG)
            assert await cache.get("a") == self._kept(b"1")
            await cache.set("a", b"2", ttl=_LONG)
            assert await cache.get("a") == self._kept(b"2")
            await cache.delete("a")
            assert await cache.get("a") is None

        asyncio.run(check())

    def test_two_caches_of_a_store_do_not_share_their_entries(self) -> None:
        """Each server has its own."""

        async def check() -> None:
            store = self.store()
            one, other = store.open(8), store.open(8)
            await one.set("a", b"1", ttl=_LONG)
            assert await other.get("a") is None

        asyncio.run(check())

    def test_it_never_holds_more_than_it_may_and_keeps_the_newest(self) -> None:
        """A server runs for weeks."""

        async def check() -> None:
            cache = self.store().open(4)
            for number in range(20):
                await cache.set(f"key-{number}", b"x", ttl=_LONG)
            held = [number for number in range(20) if await cache.get(f"key-{number}") is not None]
            assert len(held) <= 4
            assert await cache.get("key-19") == self._kept(b"x")

        asyncio.run(check())

    def test_nothing_is_kept_for_no_time(self) -> None:
        """A time to live of zero switches caching off, also for what was kept before."""

        async def check() -> None:
            cache = self.store().open(8)
            await cache.set("a", b"1", ttl=_LONG)
            await cache.set("a", b"2", ttl=0)
            assert await cache.get("a") is None

        asyncio.run(check())

    def test_an_entry_expires(self) -> None:
        """It is asked again until it is gone."""

        async def check() -> None:
            cache = self.store().open(8)
            await cache.set("a", b"1", ttl=0.01)
            for _ in range(_MOST_LOOKS):
                if await cache.get("a") is None:
                    return
                await asyncio.sleep(0.01)
            raise AssertionError("an entry with a time to live of 0.01 s is still there")

        asyncio.run(check())

    def test_setting_the_clock_of_the_machine_expires_nothing(self) -> None:
        """A time to live is measured with a clock that only runs forward."""

        async def check() -> None:
            cache = self.store().open(8)
            await cache.set("a", b"1", ttl=_LONG)
            with patch("time.time", return_value=time.time() + 100 * _LONG):
                assert await cache.get("a") == self._kept(b"1")

        asyncio.run(check())

    def test_concurrent_users_never_see_each_others_values(self) -> None:
        """Whatever is read under a key was kept under that key."""

        async def use(cache: Cache, number: int) -> None:
            key = f"key-{number % 7}"
            await cache.set(key, key.encode(), ttl=_LONG)
            assert await cache.get(key) in (None, key.encode())
            if number % 3 == 0:
                await cache.delete(key)

        async def check() -> None:
            cache = self.store().open(4)
            await asyncio.gather(*(use(cache, number) for number in range(200)))

        asyncio.run(check())

    def _kept(self, value: bytes) -> bytes | None:
        return value if self.keeps else None
