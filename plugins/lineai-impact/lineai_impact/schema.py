"""The shape of the tool's arguments and of the structured part of its answer.

Plain JSON Schema: no references, no alternatives, and what may be unknown is simply not required.
"""

from __future__ import annotations

from typing import Any

Schema = dict[str, Any]

LONGEST_NAME = 10_000


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


def choice(*values: str) -> Schema:
    """Return the schema of one of several words."""
    return {"type": "string", "enum": list(values)}


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


INPUT: Schema = record(
    {
        "method": text(
            "Short name of the method (saveOrder), symbol (path/to/file.py::Class.method) or full identity.",
            minLength=1,
            maxLength=LONGEST_NAME,
        )
    },
    {
        "class": text(
            "Class of the method, with or without its package, if the name alone is ambiguous.",
            maxLength=LONGEST_NAME,
        ),
        "cursor": text("Reads on where a list was cut: a cursor from the previous answer to this question."),
        "workspace": text("Workspace whose latest view is asked."),
        "materialized_view_id": text("Id of the view to ask; takes precedence over the workspace."),
        "materializedViewId": text("Other spelling of materialized_view_id."),
    },
)

_NODE = {"id": text(), "name": text(), "label": text()}
_PLACE = {
    "identity": text(),
    "symbol": text("path/to/file.py::Qualified.Name"),
    "path": text(),
    "line": count(),
}
_METRICS = {
    "complexity": number(),
    "instruction_count": number(),
    "method_count": number(),
    "outgoing_references": number(),
    "incoming_references": number(),
}
_EVIDENCE = {
    "lane": text("How it was found: Syntactic, Heuristic, Imported or Symbolic."),
    "confidence": number(),
    "provenance": array(text("path:line")),
    "provenance_total": count(),
}
_RELATIONSHIP = record(
    {"type": text(), "start_id": text(), "start": text(), "end_id": text(), "end": text()}, _EVIDENCE
)
_VERDICT = choice("elevated", "acceptable", "unknown")

OUTPUT: Schema = record(
    {
        "target": record(_NODE, {**_PLACE, **_METRICS}),
        "scope": record({"view_id": text()}, {"workspace": text()}),
        "status": choice("resolved", "unknown", "unreferenced"),
        "doubts": array(text(), "Why there may be dependents that are not listed."),
        "totals": record(
            {
                "direct_dependents": count(),
                "transitive_dependents": count(),
                "unresolved_references": count(),
                "possible_callers": count("Places that could call the method, their target being unknown."),
                "dangling_relationships": count(),
                "unreadable_rows": count(),
            }
        ),
        "transitive": array(record({"depth": count(), "count": count()}), "The nearest distances only."),
        "deepest": count(),
        "risk": record(
            {
                "level": _VERDICT,
                "reasons": array(record({"factor": text(), "verdict": _VERDICT, "message": text()})),
            }
        ),
        "pages": array(
            record(
                {"section": text(), "offset": count(), "shown": count(), "total": count()},
                {"next_cursor": text()},
            ),
            "Which rows of which list this answer holds.",
        ),
        "truncated": {"type": "boolean"},
    },
    {
        "next_cursor": text("Ask again with this cursor until none comes: then every list is complete."),
        "dependents": array(
            record({**_NODE, "evidence": array(record({"relation": text()}, _EVIDENCE))}, _PLACE)
        ),
        "alternatives": array(record(_NODE, _PLACE), "Other methods that match the question."),
        "applications": array(
            record({"id": text(), "name": text(), "depends_on": array(text()), "depends_on_total": count()})
        ),
        "endpoints": array(record({"id": text(), "name": text()}, {"verb": text(), "path": text()})),
        "rest_methods": array(record({**_NODE, "annotations": array(text())}, _PLACE)),
        "controllers": array(record(_NODE, _PLACE)),
        "endpoint_dependencies": array(_RELATIONSHIP),
        "owners": array(record({"name": text(), "role": choice("owner", "reviewer")}, {"of": text()})),
        "unresolved_references": array(
            record(
                {
                    "id": text(),
                    "sought": text(),
                    "labels": array(text()),
                    "could_be_caller": {"type": "boolean"},
                    "referenced_by": array(
                        record(
                            {"id": text(), "relation": text()},
                            {"name": text(), "symbol": text(), "reason": text(), **_EVIDENCE},
                        )
                    ),
                    "referenced_by_offset": count(
                        "Above 0: the row goes on with the places of an earlier one."
                    ),
                    "referenced_by_total": count(),
                },
                {"reason": text(), "endpoint": text()},
            )
        ),
        "unread_files": array(record({"path": text(), "reason": text()})),
        "nodes": array(record(_NODE, _METRICS)),
        "relationships": array(_RELATIONSHIP),
    },
)
