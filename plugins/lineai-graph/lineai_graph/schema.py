"""The shape of the tools' arguments and answers.

The server's own limits are unknown, so the arguments have these: enough for every sensible question.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from lineai_core.plugin import schema

MOST_RESULTS = 500
DEEPEST_IMPACT = 10
DEEPEST_PATH = 20
MOST_SEEDS = 100
LONGEST_TEXT = 10_000

Schema = dict[str, Any]


def _text(description: str) -> Schema:
    return schema.text(description, minLength=1, maxLength=LONGEST_TEXT)


def _free(description: str) -> Schema:
    return schema.text(description, maxLength=LONGEST_TEXT)


def _range(description: str, most: int) -> Schema:
    return {"type": "integer", "minimum": 1, "maximum": most, "description": f"{description} (1 to {most})."}


def _input(required: dict[str, Schema], optional: dict[str, Schema]) -> Schema:
    return schema.record(required, {**optional, "cursor": schema.CURSOR, **schema.SCOPE})


_SEEDS: Schema = {
    **schema.array(_text(""), "Ids of the nodes to start from, as lineai-graph-search gives them."),
    "minItems": 1,
    "maxItems": MOST_SEEDS,
}
_SPACE = {"scan_space": _free("Scan space to ask within; without it, all of the view.")}
_PREFIX = {"identity_prefix": _free("Beginning of the identities to take, such as com.shop|OrderService.")}

CAPABILITIES_INPUT = _input({}, {})
SEARCH_INPUT = _input(
    {},
    {
        "query": _free("What to search for: a name or part of one. It or identity_prefix is needed."),
        **_PREFIX,
        **_SPACE,
        "prefer_latest_scan": schema.flag("Whether the latest scan wins where several hold a node."),
        "limit": _range("How many nodes at most", MOST_RESULTS),
    },
)
IMPACT_INPUT = _input(
    {"seed_node_ids": _SEEDS},
    {
        "direction": schema.choice(
            "upstream",
            "downstream",
            "both",
            description="upstream: what depends on the seeds; downstream: what they depend on.",
        ),
        "depth": _range("How many relationships away at most", DEEPEST_IMPACT),
        **_SPACE,
    },
)
PATH_INPUT = _input(
    {
        "from_node_id": _text("Id of the node at which the path begins."),
        "to_node_id": _text("Id of the node at which it ends; it may be the same."),
    },
    {"max_depth": _range("How many relationships long at most", DEEPEST_PATH), **_SPACE},
)
VALIDATE_INPUT = _input(
    {
        "seed_node_ids": _SEEDS,
        "proposed_change_summary": _text("What you are about to change, in a sentence or two."),
    },
    _SPACE,
)
OWNERS_INPUT = _input(
    {},
    {
        "node_id": _free("Id of the node asked about. It or identity_prefix is needed."),
        **_PREFIX,
        **_SPACE,
    },
)

_OWN: dict[str, Schema] = {
    "scope": schema.record({"view_id": schema.text()}, {"workspace": schema.text()}),
    "pages": schema.PAGES,
    "next_cursor": schema.NEXT_CURSOR,
    "not_found": schema.text("The server's own words, if it says that it knows no such node or view."),
}
OWN_MEMBERS = frozenset(_OWN)

_OBJECTS = schema.array({"type": "object"})
_STRINGS = schema.array(schema.text())


def _output(known: dict[str, Schema]) -> Schema:
    """Return the schema of an open object: the server's response, with our own members beside its."""
    return {
        "type": "object",
        "description": "The server's response as it is, long lists cut to pages; under data, if it is no "
        "object, or one whose members would not fit this schema.",
        "properties": {**known, **_OWN},
        "required": ["scope", "pages"],
    }


CAPABILITIES_OUTPUT = _output(
    {"labels": _STRINGS, "relationshipTypes": _STRINGS, "limits": {"type": "object"}}
)
SEARCH_OUTPUT = _output({"nodes": _OBJECTS})
IMPACT_OUTPUT = _output({"nodes": _OBJECTS, "relationships": _OBJECTS})
PATH_OUTPUT = _output({"found": schema.flag()})
VALIDATE_OUTPUT = _output({"checks": _OBJECTS})
OWNERS_OUTPUT = _output({})


def fits(response: Any, output: Mapping[str, Any]) -> bool:
    """Return whether a response may stand at the root of an answer with this schema."""
    if not isinstance(response, dict) or OWN_MEMBERS & response.keys():
        return False
    known = output["properties"]
    return all(_is(value, known[name]) for name, value in response.items() if name in known)


def _is(value: Any, kind: Mapping[str, Any]) -> bool:
    if kind["type"] == "array":
        return isinstance(value, list) and all(_is(item, kind["items"]) for item in value)
    types = {"object": dict, "string": str, "boolean": bool}
    return isinstance(value, types[kind["type"]])
