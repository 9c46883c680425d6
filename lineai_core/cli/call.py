"""``lineai call``: call any tool in this process."""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace
from collections.abc import Iterable
from typing import Any

from lineai_core._config.settings import Settings
from lineai_core.application import Application
from lineai_core.cli.output import write_json
from lineai_core.cli.parser import add_repo
from lineai_core.cli.run import execute, require_tool
from lineai_core.errors import ToolError
from lineai_core.types import Command, CommandRun, JsonObject


def configure(parser: ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument("tool", metavar="TOOL", help="name of the tool, see: lineai tools")
    parser.add_argument(
        "values",
        metavar="KEY=VALUE",
        nargs="*",
        default=[],
        help="an argument as text (repeat the key for a list), or KEY:=JSON",
    )
    parser.add_argument("--json", action="store_true", help="print the result as JSON")
    add_repo(parser)


def run(arguments: Namespace, settings: Settings) -> int:
    """Print the tool's answer; return 1 if it is an error."""
    application = Application.load(settings)

    async def call(run: CommandRun) -> int:
        require_tool(application, arguments.tool)
        schema = application.tools[arguments.tool].input_schema
        result = await run.call_tool(arguments.tool, parse_values(arguments.values, schema))
        if arguments.json:
            write_json(
                {
                    "content": [{"type": "text", "text": result.text}],
                    "structuredContent": result.structured,
                    "isError": result.is_error,
                }
            )
        else:
            run.print_markdown(result.text)
        return int(result.is_error)

    command = Command(name="call", help="", configure=configure, run=call, asks_code=True)
    return execute(application, command, arguments)


def parse_values(words: Iterable[str], schema: JsonObject) -> dict[str, Any]:
    """Return the arguments that ``key=value`` and ``key:=JSON`` words spell.

    A value becomes what the schema says its key is; text that does not fit stays text, for the check of
    the arguments to refuse. Raises ``ToolError`` for a word that is neither, or holds broken JSON.
    """
    properties = schema.get("properties", {})
    values: dict[str, Any] = {}
    for word in words:
        key, equals, text = word.partition("=")
        if not equals or not key.rstrip(":"):
            raise ToolError(f"{word!r} is neither KEY=VALUE nor KEY:=JSON.")
        if key.endswith(":"):
            values[key[:-1]] = _json(word, text)
            continue
        kind = properties.get(key, {})
        if kind.get("type") == "array":
            values.setdefault(key, []).append(_coerce(text, kind.get("items", {})))
        else:
            values[key] = _coerce(text, kind)
    return values


def _coerce(text: str, schema: JsonObject) -> Any:
    kind = schema.get("type")
    try:
        if kind == "integer":
            return int(text)
        if kind == "number":
            return float(text)
        if kind == "object":
            return json.loads(text)
    except ValueError:
        return text
    if kind == "boolean":
        return {"true": True, "false": False}.get(text.lower(), text)
    return text


def _json(word: str, text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError as error:
        raise ToolError(f"{word!r} does not hold JSON after ':=' ({error}).") from None
