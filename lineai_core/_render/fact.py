"""Facts as data: what the structured part of an answer says of nodes and relationships.

A value is exact, except that text longer than ``LONGEST`` characters is cut; what is unknown is left out.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from lineai_core._graph.model import Node, Reference, Relationship, UnreadFile

LONGEST = 1_000
PLACES = 20


def exact(text: str, *, longest: int = LONGEST) -> str:
    """Return the text, cut at ``longest`` characters."""
    return text if len(text) <= longest else f"{text[: longest - 1]}…"


def known(**values: Any) -> dict[str, Any]:
    """Return the values that are known: no ``None``, no empty text; long text is cut."""
    return {
        key: exact(value) if isinstance(value, str) else value
        for key, value in values.items()
        if value is not None and value != ""
    }


def some(texts: Sequence[str], most: int = PLACES) -> list[str]:
    """Return the first few texts."""
    return [exact(text) for text in texts[:most]]


def node(node: Node) -> dict[str, Any]:
    """Return what a node is and where it stands; the identity only if there is no symbol."""
    identity = node.identity if node.symbol is None else None
    where = known(identity=identity, symbol=node.symbol, path=node.path, line=node.line)
    return {"id": exact(node.id), "name": exact(node.name), "label": exact(node.label), **where}


def evidence(edge: Relationship, *, most: int = PLACES) -> dict[str, Any]:
    """Return how a relationship was found and where, as far as the backend tells."""
    places = edge.provenance
    return known(
        lane=edge.lane,
        confidence=edge.confidence,
        provenance=some(places, most) if places else None,
        provenance_total=len(places) if len(places) > most else None,
    )


def relationship(edge: Relationship) -> dict[str, Any]:
    """Return a relationship, its ends by id, and its evidence."""
    return {
        "type": exact(edge.type),
        "start_id": exact(edge.start.id),
        "start": exact(edge.start.name),
        "end_id": exact(edge.end.id),
        "end": exact(edge.end.name),
        **evidence(edge),
    }


def reference(place: Reference) -> dict[str, Any]:
    """Return who contains an unresolved reference, where, and why it stayed open."""
    edge = place.relationship
    holder = known(name=place.node.name, symbol=place.node.symbol, reason=edge.reason)
    return {"id": exact(place.node.id), "relation": exact(edge.type), **holder, **evidence(edge)}


def unread(file: UnreadFile) -> dict[str, Any]:
    """Return a file that could not be analysed."""
    return {"path": exact(file.path), "reason": exact(file.reason)}


def as_json(value: Any) -> str:
    """Return a value as the JSON text that a client will read."""
    return json.dumps(value, ensure_ascii=False)
