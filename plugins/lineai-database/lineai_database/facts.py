"""Facts as data: what the structured part of an answer says of database objects."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from lineai_core.plugin import Node, Relationship, fact
from lineai_database.entity import CodeDependency, Entity, Failure, Person, RelatedObject, Unresolved
from lineai_database.queries import Hit

PLACES = 5
LONGEST_NAME = 200


def entity(item: Entity, *, longest: int = LONGEST_NAME) -> dict[str, Any]:
    """Return what is repeated on every page about a match: what it is, its risk and its totals."""
    node = item.node
    named = {
        "schema": item.schema,
        "parent": item.parent.name if item.parent else None,
        "identity": node.identity,
    }
    return {
        "number": item.number,
        "id": fact.exact(node.id, longest=longest),
        "name": fact.exact(node.name, longest=longest),
        **{key: fact.exact(value, longest=longest) for key, value in named.items() if value},
        "status": item.status,
        "doubts": list(item.doubts),
        "risk": item.risk.level,
        "reasons": [{"factor": each.factor, "verdict": each.verdict} for each in item.risk.reasons],
        "totals": {
            "code_dependencies": len(item.code),
            "direct": sum(each.via is None for each in item.code),
            "related_objects": len(item.objects),
            "applications": len(item.applications),
        },
    }


def code(item: CodeDependency, number: int) -> dict[str, Any]:
    """Return a code element and how it uses the match of that number."""
    return {
        "entity": number,
        **fact.node(item.node),
        "reach": "direct" if item.via is None else "indirect",
        **fact.known(via=item.via.name if item.via else None, complexity=item.node.complexity),
        "evidence": evidence(item.relationships),
    }


def related(item: RelatedObject, number: int) -> dict[str, Any]:
    """Return a database object and how it is related to the match of that number."""
    return {
        "entity": number,
        **fact.node(item.node),
        "direction": item.direction,
        "reach": "direct" if item.via is None else "indirect",
        **fact.known(via=item.via.name if item.via else None),
        "evidence": evidence(item.relationships),
    }


def evidence(edges: Sequence[Relationship]) -> list[dict[str, Any]]:
    """Return the relationships that say so, with their places."""
    return [{"relation": fact.exact(edge.type), **fact.evidence(edge, most=PLACES)} for edge in edges]


def person(item: Person, number: int) -> dict[str, Any]:
    """Return someone in charge, and of what."""
    names = [node.name for node in item.of]
    return {
        "entity": number,
        "name": fact.exact(item.name),
        "role": item.role,
        "of": fact.some(names, PLACES),
        "of_total": len(names),
    }


def application(node: Node, entities: Sequence[Entity]) -> dict[str, Any]:
    """Return an application and the numbers of the matches that it is concerned by."""
    return {
        "id": fact.exact(node.id),
        "name": fact.exact(node.name),
        "entities": [item.number for item in entities],
    }


def unresolved(item: Unresolved, numbers: Sequence[int]) -> dict[str, Any]:
    """Return an unresolved reference, who contains it, and the numbers of the matches it could mean."""
    reference = item.reference
    return {
        "id": fact.exact(reference.id),
        "sought": fact.exact(reference.sought),
        "labels": fact.some(reference.labels),
        "could_mean": list(numbers),
        "referenced_by": [fact.reference(place) for place in item.places],
        "referenced_by_offset": item.first,
        "referenced_by_total": len(reference.referenced_by),
        **fact.known(reason=reference.reason),
    }


def failure(item: Failure) -> dict[str, Any]:
    """Return a match whose impact could not be read, and why."""
    error = item.error
    return {
        "number": item.number,
        **hit(item.hit),
        "risk": "unknown",
        "kind": error.kind if error else "invalid_response",
        "message": fact.exact(error.message) if error else "The search tells no id for it.",
        **fact.known(http_status=error.status if error else None),
    }


def hit(item: Hit) -> dict[str, Any]:
    """Return a match as the search describes it."""
    identifier = item.node.id if item.has_id else None
    return {"name": fact.exact(item.node.name), **fact.known(id=identifier, schema=item.schema)}
