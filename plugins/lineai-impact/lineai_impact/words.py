"""Facts as words: how nodes, relationships and people are spelled in the Markdown of an answer."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from lineai_core.plugin import Node, Reference, Relationship, UnreadFile, UnresolvedReference, code, escape
from lineai_impact import rest
from lineai_impact.impact import Application, Dependent, Person, Unresolved
from lineai_impact.risk import COMPLEXITY_THRESHOLD

FEW = 3
UNKNOWN = "unknown"
ABSENT = "N/A"


def spelled(node: Node) -> str:
    """Return a node's symbol, identity or name, whichever tells most."""
    return code(node.symbol or node.identity or node.name)


def short(node: Node) -> str:
    """Return a node's symbol or name."""
    return code(node.symbol or node.name)


def label(node: Node) -> str:
    """Return a node's label."""
    return escape(node.label) if node.label else "unlabelled"


def relation(edge: Relationship) -> str:
    """Return a relationship's type."""
    return escape(edge.type) if edge.type else "unspecified relation"


def figure(value: int | float | None, absent: str = ABSENT) -> str:
    """Return a number, or a word if there is none."""
    return absent if value is None else str(value)


def several(texts: Sequence[str], spell: Callable[[str], str] = code, *, most: int = FEW) -> str:
    """Return the first few texts, each spelled in Markdown, and how many more there are."""
    more = len(texts) - most
    return ", ".join(map(spell, texts[:most])) + (f" and {more:,} more" if more > 0 else "")


def evidence(edge: Relationship) -> str:
    """Return how a relationship was found and where; nothing if the backend does not tell."""
    where = f" at {several(edge.provenance)}" if edge.provenance else ""
    confidence = None if edge.confidence is None else f"{edge.confidence:.2f}"
    how = ", ".join(escape(part) for part in (edge.lane, confidence) if part)
    return where + (f" ({how})" if how else "")


def dependent_line(dependent: Dependent) -> str:
    """Return a dependent with its label and its relations."""
    relations = "; ".join(relation(edge) + evidence(edge) for edge in dependent.relationships)
    node = dependent.node
    name = f"{code(node.name)} – {spelled(node)}" if node.symbol is None and node.identity else spelled(node)
    return f"{name} ({label(node)}): {relations}"


def application_line(application: Application) -> str:
    """Return an application with those it depends on."""
    names = [node.name for node in application.depends_on]
    needs = f" → {several(names, most=10)}" if names else " (no dependencies)"
    return code(application.node.name) + needs


def endpoint_line(node: Node) -> str:
    """Return an endpoint as verb and path."""
    return code(rest.endpoint_name(node))


def rest_method_line(node: Node) -> str:
    """Return a method with the annotations that bind it to a route."""
    return f"{spelled(node)}: {several(rest.routes(node))}"


def controller_line(node: Node) -> str:
    """Return a controller with its label."""
    return f"{spelled(node)} ({label(node)})"


def endpoint_call_line(edge: Relationship) -> str:
    """Return who calls which endpoint."""
    ends = [endpoint_line(end) if end.label == "Endpoint" else spelled(end) for end in (edge.start, edge.end)]
    return f"{ends[0]} → {ends[1]} ({relation(edge)})"


def person_line(person: Person) -> str:
    """Return someone in charge, and of what."""
    of = f" (of the class {code(person.of.name)})" if person.of else ""
    return f"{person.role.capitalize()}: {escape(person.name)}{of}"


def alternative_line(node: Node) -> str:
    """Return another method of the same name so that it can be asked for."""
    return f"{spelled(node)} ({label(node)})"


def unresolved_cells(item: Unresolved) -> list[str]:
    """Return the cells: sought, target labels, endpoint, referenced by, could it be a caller."""
    reference: UnresolvedReference = item.reference
    by = [reference_text(place) for place in item.places]
    endpoint = rest.sought_endpoint(reference)
    sought = code(reference.sought) + (f" – {escape(reference.reason)}" if reference.reason else "")
    return [
        sought,
        escape(", ".join(reference.labels)) if reference.labels else "-",
        code(endpoint) if endpoint else "-",
        "; ".join(by) or "-",
        "possible" if item.may_call else "no",
    ]


def reference_text(place: Reference) -> str:
    """Return who contains an unresolved reference, where, and why it stayed open."""
    edge = place.relationship
    reason = f": {escape(edge.reason)}" if edge.reason else ""
    return f"{spelled(place.node)} ({relation(edge)}{evidence(edge)}{reason})"


def unread_line(file: UnreadFile) -> str:
    """Return a file that could not be analysed, and why."""
    return f"{code(file.path)}: {escape(file.reason) if file.reason else 'no reason given'}"


def node_cells(node: Node) -> list[str]:
    """Return the cells: name, type and five figures; a complexity above the threshold is marked."""
    complexity = figure(node.complexity)
    if node.complexity is not None and node.complexity > COMPLEXITY_THRESHOLD:
        complexity = f"**{complexity}** ⚠️"
    keys = (
        "instructionCount",
        "methodCount",
        "outgoingExternalReferenceTotal",
        "incomingExternalReferenceTotal",
    )
    figures = [figure(node.number(f"statistics.{key}")) for key in keys]
    return [short(node), label(node), complexity, *figures]


def relationship_cells(edge: Relationship, target: str) -> list[str]:
    """Return the cells: type, source, source type, target, target type; bold if the method is an end."""
    cells = [relation(edge), short(edge.start), label(edge.start), short(edge.end), label(edge.end)]
    if target in (edge.start.id, edge.end.id):
        cells = [f"**{cell}**" if index in (0, 1, 3) else cell for index, cell in enumerate(cells)]
    return cells
