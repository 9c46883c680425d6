"""The command ``lineai graph``."""

import asyncio
import io
import json
from argparse import ArgumentParser

import pytest
from lineai_graph.command import COMMAND

from lineai_core.plugin import ToolError, ToolResult


class Run:
    """A run of the command whose tool answers ``result``."""

    def __init__(self, words, result=None):
        parser = ArgumentParser()
        COMMAND.configure(parser)
        self.arguments = parser.parse_args(words)
        self.out = io.StringIO()
        self.result = result or ToolResult(text="# Answer", structured={"nodes": []})
        self.called = None

    async def call_tool(self, name, arguments):
        self.called = name.removeprefix("lineai-graph-"), dict(arguments)
        return self.result

    def print_markdown(self, text):
        self.out.write(text)

    def status(self):
        return asyncio.run(COMMAND.run(self))


@pytest.mark.parametrize(
    ("line", "tool", "arguments"),
    [
        ("capabilities --workspace shop", "capabilities", {"workspace": "shop"}),
        (
            "search save --prefix com --limit 5 --latest-scan --scan-space s --cursor c",
            "search",
            {
                "query": "save",
                "identity_prefix": "com",
                "limit": 5,
                "prefer_latest_scan": True,
                "scan_space": "s",
                "cursor": "c",
            },
        ),
        ("search --prefix com", "search", {"identity_prefix": "com"}),
        (
            "impact a b --direction both --depth 2",
            "impact",
            {"seed_node_ids": ["a", "b"], "direction": "both", "depth": 2},
        ),
        ("path a b --depth 3", "path-explain", {"from_node_id": "a", "to_node_id": "b", "max_depth": 3}),
        ("owners a", "owners", {"node_id": "a"}),
        ("owners --prefix com", "owners", {"identity_prefix": "com"}),
        (
            "validate a --change Rename",
            "validate-change-scope",
            {"seed_node_ids": ["a"], "proposed_change_summary": "Rename"},
        ),
    ],
)
def test_each_action_asks_its_tool_with_what_was_said(line, tool, arguments):
    run = Run(line.split())
    assert run.status() == 0
    assert run.called == (tool, arguments)
    assert run.out.getvalue() == "# Answer"


@pytest.mark.parametrize(
    "line", ["impact", "path a", "path a b c", "capabilities a", "owners a b", "search a b"]
)
def test_the_wrong_number_of_subjects_is_told(line):
    run = Run(line.split())
    with pytest.raises(ToolError, match="SUBJECT"):
        run.status()
    assert run.called is None


def test_json_is_the_structured_part():
    run = Run(["search", "save", "--json"])
    assert run.status() == 0
    assert json.loads(run.out.getvalue()) == {"nodes": []}


@pytest.mark.parametrize(
    ("result", "printed"),
    [
        (ToolResult(text="# Failed", is_error=True), {"error": "# Failed"}),
        (ToolResult(text="x", structured={"not_found": "no"}), {"not_found": "no"}),
    ],
)
def test_without_a_response_the_status_is_one_and_json_stays_json(result, printed):
    run = Run(["owners", "a", "--json"], result)
    assert run.status() == 1
    assert json.loads(run.out.getvalue()) == printed
