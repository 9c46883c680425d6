"""Reading a large payload straight from its text, as far as its rows have the regular form.

Most of an impact payload are properties that no report asks for. Here the text is decoded into nodes and
relationships at once, with only those properties that every report needs; the others are decoded when one
of them is asked for. What is not regular (an id that is a number, a row that is no object, two rows of one
id) is left to the tolerant reader.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any

import msgspec

from lineai_core._graph.model import Node, Relationship, is_containment, is_grouping, spelled
from lineai_core._graph.values import NOTHING, mapping

if TYPE_CHECKING:
    Text = str
    Flag = bool
else:  # what a payload may hold; ``Rows`` makes text and truth values of it
    Text = str | None
    Flag = Any


class _Known(msgspec.Struct, gc=False):
    """The properties that are asked of every node."""

    identity: Any = None
    primaryLabel: Any = None
    annotations: Any = None
    groupIds: Any = None


class _Node(Node, msgspec.Struct, gc=False, eq=False, repr_omit_defaults=True):
    id: str
    name: Text = ""
    identity: Text = ""
    label: Text = msgspec.field(default="", name="primaryLabel")
    known: _Known | None = msgspec.field(default=None, name="properties")
    source: Any = msgspec.field(default=None, name="(source)")
    row: int = msgspec.field(default=0, name="(row)")

    @property
    def properties(self) -> Mapping[str, Any]:
        """All properties of the payload's row."""
        return _Properties(self)

    def get(self, key: str) -> Any:
        """Return a property as the payload holds it, ``None`` if it does not."""
        if key not in _KNOWN:
            return self.properties.get(key)
        return getattr(self.known, key, None)


class _Relationship(Relationship, msgspec.Struct, gc=False, eq=False):
    start_id: str = msgspec.field(name="startId")
    end_id: str = msgspec.field(name="endId")
    type: str = ""
    contains: Flag = False
    group: Flag = False
    properties: Any = msgspec.field(default=NOTHING)
    start: Any = msgspec.field(default=None, name="(start)")
    end: Any = msgspec.field(default=None, name="(end)")


class _Payload(msgspec.Struct):
    nodes: list[_Node]
    relationships: list[_Relationship]
    truncated: Any = None
    not_analysed: Any = msgspec.field(default=None, name="notAnalysed")


class _Unread(msgspec.Struct, gc=False):
    properties: msgspec.Raw = msgspec.Raw(b"null")


class _Texts(msgspec.Struct):
    nodes: list[_Unread]


_KNOWN = frozenset(_Known.__struct_fields__)
_PAYLOAD = msgspec.json.Decoder(_Payload)
_TEXTS = msgspec.json.Decoder(_Texts)


class _Source:
    """The text of a payload, read once more when a property is asked for that ``_Known`` lacks."""

    def __init__(self, body: bytes | memoryview) -> None:
        self._body = body

    @cached_property
    def texts(self) -> list[_Unread]:
        """The properties of each node as they stand in the payload."""
        return _TEXTS.decode(self._body).nodes


class Rows:
    """The rows of a regular payload: ``nodes`` by id, ``relationships``, and those that were ``lost``.

    ``starts`` and ``ends`` are the positions of the relationships' ends among the nodes. ``marked`` are the
    nodes with annotations or groups. ``truncated`` and ``unread`` are the payload's own members.
    """

    def __init__(self, body: bytes | memoryview, payload: _Payload) -> None:
        self.truncated, self.unread = payload.truncated, payload.not_analysed
        self._nodes: dict[str, _Node] = {}
        self.relationships: list[Relationship] = []
        self.starts: list[int] = []
        self.ends: list[int] = []
        self.lost: Counter[str] = Counter()
        self.marked: list[Node] = []
        source = _Source(body)
        for number, node in enumerate(payload.nodes):
            node.source, node.row = source, number
            known, label = node.known, node.label
            plain = known is None or known.primaryLabel is None
            complete = plain and label and label != "SearchNode" and node.identity
            if not complete or not node.name or node.name.isspace():
                _settle(node)
            self._nodes[node.id] = node
            if known is not None and (known.annotations or known.groupIds):
                self.marked.append(node)
        self.is_regular = len(self._nodes) == len(payload.nodes) and "" not in self._nodes
        if self.is_regular:
            self._relate(payload.relationships)

    @property
    def nodes(self) -> Mapping[str, Node]:
        """The nodes by id, in the payload's order."""
        return self._nodes

    def _relate(self, rows: list[_Relationship]) -> None:
        node, kept, count = self._nodes.get, self.relationships, len(self._nodes)
        keep, add_start, add_end = kept.append, self.starts.append, self.ends.append
        kinds: dict[str, tuple[bool, bool, dict[int, int]]] = {}
        for row in rows:
            row.start, row.end = start, end = node(row.start_id), node(row.end_id)
            if start is None or end is None:
                self.lost[row.end_id] += 1
                continue
            of_kind = kinds.get(row.type)
            if of_kind is None:
                of_kind = kinds[row.type] = is_containment(row.type), is_grouping(row.type), {}
            contains, group, numbers = of_kind
            row.contains, row.group = contains or row.contains is True, group or row.group is True
            if row.properties is not NOTHING:
                row.properties = mapping(row.properties)
            number = numbers.setdefault(start.row * count + end.row, len(kept))
            if number == len(kept):
                keep(row)
                add_start(start.row)
                add_end(end.row)
            else:
                kept[number] = kept[number].merged(row)


def _settle(node: _Node) -> None:
    """Give the node the name and label that its properties say."""
    names = (node.name or "", node.identity or "", node.label or "")
    node.name, node.identity, node.label = spelled(node.id, *names, node.properties)


class _Properties(Mapping[str, Any]):
    """The properties of a node, decoded when one is asked for that not every report needs."""

    __slots__ = ("_all", "_node")

    def __init__(self, node: _Node) -> None:
        self._node = node
        self._all: Mapping[str, Any] | None = None

    def get(self, key: str, default: Any = None) -> Any:
        """Return the property ``key``, or ``default``."""
        if key in _KNOWN and ((value := self._node.get(key)) is not None or default is None):
            return value
        return self._decoded.get(key, default)

    def __getitem__(self, key: str) -> Any:
        return self._decoded[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._decoded)

    def __len__(self) -> int:
        return len(self._decoded)

    @property
    def _decoded(self) -> Mapping[str, Any]:
        if self._all is None:
            text = bytes(self._node.source.texts[self._node.row].properties)
            try:
                found = msgspec.json.decode(text)
            except msgspec.MsgspecError:
                found = json.loads(text, parse_constant=lambda _: None, strict=False)
            self._all = mapping(found)
        return self._all


def read(body: bytes | memoryview) -> Rows | None:
    """Return the rows of the payload in ``body``, or ``None`` if it does not have the regular form."""
    try:
        rows = Rows(body, _PAYLOAD.decode(body))
    except msgspec.MsgspecError:
        return None
    return rows if rows.is_regular else None
