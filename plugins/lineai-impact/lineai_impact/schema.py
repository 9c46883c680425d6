"""The shape of the tool's arguments and of the structured part of its answer."""

from __future__ import annotations

from lineai_core.plugin import schema

LONGEST_NAME = 10_000

INPUT: schema.Schema = schema.record(
    {
        "method": schema.text(
            "Short name of the method (saveOrder), symbol (path/to/file.py::Class.method) or full identity.",
            minLength=1,
            maxLength=LONGEST_NAME,
        )
    },
    {
        "class": schema.text(
            "Class of the method, with or without its package, if the name alone is ambiguous.",
            maxLength=LONGEST_NAME,
        ),
        "cursor": schema.CURSOR,
        **schema.SCOPE,
    },
)

_METRICS = {
    "complexity": schema.number(),
    "instruction_count": schema.number(),
    "method_count": schema.number(),
    "outgoing_references": schema.number(),
    "incoming_references": schema.number(),
}
_VERDICT = schema.choice("elevated", "acceptable", "unknown")

OUTPUT: schema.Schema = schema.record(
    {
        "scope": schema.record({"view_id": schema.text()}, {"workspace": schema.text()}),
        "status": schema.choice("resolved", "unknown", "unreferenced", "no_match", "no_candidate"),
        "pages": schema.PAGES,
        "truncated": schema.flag(),
    },
    {
        "target": schema.record(schema.NODE, {**schema.LOCATION, **_METRICS}),
        "doubts": schema.array(schema.text(), "Why there may be dependents that are not listed."),
        "totals": schema.record(
            {
                "direct_dependents": schema.count(),
                "transitive_dependents": schema.count(),
                "unresolved_references": schema.count(),
                "possible_callers": schema.count(
                    "Places that could call the method, their target being unknown."
                ),
                "dangling_relationships": schema.count(),
                "unreadable_rows": schema.count(),
            }
        ),
        "transitive": schema.array(
            schema.record({"depth": schema.count(), "count": schema.count()}), "The nearest distances only."
        ),
        "deepest": schema.count(),
        "risk": schema.record(
            {
                "level": _VERDICT,
                "reasons": schema.array(
                    schema.record({"factor": schema.text(), "verdict": _VERDICT, "message": schema.text()})
                ),
            }
        ),
        "candidates": schema.array(schema.text(), "Methods of that name that do not fit the rest."),
        "next_cursor": schema.NEXT_CURSOR,
        "dependents": schema.array(
            schema.record(
                {
                    **schema.NODE,
                    "evidence": schema.array(schema.record({"relation": schema.text()}, schema.EVIDENCE)),
                },
                schema.LOCATION,
            )
        ),
        "alternatives": schema.array(
            schema.record(schema.NODE, schema.LOCATION), "Other methods that match the question."
        ),
        "applications": schema.array(
            schema.record(
                {
                    "id": schema.text(),
                    "name": schema.text(),
                    "depends_on": schema.array(schema.text()),
                    "depends_on_total": schema.count(),
                }
            )
        ),
        "endpoints": schema.array(
            schema.record(
                {"id": schema.text(), "name": schema.text()}, {"verb": schema.text(), "path": schema.text()}
            )
        ),
        "rest_methods": schema.array(
            schema.record({**schema.NODE, "annotations": schema.array(schema.text())}, schema.LOCATION)
        ),
        "controllers": schema.array(schema.record(schema.NODE, schema.LOCATION)),
        "endpoint_dependencies": schema.array(schema.RELATIONSHIP),
        "owners": schema.array(
            schema.record(
                {"name": schema.text(), "role": schema.choice("owner", "reviewer")}, {"of": schema.text()}
            )
        ),
        "unresolved_references": schema.array(
            schema.record(
                {
                    "id": schema.text(),
                    "sought": schema.text(),
                    "labels": schema.array(schema.text()),
                    "could_be_caller": schema.flag(),
                    "referenced_by": schema.array(schema.REFERENCE),
                    "referenced_by_offset": schema.count(
                        "Above 0: the row goes on with the places of an earlier one."
                    ),
                    "referenced_by_total": schema.count(),
                },
                {"reason": schema.text(), "endpoint": schema.text()},
            )
        ),
        "unread_files": schema.array(schema.record({"path": schema.text(), "reason": schema.text()})),
        "nodes": schema.array(schema.record(schema.NODE, _METRICS)),
        "relationships": schema.array(schema.RELATIONSHIP),
    },
)
