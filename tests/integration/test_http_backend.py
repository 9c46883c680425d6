"""The whole host against a Lineai server over real sockets."""

import asyncio
import io
import logging

import pytest
from fake_lineai import PASSWORD, USERNAME, FakeLineai, running

from lineai_core._config.settings import Settings
from lineai_core.application import Application
from lineai_core.plugin import Tool, ToolResult, hookimpl

OBJECT = {"type": "object", "properties": {}}
BUILDING = {"code": "INDEXING", "message": "Reading.", "details": [{"done": 120, "total": 900}]}
ACCOUNT = {"LINEAI_USERNAME": USERNAME, "LINEAI_PASSWORD": PASSWORD}


async def search(call):
    view = await call.view()
    params = {"materializedViewId": view.id, "shortname": call.arguments["method"]}
    rows = await call.api.post("/api/ai-retrieval/search/shortname", params=params, cache="method")
    return ToolResult(text=f"{len(rows)} in {view.id}", structured={"view": view.id})


class SearchPlugin:
    LINEAI_PLUGIN_API = 1

    @hookimpl
    def lineai_tools(self):
        about = {"title": "Search", "description": "Search.", "handler": search}
        return [Tool(name="search", input_schema=OBJECT, output_schema=OBJECT, **about)]


def ask(url, *calls, **variables):
    """Return the results of calling the search tool with each of ``calls`` at the same time."""
    settings = Settings.load({"LINEAI_SERVER_HOST": url} | ACCOUNT | variables)

    async def run():
        async with Application.load(settings, plugins=[SearchPlugin()]) as application:
            asked = (application.call("search", {"method": "saveOrder"} | call) for call in calls)
            return await asyncio.gather(*asked)

    return asyncio.run(run())


@pytest.fixture
def server():
    with running() as remote:
        yield remote


def test_parallel_calls_log_in_once_and_ask_once(server):
    results = ask(server.url, *[{}] * 20)
    assert {result.text for result in results} == {"1 in mv-shop-7"}
    assert [request["path"] for request in server.control("log")["requests"]] == [
        "/api/authenticate",
        "/api/materialized-view/default",
        "/api/ai-retrieval/search/shortname",
    ]


@pytest.mark.parametrize(
    ("arguments", "configured", "view"),
    [
        ({"materialized_view_id": 7, "workspace": "shop"}, "shop", "7"),
        ({"workspace": "my shop & co/EU"}, "shop", "mv-eu-2"),
        ({}, "my shop & co/EU", "mv-eu-2"),
        ({"workspace": "  "}, "", "mv-shop-7"),
    ],
)
def test_the_view_is_the_one_named_most_precisely(server, arguments, configured, view):
    (result,) = ask(server.url, arguments, LINEAI_WORKSPACE_NAME=configured)
    assert result.text == f"1 in {view}"


@pytest.mark.parametrize(
    ("faults", "arguments", "words"),
    [
        ([], {"workspace": "attic"}, ["# Workspace / materialized view not found", "attic", "HTTP 404"]),
        ([{"path": ".*", "status": 504}], {}, ["gateway", "HTTP 504", "POST /api/authenticate"]),
        (
            [{"path": ".*/shortname", "status": 500, "text": "<h1>Boom</h1>"}],
            {},
            ["HTTP 500", "Boom", "POST /api/ai-retrieval/search/shortname"],
        ),
        (
            [{"path": ".*/default", "status": 503, "json": {"error": BUILDING}}],
            {},
            ["# The view is still being built", "120 of 900", "Ask the same question again"],
        ),
        ([{"path": ".*/default", "json": {"data": ["x"]}}], {}, ["# Unexpected server response"]),
    ],
)
def test_each_failure_has_a_page_of_its_own(server, faults, arguments, words):
    server.control("faults", faults)
    (result,) = ask(server.url, arguments, LINEAI_READY_WAIT="0")
    assert result.is_error
    assert [word for word in words if word not in result.text] == []


def test_no_secret_leaves_the_process():
    """The server echoes credentials in every way it can; nothing of it reaches a page or the log."""
    secret, token = "S3cr3t!pä$$", "tok-9f2c-äöü".encode().hex()
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    root, lineai = logging.getLogger(), logging.getLogger("lineai")
    levels = root.level, lineai.level

    async def echoing():
        async with FakeLineai() as fake:
            fake.fail("/api/authenticate", times=1, json={"access_token": token})
            fake.fail("/api/authenticate", status=401, text=f"bad {secret} S3cr3t%21p%C3%A4%24%24")
            fake.fail("/api/materialized-view/default", status=401, text=f"Authorization: Bearer {token}")
            environ = ACCOUNT | {"LINEAI_SERVER_HOST": fake.url, "LINEAI_PASSWORD": secret}
            async with Application.load(Settings.load(environ), plugins=[SearchPlugin()]) as application:
                return [await application.call("search", {"method": "x"}) for _ in range(2)]

    lineai.addHandler(handler)
    lineai.setLevel(logging.DEBUG)
    root.setLevel(logging.DEBUG)
    try:
        pages = [result.text for result in asyncio.run(echoing())]
    finally:
        root.setLevel(levels[0])
        lineai.setLevel(levels[1])
        lineai.removeHandler(handler)
    for text in [*pages, stream.getvalue()]:
        assert secret not in text
        assert "S3cr3t" not in text
        assert token[:8] not in text
    assert "***" in pages[0]
