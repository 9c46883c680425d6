"""The command ``lineai database``."""

import asyncio
import io
import json
from argparse import ArgumentParser

from lineai_database.command import COMMAND

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


FOUND = ToolResult(text="# Report", structured={"status": "analysed"})
MISSED = ToolResult(text="# Unable", is_error=True)


def test_it_asks_the_tool_and_prints_the_report():
    run = Run(FOUND, "column", "TOTAL", "--table", "ORDERS", "--workspace", "shop", "--cursor", "c")
    assert run.status() == 0
    assert run.called == (
        "lineai-database-impact",
        {
            "entity_type": "column",
            "name": "TOTAL",
            "table_or_view": "ORDERS",
            "workspace": "shop",
            "cursor": "c",
        },
    )
    assert run.out.getvalue() == "# Report"


def test_it_leaves_out_what_was_not_said():
    run = Run(FOUND, "table", "ORDERS")
    run.status()
    assert run.called == ("lineai-database-impact", {"entity_type": "table", "name": "ORDERS"})


def test_json_is_the_structured_part():
    run = Run(FOUND, "table", "ORDERS", "--json")
    assert run.status() == 0
    assert json.loads(run.out.getvalue()) == {"status": "analysed"}


def test_without_an_answer_the_status_is_one_and_json_stays_json():
    run = Run(MISSED, "table", "ORDERS", "--json")
    assert run.status() == 1
    assert json.loads(run.out.getvalue()) == {"error": "# Unable"}
    assert Run(MISSED, "table", "ORDERS").status() == 1


def test_it_is_about_a_repository():
    assert COMMAND.name == "database"
    assert COMMAND.asks_code


def test_a_definite_no_match_is_no_report_either():
    missed = ToolResult(text="# No tables", structured={"status": "no_match"})
    run = Run(missed, "table", "ORDERS", "--json")
    assert run.status() == 1
    assert json.loads(run.out.getvalue()) == {"status": "no_match"}
