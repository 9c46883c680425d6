"""The code graph that linking produces and the store keeps: nodes, edges with evidence, unresolved sites."""

from __future__ import annotations

import hashlib
from typing import Literal

import msgspec

DYNAMIC_SQL = "<dynamic SQL>"
"""The name of an unresolved site that may use any table."""

DATABASE_KINDS = frozenset(
    {"schema", "table", "view", "column", "index", "trigger", "constraint", "unresolved"}
)
"""Kinds of nodes that are parts of a database, or a table that is used and nowhere defined."""

DATABASE_USES = ("DELETES", "FOREIGN_KEY", "INSERTS", "REFERENCES", "SELECTS", "UPDATES")
"""The edges that run from a user of a part of a database to that part."""

Lane = Literal["Syntactic", "Heuristic", "Imported", "Symbolic"]
EdgeType = Literal[
    "INVOKES_METHOD",
    "REFERENCES_METHOD",
    "REFERENCES_CLASS",
    "INSTANTIATES",
    "EXTENDS",
    "OVERRIDES",
    "IMPORTS",
    "CONTAINS_FILE",
    "CONTAINS_CLASS",
    "CONTAINS_METHOD",
    "CONTAINS_TABLE",
    "CONTAINS_COLUMN",
    "SELECTS",
    "INSERTS",
    "UPDATES",
    "DELETES",
    "REFERENCES",
    "FOREIGN_KEY",
    "GROUPS",
    "REFERENCES_GROUP",
]


class Evidence(msgspec.Struct, frozen=True, array_like=True, gc=False, order=True):
    """Why an edge is believed: the lane it came by, who found it, how sure it is (0 to 1), and where."""

    lane: Lane
    backend: str
    confidence: float
    path: str
    line: int


class CodeNode(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A definition, file or application.

    ``id`` is stable under edits. ``symbol`` is ``path::Qualified.Name`` (``path::<module>`` for a
    file's module-level code). ``parent`` is the id of the node that contains it, or empty.
    ``identity`` is ``package-or-path|Class|method(signature)`` as in Lineai. ``kind`` is the
    definition's kind, or ``application``. ``outside_base`` names a base class from outside the index that
    may call the method, if the method overrides none inside it.
    """

    id: str
    repository: str
    symbol: str
    kind: str
    label: str
    name: str
    identity: str
    path: str
    line: int
    end_line: int
    parent: str = ""
    language: str = ""
    complexity: int = 0
    statements: int = 0
    annotations: tuple[str, ...] = ()
    modifiers: tuple[str, ...] = ()
    outside_base: str = ""


class CodeEdge(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A directed relationship between two nodes, with all the evidence for it, strongest first."""

    source: str
    target: str
    type: EdgeType
    evidence: tuple[Evidence, ...]


class UnresolvedSite(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A call, or a function passed as a value, that could not be bound to a definition.

    ``source`` is the node that contains it, ``name`` the simple name that is called or passed, and
    ``reason`` says in words why it stayed open. A statement of SQL whose table is computed has the kind
    ``sql`` and the name ``DYNAMIC_SQL``.
    """

    source: str
    name: str
    kind: Literal["call", "reference", "sql"]
    path: str
    line: int
    reason: str


class CodeGraph(msgspec.Struct):
    """The result of linking. Lists are sorted, so equal inputs give equal graphs."""

    nodes: list[CodeNode]
    edges: list[CodeEdge]
    unresolved: list[UnresolvedSite]


def node_id(repository: str, kind: str, symbol: str, ordinal: int = 0) -> str:
    """Return a node's id: 24 hexadecimal digits that depend on what it is, never on a line number.

    ``ordinal`` tells apart definitions of one file that share kind and symbol, in source order.
    """
    text = "\0".join((repository, kind, symbol, str(ordinal)))
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=12).hexdigest()
