"""The parts of an impact graph: nodes, relationships, and references that found no definition."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from lineai_core._graph.values import NOTHING, mapping, number, text, texts

_GROUPING = frozenset({"GROUPS", "REFERENCES_GROUP"})
MARKS = frozenset({"annotations", "groupIds"})
"""Properties that only some nodes have, and by which reports look for nodes."""

_UNRESOLVED = "UnresolvedReference"
_SOUGHT = re.compile(r"\b(shortName|identity) EQUALS (.+)", re.DOTALL)


class Node:
    """One element of the code: a method, class, endpoint, table or application.

    ``name`` is never empty: without a name the node shows its identity or id. ``label`` is the primary
    label, empty if the payload has none. Every accessor reads the node's own ``properties``, and answers
    ``None`` or an empty tuple for what is missing or malformed. Nodes are values: nobody changes one.
    """

    __slots__ = ()

    id: str
    name: str
    identity: str
    label: str

    if TYPE_CHECKING:

        @property
        def properties(self) -> Mapping[str, Any]:
            """All properties of the payload's row."""

    @staticmethod
    def of(identifier: str, name: str, identity: str, label: str, properties: Mapping[str, Any]) -> Node:
        """Return the node with exactly these attributes."""
        return _ReadNode(identifier, name, identity, label, properties)

    @classmethod
    def parse(cls, raw: Any) -> Node | None:
        """Return the node that a row describes, or ``None`` if the row is no object or has no id."""
        if not isinstance(raw, (dict, Mapping)):
            return None
        properties = mapping(raw.get("properties"))
        identifier = text(raw.get("id")) or text(properties.get("id"))
        if not identifier:
            return None
        name, identity, label = (text(raw.get(key)) for key in ("name", "identity", "primaryLabel"))
        return cls.of(identifier, *spelled(identifier, name, identity, label, properties), properties)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Node) and _shown(self) == _shown(other)

    def __hash__(self) -> int:
        return hash(self.id)

    def __repr__(self) -> str:
        return "Node(id={!r}, name={!r}, identity={!r}, label={!r})".format(*_shown(self))

    @property
    def is_unresolved(self) -> bool:
        """Whether this is the trace of a reference whose target is unknown, not an element of the code."""
        return self.label == _UNRESOLVED

    @property
    def is_method(self) -> bool:
        """Whether the label is that of a method, in any language."""
        return self.label.endswith("MethodEntity")

    @property
    def is_class(self) -> bool:
        """Whether the label is that of a class, in any language."""
        return self.label.endswith("ClassEntity")

    @property
    def complexity(self) -> int | float | None:
        """Cyclomatic complexity."""
        return self.number("statistics.cyclomaticComplexity")

    @property
    def owners(self) -> tuple[str, ...]:
        """Code owners, in the payload's order."""
        return self.texts("lineai.owners")

    @property
    def reviewers(self) -> tuple[str, ...]:
        """Code reviewers, in the payload's order."""
        return self.texts("lineai.reviewers")

    @property
    def symbol(self) -> str | None:
        """``path/to/file.py::Qualified.Name``, where the backend knows it."""
        return self.text("symbol") or None

    @property
    def path(self) -> str | None:
        """Source file relative to its repository, where the backend knows it."""
        return self.text("path") or None

    @property
    def line(self) -> int | None:
        """1-based line of the definition, where the backend knows it."""
        value = self.number("line")
        return int(value) if value is not None and value >= 1 else None

    def get(self, key: str) -> Any:
        """Return a property as the payload holds it, ``None`` if it does not."""
        return self.properties.get(key)

    def text(self, key: str) -> str:
        """Return a property as text, empty if it is missing or no scalar."""
        return text(self.get(key))

    def texts(self, key: str) -> tuple[str, ...]:
        """Return a property as a list of distinct strings."""
        return texts(self.get(key))

    def number(self, key: str) -> int | float | None:
        """Return a property as a finite number; a numeric string counts."""
        return number(self.get(key))


def spelled(
    identifier: str, name: str, identity: str, label: str, properties: Mapping[str, Any]
) -> tuple[str, str, str]:
    """Return a node's first name that is not blank, its identity, and its label as reports use it."""
    get = properties.get
    identity = identity or text(get("identity"))
    if not name.strip():
        others = (get("name"), get("shortName"), identity)
        name = next((other for other in map(text, others) if other.strip()), identifier)
    own = text(get("primaryLabel"))
    label = _UNRESOLVED if label == "SearchNode" or own == _UNRESOLVED else label or own
    return name, identity, label


def _shown(node: Node) -> tuple[str, str, str, str]:
    return node.id, node.name, node.identity, node.label


@dataclass(slots=True, eq=False, repr=False)
class _ReadNode(Node):
    id: str
    name: str
    identity: str
    label: str
    properties: Mapping[str, Any]


class Relationship:
    """A directed relationship whose two ends are in the graph; ``type`` may be empty.

    Relationships are values: nobody changes one.
    """

    __slots__ = ()

    start: Node
    end: Node
    type: str
    contains: bool
    group: bool
    properties: Mapping[str, Any]

    @staticmethod
    def of(
        start: Node,
        end: Node,
        kind: str,
        *,
        contains: bool = False,
        group: bool = False,
        properties: Mapping[str, Any] = NOTHING,
    ) -> Relationship:
        """Return the relationship with exactly these attributes."""
        return _ReadRelationship(start, end, kind, contains, group, properties)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Relationship) and _told(self) == _told(other)

    def __hash__(self) -> int:
        return hash((self.start.id, self.end.id, self.type))

    def __repr__(self) -> str:
        return f"Relationship({self.start.id!r}, {self.end.id!r}, {self.type!r})"

    @property
    def is_dependency(self) -> bool:
        """Whether a change of the end can break the start: no containment, grouping or self-loop."""
        return not (self.contains or self.group or self.start.id == self.end.id)

    @property
    def lane(self) -> str | None:
        """How it was found (``Syntactic``, ``Heuristic``, ``Imported`` or ``Symbolic``), if told."""
        return text(self.properties.get("lane")) or None

    @property
    def confidence(self) -> float | None:
        """How sure it is, from 0 to 1, if told."""
        value = number(self.properties.get("confidence"))
        return None if value is None else float(value)

    @property
    def reason(self) -> str | None:
        """Why the target of an unresolved reference could not be told here, if the backend says so."""
        return text(self.properties.get("reason")) or None

    @property
    def provenance(self) -> tuple[str, ...]:
        """The places it was read from, each ``path:line``, if told."""
        return texts(self.properties.get("provenance"))

    def merged(self, other: Relationship) -> Relationship:
        """Return one relationship with the evidence of two that say the same."""
        if not other.properties:
            return self
        properties = {**other.properties, **self.properties}
        places = dict.fromkeys(self.provenance + other.provenance)
        if places:
            properties["provenance"] = list(places)
        return Relationship.of(
            self.start,
            self.end,
            self.type,
            contains=self.contains or other.contains,
            group=self.group or other.group,
            properties=properties,
        )


def _told(relationship: Relationship) -> tuple[Node, Node, str, bool, bool]:
    each = relationship
    return each.start, each.end, each.type, each.contains, each.group


@dataclass(slots=True, eq=False, repr=False)
class _ReadRelationship(Relationship):
    start: Node
    end: Node
    type: str
    contains: bool
    group: bool
    properties: Mapping[str, Any]


def is_containment(kind: str) -> bool:
    """Return whether relationships of this type contain their end, whatever their flags say."""
    return kind.startswith("CONTAINS_")


def is_grouping(kind: str) -> bool:
    """Return whether relationships of this type put their end into a group, whatever their flags say."""
    return kind in _GROUPING


@dataclass(frozen=True, slots=True)
class UnreadFile:
    """A file that could not be analysed although it may mention the searched node."""

    path: str
    reason: str


@dataclass(frozen=True, slots=True)
class Reference:
    """A node that mentions an unresolved reference, and how."""

    node: Node
    relationship: Relationship


@dataclass(frozen=True, slots=True)
class UnresolvedReference:
    """A reference in the code whose target could not be told.

    ``sought`` is the search that found nothing, in the backend's words. ``labels`` are the kinds of
    element it may stand for. ``endpoint`` holds what is known of an HTTP call (``httpMethod``,
    ``path``). ``referenced_by`` are the elements that contain it.
    """

    node: Node
    referenced_by: tuple[Reference, ...]

    @property
    def id(self) -> str:
        """The id of its node."""
        return self.node.id

    @property
    def sought(self) -> str:
        """What was searched for, in the backend's words."""
        return self.node.name

    @property
    def labels(self) -> tuple[str, ...]:
        """The kinds of element it may stand for, without the backend's own bookkeeping labels."""
        raw = self.node.properties.get("labels")
        labels = [label for label in raw if isinstance(label, str)] if isinstance(raw, (list, tuple)) else raw
        return tuple(label for label in texts(labels) if not label.startswith("v-") and label != _UNRESOLVED)

    @property
    def reason(self) -> str | None:
        """Why it stayed open, if the backend says so."""
        return self.node.text("reason") or None

    @property
    def sites(self) -> int:
        """How many places refer to it, at least."""
        told = self.node.number("sites") or 0
        return max(1, len(self.referenced_by), int(told))

    @property
    def endpoint(self) -> Mapping[str, str]:
        """What is known of the HTTP endpoint it calls; empty if it is not an HTTP call."""
        nested = mapping(self.node.properties.get("endpoint"))
        flat = {
            key.removeprefix("endpoint."): value
            for key, value in self.node.properties.items()
            if isinstance(key, str) and key.startswith("endpoint.")
        }
        spelled = {str(key): text(value) for key, value in {**nested, **flat}.items()}
        return {key: value for key, value in spelled.items() if value}

    @property
    def short_name(self) -> str | None:
        """The simple name it looks for, or ``None`` if any name could be meant."""
        fuzzy: Any = self.node.properties.get("fuzzy")
        if isinstance(fuzzy, str):
            try:
                fuzzy = json.loads(fuzzy)
            except ValueError:
                fuzzy = None
        name = text(mapping(fuzzy).get("shortName")) or self.node.text("shortName")
        if name:
            return name
        kind, value = "identity", self.node.identity
        if found := _SOUGHT.search(self.sought):
            kind, value = found.groups()
        if kind == "identity":
            value = value.rpartition("|")[2].partition("(")[0]
        return value.strip() or None
