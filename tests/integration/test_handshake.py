"""Every protocol revision, with a raw client and with the SDK's own."""

from __future__ import annotations

import asyncio
import os

import pytest
from mcp import Client, StdioServerParameters
from mcp.client.stdio import stdio_client
from stdio_client import MODERN, SERVE, modern

from lineai_core import __version__

HANDSHAKE_REVISIONS = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"]


@pytest.mark.parametrize("revision", HANDSHAKE_REVISIONS)
def test_a_session_of_each_handshake_revision(start, revision):
    server = start()
    result = server.initialize(revision)
    assert result["protocolVersion"] == revision
    assert result["serverInfo"]["name"] == "lineai"
    assert result["serverInfo"]["version"] == __version__
    assert result["capabilities"] == {
        "resources": {"listChanged": False, "subscribe": False},
        "tools": {"listChanged": False},
    }
    assert "Probe the server — 探る —" in result["instructions"]
    assert "probe-echo" in [tool["name"] for tool in server.ask("tools/list")["result"]["tools"]]
    assert server.call("probe-echo", text="hello")["content"] == [{"type": "text", "text": "hello"}]


def test_a_client_from_the_future_is_offered_the_newest_handshake_revision(start):
    assert start().initialize("2099-01-01")["protocolVersion"] == HANDSHAKE_REVISIONS[-1]


def test_the_stateless_revision_needs_no_handshake(start):
    server = start()
    discovered = server.ask("server/discover", **modern())["result"]
    assert MODERN in discovered["supportedVersions"]
    assert "Probe the server" in discovered["instructions"]
    listed = server.ask("tools/list", **modern())["result"]
    assert "probe-echo" in [tool["name"] for tool in listed["tools"]]
    assert listed["ttlMs"] > 0
    called = server.ask("tools/call", **modern(name="probe-echo", arguments={"text": "hello"}))["result"]
    assert called["structuredContent"] == {"text": "hello"}
    assert called["resultType"] == "complete"


def test_a_request_before_the_handshake_is_refused_and_the_handshake_still_works(start):
    server = start()
    assert server.ask("tools/list")["error"]["code"] == -32602
    assert server.initialize()["protocolVersion"] == "2025-11-25"


def test_an_unknown_method_is_refused(server):
    assert server.ask("tools/destroy")["error"]["code"] == -32601


@pytest.mark.parametrize("mode", ["legacy", "auto"])
def test_the_sdk_client_lists_calls_and_hears_progress(environment, mode):
    async def session():
        heard = []

        async def on_progress(progress, total, message):
            heard.append((progress, total, message))

        parameters = StdioServerParameters(command=SERVE[0], args=list(SERVE[1:]), env=environment)
        with open(os.devnull, "w") as log:
            async with Client(stdio_client(parameters, errlog=log), mode=mode) as client:
                tools = (await client.list_tools()).tools
                echoed = await client.call_tool("probe-echo", {"text": "тест 東京"})
                failed = await client.call_tool("probe-fail", {})
                await client.call_tool("probe-steps", {}, progress_callback=on_progress)
        return tools, echoed, failed, heard

    tools, echoed, failed, heard = asyncio.run(session())
    assert "probe-echo" in [tool.name for tool in tools]
    assert echoed.structured_content == {"text": "тест 東京"}
    assert failed.is_error
    assert heard == [(1, 3, "step 1"), (2, 3, "step 2"), (3, 3, "step 3")]


def test_the_handshake_and_the_first_call_may_be_sent_at_once(start):
    server = start()
    info = {"name": "hasty", "version": "1"}
    first = server.request("initialize", protocolVersion="2025-06-18", capabilities={}, clientInfo=info)
    second = server.begin_call("probe-echo", text="at once")
    assert server.answer(first)["result"]["protocolVersion"] == "2025-06-18"
    assert server.answer(second)["result"]["structuredContent"] == {"text": "at once"}
