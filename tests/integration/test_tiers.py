"""Tools that need a part of the API which the server lacks, over a real pipe and real sockets."""

from __future__ import annotations

from contextlib import closing
from http.client import HTTPConnection

import pytest
from fake_lineai import PASSWORD, USERNAME, running
from http_server import HttpServer, Session, messages
from stdio_client import modern

LEFT = ["lineai_status", "tiered-plain"]
ALL = ["lineai_status", "tiered-first", "tiered-plain", "tiered-second"]
CHANGED = "notifications/tools/list_changed"


@pytest.fixture
def lineai():
    with running() as remote:
        yield remote


@pytest.fixture
def account(lineai):
    """The settings of a server whose plugin has a tier of two tools, in front of the fake Lineai server."""
    return {
        "LINEAI_PLUGINS": "tiered",
        "LINEAI_SERVER_HOST": lineai.url,
        "LINEAI_USERNAME": USERNAME,
        "LINEAI_PASSWORD": PASSWORD,
    }


@pytest.fixture
def tiered(start, account):
    """That server over stdio."""
    return start(**account)


@pytest.fixture
def http(environment, account):
    """That server over HTTP."""
    if environment["LINEAI_STDIO"] != "sdk":
        pytest.skip("over HTTP the SDK always speaks")
    with closing(HttpServer({**environment, **account})) as server:
        yield server


def names(answer):
    return [tool["name"] for tool in answer["result"]["tools"]]


def heard(server):
    return len([message for message in server.messages if message.get("method") == CHANGED])


@pytest.mark.parametrize("revision", ["2024-11-05", "2025-11-25"])
def test_after_a_handshake_the_client_is_told_once_each_time_the_tools_change(tiered, lineai, revision):
    assert tiered.initialize(revision)["capabilities"]["tools"] == {"listChanged": True}
    assert names(tiered.ask("tools/list")) == ALL
    lineai.control("config", {"graph": False})
    assert "# Not available on this server" in tiered.call("tiered-first")["content"][0]["text"]
    tiered.wait_for(lambda: heard(tiered) == 1, "the news that tools were withdrawn")
    assert tiered.call("tiered-second")["isError"]
    assert names(tiered.ask("tools/list")) == LEFT
    assert not tiered.call("tiered-plain")["isError"]
    lineai.control("config", {"graph": True})
    assert not tiered.call("tiered-second")["isError"]
    tiered.wait_for(lambda: heard(tiered) == 2, "the news that the tools are back")
    assert names(tiered.ask("tools/list")) == ALL
    assert heard(tiered) == 2


def test_without_a_handshake_the_client_is_told_if_it_listens(tiered, lineai):
    discovered = tiered.ask("server/discover", **modern())["result"]
    assert discovered["capabilities"]["tools"] == {"listChanged": True}
    lineai.control("config", {"graph": False})
    tiered.request("subscriptions/listen", **modern(notifications={"toolsListChanged": True}))
    tiered.wait_for(
        lambda: any("acknowledged" in message.get("method", "") for message in tiered.messages),
        "the beginning of the subscription",
    )
    assert tiered.ask("tools/call", **modern(name="tiered-first", arguments={}))["result"]["isError"]
    tiered.wait_for(lambda: heard(tiered) == 1, "the news that tools were withdrawn")
    assert names(tiered.ask("tools/list", **modern())) == LEFT
    tiered.hang_up()
    assert tiered.wait_for_exit() == 0


def test_without_a_tier_nothing_is_promised(server, start):
    discovered = start().ask("server/discover", **modern())["result"]
    assert discovered["capabilities"]["tools"] == {"listChanged": False}


def test_over_http_every_session_is_told(http, lineai):
    watcher, caller = Session(http), Session(http)
    assert watcher.described["capabilities"]["tools"] == {"listChanged": True}
    headers = {
        "Accept": "text/event-stream",
        "Mcp-Session-Id": watcher.id,
        "MCP-Protocol-Version": "2025-11-25",
    }
    with closing(HTTPConnection(http.host, http.port, timeout=30)) as connection:
        connection.request("GET", "/mcp", headers=headers)
        stream = messages(connection.getresponse())
        lineai.control("config", {"graph": False})
        assert caller.ask("tools/call", name="tiered-first", arguments={})["result"]["isError"]
        assert next(stream)["method"] == CHANGED
        assert names(watcher.ask("tools/list")) == LEFT
        lineai.control("config", {"graph": True})
        caller.ask("tools/call", name="tiered-second", arguments={})
        assert next(stream)["method"] == CHANGED
    assert names(watcher.ask("tools/list")) == ALL


def test_over_http_without_a_handshake_who_listens_is_told(http, lineai):
    def post(identity, method, **params):
        headers = {
            "MCP_Protocol_Version": "2026-07-28",
            "Mcp_Method": method,
            "Mcp_Name": params.get("name", ""),
        }
        given = {name: value for name, value in headers.items() if value}
        return http.post({"id": identity, "method": method, "params": modern(**params)}, **given)

    lineai.control("config", {"graph": False})
    stream = messages(post("s", "subscriptions/listen", notifications={"toolsListChanged": True}))
    assert "acknowledged" in next(stream)["method"]
    assert next(messages(post(2, "tools/call", name="tiered-first", arguments={})))["result"]["isError"]
    assert next(stream)["method"] == CHANGED
    assert names(next(messages(post(3, "tools/list")))) == LEFT
