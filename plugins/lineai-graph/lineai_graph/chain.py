"""The path that a response holds, drawn in one line."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from lineai_core.plugin import code, escape
from lineai_graph.kinds import Names, ends_of, node_of

LONGEST = 14


def chain(response: Any, names: Names) -> str:
    """Return the nodes of the response's path with the relationships between them; nothing without a path.

    The middle of a long path is left out, and said to be.
    """
    path = _path_in(response)
    nodes, relationships, symbols = (_list(path, name) for name in ("nodes", "relationships", "symbols"))
    ids = [_id(node) for node in nodes]
    spelled = symbols if len(symbols) == len(ids) else [names.get(each, each) for each in ids]
    aligned = relationships if len(relationships) == len(ids) - 1 else []
    types: dict[tuple[str, str], str] = {}
    for relationship in relationships:
        kind, start, end = ends_of(relationship)
        types.setdefault((start, end), kind)
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
        pieces.append(code(spelled[index], limit=80))
        last = index
    return " ".join(pieces)


def path_length(response: Any) -> int | None:
    """Return how many relationships the path has, if the response tells its length or its nodes."""
    path = _path_in(response)
    for holder in (response, path):
        length = holder.get("length") if isinstance(holder, Mapping) else None
        if isinstance(length, int) and not isinstance(length, bool):
            return length
    return len(path["nodes"]) - 1 if path else None


def _arrow(start: str, end: str, types: Mapping[tuple[str, str], str], told: Any) -> str:
    if isinstance(told, str):
        return f"—{escape(told, limit=60)}→"
    if (start, end) in types:
        return f"—{escape(types[start, end], limit=60)}→"
    if (end, start) in types:
        return f"←{escape(types[end, start], limit=60)}—"
    return "→"


def _path_in(response: Any) -> Mapping[str, Any]:
    """Return the object with the nodes of the first path in a response, an empty one without a path."""
    if not isinstance(response, Mapping):
        return {}
    paths = response.get("paths")
    first = paths[0] if isinstance(paths, list) and paths else None
    for holder in (response, response.get("path"), first):
        path = {"nodes": holder} if isinstance(holder, list) else holder
        if isinstance(path, Mapping) and _list(path, "nodes"):
            return path
    return {}


def _list(path: Mapping[str, Any], name: str) -> list[Any]:
    value = path.get(name)
    return value if isinstance(value, list) else []


def _id(node: Any) -> str:
    known = node_of(node)
    return known.id if known else str(node) if isinstance(node, (str, int, float)) else "?"
