"""Find nodes by words of their names, identities and paths."""

from __future__ import annotations

import heapq
import re
from dataclasses import dataclass

from lineai_local.store import MatchRow, NodeRow, View

DEFAULT_RESULTS = 20
MOST_RESULTS = 200
_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+|[^\W\d_a-zA-Z]+")


@dataclass(frozen=True, slots=True)
class Found:
    """The best nodes of ``total`` that match."""

    nodes: list[NodeRow]
    total: int


def words(text: str) -> list[str]:
    """Return the words of a query or name in lower case: camelCase and snake_case are taken apart."""
    return [word.lower() for word in _WORD.findall(text)]


def search(view: View, query: str, prefix: str, repository: str, limit: int) -> Found:
    """Return the nodes that hold every word of ``query``, and whose identity starts with ``prefix``.

    A name that is the query goes first, then one that starts with it, one that contains it, one that has
    all its words, and any other; among equals the most used go first.
    """
    asked = query.strip()
    parts = words(asked) or ([asked] if asked else [])
    rows = view.matching(parts, prefix, repository)
    best = heapq.nsmallest(limit, rows, key=lambda row: _rank(row, asked.lower(), parts))
    nodes = view.nodes(row.id for row in best)
    return Found([nodes[row.id] for row in best], len(rows))


def _rank(row: MatchRow, asked: str, parts: list[str]) -> tuple[int, int, str, int]:
    name = row.name.lower()
    if name == asked:
        how = 0
    elif name.startswith(asked):
        how = 1
    elif asked in name:
        how = 2
    elif all(part in name for part in parts):
        how = 3
    else:
        how = 4
    return (how, -row.incoming, row.symbol, row.id)
