"""A plugin that takes long to load does not hold up the server; its tools come when they are ready."""

import subprocess
import sys

import pytest
from http_server import ENTRY_POINT, HttpServer, Session

SLOW = """
import pathlib, time
while not pathlib.Path({gate!r}).exists():
    time.sleep(0.02)
print("a line that must not reach the protocol", flush=True)
from lineai_core.plugin import *
LINEAI_PLUGIN_API = 1
async def handle(call):
    return ToolResult(text="ready", structured={{}})
@hookimpl
def lineai_tools():
    whole = {{"type": "object", "properties": {{}}}}
    return [Tool(name={tool!r}, title="S", description="Slow.", handler=handle, input_schema=whole,
                 output_schema=whole, needs_backend=False)]
@hookimpl
def lineai_backends():
    return [Backend(name="slow", base_url="http://slow.test")]
"""


@pytest.fixture
def slow(tmp_path):
    """Return a function that makes a plugin ``slow`` with one tool, and returns its folder and its gate."""

    def slow(tool="slow-tool"):
        gate, folder = tmp_path / "gate", tmp_path / "slow"
        info = folder / "lineai_slow-1.0.dist-info"
        info.mkdir(parents=True)
        (folder / "slow_plugin.py").write_text(SLOW.format(gate=str(gate), tool=tool), encoding="utf-8")
        (info / "METADATA").write_text("Metadata-Version: 2.1\nName: lineai-slow\nVersion: 1.0\n")
        (info / "entry_points.txt").write_text("[lineai.plugins]\nslow = slow_plugin\n")
        return folder, gate

    return slow


def late(folder):
    return {"PYTHONPATH": str(folder), "LINEAI_PLUGINS": "slow", "LINEAI_PLUGIN_TIMEOUT": "0.1"}


def plugin_state(server):
    result = server.call("lineai_status")
    assert not result["isError"], result
    status = result["structuredContent"]
    return next(plugin for plugin in status["plugins"] if plugin["name"] == "slow")


def tool_names(server):
    return [tool["name"] for tool in server.ask("tools/list")["result"]["tools"]]


def test_the_server_answers_meanwhile_and_tells_when_the_tools_have_come(start, slow):
    folder, gate = slow()
    server = start(**late(folder))
    assert server.initialize()["capabilities"]["tools"]["listChanged"] is True
    state = plugin_state(server)
    assert (state["state"], state["stage"]) == ("loading", "import")
    assert "has not finished loading within 0.1 s" in state["reason"]
    assert "slow-tool" not in tool_names(server)
    refused = server.ask("tools/call", name="slow-tool", arguments={})["error"]["message"]
    assert "plugins still loading: slow" in refused
    gate.touch()
    server.wait_for(lambda: server.notifications("notifications/tools/list_changed"), "the news")
    assert "slow-tool" in tool_names(server)
    assert server.call("slow-tool")["content"][0]["text"] == "ready"
    assert plugin_state(server)["state"] == "active"


def test_one_that_comes_late_gives_way_where_its_name_is_taken(start, slow):
    folder, gate = slow(tool="lineai-status")
    server = start(**late(folder))
    server.initialize()
    gate.touch()
    server.wait_for_log("is already provided by lineai-core")
    state = plugin_state(server)
    assert (state["state"], state["stage"]) == ("failed", "conflict")
    assert tool_names(server) == ["lineai_status"]


def test_a_client_over_http_is_told_as_well(environment, slow):
    folder, gate = slow()
    server = HttpServer({**environment, **late(folder)}, "--port", "0")
    try:
        session = Session(server)
        stream = session.listen()
        gate.touch()
        assert next(stream)["method"] == "notifications/tools/list_changed"
        names = [tool["name"] for tool in session.ask("tools/list")["result"]["tools"]]
        assert "slow-tool" in names
    finally:
        server.close()


def test_the_command_line_says_that_the_plugin_is_still_loading(environment, slow):
    folder, _ = slow()
    done = subprocess.run(
        [sys.executable, "-c", ENTRY_POINT, "call", "slow-tool"],
        env={**environment, **late(folder)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=False,
    )
    assert done.returncode != 0
    assert "slow" in done.stderr and "still loading" in done.stderr
    assert "LINEAI_PLUGIN_TIMEOUT" in done.stderr
