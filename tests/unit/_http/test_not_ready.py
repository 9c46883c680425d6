"""A backend that is still building the view."""

import asyncio
import math
import time

import pytest

from lineai_core.errors import ViewNotReady

pytestmark = pytest.mark.anyio

DEFAULT = "/api/materialized-view/default"


def _building(fake, done, times=1, retry_after="0"):
    error = {
        "code": "INDEXING",
        "message": "Reading the code.",
        "details": [{"done": done, "total": 900, "phase": "parse"}],
    }
    body = {"status": "error", "error": error}
    fake.fail(DEFAULT, status=503, json=body, times=times, headers={"Retry-After": retry_after})


async def test_a_patient_call_waits_and_reports_progress(fake, connect):
    for done in (0, 300, 600):
        _building(fake, done)
    reports = []

    async def progress(*report):
        reports.append(report)

    async with connect(fake.url) as connection:
        client = connection.client(wait=math.inf, progress=progress)
        assert await client.get(DEFAULT, cache="view") == "mv-shop-7"
    assert reports == [(done, 900, "Reading the code.") for done in (0, 300, 600)]


async def test_patience_ends_with_how_far_the_view_is(fake, connect):
    _building(fake, 120, times=-1)
    async with connect(fake.url) as connection:
        with pytest.raises(ViewNotReady) as caught:
            await connection.client(wait=0.2).get(DEFAULT)
    assert (caught.value.done, caught.value.total, caught.value.status) == (120, 900, 503)
    assert fake.requests.count(f"GET {DEFAULT}") > 1


async def test_without_patience_the_first_answer_counts(fake, api):
    _building(fake, 120, times=-1)
    with pytest.raises(ViewNotReady):
        await api.get(DEFAULT)
    assert fake.requests.count(f"GET {DEFAULT}") == 1


async def test_a_deadline_during_the_wait_still_tells_the_progress(fake, connect):
    _building(fake, 120, times=-1, retry_after="60")
    async with connect(fake.url) as connection:
        client = connection.client(wait=math.inf, deadline=time.monotonic() + 0.5)
        with pytest.raises(ViewNotReady):
            await client.get(DEFAULT)


async def test_every_waiting_call_hears_of_the_progress(fake, connect):
    _building(fake, 300, times=2)
    fake.state.config.base_delay = 0.02
    reports = {"a": [], "b": []}

    def reporter(name):
        async def progress(done, total, message):
            reports[name].append(done)

        return progress

    async with connect(fake.url) as connection:
        clients = [connection.client(wait=math.inf, progress=reporter(name)) for name in reports]
        answers = await asyncio.gather(*(client.get(DEFAULT, cache="view") for client in clients))
    assert answers == ["mv-shop-7"] * 2
    assert all(reports.values())
