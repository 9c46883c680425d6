"""The facts about one database object."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from lineai_core.plugin import ApiError, Node, Reference, Relationship, UnreadFile, UnresolvedReference
from lineai_database.queries import Hit

Status = Literal["resolved", "unknown", "unreferenced"]
Level = Literal["high", "medium", "low", "unknown"]
Verdict = Literal["elevated", "acceptable", "unknown"]


@dataclass(frozen=True, slots=True)
class CodeDependency:
    """A code element that uses the object, or another object (``via``) through which it is touched."""

    node: Node
    relationships: tuple[Relationship, ...]
    via: Node | None = None


@dataclass(frozen=True, slots=True)
class RelatedObject:
    """A database object that depends on this one, or that this one depends on.

    ``via`` is the part or neighbour of this object that the relationship is about, if not itself.
    """

    node: Node
    direction: Literal["depends on it", "it depends on"]
    relationships: tuple[Relationship, ...]
    via: Node | None = None


@dataclass(frozen=True, slots=True)
class Person:
    """Someone in charge of the object, or of code that uses it: of each node in ``of``."""

    name: str
    role: Literal["owner", "reviewer"]
    of: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Unresolved:
    """A reference without a definition, and some of its places.

    One with many places is told in several parts: ``first`` is the offset of the first place.
    """

    reference: UnresolvedReference
    places: tuple[Reference, ...]
    first: int = 0


@dataclass(frozen=True, slots=True)
class Reason:
    """One thing looked at. ``message`` is a sentence that quotes nothing from the graph."""

    factor: str
    verdict: Verdict
    message: str


@dataclass(frozen=True, slots=True)
class Risk:
    """How much a change of the object can break, and what that rests on."""

    level: Level
    reasons: tuple[Reason, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Entity:
    """All facts about one object.

    ``number`` counts the matches from 1. ``known`` is false if the graph lacks the object. ``status`` is
    ``unreferenced`` only if nothing could hide a dependency; ``doubts`` say, as clauses, what could.
    ``may_mean`` are ids of unresolved references that could mean this object.
    """

    number: int
    node: Node
    known: bool
    schema: str | None
    parent: Node | None
    status: Status
    doubts: tuple[str, ...]
    code: tuple[CodeDependency, ...]
    objects: tuple[RelatedObject, ...]
    people: tuple[Person, ...]
    applications: tuple[Node, ...]
    unresolved: tuple[UnresolvedReference, ...]
    may_mean: frozenset[str]
    unread: tuple[UnreadFile, ...]
    risk: Risk

    @property
    def names(self) -> tuple[str, ...]:
        """The names that lead to the object, as far as they are known: schema, parent, its own."""
        parent = self.parent.name if self.parent is not None else None
        return tuple(name for name in (self.schema, parent, self.node.name) if name)


@dataclass(frozen=True, slots=True)
class Failure:
    """A match whose impact could not be read; ``error`` is ``None`` if the search told no id for it."""

    number: int
    hit: Hit
    error: ApiError | None

    @property
    def names(self) -> tuple[str, ...]:
        """The names that lead to the object, as far as the search tells them."""
        return tuple(name for name in (self.hit.schema, self.hit.node.name) if name)
