"""Through which other database objects a change of one is felt."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping

from lineai_core.plugin import ImpactGraph, Node
from lineai_database.kinds import holds_columns, kind_of


def parents(graph: ImpactGraph) -> dict[str, Node]:
    """Return the table or view that contains each column, by the column's id."""
    found: dict[str, Node] = {}
    for edge in graph.relationships:
        if edge.contains and holds_columns(edge.start):
            found.setdefault(edge.end.id, edge.start)
    return found


def schema_of(graph: ImpactGraph, node: Node, told: str | None) -> str | None:
    """Return the name of the schema around a node, else what the search ``told``, if anything.

    The schema that contains the node counts most; the one in its identity counts if the graph has a
    schema of that name.
    """
    seen = {node.id}
    layer = [node.id]
    while layer:
        around = [edge.start for identifier in layer for edge in graph.incoming(identifier) if edge.contains]
        for outer in around:
            if kind_of(outer) == "schema":
                return outer.name
        layer = [outer.id for outer in around if outer.id not in seen]
        seen.update(layer)
    parts = node.identity.split("|")
    if len(parts) > 1:
        for outer in graph.nodes.values():
            if kind_of(outer) == "schema" and outer.name == parts[1]:
                return outer.name
    return told


def surfaces(graph: ImpactGraph, target: Node, parent_of: Mapping[str, Node]) -> dict[str, Node]:
    """Return the objects whose use is a use of the target, by id: itself, then the nearest first.

    A table is used through its columns and through views on it, a column through its table or view (which
    may select all columns) and through views on either, a view through views on it.
    """
    found = {target.id: target}
    waiting = deque([target])

    def reach(node: Node) -> None:
        if node.id not in found:
            found[node.id] = node
            waiting.append(node)

    parent = parent_of.get(target.id)
    if parent is not None:
        reach(parent)
    while waiting:
        here = waiting.popleft()
        if holds_columns(here) and here is not parent:
            for edge in graph.outgoing(here.id):
                if edge.contains and kind_of(edge.end) == "column":
                    reach(edge.end)
        for edge in graph.incoming(here.id):
            if not edge.is_dependency:
                continue
            if kind_of(edge.start) == "view":
                reach(edge.start)
            elif (outer := parent_of.get(edge.start.id)) is not None and kind_of(outer) == "view":
                reach(outer)
    return found
