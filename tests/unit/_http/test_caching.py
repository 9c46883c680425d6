import asyncio

import pytest

from lineai_core.errors import ApiError, InvalidResponse

pytestmark = pytest.mark.anyio

SEARCH = "/api/ai-retrieval/search/shortname"
PARAMS = {"materializedViewId": "mv-shop-7", "shortname": "saveOrder"}


async def test_an_answer_is_asked_for_once(fake, connect):
    async with connect(fake.url) as connection:
        first = await connection.client().post(SEARCH, params=PARAMS, cache="method")
        second = await connection.client().post(SEARCH, params=PARAMS, cache="method")
    assert first == second
    assert fake.requests.count(f"POST {SEARCH}") == 1


async def test_changing_an_answer_does_not_change_the_cached_one(fake, api):
    (await api.post(SEARCH, params=PARAMS, cache="method")).clear()
    assert await api.post(SEARCH, params=PARAMS, cache="method")


async def test_identical_requests_at_the_same_time_share_one_flight(fake, api):
    fake.state.config.base_delay = 0.05
    asked = [api.post(SEARCH, params=PARAMS, cache="method") for _ in range(6)]
    answers = await asyncio.gather(*asked)
    assert all(answer == answers[0] for answer in answers)
    assert fake.requests.count(f"POST {SEARCH}") == 1


async def test_requests_without_caching_are_never_shared(fake, api):
    await asyncio.gather(*(api.post(SEARCH, params=PARAMS) for _ in range(3)))
    assert fake.requests.count(f"POST {SEARCH}") == 3


async def test_different_requests_do_not_share(fake, api):
    fake.state.methods["other"] = [{"name": "other"}]
    other = PARAMS | {"shortname": "other"}
    answers = [await api.post(SEARCH, params=params, cache="method") for params in (PARAMS, other, PARAMS)]
    assert [answer[0]["name"] for answer in answers] == ["saveOrder", "other", "saveOrder"]


async def test_a_time_to_live_of_zero_switches_caching_off(fake, connect):
    async with connect(fake.url, LINEAI_METHOD_CACHE_TTL="0") as connection:
        for _ in range(2):
            await connection.client().post(SEARCH, params=PARAMS, cache="method")
    assert fake.requests.count(f"POST {SEARCH}") == 2


@pytest.mark.parametrize(
    ("fault", "raises"),
    [
        ({"status": 500}, ApiError),
        ({"text": "<html>"}, InvalidResponse),
        ({"json": {"data": []}}, None),
        ({"json": {"data": None}}, None),
    ],
)
async def test_failures_and_empty_answers_are_not_kept(fake, api, fault, raises):
    fake.fail(SEARCH, times=1, **fault)
    if raises:
        with pytest.raises(raises):
            await api.post(SEARCH, params=PARAMS, cache="method")
    else:
        assert not await api.post(SEARCH, params=PARAMS, cache="method")
    assert await api.post(SEARCH, params=PARAMS, cache="method")


async def test_one_cancelled_caller_does_not_cancel_the_others(fake, api):
    await api.get("/api/materialized-view/default")
    fake.state.config.base_delay = 0.1
    first, second = (asyncio.create_task(api.post(SEARCH, params=PARAMS, cache="method")) for _ in range(2))
    while f"POST {SEARCH}" not in fake.requests:
        await asyncio.sleep(0.005)
    first.cancel()
    assert await second
    assert fake.requests.count(f"POST {SEARCH}") == 1


async def test_a_fresh_call_asks_past_the_cache_and_leaves_its_answer_there(fake, connect):
    async with connect(fake.url) as connection:
        stale, fresh = connection.client(), connection.client(fresh=True)
        await stale.post(SEARCH, params=PARAMS, cache="method")
        fake.state.methods["saveOrder"] = [{"name": "changed"}]
        assert (await stale.post(SEARCH, params=PARAMS, cache="method"))[0]["name"] == "saveOrder"
        assert (await fresh.post(SEARCH, params=PARAMS, cache="method"))[0]["name"] == "changed"
        assert (await stale.post(SEARCH, params=PARAMS, cache="method"))[0]["name"] == "changed"


async def test_a_fresh_call_waits_for_nobody_else_s_request(fake, connect):
    fake.fail(SEARCH, times=1, action="hang")
    async with connect(fake.url) as connection:
        first = asyncio.create_task(connection.client().post(SEARCH, params=PARAMS, cache="method"))
        while f"POST {SEARCH}" not in fake.requests:
            await asyncio.sleep(0.005)
        assert await connection.client(fresh=True).post(SEARCH, params=PARAMS, cache="method")
        first.cancel()


async def test_a_cached_answer_does_not_wait_behind_slow_ones(fake, connect):
    async with connect(fake.url) as connection:
        api = connection.client()
        await api.post(SEARCH, params=PARAMS, cache="method")
        fake.fail("/api/slow", action="hang")
        slow = [asyncio.create_task(api.get("/api/slow", params={"n": n})) for n in range(120)]
        while fake.state.in_flight < 100:
            await asyncio.sleep(0.005)
        assert await api.post(SEARCH, params=PARAMS, cache="method")
        for task in slow:
            task.cancel()
        await asyncio.gather(*slow, return_exceptions=True)
