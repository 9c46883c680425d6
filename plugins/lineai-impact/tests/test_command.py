"""The command ``lineai impact``."""

import asyncio
import io
import json
from argparse import ArgumentParser

from lineai_impact.command import COMMAND

from lineai_core.plugin import ToolResult


class Run:
    """A run of the command whose tool answers ``result``."""

    def __init__(self, result, *words):
        parser = ArgumentParser()
        COMMAND.configure(parser)
        self.arguments = parser.parse_args(words)
        self.out = io.StringIO()
        self.result = result
        self.called = None

    async def call_tool(self, name, arguments):
        self.called = name, dict(arguments)
        return self.result

    def print_markdown(self, text):
        self.out.write(text)

    def status(self):
        return asyncio.run(COMMAND.run(self))


FOUND = ToolResult(text="# Report", structured={"status": "resolved"})
MISSED = ToolResult(text="# Unable", is_error=True)


def test_it_asks_the_tool_and_prints_the_report():
    run = Run(FOUND, "save", "--class", "Order", "--workspace", "shop", "--cursor", "c")
    assert run.status() == 0
    assert run.called == (
        "lineai-method-impact",
        {"method": "save", "class": "Order", "workspace": "shop", "cursor": "c"},
    )
    assert run.out.getvalue() == "# Report"


def test_it_leaves_out_what_was_not_said():
    run = Run(FOUND, "save")
    run.status()
    assert run.called == ("lineai-method-impact", {"method": "save"})


def test_json_is_the_structured_part():
    run = Run(FOUND, "save", "--json")
    assert run.status() == 0
    assert json.loads(run.out.getvalue()) == {"status": "resolved"}


def test_without_an_answer_the_status_is_one_and_json_stays_json():
    run = Run(MISSED, "save", "--json")
    assert run.status() == 1
    assert json.loads(run.out.getvalue()) == {"error": "# Unable"}
    assert Run(MISSED, "save").status() == 1


def test_it_is_about_a_repository():
    assert COMMAND.name == "impact"
    assert COMMAND.asks_code


def test_a_definite_no_match_is_no_report_either():
    run = Run(ToolResult(text="# Unable", structured={"status": "no_match"}), "save", "--json")
    assert run.status() == 1
    assert json.loads(run.out.getvalue()) == {"status": "no_match"}
