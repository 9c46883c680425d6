"""Facts as data: what the structured part of an answer says of a method and what depends on it."""

from __future__ import annotations

from typing import Any

from lineai_core.plugin import Node, UnresolvedReference, fact
from lineai_impact import rest
from lineai_impact.impact import Application, Dependent, Person, Unresolved

PLACES_OF_DEPENDENT = 5

METRICS = {
    "instruction_count": "statistics.instructionCount",
    "method_count": "statistics.methodCount",
    "outgoing_references": "statistics.outgoingExternalReferenceTotal",
    "incoming_references": "statistics.incomingExternalReferenceTotal",
}


def target_facts(node: Node) -> dict[str, Any]:
    """Return all that is known of the method analysed."""
    return {**fact.node(node), **fact.known(identity=node.identity), **metrics(node)}


def metric_facts(node: Node) -> dict[str, Any]:
    """Return a node's name and figures."""
    return {
        "id": fact.exact(node.id),
        "name": fact.exact(node.name),
        "label": fact.exact(node.label),
        **metrics(node),
    }


def metrics(node: Node) -> dict[str, int | float]:
    """Return a node's figures, as far as they are known."""
    figures = {name: node.number(key) for name, key in METRICS.items()}
    return fact.known(complexity=node.complexity, **figures)


def dependent_facts(dependent: Dependent) -> dict[str, Any]:
    """Return a dependent, and the evidence of each relationship that makes it one."""
    evidence = [
        {"relation": fact.exact(edge.type), **fact.evidence(edge, most=PLACES_OF_DEPENDENT)}
        for edge in dependent.relationships
    ]
    return {**fact.node(dependent.node), "evidence": evidence}


def application_facts(application: Application) -> dict[str, Any]:
    """Return an application and the names of those it depends on."""
    return {
        "id": fact.exact(application.node.id),
        "name": fact.exact(application.node.name),
        "depends_on": fact.some([node.name for node in application.depends_on]),
        "depends_on_total": len(application.depends_on),
    }


def endpoint_facts(node: Node) -> dict[str, Any]:
    """Return an endpoint's verb and path."""
    return {
        "id": fact.exact(node.id),
        "name": fact.exact(node.name),
        **fact.known(verb=node.text("httpVerb").upper(), path=node.text("path")),
    }


def rest_method_facts(node: Node) -> dict[str, Any]:
    """Return a method and the annotations that bind it to a route."""
    return {**fact.node(node), "annotations": fact.some(rest.routes(node))}


def person_facts(person: Person) -> dict[str, Any]:
    """Return someone in charge."""
    return {
        "name": fact.exact(person.name),
        "role": person.role,
        **fact.known(of=person.of.name if person.of else None),
    }


def unresolved_facts(item: Unresolved) -> dict[str, Any]:
    """Return an unresolved reference and who contains it."""
    reference: UnresolvedReference = item.reference
    return {
        "id": fact.exact(reference.id),
        "sought": fact.exact(reference.sought),
        "labels": fact.some(reference.labels),
        "could_be_caller": item.may_call,
        "referenced_by": [fact.reference(place) for place in item.places],
        "referenced_by_offset": item.first,
        "referenced_by_total": len(reference.referenced_by),
        **fact.known(reason=reference.reason, endpoint=rest.sought_endpoint(reference)),
    }
