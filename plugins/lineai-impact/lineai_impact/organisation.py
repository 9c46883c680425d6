"""Who runs and who owns the code: applications, owners, reviewers."""

from __future__ import annotations

from lineai_core.plugin import ImpactGraph, Node
from lineai_impact.impact import Application, Person


def applications(graph: ImpactGraph) -> tuple[Application, ...]:
    """Return every application the graph names, by name: by label, as a group, or by membership."""
    found = {node.id: node for node in graph.labelled("Application")}
    for node in graph.marked("groupIds"):
        for identifier in node.texts("groupIds"):
            if (group := graph.node(identifier)) is not None:
                found[identifier] = group
    needs: dict[str, dict[str, Node]] = {}
    for edge in graph.relationships:
        if edge.type in ("GROUPS", "REFERENCES_GROUP"):
            found[edge.start.id] = edge.start
        if edge.type == "REFERENCES_GROUP" and edge.start.id != edge.end.id:
            needs.setdefault(edge.start.id, {})[edge.end.id] = edge.end
    return tuple(
        Application(node, tuple(sorted(needs.get(node.id, {}).values(), key=_by_name)))
        for node in sorted(found.values(), key=_by_name)
    )


def _by_name(node: Node) -> tuple[str, str]:
    return node.name, node.id


def people(graph: ImpactGraph, target: Node) -> tuple[Person, ...]:
    """Return owners, then reviewers: the method's, else those of the nearest class that contains it."""
    owners: tuple[str, ...] = target.owners
    reviewers: tuple[str, ...] = target.reviewers
    owners_of = reviewers_of = None
    for container in _containers(graph, target.id):
        if not owners and container.owners:
            owners, owners_of = container.owners, container
        if not reviewers and container.reviewers:
            reviewers, reviewers_of = container.reviewers, container
    return tuple(
        [Person(name, "owner", owners_of) for name in sorted(owners)]
        + [Person(name, "reviewer", reviewers_of) for name in sorted(reviewers)]
    )


def _containers(graph: ImpactGraph, identifier: str) -> list[Node]:
    """Return the classes around a node, the nearest first."""
    seen = {identifier}
    classes: list[Node] = []
    layer = [identifier]
    while layer:
        following = []
        for inner in layer:
            for edge in graph.incoming(inner):
                if edge.contains and edge.start.is_class and edge.start.id not in seen:
                    seen.add(edge.start.id)
                    classes.append(edge.start)
                    following.append(edge.start.id)
        layer = following
    return classes
