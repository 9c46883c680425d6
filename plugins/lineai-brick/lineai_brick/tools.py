"""The six tools as a client sees them, and the check of a call's arguments."""

from __future__ import annotations

from typing import Any

_ID = {"type": "string"}
_FLAG = {"type": "boolean", "default": False}
_NODE = {"node_id": _ID}
_WAY = {"type": "string", "enum": ["dependents", "dependencies"], "default": "dependents"}
_DEPTH = {"type": "integer", "minimum": 0, "default": 1}
_LIMIT = {"type": "integer", "minimum": 0, "default": 100}
_UNCALLED = {
    "language": {"type": "string"},
    "assume_closed_world": _FLAG,
    "include_unknown": _FLAG,
    "limit": _LIMIT,
}
_TYPES: dict[str, type] = {"string": str, "integer": int, "boolean": bool}


def _tool(name: str, description: str, properties: dict[str, Any], *required: str) -> dict[str, Any]:
    schema = {
        "type": "object",
        "properties": properties,
        "required": list(required),
        "additionalProperties": False,
    }
    notes = {"readOnlyHint": True}
    return {"name": name, "description": description, "inputSchema": schema, "annotations": notes}


TOOLS = (
    _tool(
        "brick_impact",
        "What depends on a node, or what it depends on.",
        {**_NODE, "direction": _WAY, "max_depth": _DEPTH},
        "node_id",
    ),
    _tool("brick_cycles", "Dependency cycles: an observation of structure, not of what runs.", {}),
    _tool("brick_bridges", "Dependency edges whose removal separates their ends.", {}),
    _tool("brick_evidence", "An edge or node with all its evidence.", {"entity_id": _ID}, "entity_id"),
    _tool(
        "brick_callers",
        "Whether a function has a known caller, and if not, why one may exist.",
        {**_NODE, "assume_closed_world": _FLAG},
        "node_id",
    ),
    _tool("brick_uncalled", "Functions without a known caller: candidates for review.", _UNCALLED),
)
_SCHEMAS = {tool["name"]: tool["inputSchema"] for tool in TOOLS}


def wrong(name: Any, arguments: Any) -> str | None:
    """Return what is malformed about a call, in one sentence, or ``None``."""
    if not isinstance(name, str) or name not in _SCHEMAS:
        return f"There is no tool {name!r}."
    if not isinstance(arguments, dict):
        return "arguments must be an object."
    schema = _SCHEMAS[name]
    for field in schema["required"]:
        if field not in arguments:
            return f"{name} needs the argument {field}."
    for field, value in arguments.items():
        rule = schema["properties"].get(field)
        if rule is None:
            return f"{name} takes no argument {field!r}."
        if type(value) is not _TYPES[rule["type"]]:
            return f"The argument {field} must be of type {rule['type']}."
        if value not in rule.get("enum", (value,)) or ("minimum" in rule and value < rule["minimum"]):
            allowed = rule.get("enum") or f"{rule['minimum']} or more"
            return f"The argument {field} must be {allowed}."
    return None
