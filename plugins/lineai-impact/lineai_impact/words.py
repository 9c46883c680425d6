"""Facts as words: how methods, endpoints and people are spelled in the Markdown of an answer."""

from __future__ import annotations

from lineai_core.plugin import Node, Relationship, UnresolvedReference, code, escape, spell
from lineai_impact import rest
from lineai_impact.impact import Application, Dependent, Person, Unresolved
from lineai_impact.risk import COMPLEXITY_THRESHOLD

UNKNOWN = "unknown"


def dependent_line(dependent: Dependent) -> str:
    """Return a dependent with its label and its relations."""
    relations = "; ".join(spell.relation(edge) + spell.evidence(edge) for edge in dependent.relationships)
    node = dependent.node
    name = (
        f"{code(node.name)} – {spell.node(node)}"
        if node.symbol is None and node.identity
        else spell.node(node)
    )
    return f"{name} ({spell.label(node)}): {relations}"


def application_line(application: Application) -> str:
    """Return an application with those it depends on."""
    names = [node.name for node in application.depends_on]
    needs = f" → {spell.several(names, most=10)}" if names else " (no dependencies)"
    return code(application.node.name) + needs


def endpoint_line(node: Node) -> str:
    """Return an endpoint as verb and path."""
    return code(rest.endpoint_name(node))


def rest_method_line(node: Node) -> str:
    """Return a method with the annotations that bind it to a route."""
    return f"{spell.node(node)}: {spell.several(rest.routes(node))}"


def controller_line(node: Node) -> str:
    """Return a controller with its label."""
    return f"{spell.node(node)} ({spell.label(node)})"


def endpoint_call_line(edge: Relationship) -> str:
    """Return who calls which endpoint."""
    ends = [
        endpoint_line(end) if end.label == "Endpoint" else spell.node(end) for end in (edge.start, edge.end)
    ]
    return f"{ends[0]} → {ends[1]} ({spell.relation(edge)})"


def person_line(person: Person) -> str:
    """Return someone in charge, and of what."""
    of = f" (of the class {code(person.of.name)})" if person.of else ""
    return f"{person.role.capitalize()}: {escape(person.name)}{of}"


def alternative_line(node: Node) -> str:
    """Return another method of the same name so that it can be asked for."""
    return f"{spell.node(node)} ({spell.label(node)})"


def unresolved_cells(item: Unresolved) -> list[str]:
    """Return the cells: sought, target labels, endpoint, referenced by, could it be a caller."""
    reference: UnresolvedReference = item.reference
    by = [spell.reference(place) for place in item.places]
    endpoint = rest.sought_endpoint(reference)
    sought = code(reference.sought) + (f" – {escape(reference.reason)}" if reference.reason else "")
    return [
        sought,
        escape(", ".join(reference.labels)) if reference.labels else "-",
        code(endpoint) if endpoint else "-",
        "; ".join(by) or "-",
        "possible" if item.may_call else "no",
    ]


def node_cells(node: Node) -> list[str]:
    """Return the cells: name, type and five figures; a complexity above the threshold is marked."""
    complexity = spell.figure(node.complexity)
    if node.complexity is not None and node.complexity > COMPLEXITY_THRESHOLD:
        complexity = f"**{complexity}** ⚠️"
    keys = (
        "instructionCount",
        "methodCount",
        "outgoingExternalReferenceTotal",
        "incomingExternalReferenceTotal",
    )
    figures = [spell.figure(node.number(f"statistics.{key}")) for key in keys]
    return [spell.short(node), spell.label(node), complexity, *figures]


def relationship_cells(edge: Relationship, target: str) -> list[str]:
    """Return the cells: type, source, source type, target, target type; bold if the method is an end."""
    cells = [
        spell.relation(edge),
        spell.short(edge.start),
        spell.label(edge.start),
        spell.short(edge.end),
        spell.label(edge.end),
    ]
    if target in (edge.start.id, edge.end.id):
        cells = [f"**{cell}**" if index in (0, 1, 3) else cell for index, cell in enumerate(cells)]
    return cells
