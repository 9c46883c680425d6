"""The command ``lineai database``."""

from __future__ import annotations

import json
from argparse import ArgumentParser

from lineai_core.plugin import Command, CommandRun
from lineai_database.question import TYPES
from lineai_database.tools import NAME


def configure(parser: ArgumentParser) -> None:
    """Add the arguments of ``lineai database``."""
    parser.add_argument("type", metavar="TYPE", choices=TYPES, help="table, view or column")
    parser.add_argument("name", metavar="NAME", help="name of the object, also SCHEMA.NAME or TABLE.COLUMN")
    parser.add_argument("--table", metavar="TABLE", help="table or view of a column")
    parser.add_argument("--workspace", metavar="NAME", help="workspace to ask")
    parser.add_argument("--cursor", help="read on where a list was cut")
    parser.add_argument("--json", action="store_true", help="print the facts as JSON")


async def run(run: CommandRun) -> int:
    """Print the impact report; return 1 if there is none."""
    options = run.arguments
    asked = {
        "entity_type": options.type,
        "name": options.name,
        "table_or_view": options.table,
        "workspace": options.workspace,
        "cursor": options.cursor,
    }
    result = await run.call_tool(NAME, {key: value for key, value in asked.items() if value is not None})
    if options.json:
        facts = {"error": result.text} if result.is_error else result.structured
        run.out.write(json.dumps(facts, ensure_ascii=False, indent=2) + "\n")
    else:
        run.print_markdown(result.text)
    return 0 if (result.structured or {}).get("status") == "analysed" else 1


COMMAND = Command(
    name="database",
    help="Show what breaks if a table, view or column changes.",
    configure=configure,
    run=run,
    asks_code=True,
)
