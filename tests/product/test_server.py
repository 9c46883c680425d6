"""The MCP server with every plugin, asked about a repository over its pipes."""

from __future__ import annotations

import asyncio
import json
import os
import re

import pytest
from installed import script
from jsonschema import Draft202012Validator
from mcp import Client, StdioServerParameters
from mcp.client.stdio import stdio_client
from small_projects import PYTHON, large, write

TOOL = "lineai-method-impact"
TOTAL = "shop/pricing.py::total"


def dependents(result):
    """Return the symbols of the dependents that a result names."""
    assert not result["isError"], result
    return [row["symbol"] for row in result["structuredContent"]["dependents"]]


def test_the_raw_client_gets_an_answer_that_keeps_the_published_schema(project, start):
    server = start(project(PYTHON))
    (tool,) = [tool for tool in server.ask("tools/list")["result"]["tools"] if tool["name"] == TOOL]
    assert (tool["name"], tool["annotations"]["readOnlyHint"]) == (TOOL, True)
    result = server.call(TOOL, method=TOTAL)
    Draft202012Validator(tool["outputSchema"]).validate(result["structuredContent"])
    assert dependents(result) == ["shop/checkout.py::checkout"]
    assert "shop/checkout.py:5" in result["content"][0]["text"]


def test_the_sdk_client_gets_the_same_answer(project, start, environment):
    repository = project(PYTHON)
    raw = start(repository).call(TOOL, method=TOTAL)
    parameters = StdioServerParameters(
        command=script("lineai-mcp-server"), env={**environment, "LINEAI_REPO": str(repository)}
    )

    async def session():
        with open(os.devnull, "w") as log:
            async with Client(stdio_client(parameters, errlog=log)) as client:
                tools = (await client.list_tools()).tools
                return tools, await client.call_tool(TOOL, {"method": TOTAL})

    tools, result = asyncio.run(session())
    assert TOOL in [tool.name for tool in tools]
    assert result.structured_content == raw["structuredContent"]
    assert result.content[0].text == raw["content"][0]["text"]


def test_the_next_call_sees_an_edit_on_disk(project, start):
    repository = project(PYTHON)
    server = start(repository)
    assert dependents(server.call(TOOL, method=TOTAL)) == ["shop/checkout.py::checkout"]
    write(repository, {"shop/gift.py": "from shop.pricing import total\n\n\ndef wrap():\n    total([])\n"})
    assert dependents(server.call(TOOL, method=TOTAL)) == ["shop/checkout.py::checkout", "shop/gift.py::wrap"]
    (repository / "shop/gift.py").unlink()
    assert dependents(server.call(TOOL, method=TOTAL)) == ["shop/checkout.py::checkout"]


def test_two_servers_share_the_index_of_a_repository(project, start):
    repository = project(PYTHON)
    servers = [start(repository) for _ in range(2)]
    calls = [server.begin_call(TOOL, method=TOTAL) for server in servers]
    results = [server.answer(call)["result"] for server, call in zip(servers, calls, strict=True)]
    assert results[0] == results[1]
    assert dependents(results[0]) == ["shop/checkout.py::checkout"]


def test_progress_of_indexing_goes_to_those_who_gave_a_token(project, start):
    server = start(project(large()))
    quiet = server.begin_call(TOOL, method="work_7")
    told = server.begin_call(TOOL, token="t1", method="work_7")
    assert not server.answer(quiet)["result"]["isError"]
    assert not server.answer(told)["result"]["isError"]
    steps = server.notifications("notifications/progress")
    assert {step["progressToken"] for step in steps} == {"t1"}
    assert any(step["message"].startswith("The index is being built (") for step in steps)


def test_an_index_that_takes_long_goes_on_and_the_answer_says_how_far_it_is(project, start):
    server = start(project(large()), LINEAI_READY_WAIT="0")
    result = server.call(TOOL, method="work_7")
    text = result["content"][0]["text"]
    assert result["isError"]
    assert re.search(r"The index is being built \(\w+: \d+", text)
    assert "Ask the same question again" in text
    while result["isError"]:
        assert "The index is being built" in result["content"][0]["text"]
        result = server.call(TOOL, method="work_7")
    assert result["structuredContent"]["target"]["name"] == "work_7"


@pytest.fixture
def broken_plugin(tmp_path):
    """The directory of an installed distribution whose plugin cannot be imported."""
    site = tmp_path / "site"
    information = site / "acme_lineai-3.1.dist-info"
    write(
        information,
        {
            "METADATA": "Metadata-Version: 2.1\nName: acme-lineai\nVersion: 3.1\n",
            "entry_points.txt": "[lineai.plugins]\nacme = acme_lineai\n",
        },
    )
    write(site, {"acme_lineai.py": "raise RuntimeError('no licence')\n"})
    return str(site)


def test_a_broken_plugin_takes_no_tool_away(project, start, lineai, broken_plugin):
    repository = project(PYTHON)
    server = start(repository, PYTHONPATH=broken_plugin)
    assert TOOL in [tool["name"] for tool in server.ask("tools/list")["result"]["tools"]]
    assert dependents(server.call(TOOL, method=TOTAL)) == ["shop/checkout.py::checkout"]
    listed = lineai("plugins", "--json", here=repository, PYTHONPATH=broken_plugin)
    assert listed.returncode == 1
    (acme,) = [plugin for plugin in json.loads(listed.stdout)["plugins"] if plugin["name"] == "acme"]
    assert (acme["distribution"], acme["version"], acme["state"]) == ("acme-lineai", "3.1", "failed")
    assert "no licence" in acme["reason"]
