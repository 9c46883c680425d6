"""A backend that asks its clients to come back later."""

import asyncio
import time

import pytest

from lineai_core.errors import ApiError, Busy

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize("status", [429, 503])
@pytest.mark.parametrize("method", ["get", "post"])
async def test_a_request_is_repeated_after_the_pause_that_is_asked_for(fake, api, status, method):
    fake.fail("/api/x", status=status, headers={"Retry-After": "0.2"}, times=2)
    fake.fail("/api/x", json={"data": "at last"})
    started = time.monotonic()
    assert await getattr(api, method)("/api/x") == "at last"
    assert time.monotonic() - started >= 0.4


@pytest.mark.parametrize("cache", [None, "impact"])
async def test_the_number_of_attempts_is_bounded(fake, api, cache):
    fake.fail("/api/x", status=503, headers={"Retry-After": "0"})
    with pytest.raises(Busy):
        await api.get("/api/x", cache=cache)
    assert fake.requests.count("GET /api/x") == 4


@pytest.mark.parametrize(
    ("status", "headers"),
    [(429, {}), (503, {}), (500, {"Retry-After": "0"}), (429, {"Retry-After": "31"}), (502, {})],
)
async def test_without_a_short_pause_to_wait_for_nothing_is_repeated(fake, api, status, headers):
    fake.fail("/api/x", status=status, headers=headers)
    with pytest.raises(ApiError):
        await api.get("/api/x")
    assert fake.requests.count("GET /api/x") == 1


async def test_a_pause_longer_than_the_call_may_take_is_told_at_once(fake, connect):
    fake.fail("/api/x", status=429, headers={"Retry-After": "20"})
    async with connect(fake.url) as connection:
        api = connection.client(deadline=time.monotonic() + 15)
        with pytest.raises(Busy) as caught:
            await api.get("/api/x")
    assert caught.value.retry_after == 20
    assert fake.requests.count("GET /api/x") == 1


async def test_who_shares_a_request_comes_back_with_the_others(fake, api):
    fake.fail("/api/x", status=429, headers={"Retry-After": "0.1"}, times=1)
    fake.fail("/api/x", json={"data": "at last"})
    answers = await asyncio.gather(*(api.get("/api/x", cache="impact") for _ in range(10)))
    assert answers == ["at last"] * 10
    assert fake.requests.count("GET /api/x") == 2
