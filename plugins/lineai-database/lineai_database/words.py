"""Facts as words: how database objects and their dependencies are spelled in the Markdown of an answer."""

from __future__ import annotations

from collections.abc import Sequence

from lineai_core.plugin import ApiError, Node, Relationship, code, escape, spell
from lineai_database.entity import CodeDependency, Entity, Failure, Person, RelatedObject, Unresolved
from lineai_database.kinds import EntityType, kind_of
from lineai_database.queries import Hit
from lineai_database.risk import COMPLEXITY_THRESHOLD

PLURALS: dict[EntityType, str] = {"table": "Tables", "view": "Views", "column": "Columns"}
UNKNOWN = "unknown"


def dotted(names: Sequence[str], *, limit: int = 200) -> str:
    """Return a dotted name."""
    return code(".".join(names), limit=limit)


def hit(item: Hit) -> str:
    """Return a match as the search describes it."""
    schema = "" if item.schema else " (schema unknown)"
    return dotted([name for name in (item.schema, item.node.name) if name]) + schema


def relations(edges: Sequence[Relationship]) -> str:
    """Return the types of relationships, each with its evidence."""
    return "; ".join(spell.relation(edge) + spell.evidence(edge) for edge in edges)


def via(node: Node | None) -> str:
    """Return whether something is direct, or through which object it is not."""
    if node is None:
        return "direct"
    return f"indirect (via {kind_of(node) or 'object'} {code(node.name)})"


def code_cells(item: CodeDependency) -> list[str]:
    """Return the cells: element, type, relationship, reference type, complexity."""
    complexity = spell.figure(item.node.complexity, UNKNOWN)
    if item.node.complexity is not None and item.node.complexity > COMPLEXITY_THRESHOLD:
        complexity = f"**{complexity}** ⚠️"
    return [
        spell.node(item.node),
        spell.label(item.node),
        relations(item.relationships),
        via(item.via),
        complexity,
    ]


def object_cells(item: RelatedObject) -> list[str]:
    """Return the cells: object, type, relationship, direction, reference type."""
    return [
        spell.node(item.node),
        spell.label(item.node),
        relations(item.relationships),
        item.direction,
        via(item.via),
    ]


def person_line(person: Person) -> str:
    """Return someone in charge, and of what."""
    of = spell.several([node.name for node in person.of])
    return f"{person.role.capitalize()}: {escape(person.name)} (of {of})"


def application_line(application: Node, entities: Sequence[Entity]) -> str:
    """Return an application with the matches that it is concerned by."""
    names = [".".join(entity.names) for entity in entities]
    return f"{code(application.name)}: {spell.several(names, most=5)}"


def unresolved_cells(item: Unresolved, names: Sequence[str]) -> list[str]:
    """Return the cells: sought, target labels, endpoint, referenced by, which matches it could mean."""
    reference = item.reference
    endpoint = " ".join(filter(None, (reference.endpoint.get("httpMethod"), reference.endpoint.get("path"))))
    return [
        code(reference.sought) + (f" – {escape(reference.reason)}" if reference.reason else ""),
        escape(", ".join(reference.labels)) if reference.labels else "-",
        code(endpoint) if endpoint else "-",
        "; ".join(map(spell.reference, item.places)) or "-",
        spell.several(names) if names else "none",
    ]


def failure_cells(item: Failure) -> list[str]:
    """Return the cells: entity, error, risk."""
    return [dotted(item.names), failure_text(item), UNKNOWN]


def failure_text(item: Failure) -> str:
    """Return why the impact of a match could not be read."""
    if item.error is None:
        return "invalid_response: the search tells no id for it"
    return f"{error_kind(item.error)}: {spell.sentence(item.error.message)}"


def error_kind(error: ApiError) -> str:
    """Return the kind of a failed request, with the status if there was an answer."""
    return error.kind if error.status is None else f"{error.kind}, HTTP {error.status}"
