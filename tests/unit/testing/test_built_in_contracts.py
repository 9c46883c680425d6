"""The built-in parts keep to the contracts that plugins are held to."""

import asyncio

from lineai_core._defaults import memory_cache, password_auth
from lineai_core.testing import (
    AuthContract,
    BackendContract,
    CacheContract,
    FakeApi,
    Served,
    answer_faults,
    application,
    failure,
    tool_faults,
)

SEARCH = "POST /api/ai-retrieval/search/"
STORES = {store.name: store for store in memory_cache.lineai_cache_stores()}


class TestPasswordAuth(AuthContract):
    def scheme(self):
        (scheme,) = password_auth.lineai_auth_schemes()
        return scheme


class TestMemoryCache(CacheContract):
    def store(self):
        return STORES["memory"]


class TestNoCache(CacheContract):
    keeps = False

    def store(self):
        return STORES["off"]


def test_the_status_tool_is_understood_by_every_client_and_keeps_its_promises():
    tool = application().tools["lineai_status"]
    assert tool_faults(tool) == []

    async def ask():
        async with application() as host:
            return await host.call(tool.name, {})

    assert answer_faults(tool, asyncio.run(ask())) == []


class TestFakeApi(BackendContract):
    """The fake API speaks the contract, whatever the canned answers are."""

    def served(self):
        node = {
            "id": "m-1",
            "name": "save",
            "identity": "shop|save",
            "primaryLabel": "PythonMethodEntity",
            "properties": {"id": "m-1"},
        }

        def search(request):
            known = request.query.get("shortname") == "save"
            return [node] if known else failure(404, "NOT_FOUND", "there is no such name")

        def definition(request):
            known = request.query["name"] == "shop"
            return {"id": "d-1"} if known else failure(404, "NOT_FOUND", "there is no such workspace")

        api = FakeApi(
            {
                "GET /api/materialized-view-definition/name": definition,
                "GET /api/materialized-view/latest": {"id": 17},
                f"{SEARCH}shortname": search,
                "GET /api/dependency/impact/full/m-1/list": {"nodes": [node], "relationships": []},
            }
        )
        return Served(app=lambda: api, workspace="shop", method="save")
