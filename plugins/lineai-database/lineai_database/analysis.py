"""Finding the facts about a database object, all from its node by its id."""

from __future__ import annotations

import re
from collections.abc import Sequence

from lineai_core.plugin import ImpactGraph, Node, Relationship, UnresolvedReference, spell
from lineai_database.entity import CodeDependency, Entity, RelatedObject, Status
from lineai_database.kinds import database_kind, holds_columns, is_code, kind_of
from lineai_database.organisation import applications, people
from lineai_database.queries import Hit
from lineai_database.reach import parents, schema_of, surfaces
from lineai_database.risk import assess

_BRACKETED = re.compile(r"\[(\w+)\]")


def analyse(graph: ImpactGraph, hit: Hit, number: int, searched: Sequence[Node] = ()) -> Entity:
    """Return the facts about the object that the search found, in time linear in the graph.

    ``searched`` are unresolved references that the search for the same name returned: they may be uses
    of the object although the graph does not hold them.
    """
    target = graph.node(hit.node.id)
    known = target is not None
    target = target or hit.node
    parent_of = parents(graph)
    through = surfaces(graph, target, parent_of)
    parent = parent_of.get(target.id)
    code = _code(graph, target, through)
    objects = _objects(graph, target, through, parent_of)
    missing = tuple(UnresolvedReference(node, ()) for node in searched if graph.node(node.id) is None)
    unresolved = (*graph.unresolved, *missing)
    names = frozenset(_bare(surface.name) for surface in through.values())
    open_references = [item for item in unresolved if _may_mean(item, names)]
    doubts = _doubts(graph, through, hit, known=known, references=open_references)
    dependents = code or any(item.direction == "depends on it" for item in objects)
    status: Status = "resolved" if dependents else "unknown" if doubts else "unreferenced"
    groups = applications(graph, through.values(), [item.node for item in code])
    return Entity(
        number=number,
        node=target,
        known=known,
        schema=schema_of(graph, target, hit.schema),
        parent=parent,
        status=status,
        doubts=doubts,
        code=code,
        objects=objects,
        people=people(graph, target, [item.node for item in code]),
        applications=groups,
        unresolved=unresolved,
        may_mean=frozenset(item.id for item in open_references),
        unread=graph.unread,
        risk=assess(code=code, objects=objects, applications=len(groups), doubts=doubts),
    )


def _code(graph: ImpactGraph, target: Node, through: dict[str, Node]) -> tuple[CodeDependency, ...]:
    """Return the code that uses the target, direct uses first, each element once."""
    found: dict[str, tuple[Node, list[Relationship]]] = {}
    for surface in through.values():
        for edge in graph.incoming(surface.id):
            if edge.is_dependency and is_code(edge.start):
                via, edges = found.setdefault(edge.start.id, (surface, []))
                if via is surface:
                    edges.append(edge)
    return tuple(
        sorted(
            (
                CodeDependency(edges[0].start, tuple(edges), None if via is target else via)
                for via, edges in found.values()
            ),
            key=lambda item: (item.via is not None, *_spelled(item.node)),
        )
    )


def _objects(
    graph: ImpactGraph, target: Node, through: dict[str, Node], parent_of: dict[str, Node]
) -> tuple[RelatedObject, ...]:
    """Return related database objects in both directions, direct relationships first.

    To a table or view, another one is related as a whole, also if the relationship is that of a column.
    """
    whole = holds_columns(target)
    own = {target.id} | {edge.end.id for edge in graph.outgoing(target.id) if edge.contains}
    if target.id in parent_of:
        own.add(parent_of[target.id].id)
    found: dict[tuple[str, bool], tuple[Node, Node, list[Relationship]]] = {}
    for surface in through.values():
        depends_on_it = [(edge, edge.start, True) for edge in graph.incoming(surface.id)]
        it_depends_on = (
            [(edge, edge.end, False) for edge in graph.outgoing(surface.id)] if surface.id in own else []
        )
        for edge, other, comes_in in (*depends_on_it, *it_depends_on):
            if not edge.is_dependency or kind_of(other) is None or other.id in own:
                continue
            if whole and kind_of(other) == "column":
                other = parent_of.get(other.id, other)
            _, via, edges = found.setdefault((other.id, comes_in), (other, surface, []))
            if via is surface:
                edges.append(edge)
    return tuple(
        sorted(
            (
                RelatedObject(
                    other,
                    "depends on it" if comes_in else "it depends on",
                    tuple(edges),
                    None if via is target else via,
                )
                for (_, comes_in), (other, via, edges) in found.items()
            ),
            key=lambda item: (item.via is not None, item.direction, *_spelled(item.node)),
        )
    )


def _spelled(node: Node) -> tuple[str, str]:
    return node.symbol or node.identity or node.name, node.id


def _may_mean(reference: UnresolvedReference, names: frozenset[str]) -> bool:
    """Whether an unresolved reference could be a use of an object through one of these names."""
    labels = reference.labels or tuple(_BRACKETED.findall(reference.sought)[:1])
    kinds = {database_kind(label) for label in labels}
    if kinds and not kinds & {"table", "view", "column"}:
        return False
    return reference.short_name is None or _bare(reference.short_name) in names


def _bare(name: str) -> str:
    """Return the last part of a dotted name without quotes, in one case: SQL names ignore it."""
    return name.rpartition(".")[2].strip('"[]` ').casefold()


def _doubts(
    graph: ImpactGraph,
    through: dict[str, Node],
    hit: Hit,
    *,
    known: bool,
    references: Sequence[UnresolvedReference],
) -> tuple[str, ...]:
    """Return, as clauses, why dependencies may exist that the answer cannot name."""
    doubts = []
    if not known:
        doubts.append("the impact graph does not hold the object itself")
    elif kind_of(graph.nodes[hit.node.id]) is None:
        doubts.append("the graph does not label it as a database object")
    if places := sum(reference.sites for reference in references):
        doubts.append(f"at {spell.count(places, 'place')} it is unknown what is used, and it could be this")
    if graph.unread:
        doubts.append(f"{spell.count(len(graph.unread), 'file')} that may mention it could not be analysed")
    if graph.truncated:
        doubts.append("the backend left remote dependents out of the graph")
    if lost := sum(graph.lost(identifier) for identifier in {hit.node.id, *through}):
        doubts.append(f"{spell.count(lost, 'relationship')} into it from outside the graph")
    if graph.skipped:
        doubts.append(f"{spell.count(graph.skipped, 'row')} of the graph could not be read")
    return tuple(doubts)
