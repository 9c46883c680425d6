"""``lineai tools``: list the tools on offer."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from lineai_core._config.settings import Settings
from lineai_core.application import Application
from lineai_core.cli.output import write_json, write_line, write_table
from lineai_core.types import Tool


def configure(parser: ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument("--json", action="store_true", help="print names, descriptions and schemas as JSON")


def run(arguments: Namespace, settings: Settings) -> int:
    """Print the tools; return 0."""
    application = Application.load(settings)
    if arguments.json:
        write_json({"tools": [_described(tool) for tool in application.tools.values()]})
    elif application.tools:
        write_table(("TOOL", "TITLE"), [(tool.name, tool.title) for tool in application.tools.values()])
    else:
        write_line("No installed plugin offers a tool. See: lineai plugins")
    return 0


def _described(tool: Tool) -> dict[str, object]:
    return {
        "name": tool.name,
        "title": tool.title,
        "description": tool.description,
        "inputSchema": tool.input_schema,
        "outputSchema": tool.output_schema,
        "annotations": {
            "readOnlyHint": tool.read_only,
            "destructiveHint": tool.destructive,
            "idempotentHint": tool.idempotent,
            "openWorldHint": tool.open_world,
        },
    }
