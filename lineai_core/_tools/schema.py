"""Which tools every client accepts.

Clients translate a tool's schemas for their models, and many translate only the plain part of JSON Schema.
What one of them refuses is refused here, when the plugin is loaded.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from lineai_core.types import Tool

SERVER_NAME = "lineai"
MAX_DESCRIPTION = 10_000
"""Characters, about 2,500 tokens: an assistant reads each description whenever tools are listed."""

MAX_TOOLS = 128
"""Tools of one plugin: some clients take no more of all servers together."""

MAX_NAME = 64 - len(f"mcp__{SERVER_NAME}__")
_NAME = re.compile(r"[a-z0-9][a-z0-9_-]*")
_REFERENCES = ("$ref", "$defs", "definitions")
_COMBINATORS = ("anyOf", "oneOf", "allOf")


def tools_fault(tools: Sequence[Tool]) -> str | None:
    """Return what is wrong with a plugin's tools, or ``None`` if every client accepts them."""
    if len(tools) > MAX_TOOLS:
        return f"it offers {len(tools)} tools, more than the {MAX_TOOLS} that clients take"
    return next((fault for tool in tools if (fault := tool_fault(tool)) is not None), None)


def tool_fault(tool: Tool) -> str | None:
    """Return what is wrong with a tool, or ``None`` if every client accepts it."""
    if not _NAME.fullmatch(tool.name) or len(tool.name) > MAX_NAME:
        return (
            f"the tool name {tool.name!r} is not accepted by every client: "
            f"it must be lower-case letters, digits, - and _, at most {MAX_NAME} characters"
        )
    if not tool.title.strip() or not tool.description.strip():
        return f"the tool {tool.name!r} has no title or no description"
    if len(tool.description) > MAX_DESCRIPTION:
        return f"the description of {tool.name!r} has more than {MAX_DESCRIPTION:,} characters"
    for kind, schema in (("input", tool.input_schema), ("output", tool.output_schema)):
        try:
            json.dumps(schema, allow_nan=False)
        except (TypeError, ValueError, RecursionError) as error:
            return f"the {kind} schema of {tool.name!r} is not JSON ({error})"
        for fault in _root_faults(schema, combinators=kind == "output"):
            return f"the {kind} schema of {tool.name!r} {fault}"
    arguments = tool.input_schema["properties"]
    for alias, name in tool.aliases.items():
        if alias in arguments or name not in arguments:
            return f"the alias {alias!r} of {tool.name!r} must stand for an argument, and be none itself"
    return None


def _root_faults(schema: Any, *, combinators: bool) -> Iterator[str]:
    if not isinstance(schema, Mapping) or schema.get("type") != "object":
        yield "has no root of type object"
        return
    if not isinstance(schema.get("properties"), Mapping):
        yield "has no properties at its root"
    for word in _COMBINATORS:
        if word in schema:
            yield f"has {word} at its root"
    yield from _faults(schema, "", combinators=combinators)


def _faults(schema: Any, place: str, *, combinators: bool) -> Iterator[str]:
    """Yield the faults of a schema and those in it; ``combinators`` tells whether it may use ``anyOf``."""
    if not isinstance(schema, Mapping):
        return
    where = f" at {place}" if place else ""
    for word in _REFERENCES:
        if word in schema:
            yield f"uses {word}{where}"
    for word in _COMBINATORS:
        if word in schema:
            if not combinators:
                yield f"uses {word}{where}"
            for part in schema[word]:
                yield from _faults(part, place, combinators=combinators)
    if isinstance(schema.get("type"), list):
        yield f"has a list of types{where}"
    if "const" in schema and "type" not in schema:
        yield f"has a const without a type{where}"
    if schema.get("type") == "array" and "items" not in schema:
        yield f"has an array without items{where}"
    for name, part in _mapping(schema.get("properties")).items():
        yield from _faults(part, f"{place}.{name}" if place else name, combinators=combinators)
    for word in ("items", "additionalProperties"):
        yield from _faults(schema.get(word), f"{place}[]", combinators=combinators)


def _mapping(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}
