"""The lists of an answer about database objects, the most important first."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from lineai_core.plugin import Node, Row, Section, UnreadFile, UnresolvedReference, fact, spell
from lineai_database import facts, words
from lineai_database.batch import Batch, seed
from lineai_database.entity import Entity, Unresolved
from lineai_database.queries import Hit

PLACES_OF_PART = 5

CODE = "code_dependencies"
OBJECTS = "related_objects"
PEOPLE = "owners"
APPLICATIONS = "applications"
UNRESOLVED = "unresolved_references"
UNREAD = "unread_files"
FAILURES = "failures"
REST = "not_analysed"


def named(member: str, number: int) -> str:
    """Return the name of the list about the match of that number, or about all from it."""
    return f"{member}-{number}"


def sections(batch: Batch, hits: Sequence[Hit]) -> tuple[Section[Any], ...]:
    """Return the lists that are not empty, in the order in which they spend the budget and are read on."""
    number = batch.first + 1
    found = [
        *(section for entity in batch.entities for section in _of_entity(entity)),
        _unresolved(batch.entities, number),
        _applications(batch.entities, number),
        *(_people(entity) for entity in batch.entities),
        Section(
            name=named(FAILURES, number),
            heading="## Impact retrieval failures",
            items=batch.failures,
            key=lambda item: str(item.number),
            render=lambda item: Row(words.failure_cells(item), facts.failure(item)),
            weight=3,
            headers=("Entity", "Error", "Risk"),
            member=FAILURES,
        ),
        _rest(batch.end, hits, number),
        _unread(batch.entities, number),
    ]
    return tuple(replace(section, seed=seed(batch)) for section in found if section.items)


def _of_entity(entity: Entity) -> Iterable[Section[Any]]:
    number = entity.number
    yield Section(
        name=named(CODE, number),
        heading="#### Code Dependencies",
        items=entity.code,
        key=lambda item: item.node.id,
        render=lambda item: Row(words.code_cells(item), facts.code(item, number)),
        weight=8,
        headers=("Code Element", "Type", "Relationship", "Reference Type", "Complexity"),
        member=CODE,
    )
    yield Section(
        name=named(OBJECTS, number),
        heading="#### Related Database Objects",
        items=entity.objects,
        key=lambda item: f"{item.node.id}\0{item.direction}",
        render=lambda item: Row(words.object_cells(item), facts.related(item, number)),
        weight=4,
        headers=("Object", "Type", "Relationship", "Direction", "Reference Type"),
        member=OBJECTS,
    )


def _people(entity: Entity) -> Section[Any]:
    return Section(
        name=named(PEOPLE, entity.number),
        heading="#### Code Ownership",
        items=entity.people,
        key=lambda item: f"{item.role}\0{item.name}",
        render=lambda item: Row([words.person_line(item)], facts.person(item, entity.number)),
        member=PEOPLE,
    )


def _applications(entities: Sequence[Entity], number: int) -> Section[Any]:
    found: dict[str, tuple[Node, list[Entity]]] = {}
    for entity in entities:
        for application in entity.applications:
            found.setdefault(application.id, (application, []))[1].append(entity)
    return Section(
        name=named(APPLICATIONS, number),
        heading="## Application Impact",
        items=sorted(found.values(), key=lambda item: (item[0].name, item[0].id)),
        key=lambda item: item[0].id,
        render=lambda item: Row([words.application_line(*item)], facts.application(*item)),
        weight=2,
        member=APPLICATIONS,
    )


def unresolved_references(entities: Sequence[Entity]) -> dict[str, tuple[UnresolvedReference, list[Entity]]]:
    """Return the unresolved references of all matches, each once, with the matches they could mean."""
    found: dict[str, tuple[UnresolvedReference, list[Entity]]] = {}
    for entity in entities:
        for reference in entity.unresolved:
            _, meant = found.setdefault(reference.id, (reference, []))
            if reference.id in entity.may_mean:
                meant.append(entity)
    return found


def _unresolved(entities: Sequence[Entity], number: int) -> Section[Any]:
    numbers: dict[str, list[int]] = {}
    names: dict[str, list[str]] = {}
    parts = []
    for reference, meant in unresolved_references(entities).values():
        numbers[reference.id] = [entity.number for entity in meant]
        names[reference.id] = [".".join(entity.names) for entity in meant]
        parts += [
            Unresolved(reference, reference.referenced_by[first : first + PLACES_OF_PART], first)
            for first in range(0, len(reference.referenced_by) or 1, PLACES_OF_PART)
        ]
    return Section(
        name=named(UNRESOLVED, number),
        heading="## Unresolved References (dependency indicators)",
        items=sorted(parts, key=lambda part: not numbers[part.reference.id]),
        key=lambda part: f"{part.reference.id}\0{part.first}",
        render=lambda part: Row(
            words.unresolved_cells(part, names[part.reference.id]),
            facts.unresolved(part, numbers[part.reference.id]),
        ),
        weight=5,
        headers=("Sought", "Target Labels", "Endpoint", "Referenced By", "Could Mean"),
        member=UNRESOLVED,
    )


def _rest(end: int, hits: Sequence[Hit], number: int) -> Section[Any]:
    return Section(
        name=named(REST, number),
        heading="## Matches Not Analysed Here",
        items=list(enumerate(hits[end:], start=end + 1)),
        key=lambda item: f"{item[0]}\0{item[1].node.id}",
        render=lambda item: Row(
            [f"{item[0]:,}: {words.hit(item[1])}"], {"number": item[0], **facts.hit(item[1])}
        ),
        weight=2,
        member=REST,
    )


def _unread(entities: Sequence[Entity], number: int) -> Section[Any]:
    files: dict[str, UnreadFile] = {file.path: file for entity in entities for file in entity.unread}
    return Section(
        name=named(UNREAD, number),
        heading="## Files That Could Not Be Analysed",
        items=[files[path] for path in sorted(files)],
        key=lambda file: file.path,
        render=lambda file: Row([spell.unread(file)], fact.unread(file)),
        member=UNREAD,
    )
