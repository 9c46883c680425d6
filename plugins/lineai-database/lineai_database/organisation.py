"""Who runs and who owns the code that uses a database object."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal

from lineai_core.plugin import ImpactGraph, Node
from lineai_database.entity import Person

_UPWARD = frozenset({"REFERENCES", "REFERENCES_TABLE"})


def applications(graph: ImpactGraph, through: Iterable[Node], code: Iterable[Node]) -> tuple[Node, ...]:
    """Return the applications that group the code, the objects it goes through, or what is around them."""
    found: dict[str, Node] = {}
    start = {node.id: node for node in (*through, *code)}
    seen = set(start)
    waiting = list(start.values())
    while waiting:
        here = waiting.pop()
        for identifier in here.texts("groupIds"):
            if (group := graph.node(identifier)) is not None:
                found[group.id] = group
        for edge in graph.incoming(here.id):
            outer = edge.start
            if edge.type == "GROUPS" or (edge.contains and outer.label == "Application"):
                found[outer.id] = outer
            elif (edge.contains or edge.type in _UPWARD) and outer.id not in seen:
                seen.add(outer.id)
                waiting.append(outer)
    return tuple(sorted(found.values(), key=lambda node: (node.name, node.id)))


def people(graph: ImpactGraph, target: Node, code: Sequence[Node]) -> tuple[Person, ...]:
    """Return the owners, then the reviewers, of the object, the code that uses it, and its classes."""
    of: dict[tuple[Literal["owner", "reviewer"], str], dict[str, Node]] = {}
    for node in _with_classes(graph, [target, *code]):
        for name in node.owners:
            of.setdefault(("owner", name), {})[node.id] = node
        for name in node.reviewers:
            of.setdefault(("reviewer", name), {})[node.id] = node
    return tuple(
        Person(name, role, tuple(sorted(nodes.values(), key=lambda node: (node.name, node.id))))
        for (role, name), nodes in sorted(of.items(), key=lambda item: item[0])
    )


def _with_classes(graph: ImpactGraph, nodes: Iterable[Node]) -> Iterable[Node]:
    """Yield the nodes and all classes around them, each once."""
    waiting = list(nodes)
    seen = {node.id for node in waiting}
    while waiting:
        here = waiting.pop()
        yield here
        for edge in graph.incoming(here.id):
            if edge.contains and edge.start.is_class and edge.start.id not in seen:
                seen.add(edge.start.id)
                waiting.append(edge.start)
