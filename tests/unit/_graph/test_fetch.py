"""What the answers to shared requests mean."""

import asyncio

import pytest

from lineai_core.plugin import ApiError, ApiNotFound, InvalidResponse, fetch_impact, fetch_rows
from lineai_core.testing import Answer, FakeApi, application, failure

SEARCH = "/api/ai-retrieval/search/shortname"


def asked(answers, question):
    async def run():
        api = FakeApi(answers)
        async with application(api=api) as host:
            return api, await question(host.api())

    return asyncio.run(run())


def rows(answer):
    params = {"shortname": "x"}
    return asked({f"POST {SEARCH}": answer}, lambda api: fetch_rows(api, SEARCH, params=params))[1]


@pytest.mark.parametrize(
    "nothing", [None, [], {}, failure(404, "NOT_FOUND", "no"), Answer(status=404, body={})]
)
def test_nothing_found_is_no_row(nothing):
    assert rows(nothing) == []


@pytest.mark.parametrize("broken", ["text", {"a": 1}, 7])
def test_what_is_no_list_is_invalid(broken):
    with pytest.raises(InvalidResponse):
        rows(broken)


@pytest.mark.parametrize(
    "broken", [Answer(status=404, body="<html>"), failure(404, "GONE", "x"), failure(500, "X", "x")]
)
def test_a_failure_is_no_empty_result(broken):
    with pytest.raises(ApiError):
        rows(broken)


@pytest.mark.parametrize("identifier", ["m-1", "a/b", "a?x=1", "..", "é", "\ud83d"])
def test_an_id_stays_in_its_segment(identifier):
    def question(api):
        return fetch_impact(api, view_id="v 1", node_id=identifier)

    with pytest.raises(ApiNotFound):
        asked({}, question)

    async def run():
        api = FakeApi()
        async with application(api=api) as host:
            with pytest.raises(ApiNotFound):
                await question(host.api())
        return api.requests[-1]

    request = asyncio.run(run())
    assert request.path.startswith("/api/dependency/impact/full/")
    assert request.path.endswith("/list")
    assert request.query == {"viewId": "v 1"}


def test_an_impact_is_read_as_a_graph():
    data = {"nodes": [{"id": "m-1"}], "relationships": []}
    path = "GET /api/dependency/impact/full/m-1/list"
    _, graph = asked({path: data}, lambda api: fetch_impact(api, view_id="v", node_id="m-1"))
    assert list(graph.nodes) == ["m-1"]
