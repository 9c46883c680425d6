"""The facts of an impact answer as data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from lineai_core.plugin import ImpactGraph, Node, Reference, Relationship, UnresolvedReference

Status = Literal["resolved", "unknown", "unreferenced"]


@dataclass(frozen=True, slots=True)
class Dependent:
    """An element that a change of the method can break, with every relationship that says so."""

    node: Node
    relationships: tuple[Relationship, ...]


@dataclass(frozen=True, slots=True)
class Application:
    """An application in the graph, and the applications that it depends on."""

    node: Node
    depends_on: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Person:
    """Someone in charge; ``of`` is the class they are in charge of if the method itself names nobody."""

    name: str
    role: Literal["owner", "reviewer"]
    of: Node | None = None


@dataclass(frozen=True, slots=True)
class Unresolved:
    """A reference without a definition, and whether it could be a call of the method.

    One with many places is told in several parts: ``first`` is the offset of the first place in
    ``places``, which are some of those in ``reference.referenced_by``.
    """

    reference: UnresolvedReference
    may_call: bool
    places: tuple[Reference, ...]
    first: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Impact:
    """All facts of one answer.

    ``known`` is false if the graph lacks the method. ``status`` is ``unreferenced`` only if nothing
    could hide a dependent; ``doubts`` say, as clauses, what could. ``depths`` counts the
    direct and transitive dependents by their shortest distance from the method, 1 for the direct ones.
    """

    target: Node
    known: bool
    graph: ImpactGraph
    status: Status
    doubts: tuple[str, ...]
    depths: Mapping[int, int]
    dependents: tuple[Dependent, ...]
    applications: tuple[Application, ...]
    endpoints: tuple[Node, ...]
    rest_methods: tuple[Node, ...]
    controllers: tuple[Node, ...]
    endpoint_calls: tuple[Relationship, ...]
    people: tuple[Person, ...]
    unresolved: tuple[Unresolved, ...]
    nodes: tuple[Node, ...]
    relationships: tuple[Relationship, ...]

    @property
    def possible_callers(self) -> int:
        """How many places could be calls of the method although their target is unknown."""
        return sum(item.reference.sites for item in self.unresolved if item.may_call and not item.first)

    @property
    def unresolved_references(self) -> int:
        """How many references without a definition there are, however many places each has."""
        return sum(not item.first for item in self.unresolved)
