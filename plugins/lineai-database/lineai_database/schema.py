"""The shape of the tool's arguments and of the structured part of its answer."""

from __future__ import annotations

from lineai_core.plugin import schema

LONGEST_NAME = 10_000
_LEVEL = schema.choice("high", "medium", "low", "unknown")
_NUMBER = schema.count("Number of the match, from 1.")

INPUT: schema.Schema = schema.record(
    {
        "entity_type": schema.choice("column", "table", "view", description="Kind of database object."),
        "name": schema.text(
            "Name of the object, with its schema if the name is common (SALES.ORDERS); a column may be "
            "written TABLE.COLUMN.",
            minLength=1,
            maxLength=LONGEST_NAME,
        ),
    },
    {
        "table_or_view": schema.text(
            "For a column: its table or view, unless the name says it.", maxLength=LONGEST_NAME
        ),
        "cursor": schema.CURSOR,
        **schema.SCOPE,
    },
)

_EVIDENCE = schema.array(schema.record({"relation": schema.text()}, schema.EVIDENCE))
_HIT = {"id": schema.text(), "schema": schema.text()}
_REACH = {
    "entity": _NUMBER,
    **schema.NODE,
    "reach": schema.choice("direct", "indirect"),
    "evidence": _EVIDENCE,
}
_VIA = {**schema.LOCATION, "via": schema.text("The object through which it is indirect.")}

OUTPUT: schema.Schema = schema.record(
    {
        "entity_type": schema.text(),
        "name": schema.text(),
        "scope": schema.record({"view_id": schema.text()}, {"workspace": schema.text()}),
        "status": schema.choice("analysed", "no_match", "no_candidate"),
        "pages": schema.PAGES,
        "truncated": schema.flag(),
    },
    {
        "table_or_view": schema.text(),
        "risk": _LEVEL,
        "totals": schema.record(
            {
                "matches": schema.count(),
                "first": schema.count("Number of the first match analysed in this answer."),
                "analysed": schema.count(),
                "failed": schema.count(),
                "not_analysed": schema.count("Matches that come after those of this answer."),
                "unresolved_references": schema.count(),
            }
        ),
        "entities": schema.array(
            schema.record(
                {
                    "number": _NUMBER,
                    "id": schema.text(),
                    "name": schema.text(),
                    "status": schema.choice("resolved", "unknown", "unreferenced"),
                    "doubts": schema.array(schema.text(), "Why there may be more than is listed."),
                    "risk": _LEVEL,
                    "reasons": schema.array(
                        schema.record(
                            {
                                "factor": schema.text(),
                                "verdict": schema.choice("elevated", "acceptable", "unknown"),
                            }
                        )
                    ),
                    "totals": schema.record(
                        {
                            "code_dependencies": schema.count(),
                            "direct": schema.count(),
                            "related_objects": schema.count(),
                            "applications": schema.count(),
                        }
                    ),
                },
                {"schema": schema.text(), "parent": schema.text(), "identity": schema.text()},
            )
        ),
        "next_cursor": schema.NEXT_CURSOR,
        "code_dependencies": schema.array(schema.record(_REACH, {**_VIA, "complexity": schema.number()})),
        "related_objects": schema.array(
            schema.record({**_REACH, "direction": schema.choice("depends on it", "it depends on")}, _VIA)
        ),
        "owners": schema.array(
            schema.record(
                {
                    "entity": _NUMBER,
                    "name": schema.text(),
                    "role": schema.choice("owner", "reviewer"),
                    "of": schema.array(schema.text()),
                    "of_total": schema.count(),
                }
            )
        ),
        "applications": schema.array(
            schema.record({"id": schema.text(), "name": schema.text(), "entities": schema.array(_NUMBER)})
        ),
        "unresolved_references": schema.array(
            schema.record(
                {
                    "id": schema.text(),
                    "sought": schema.text(),
                    "labels": schema.array(schema.text()),
                    "could_mean": schema.array(_NUMBER),
                    "referenced_by": schema.array(schema.REFERENCE),
                    "referenced_by_offset": schema.count(
                        "Above 0: the row goes on with the places of an earlier one."
                    ),
                    "referenced_by_total": schema.count(),
                },
                {"reason": schema.text()},
            )
        ),
        "unread_files": schema.array(schema.record({"path": schema.text(), "reason": schema.text()})),
        "failures": schema.array(
            schema.record(
                {
                    "number": _NUMBER,
                    "name": schema.text(),
                    "risk": _LEVEL,
                    "kind": schema.text(),
                    "message": schema.text(),
                },
                {**_HIT, "http_status": schema.count()},
            )
        ),
        "not_analysed": schema.array(
            schema.record({"number": _NUMBER, "name": schema.text()}, _HIT),
            "Matches that come after those of this answer.",
        ),
        "candidates": schema.array(
            schema.record({"name": schema.text()}, _HIT), "Objects of that name elsewhere."
        ),
    },
)
