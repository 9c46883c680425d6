"""The path that a response holds, drawn in one line."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from lineai_core.plugin import Node, code, escape
from lineai_graph.kinds import Names, ends_of

LONGEST = 14


def chain(response: Any, names: Names) -> str:
    """Return the nodes of the response's path with the relationships between them; nothing without a path.

    The middle of a long path is left out, and said to be.
    """
    nodes, relationships = _path_in(response)
    ids = [_id(node) for node in nodes]
    types: dict[tuple[str, str], str] = {}
    for relationship in relationships:
        kind, start, end = ends_of(relationship)
        types.setdefault((start, end), kind)
    aligned = relationships if len(relationships) == len(ids) - 1 else []
    half = LONGEST // 2
    shown = range(len(ids)) if len(ids) <= LONGEST else [*range(half), *range(len(ids) - half, len(ids))]
    pieces: list[str] = []
    last = -1
    for index in shown:
        if index - last > 1:
            pieces.append(f"→ …{index - last - 1:,} more… →")
        elif pieces:
            told = aligned[last] if aligned else None
            pieces.append(_arrow(ids[last], ids[index], types, told))
        pieces.append(code(names.get(ids[index], ids[index]), limit=80))
        last = index
    return " ".join(pieces)


def path_length(response: Any) -> int | None:
    """Return how many relationships the path has, if the response tells its length or its nodes."""
    length = response.get("length") if isinstance(response, Mapping) else None
    if isinstance(length, int) and not isinstance(length, bool):
        return length
    nodes, _ = _path_in(response)
    return len(nodes) - 1 if nodes else None


def _arrow(start: str, end: str, types: Mapping[tuple[str, str], str], told: Any) -> str:
    if isinstance(told, str):
        return f"—{escape(told, limit=60)}→"
    if (start, end) in types:
        return f"—{escape(types[start, end], limit=60)}→"
    if (end, start) in types:
        return f"←{escape(types[end, start], limit=60)}—"
    return "→"


def _path_in(response: Any) -> tuple[list[Any], list[Any]]:
    """Return the nodes and relationships of the first path in a response."""
    if not isinstance(response, Mapping):
        return [], []
    paths = response.get("paths")
    first = paths[0] if isinstance(paths, list) and paths else None
    for holder in (response, response.get("path"), first):
        nodes = holder.get("nodes") if isinstance(holder, Mapping) else holder
        if isinstance(nodes, list) and nodes and holder is not response.get("nodes"):
            edges = holder.get("relationships") if isinstance(holder, Mapping) else None
            return nodes, edges if isinstance(edges, list) else []
    return [], []


def _id(node: Any) -> str:
    parsed = Node.parse(node)
    return parsed.id if parsed else str(node) if isinstance(node, (str, int, float)) else "?"
