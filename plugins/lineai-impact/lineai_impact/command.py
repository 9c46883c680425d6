"""The command ``lineai impact``."""

from __future__ import annotations

import json
from argparse import ArgumentParser

from lineai_core.plugin import Command, CommandRun
from lineai_impact.tools import NAME

FOUND = ("resolved", "unknown", "unreferenced")


def configure(parser: ArgumentParser) -> None:
    """Add the arguments of ``lineai impact``."""
    parser.add_argument("method", metavar="METHOD", help="short name, or path/to/file.py::Class.method")
    parser.add_argument("--class", dest="class_name", metavar="CLASS", help="class of the method")
    parser.add_argument("--workspace", metavar="NAME", help="workspace to ask")
    parser.add_argument("--cursor", help="read on where a list was cut")
    parser.add_argument("--json", action="store_true", help="print the facts as JSON")


async def run(run: CommandRun) -> int:
    """Print the impact report; return 1 if there is none."""
    options = run.arguments
    asked = {
        "method": options.method,
        "class": options.class_name,
        "workspace": options.workspace,
        "cursor": options.cursor,
    }
    result = await run.call_tool(NAME, {key: value for key, value in asked.items() if value is not None})
    if options.json:
        facts = {"error": result.text} if result.is_error else result.structured
        run.out.write(json.dumps(facts, ensure_ascii=False, indent=2) + "\n")
    else:
        run.print_markdown(result.text)
    return 0 if (result.structured or {}).get("status") in FOUND else 1


COMMAND = Command(
    name="impact",
    help="Show what breaks if a method changes.",
    configure=configure,
    run=run,
    asks_code=True,
)
