"""What the plugin contributes when it is the only one, and when the server lacks what it needs."""

import asyncio
import subprocess
import sys
from typing import ClassVar

import pytest
from lineai_graph import plugin

from lineai_core.plugin import ApiTimeout
from lineai_core.testing import Answer, FakeApi, application

NAMES = [
    "lineai-graph-capabilities",
    "lineai-graph-impact",
    "lineai-graph-owners",
    "lineai-graph-path-explain",
    "lineai-graph-search",
    "lineai-graph-validate-change-scope",
]
SEARCH = "POST /api/ai-retrieval/graph/search"
CAPABILITIES = "GET /api/ai-retrieval/graph/capabilities"
MISSING = Answer(status=404, body={"status": 404, "error": "Not Found"})


def test_it_offers_six_tools_one_command_and_short_instructions():
    host = application(plugin, api=FakeApi())
    assert list(host.tools) == [*NAMES, "lineai_status"]
    assert list(host.commands) == ["graph"]
    assert "lineai-graph-search" in host.instructions
    assert len(plugin.lineai_instructions()) < 500


def test_without_it_there_is_no_trace_of_it():
    host = application(api=FakeApi())
    assert not any("graph" in text for text in [*host.tools, *host.commands, host.instructions])
    assert not host.tools_change


def test_importing_it_loads_neither_its_tools_nor_the_protocol():
    program = (
        "import sys, lineai_graph.plugin; "
        "late = {'lineai_graph.tools', 'lineai_graph.report', 'mcp', 'httpx', 'jsonschema'}; "
        "assert not late & set(sys.modules), late & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", program], check=True, stdin=subprocess.DEVNULL)


def test_other_failures_are_left_to_the_core():
    class Call:
        tool = "other-tool"
        arguments: ClassVar[dict] = {}

    class Ours(Call):
        tool = NAMES[0]

    graph = ApiTimeout("slow", endpoint=SEARCH)
    assert plugin.lineai_render_error(graph, Ours()) is not None
    assert plugin.lineai_render_error(graph, Call()) is None
    assert plugin.lineai_render_error(graph, None) is None
    view = ApiTimeout("slow", endpoint="GET /api/materialized-view/default")
    assert plugin.lineai_render_error(view, Ours()) is None


def test_the_tools_leave_with_the_graph_api_and_come_back_with_it():
    async def run():
        api = FakeApi({SEARCH: MISSING, CAPABILITIES: {"labels": []}})
        async with application(plugin, api=api) as host:
            assert [tool.name for tool in host.offered_tools()] == [*NAMES, "lineai_status"]
            page = await host.call("lineai-graph-search", {"query": "x"})
            assert page.text.startswith("# Graph API not available: `lineai-graph-search`\n")
            assert "withdrawn" in page.text
            assert [tool.name for tool in host.offered_tools()] == ["lineai_status"]
            assert not (await host.call("lineai-graph-capabilities", {})).is_error
            assert [tool.name for tool in host.offered_tools()] == [*NAMES, "lineai_status"]

    asyncio.run(run())


@pytest.mark.parametrize(
    ("response", "there"),
    [
        ({}, True),
        (Answer(status=404, body={"error": {"code": "NOT_FOUND", "message": "no view"}}), True),
        (MISSING, False),
        (Answer(status=500, body={}), False),
    ],
)
def test_the_probe_finds_the_graph_api_by_its_capabilities(response, there):
    from lineai_graph.tools import TOOLS

    from lineai_core.plugin import ApiError, ViewRef

    async def run():
        async with application(plugin, api=FakeApi({CAPABILITIES: response})) as host:

            class Call:
                api = host.api(wait=0)

                async def view(self):
                    return ViewRef(id="v")

            await TOOLS[0].probe(Call())

    if there:
        asyncio.run(run())
    else:
        with pytest.raises(ApiError):
            asyncio.run(run())
