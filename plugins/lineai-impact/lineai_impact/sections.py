"""The lists of an impact answer, the most important first."""

from __future__ import annotations

from collections.abc import Sequence
from operator import attrgetter
from typing import Any

from lineai_core.plugin import Node, Row, Section, fact, spell
from lineai_impact import facts, words
from lineai_impact.impact import Impact

DEPENDENTS = "dependents"
ALTERNATIVES = "alternatives"
APPLICATIONS = "applications"
ENDPOINTS = "endpoints"
REST_METHODS = "rest_methods"
CONTROLLERS = "controllers"
ENDPOINT_CALLS = "endpoint_dependencies"
PEOPLE = "owners"
UNRESOLVED = "unresolved_references"
UNREAD = "unread_files"
NODES = "nodes"
RELATIONSHIPS = "relationships"


def sections(impact: Impact, alternatives: Sequence[Node]) -> tuple[Section[Any], ...]:
    """Return the lists, in the order in which they may spend the budget and are read on."""
    target = impact.target.id
    return (
        Section(
            name=DEPENDENTS,
            heading="## Method Impact",
            items=impact.dependents,
            key=lambda item: item.node.id,
            render=lambda item: Row([words.dependent_line(item)], facts.dependent_facts(item)),
            weight=16,
        ),
        Section(
            name=ALTERNATIVES,
            heading="### Other Methods That Match",
            items=alternatives,
            key=lambda node: node.id,
            render=lambda node: Row([words.alternative_line(node)], fact.node(node)),
            weight=1,
        ),
        Section(
            name=UNRESOLVED,
            heading="## Unresolved References (dependency indicators)",
            items=impact.unresolved,
            key=lambda item: f"{item.reference.id}\0{item.first}",
            render=lambda item: Row(words.unresolved_cells(item), facts.unresolved_facts(item)),
            weight=6,
            headers=("Sought", "Target Labels", "Endpoint", "Referenced By", "Caller?"),
        ),
        Section(
            name=UNREAD,
            heading="### Files That Could Not Be Analysed",
            items=impact.graph.unread,
            key=lambda file: file.path,
            render=lambda file: Row([spell.unread(file)], fact.unread(file)),
            weight=1,
        ),
        Section(
            name=APPLICATIONS,
            heading="## Application Dependency Graph",
            items=impact.applications,
            key=lambda item: item.node.id,
            render=lambda item: Row([words.application_line(item)], facts.application_facts(item)),
            weight=1,
        ),
        Section(
            name=ENDPOINTS,
            heading="### Affected REST Endpoints",
            items=impact.endpoints,
            key=lambda node: node.id,
            render=lambda node: Row([words.endpoint_line(node)], facts.endpoint_facts(node)),
            weight=1,
        ),
        Section(
            name=REST_METHODS,
            heading="#### REST Methods with Annotations",
            items=impact.rest_methods,
            key=lambda node: node.id,
            render=lambda node: Row([words.rest_method_line(node)], facts.rest_method_facts(node)),
            weight=1,
        ),
        Section(
            name=CONTROLLERS,
            heading="#### Affected API Controllers",
            items=impact.controllers,
            key=lambda node: node.id,
            render=lambda node: Row([words.controller_line(node)], fact.node(node)),
            weight=1,
        ),
        Section(
            name=ENDPOINT_CALLS,
            heading="### REST API Dependencies",
            items=impact.endpoint_calls,
            key=lambda edge: f"{edge.start.id}\0{edge.type}\0{edge.end.id}",
            render=lambda edge: Row([words.endpoint_call_line(edge)], fact.relationship(edge)),
            weight=1,
        ),
        Section(
            name=PEOPLE,
            heading="### Code Ownership",
            items=impact.people,
            key=lambda person: f"{person.role}\0{person.name}",
            render=lambda person: Row([words.person_line(person)], facts.person_facts(person)),
            weight=1,
        ),
        Section(
            name=NODES,
            heading="## Detailed Node Metrics",
            items=impact.nodes,
            key=attrgetter("id"),
            render=lambda node: Row(words.node_cells(node), facts.metric_facts(node)),
            weight=2,
            headers=(
                "Name",
                "Type",
                "Complexity",
                "Instruction Count",
                "Method Count",
                "Outgoing Refs",
                "Incoming Refs",
            ),
        ),
        Section(
            name=RELATIONSHIPS,
            heading="## Relationship Map",
            items=impact.relationships,
            key=attrgetter("start.id", "type", "end.id"),
            render=lambda edge: Row(words.relationship_cells(edge, target), fact.relationship(edge)),
            weight=2,
            headers=("Relationship Type", "Source", "Source Type", "Target", "Target Type"),
        ),
    )
