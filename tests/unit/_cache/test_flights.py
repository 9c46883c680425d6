import asyncio

import pytest

from lineai_core._cache import Flights

pytestmark = pytest.mark.anyio


class Work:
    """Something slow that counts how often it is begun and cancelled."""

    def __init__(self, result="done"):
        self.result = result
        self.begun = self.cancelled = 0
        self.go = asyncio.Event()

    async def __call__(self):
        self.begun += 1
        try:
            await self.go.wait()
        except asyncio.CancelledError:
            self.cancelled += 1
            raise
        if isinstance(self.result, Exception):
            raise self.result
        return self.result


async def _waiters(flights, work, count):
    tasks = [asyncio.create_task(flights.join("key", work)) for _ in range(count)]
    while not work.begun:
        await asyncio.sleep(0)
    await asyncio.sleep(0)
    return tasks


async def test_concurrent_waiters_share_one_flight():
    flights, work = Flights(), Work()
    tasks = await _waiters(flights, work, 5)
    work.go.set()
    assert await asyncio.gather(*tasks) == ["done"] * 5
    assert work.begun == 1


async def test_a_failure_is_shared_and_then_forgotten():
    flights, work = Flights(), Work(ValueError("no"))
    tasks = await _waiters(flights, work, 3)
    work.go.set()
    results = await asyncio.gather(*tasks, return_exceptions=True)
    assert [str(result) for result in results] == ["no"] * 3
    work.result = "better"
    assert await flights.join("key", work) == "better"


async def test_a_cancelled_waiter_leaves_the_flight_to_the_others():
    flights, work = Flights(), Work()
    first, second = await _waiters(flights, work, 2)
    first.cancel()
    with pytest.raises(asyncio.CancelledError):
        await first
    work.go.set()
    assert await second == "done"
    assert (work.begun, work.cancelled) == (1, 0)


async def test_the_flight_is_cancelled_with_its_last_waiter():
    flights, work = Flights(), Work()
    tasks = await _waiters(flights, work, 2)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    await flights.aclose()
    assert work.cancelled == 1


async def test_who_comes_after_a_cancelled_flight_starts_a_new_one():
    flights, work = Flights(), Work()
    (first,) = await _waiters(flights, work, 1)
    first.cancel()
    await asyncio.gather(first, return_exceptions=True)
    work.go.set()
    assert await flights.join("key", work) == "done"
    assert work.begun == 2


async def test_closing_ends_every_flight():
    flights, work = Flights(), Work()
    (task,) = await _waiters(flights, work, 1)
    await flights.aclose()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert work.cancelled == 1
