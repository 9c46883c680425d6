"""What a caller asks: the arguments of each tool, as the body of a request and as words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from lineai_core.plugin import ToolError, code, spell

Arguments = Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """One question to the graph: the operation, the body without the view, and how it reads in Markdown."""

    operation: str
    body: Mapping[str, Any] = field(default_factory=dict)
    asked: tuple[str, ...] = ()
    cursor: str | None = None


def capabilities(arguments: Arguments) -> Question:
    """Return the question what the graph of a view holds."""
    return _question("capabilities", arguments, [])


def search(arguments: Arguments) -> Question:
    """Return the question for nodes; raise ``ToolError`` if it names nothing to search for."""
    query, prefix = _text(arguments, "query"), _text(arguments, "identity_prefix")
    if query is None and prefix is None:
        raise ToolError(
            "A search needs 'query' or 'identity_prefix', and neither of them may be blank.",
            hint="Give a name as query, or the beginning of an identity (com.shop) as identity_prefix.",
        )
    return _question(
        "search",
        arguments,
        [
            ("query", "Query", query),
            ("identityPrefix", "Identity prefix", prefix),
            *_space(arguments),
            ("preferLatestScan", "Latest scan preferred", arguments.get("prefer_latest_scan")),
            ("limit", "Limit", _whole(arguments.get("limit"))),
        ],
    )


def impact(arguments: Arguments) -> Question:
    """Return the question what a change of some nodes touches; raise ``ToolError`` for a blank id."""
    return _question(
        "impact",
        arguments,
        [
            ("seedNodeIds", "Seeds", _seeds(arguments)),
            ("direction", "Direction", arguments.get("direction")),
            ("depth", "Depth", _whole(arguments.get("depth"))),
            *_space(arguments),
        ],
    )


def path(arguments: Arguments) -> Question:
    """Return the question how one node leads to another; raise ``ToolError`` for a blank id."""
    return _question(
        "path",
        arguments,
        [
            ("fromNodeId", "From", _required(arguments, "from_node_id")),
            ("toNodeId", "To", _required(arguments, "to_node_id")),
            ("maxDepth", "Greatest depth", _whole(arguments.get("max_depth"))),
            *_space(arguments),
        ],
    )


def validate(arguments: Arguments) -> Question:
    """Return the question whether a change stays within bounds; raise ``ToolError`` for a blank argument."""
    return _question(
        "validate-change-scope",
        arguments,
        [
            ("seedNodeIds", "Seeds", _seeds(arguments)),
            ("proposedChangeSummary", "Change", _required(arguments, "proposed_change_summary")),
            *_space(arguments),
        ],
    )


def owners(arguments: Arguments) -> Question:
    """Return the question who is in charge; raise ``ToolError`` if it names nothing."""
    node, prefix = _text(arguments, "node_id"), _text(arguments, "identity_prefix")
    if node is None and prefix is None:
        raise ToolError(
            "The question for owners needs 'node_id' or 'identity_prefix', and neither of them may be blank.",
            hint="Find the id of a node with lineai-graph-search.",
        )
    return _question(
        "owners",
        arguments,
        [("nodeId", "Node", node), ("identityPrefix", "Identity prefix", prefix), *_space(arguments)],
    )


def _question(operation: str, arguments: Arguments, parts: Iterable[tuple[str, str, Any]]) -> Question:
    given = [(key, title, value) for key, title, value in parts if value is not None]
    return Question(
        operation=operation,
        body={key: value for key, _, value in given},
        asked=tuple(f"**{title}:** {_spelled(value)}" for _, title, value in given),
        cursor=_text(arguments, "cursor"),
    )


def _spelled(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return spell.several(value) if isinstance(value, list) else code(value)


def _space(arguments: Arguments) -> list[tuple[str, str, Any]]:
    return [("scanSpace", "Scan space", _text(arguments, "scan_space"))]


def _text(arguments: Arguments, name: str) -> str | None:
    """Return an argument without the blanks around it, ``None`` if nothing is left."""
    return str(arguments.get(name) or "").strip() or None


def _required(arguments: Arguments, name: str) -> str:
    text = _text(arguments, name)
    if text is None:
        raise ToolError(f"The argument {name!r} is blank.", hint=f"Give {name!r} a value, or ask otherwise.")
    return text


def _seeds(arguments: Arguments) -> list[str]:
    """Return the ids asked about, each once."""
    seeds = [str(seed).strip() for seed in arguments.get("seed_node_ids", ())]
    if not all(seeds):
        raise ToolError(
            "One of the 'seed_node_ids' is blank.", hint="Find the ids of nodes with lineai-graph-search."
        )
    return list(dict.fromkeys(seeds))


def _whole(value: Any) -> int | None:
    """Return a number of the schema's type integer, which JSON may spell 5.0, as an ``int``."""
    return None if value is None else int(value)
