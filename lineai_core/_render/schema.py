"""Schemas of arguments and answers.

Plain JSON Schema: no references, no alternatives, and what may be unknown is simply not required.
"""

from __future__ import annotations

from typing import Any

Schema = dict[str, Any]


def text(description: str = "", **limits: int) -> Schema:
    """Return the schema of a string; ``limits`` are ``minLength`` and ``maxLength``."""
    schema: Schema = {"type": "string", **limits}
    if description:
        schema["description"] = description
    return schema


def number(description: str = "") -> Schema:
    """Return the schema of a number."""
    return {"type": "number", "description": description} if description else {"type": "number"}


def count(description: str = "") -> Schema:
    """Return the schema of an integer that is not negative."""
    schema: Schema = {"type": "integer", "minimum": 0}
    return {**schema, "description": description} if description else schema


def flag(description: str = "") -> Schema:
    """Return the schema of a boolean."""
    return {"type": "boolean", "description": description} if description else {"type": "boolean"}


def choice(*values: str, description: str = "") -> Schema:
    """Return the schema of one of several words."""
    schema: Schema = {"type": "string", "enum": list(values)}
    return {**schema, "description": description} if description else schema


def array(items: Schema, description: str = "") -> Schema:
    """Return the schema of a list."""
    schema: Schema = {"type": "array", "items": items}
    return {**schema, "description": description} if description else schema


def record(required: dict[str, Schema], optional: dict[str, Schema] | None = None) -> Schema:
    """Return the schema of an object with these members and no others."""
    return {
        "type": "object",
        "properties": {**required, **(optional or {})},
        "required": list(required),
        "additionalProperties": False,
    }


SCOPE: dict[str, Schema] = {
    "workspace": text("Workspace whose latest view is asked."),
    "materialized_view_id": text("Id of the view to ask; takes precedence over the workspace."),
    "refresh": flag("Whether to ask the server anew, instead of reusing its answers of the last minutes."),
}
CURSOR = text("Reads on where a list was cut: a cursor from the previous answer to this question.")

NODE = {"id": text(), "name": text(), "label": text()}
LOCATION = {
    "identity": text(),
    "symbol": text("path/to/file.py::Qualified.Name"),
    "path": text(),
    "line": count(),
}
EVIDENCE = {
    "lane": text("How it was found: Syntactic, Heuristic, Imported or Symbolic."),
    "confidence": number(),
    "provenance": array(text("path:line")),
    "provenance_total": count(),
}
RELATIONSHIP = record(
    {"type": text(), "start_id": text(), "start": text(), "end_id": text(), "end": text()}, EVIDENCE
)
REFERENCE = record(
    {"id": text(), "relation": text()}, {"name": text(), "symbol": text(), "reason": text(), **EVIDENCE}
)
PAGES = array(
    record(
        {"section": text(), "offset": count(), "shown": count(), "total": count()}, {"next_cursor": text()}
    ),
    "Which rows of which list this answer holds.",
)
NEXT_CURSOR = text("Ask again with this cursor until none comes: then every list is complete.")
