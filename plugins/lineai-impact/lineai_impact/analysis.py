"""Finding the facts of an impact answer, all from the searched node by its id."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence

from lineai_core.plugin import ImpactGraph, Node, Relationship, UnresolvedReference
from lineai_impact import rest
from lineai_impact.impact import Dependent, Impact, Unresolved
from lineai_impact.organisation import applications, people
from lineai_impact.question import simple_name

PLACES_OF_PART = 5

_DATA_LABELS = frozenset({"Table", "Column", "View", "Schema", "Database"})


def analyse(graph: ImpactGraph, found: Node, searched: Iterable[Node] = ()) -> Impact:
    """Return the facts about the node that the search found, in time linear in the graph.

    ``searched`` are unresolved references that the search for the same name returned: they may be
    calls of the method although the graph does not hold them.
    """
    target = graph.node(found.id)
    known = target is not None
    target = target or found
    distances = graph.distances(target.id)
    unresolved = _unresolved(graph, target, searched)
    dependents = _dependents(graph, target.id)
    doubts = _doubts(graph, target, known=known, unresolved=unresolved)
    suspects = {item.reference.id for item in unresolved if item.may_call}
    concrete = list(_concrete(graph, graph.nodes.values()))
    annotated = _concrete(graph, graph.marked("annotations"))
    return Impact(
        target=target,
        known=known,
        graph=graph,
        status="resolved" if dependents else "unknown" if doubts else "unreferenced",
        doubts=doubts,
        depths=Counter(distance for distance in distances if 0 < distance < len(graph.nodes)),
        dependents=dependents,
        applications=applications(graph),
        endpoints=tuple(sorted(graph.labelled("Endpoint"), key=_by_endpoint)),
        rest_methods=tuple(node for node in annotated if rest.routes(node)),
        controllers=rest.controllers(concrete),
        endpoint_calls=tuple(edge for edge in graph.relationships if edge.type in rest.CALLS),
        people=people(graph, target),
        unresolved=unresolved,
        nodes=_nearest(graph, distances),
        relationships=graph.by_distance(_with(suspects, graph, distances), own=target.id),
    )


def _nearest(graph: ImpactGraph, distances: Sequence[int]) -> tuple[Node, ...]:
    """Return the elements of the code, the nearest dependents first."""
    nodes = list(graph.nodes.values())
    order = sorted(range(len(nodes)), key=distances.__getitem__)
    return tuple(_concrete(graph, map(nodes.__getitem__, order)))


def _concrete(graph: ImpactGraph, nodes: Iterable[Node]) -> Iterable[Node]:
    """Return the nodes that are elements of the code: mostly all."""
    return (node for node in nodes if not node.is_unresolved) if graph.unresolved else nodes


def _with(suspects: Collection[str], graph: ImpactGraph, distances: Sequence[int]) -> Sequence[int]:
    """Return the distances, with what may be the method itself at none."""
    if not suspects:
        return distances
    return [0 if node in suspects else far for node, far in zip(graph.nodes, distances, strict=True)]


def _by_endpoint(node: Node) -> tuple[str, str]:
    return rest.endpoint_name(node), node.id


def _dependents(graph: ImpactGraph, target: str) -> tuple[Dependent, ...]:
    """Return the direct dependents, the surest first, then by name."""
    found: dict[str, list[Relationship]] = {}
    for edge in graph.incoming(target):
        if edge.is_dependency and not edge.start.is_unresolved:
            found.setdefault(edge.start.id, []).append(edge)
    dependents = (Dependent(edges[0].start, tuple(edges)) for edges in found.values())
    return tuple(sorted(dependents, key=_surest_first))


def _surest_first(dependent: Dependent) -> tuple[float, str, str]:
    told = [edge.confidence for edge in dependent.relationships if edge.confidence is not None]
    node = dependent.node
    return -max(told, default=1.0), node.symbol or node.identity or node.name, node.id


def _unresolved(graph: ImpactGraph, target: Node, searched: Iterable[Node]) -> tuple[Unresolved, ...]:
    """Return every unresolved reference in parts, those that could be calls of the method first."""
    missing = (UnresolvedReference(node, ()) for node in searched if graph.node(node.id) is None)
    references = (*graph.unresolved, *missing)
    serves = rest.serves(graph, target)
    judged = [
        Unresolved(reference, may_call, reference.referenced_by[first : first + PLACES_OF_PART], first)
        for reference in references
        for may_call in [_may_call(reference, target, serves=serves)]
        for first in range(0, len(reference.referenced_by) or 1, PLACES_OF_PART)
    ]
    return tuple(sorted(judged, key=lambda item: not item.may_call))


def _may_call(reference: UnresolvedReference, target: Node, *, serves: bool) -> bool:
    if reference.referenced_by and all(by.node.id == target.id for by in reference.referenced_by):
        return False
    if reference.labels and _DATA_LABELS.issuperset(reference.labels):
        return False
    if reference.short_name is not None:
        return reference.short_name in (target.name, target.text("shortName"), simple_name(target.name))
    return serves or not (reference.endpoint or reference.labels == ("Endpoint",))


def _doubts(
    graph: ImpactGraph, target: Node, *, known: bool, unresolved: tuple[Unresolved, ...]
) -> tuple[str, ...]:
    """Return, as clauses, why dependents may exist that the answer cannot name."""
    doubts = []
    if not known:
        doubts.append("the impact graph does not hold the method itself")
    if not target.is_method:
        doubts.append("it is no method, and uses of what it contains are not counted")
    if places := sum(item.reference.sites for item in unresolved if item.may_call and not item.first):
        doubts.append(f"at {_count(places, 'place')} it is unknown what is called, and it could be this")
    if graph.unread:
        doubts.append(f"{_count(len(graph.unread), 'file')} that may mention it could not be analysed")
    if graph.truncated:
        doubts.append("the backend left remote dependents out of the graph")
    if lost := graph.lost(target.id):
        doubts.append(f"{_count(lost, 'relationship')} into it start outside the graph")
    if graph.skipped:
        doubts.append(f"{_count(graph.skipped, 'row')} of the graph could not be read")
    return tuple(doubts)


def _count(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
