"""Reading the rows of a large payload straight from its text, as far as they have the regular form.

Most of an impact payload are properties that no report asks for. Here a row is decoded into what every
report needs; its other properties are decoded when one of them is asked for. What is not regular (an id
that is a number, a row that is no object, two rows of one id) is left to the tolerant reader.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any

import msgspec

from lineai_core._graph.model import Node, Relationship, is_containment, is_grouping
from lineai_core._graph.values import mapping


class _Known(msgspec.Struct, gc=False):
    """The properties that are asked of every node."""

    id: Any = msgspec.UNSET
    name: Any = msgspec.UNSET
    shortName: Any = msgspec.UNSET
    identity: Any = msgspec.UNSET
    primaryLabel: Any = msgspec.UNSET
    annotations: Any = msgspec.UNSET
    groupIds: Any = msgspec.UNSET


class _Node(msgspec.Struct, gc=False):
    id: str
    name: str | None = None
    identity: str | None = None
    primaryLabel: str | None = None
    properties: _Known | None = None


class _Relationship(msgspec.Struct, gc=False):
    startId: str
    endId: str
    type: str = ""
    contains: Any = False
    group: Any = False
    properties: dict[str, Any] | None = None


class _Payload(msgspec.Struct):
    nodes: list[_Node]
    relationships: list[_Relationship]
    truncated: Any = None
    notAnalysed: Any = None


class _Unread(msgspec.Struct, gc=False):
    properties: msgspec.Raw = msgspec.Raw(b"null")


class _Texts(msgspec.Struct):
    nodes: list[_Unread]


_PAYLOAD = msgspec.json.Decoder(_Payload)
_TEXTS = msgspec.json.Decoder(_Texts)
_KNOWN = frozenset(_Known.__struct_fields__)


class _Source:
    """The text of a payload, read once more when a property is asked for that ``_Known`` lacks."""

    def __init__(self, body: bytes) -> None:
        self._body = body

    @cached_property
    def texts(self) -> list[_Unread]:
        """The properties of each node as they stand in the payload."""
        return _TEXTS.decode(self._body).nodes


class Rows:
    """The rows of a regular payload: ``nodes`` by id, ``relationships``, and those that were ``lost``.

    ``truncated`` and ``unread`` are members of the payload as it holds them.
    """

    def __init__(self, body: bytes, payload: _Payload) -> None:
        source = _Source(body)
        self.truncated, self.unread = payload.truncated, payload.notAnalysed
        self.nodes: dict[str, Node] = {}
        for number, row in enumerate(payload.nodes):
            if row.id:
                self.nodes[row.id] = _node(row, Properties(source, number, row.properties))
        self.is_regular = len(self.nodes) == len(payload.nodes)
        self.relationships: dict[tuple[str, str, str], Relationship] = {}
        self.lost: Counter[str] = Counter()
        if self.is_regular:
            self._relate(payload.relationships)

    def _relate(self, rows: list[_Relationship]) -> None:
        node, found, nothing = self.nodes.get, self.relationships, mapping(None)
        kinds: dict[str, tuple[bool, bool]] = {}
        for row in rows:
            start_id, end_id, kind = row.startId, row.endId, row.type
            start, end = node(start_id), node(end_id)
            if start is None or end is None:
                self.lost[end_id] += 1
                continue
            flags = kinds.get(kind)
            if flags is None:
                flags = kinds[kind] = is_containment(kind), is_grouping(kind)
            contains, group = flags[0] or row.contains is True, flags[1] or row.group is True
            relationship = Relationship(start, end, kind, contains, group, row.properties or nothing)
            key = (start_id, end_id, kind)
            known = found.setdefault(key, relationship)
            if known is not relationship:
                found[key] = known.merged(relationship)


def _node(row: _Node, properties: Properties) -> Node:
    """Return the node of a row: at once if it says everything itself, as nearly all rows do."""
    known, name, label = row.properties, row.name, row.primaryLabel
    plain = known is None or known.primaryLabel is msgspec.UNSET
    if plain and name and row.identity and label and label != "SearchNode" and not name.isspace():
        return Node(row.id, name, row.identity, label, properties)
    return Node.named(row.id, name or "", row.identity or "", label or "", properties)


class Properties(Mapping[str, Any]):
    """The properties of a node, decoded when one is asked for that not every report needs."""

    __slots__ = ("_all", "_known", "_number", "_source")

    def __init__(self, source: _Source, number: int, known: _Known | None) -> None:
        self._source = source
        self._number = number
        self._known = known
        self._all: Mapping[str, Any] | None = None

    def get(self, key: str, default: Any = None) -> Any:
        """Return the property ``key``, or ``default``."""
        if key in _KNOWN:
            value = getattr(self._known, key, msgspec.UNSET)
            return default if value is msgspec.UNSET else value
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
            text = bytes(self._source.texts[self._number].properties)
            try:
                found = msgspec.json.decode(text)
            except msgspec.MsgspecError:
                found = json.loads(text, parse_constant=lambda _: None, strict=False)
            self._all = mapping(found)
        return self._all


def read(body: bytes) -> Rows | None:
    """Return the rows of the payload in ``body``, or ``None`` if it does not have the regular form."""
    try:
        rows = Rows(body, _PAYLOAD.decode(body))
    except msgspec.MsgspecError:
        return None
    return rows if rows.is_regular else None
