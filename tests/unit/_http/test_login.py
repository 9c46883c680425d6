"""The login as the fake server sees it."""

import asyncio
import time

import pytest

from lineai_core.errors import (
    ApiError,
    AuthError,
    Busy,
    ConfigError,
    GatewayTimeout,
    InvalidResponse,
    PermissionDenied,
)

pytestmark = pytest.mark.anyio

DEFAULT = "/api/materialized-view/default"
LOGIN = "POST /api/authenticate"


async def test_many_parallel_calls_log_in_once(fake, api):
    fake.state.config.auth_delay = 0.05
    answers = await asyncio.gather(*(api.get(DEFAULT, params={"n": n}) for n in range(50)))
    assert answers == ["mv-shop-7"] * 50
    assert fake.state.logins == 1


async def test_an_ended_session_is_renewed_once_for_all(fake, api):
    await api.get(DEFAULT)
    fake.state.tokens.clear()
    await asyncio.gather(*(api.get(DEFAULT) for _ in range(20)))
    assert fake.state.logins == 2


async def test_a_server_with_one_session_per_user_serves_parallel_calls(fake, api):
    fake.state.config.single_session = True
    await api.get(DEFAULT)
    fake.state.tokens.clear()
    fake.state.config.base_delay = 0.02
    assert await asyncio.gather(*(api.get(DEFAULT) for _ in range(20))) == ["mv-shop-7"] * 20
    assert fake.state.logins == 2


async def test_a_late_refusal_of_an_old_token_leaves_the_newer_one_alone(fake, api):
    await api.get(DEFAULT)
    refused = {"status": "error", "error": {"code": "FORBIDDEN", "message": "session over"}}
    slow = fake.fail("/api/slow", times=1, delay=0.2, status=401, json=refused)
    fake.fail("/api/slow", status=200, json={"data": "slow"})
    late = asyncio.create_task(api.get("/api/slow"))
    while slow.times:
        await asyncio.sleep(0.005)
    fake.state.tokens.clear()
    await api.get(DEFAULT)
    assert fake.state.logins == 2
    assert await late == "slow"
    assert fake.state.logins == 2
    assert fake.state.log[-1].headers["authorization"] == "Bearer tok-2"


@pytest.mark.parametrize(("status", "kind"), [(401, AuthError), (403, PermissionDenied)])
async def test_a_refusal_that_stays_is_told_after_one_retry(fake, api, status, kind):
    words = {"status": "error", "error": {"code": "FORBIDDEN", "message": "not your view"}}
    fake.fail("/api/private", status=status, json=words)
    with pytest.raises(kind, match="not your view") as caught:
        await api.get("/api/private")
    assert (caught.value.status, caught.value.endpoint) == (status, "GET /api/private")
    assert fake.requests == [LOGIN, "GET /api/private", LOGIN, "GET /api/private"]


@pytest.mark.parametrize("status", [401, 403])
async def test_what_a_fresh_token_was_refused_causes_no_more_logins(fake, api, status):
    fake.fail(".*/x.*", status=status, json={})
    for path in ("/api/x/1", "/api/x/2", "/api/x/1"):
        for _ in range(3):
            with pytest.raises(ApiError):
                await api.get(path, params={"viewId": "mv-secret"})
    assert fake.state.logins == 2
    assert await api.get(DEFAULT) == "mv-shop-7"
    fake.state.tokens.clear()
    assert await api.get(DEFAULT) == "mv-shop-7"
    assert fake.state.logins == 3


async def test_wrong_credentials_are_not_tried_again_for_a_while(fake, connect):
    async with connect(fake.url, LINEAI_PASSWORD="wrong") as connection:
        for _ in range(3):
            with pytest.raises(AuthError) as caught:
                await connection.client().get(DEFAULT)
    assert fake.requests == [LOGIN]
    assert "60 s at the earliest" in caught.value.hint


@pytest.mark.parametrize("status", [429, 503])
async def test_a_busy_login_is_left_alone_for_the_time_it_asks_for(fake, api, status):
    fake.fail("/api/authenticate", status=status, times=1, headers={"Retry-After": "0.3"})
    started = time.monotonic()
    answers = await asyncio.gather(*(api.get(DEFAULT, params={"n": n}) for n in range(50)))
    assert answers == ["mv-shop-7"] * 50
    assert fake.requests.count(LOGIN) == 2
    assert time.monotonic() - started >= 0.3


async def test_a_login_that_stays_busy_is_told_with_the_time_it_asks_for(fake, api):
    fake.fail("/api/authenticate", status=429, headers={"Retry-After": "3600"})
    for _ in range(2):
        with pytest.raises(Busy) as caught:
            await api.get(DEFAULT)
        assert caught.value.retry_after == pytest.approx(3600, abs=5)
    assert fake.requests == [LOGIN]


@pytest.mark.parametrize(("status", "kind"), [(500, ApiError), (504, GatewayTimeout)])
async def test_all_who_wait_for_a_login_share_its_failure(fake, api, status, kind):
    fake.state.config.auth_delay = 0.05
    fake.fail("/api/authenticate", status=status, text="down")
    failures = await asyncio.gather(*(api.get(DEFAULT) for _ in range(10)), return_exceptions=True)
    assert {type(failure) for failure in failures} == {kind}
    assert {failure.endpoint for failure in failures} == {LOGIN}
    assert fake.requests == [LOGIN]


async def test_wrong_credentials_are_tried_once_for_all_who_wait(fake, connect):
    fake.state.config.auth_delay = 0.05
    async with connect(fake.url, LINEAI_PASSWORD="wrong") as connection:
        api = connection.client()
        failures = await asyncio.gather(*(api.get(DEFAULT) for _ in range(10)), return_exceptions=True)
    assert {type(failure) for failure in failures} == {AuthError}
    assert {failure.endpoint for failure in failures} == {LOGIN}
    assert "Bad credentials" in failures[0].body
    assert fake.requests == [LOGIN]


@pytest.mark.parametrize("missing", [["LINEAI_USERNAME"], ["LINEAI_PASSWORD"]])
async def test_without_credentials_nothing_is_sent(fake, connect, missing):
    async with connect(fake.url, **dict.fromkeys(missing, "")) as connection:
        with pytest.raises(ConfigError, match=missing[0]):
            await connection.client().get(DEFAULT)
    assert fake.requests == []


@pytest.mark.parametrize(
    ("fault", "kind"),
    [
        ({"status": 500, "text": "boom"}, ApiError),
        ({"status": 404, "text": "nothing here"}, ApiError),
        ({"status": 504, "text": ""}, GatewayTimeout),
        ({"status": 302, "headers": {"Location": "https://sso.test/"}}, ApiError),
        ({"text": "<html>log in</html>"}, InvalidResponse),
        ({"json": {"token_type": "bearer"}}, InvalidResponse),
        ({"json": {"access_token": None}}, InvalidResponse),
        ({"json": {"access_token": "tok-1\nX-Evil: 1"}}, InvalidResponse),
    ],
)
async def test_a_broken_login_is_not_blamed_on_the_credentials(fake, api, fault, kind):
    fake.fail("/api/authenticate", **fault)
    with pytest.raises(ApiError) as caught:
        await api.get(DEFAULT)
    assert type(caught.value) is kind
    assert caught.value.endpoint == LOGIN
    assert fake.requests == [LOGIN]


async def test_a_cancelled_caller_leaves_the_login_to_the_others(fake, api):
    fake.state.config.auth_delay = 0.05
    first = asyncio.create_task(api.get(DEFAULT))
    second = asyncio.create_task(api.get("/api/materialized-view/latest", params={"definitionId": "def-1"}))
    while not fake.requests:
        await asyncio.sleep(0.005)
    first.cancel()
    assert await second == {"id": "mv-shop-7"}
    assert fake.state.logins == 1
