"""Facts as data: what the structured part of an answer says of nodes and relationships.

A value is exact, except that text longer than ``LONGEST`` characters is cut; what is unknown is left out.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from lineai_core.plugin import Node, Reference, Relationship, UnreadFile, UnresolvedReference
from lineai_impact import rest
from lineai_impact.impact import Application, Dependent, Person, Unresolved

LONGEST = 1_000
PLACES = 20
PLACES_OF_DEPENDENT = 5

METRICS = {
    "instruction_count": "statistics.instructionCount",
    "method_count": "statistics.methodCount",
    "outgoing_references": "statistics.outgoingExternalReferenceTotal",
    "incoming_references": "statistics.incomingExternalReferenceTotal",
}


def exact(text: str) -> str:
    """Return the text, cut at ``LONGEST`` characters."""
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"


def known(**values: Any) -> dict[str, Any]:
    """Return the values that are known: no ``None``, no empty text; long text is cut."""
    return {
        key: exact(value) if isinstance(value, str) else value
        for key, value in values.items()
        if value is not None and value != ""
    }


def node_facts(node: Node) -> dict[str, Any]:
    """Return what a node is and where it stands; the identity only if there is no symbol."""
    identity = node.identity if node.symbol is None else None
    where = known(identity=identity, symbol=node.symbol, path=node.path, line=node.line)
    return {"id": exact(node.id), "name": exact(node.name), "label": exact(node.label), **where}


def target_facts(node: Node) -> dict[str, Any]:
    """Return all that is known of the method analysed."""
    return {**node_facts(node), **known(identity=node.identity), **metrics(node)}


def metric_facts(node: Node) -> dict[str, Any]:
    """Return a node's name and figures."""
    return {"id": exact(node.id), "name": exact(node.name), "label": exact(node.label), **metrics(node)}


def metrics(node: Node) -> dict[str, int | float]:
    """Return a node's figures, as far as they are known."""
    figures = {name: node.number(key) for name, key in METRICS.items()}
    return known(complexity=node.complexity, **figures)


def dependent_facts(dependent: Dependent) -> dict[str, Any]:
    """Return a dependent, and the evidence of each relationship that makes it one."""
    evidence = [
        {"relation": exact(edge.type), **evidence_facts(edge, most=PLACES_OF_DEPENDENT)}
        for edge in dependent.relationships
    ]
    return {**node_facts(dependent.node), "evidence": evidence}


def evidence_facts(edge: Relationship, *, most: int = PLACES) -> dict[str, Any]:
    """Return how a relationship was found and where, as far as the backend tells."""
    places = edge.provenance
    return known(
        lane=edge.lane,
        confidence=edge.confidence,
        provenance=_cut(places, most) if places else None,
        provenance_total=len(places) if len(places) > most else None,
    )


def application_facts(application: Application) -> dict[str, Any]:
    """Return an application and the names of those it depends on."""
    return {
        "id": exact(application.node.id),
        "name": exact(application.node.name),
        "depends_on": _cut([node.name for node in application.depends_on]),
        "depends_on_total": len(application.depends_on),
    }


def endpoint_facts(node: Node) -> dict[str, Any]:
    """Return an endpoint's verb and path."""
    return {
        "id": exact(node.id),
        "name": exact(node.name),
        **known(verb=node.text("httpVerb").upper(), path=node.text("path")),
    }


def rest_method_facts(node: Node) -> dict[str, Any]:
    """Return a method and the annotations that bind it to a route."""
    return {**node_facts(node), "annotations": _cut(rest.routes(node))}


def person_facts(person: Person) -> dict[str, Any]:
    """Return someone in charge."""
    return {
        "name": exact(person.name),
        "role": person.role,
        **known(of=person.of.name if person.of else None),
    }


def unresolved_facts(item: Unresolved) -> dict[str, Any]:
    """Return an unresolved reference and who contains it."""
    reference: UnresolvedReference = item.reference
    return {
        "id": exact(reference.id),
        "sought": exact(reference.sought),
        "labels": _cut(reference.labels),
        "could_be_caller": item.may_call,
        "referenced_by": [reference_facts(place) for place in item.places],
        "referenced_by_offset": item.first,
        "referenced_by_total": len(reference.referenced_by),
        **known(reason=reference.reason, endpoint=rest.sought_endpoint(reference)),
    }


def reference_facts(place: Reference) -> dict[str, Any]:
    """Return who contains an unresolved reference, where, and why it stayed open."""
    edge = place.relationship
    node = known(name=place.node.name, symbol=place.node.symbol, reason=edge.reason)
    return {"id": exact(place.node.id), "relation": exact(edge.type), **node, **evidence_facts(edge)}


def unread_facts(file: UnreadFile) -> dict[str, Any]:
    """Return a file that could not be analysed."""
    return {"path": exact(file.path), "reason": exact(file.reason)}


def relationship_facts(edge: Relationship) -> dict[str, Any]:
    """Return a relationship, its ends by id, and its evidence."""
    return {
        "type": exact(edge.type),
        "start_id": exact(edge.start.id),
        "start": exact(edge.start.name),
        "end_id": exact(edge.end.id),
        "end": exact(edge.end.name),
        **evidence_facts(edge),
    }


def _cut(texts: Sequence[str], most: int = PLACES) -> list[str]:
    return [exact(text) for text in texts[:most]]


def as_json(value: Any) -> str:
    """Return a value as the JSON text that a client will read."""
    return json.dumps(value, ensure_ascii=False)
