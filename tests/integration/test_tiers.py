"""Tools that need a part of the API which the server lacks, over a real pipe and real sockets."""

from __future__ import annotations

import pytest
from fake_lineai import PASSWORD, USERNAME, running
from stdio_client import modern

ALL = ["tiered-first", "tiered-plain", "tiered-second"]
CHANGED = "notifications/tools/list_changed"


@pytest.fixture
def lineai():
    with running() as remote:
        yield remote


@pytest.fixture
def tiered(start, lineai):
    """A server whose plugin has a tier of two tools, in front of the fake Lineai server."""
    return start(
        LINEAI_PLUGINS="tiered",
        LINEAI_SERVER_HOST=lineai.url,
        LINEAI_USERNAME=USERNAME,
        LINEAI_PASSWORD=PASSWORD,
    )


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
    assert names(tiered.ask("tools/list")) == ["tiered-plain"]
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
    assert names(tiered.ask("tools/list", **modern())) == ["tiered-plain"]
    tiered.hang_up()
    assert tiered.wait_for_exit() == 0


def test_without_a_tier_nothing_is_promised(server, start):
    discovered = start().ask("server/discover", **modern())["result"]
    assert discovered["capabilities"]["tools"] == {"listChanged": False}
