import pytest

from lineai_core._cache import MemoryCache

pytestmark = pytest.mark.anyio


class Clock:
    def __init__(self):
        self.now = 0.0

    def __call__(self):
        return self.now


async def test_an_entry_is_returned_until_it_expires():
    clock = Clock()
    cache = MemoryCache(10, clock=clock)
    await cache.set("a", b"1", ttl=5)
    clock.now = 4.9
    assert await cache.get("a") == b"1"
    clock.now = 5.0
    assert await cache.get("a") is None
    assert len(cache) == 0


async def test_the_least_recently_used_entry_makes_room():
    cache = MemoryCache(2)
    await cache.set("a", b"1", ttl=60)
    await cache.set("b", b"2", ttl=60)
    await cache.get("a")
    await cache.set("c", b"3", ttl=60)
    assert [await cache.get(key) for key in "abc"] == [b"1", None, b"3"]


async def test_the_total_size_is_bounded():
    cache = MemoryCache(10, max_bytes=10)
    await cache.set("a", b"x" * 6, ttl=60)
    await cache.set("b", b"x" * 6, ttl=60)
    assert await cache.get("a") is None
    assert await cache.get("b") is not None
    await cache.set("huge", b"x" * 11, ttl=60)
    assert await cache.get("huge") is None
    assert await cache.get("b") is not None


async def test_replacing_and_deleting_give_the_bytes_back():
    cache = MemoryCache(10, max_bytes=10)
    for _ in range(5):
        await cache.set("a", b"x" * 6, ttl=60)
    await cache.delete("a")
    await cache.delete("never there")
    await cache.set("b", b"x" * 10, ttl=60)
    assert await cache.get("b") == b"x" * 10


@pytest.mark.parametrize("ttl", [0, -1])
async def test_nothing_is_kept_for_no_time(ttl):
    cache = MemoryCache(10)
    await cache.set("a", b"old", ttl=60)
    await cache.set("a", b"new", ttl=ttl)
    assert await cache.get("a") is None
