"""The messages of a SCIP index that carry definitions, uses and relationships."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec

from lineai_local.scip.wire import BadMessage, Damaged, fields, integers, top_level

DEFINITION = 1
"""The bit of an occurrence's roles that marks a definition."""

Encoding = int
"""How columns count: 1 bytes of UTF-8, 2 units of UTF-16, 3 code points; 0 is not stated."""


class Tool(msgspec.Struct, frozen=True, array_like=True):
    """Who made an index, and the directory that its paths start from, as a ``file:`` address."""

    name: str = ""
    version: str = ""
    root: str = ""


class Occurrence(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A place where a symbol stands: 0-based line, columns ``start`` to ``end``, and its roles."""

    line: int
    start: int
    end: int
    symbol: str
    roles: int


class Document(msgspec.Struct, array_like=True):
    """A source file of an index. ``implementations`` pairs a symbol with one that it implements."""

    path: str
    encoding: Encoding
    occurrences: list[Occurrence]
    implementations: list[tuple[str, str]]


def read(path: Path) -> Iterator[Tool | Document]:
    """Yield the maker of an index and its documents, one at a time; raises ``Damaged``, ``OSError``."""
    with path.open("rb") as file:
        seen = False
        for number, offset, value in top_level(file, path.name):
            try:
                if number == 1:
                    seen = True
                    yield _tool(value)
                elif number == 2:
                    seen = True
                    yield _document(value)
            except BadMessage as error:
                raise Damaged(path.name, offset, str(error.args[0])) from error
            except UnicodeDecodeError as error:
                raise Damaged(path.name, offset, "a text is not UTF-8") from error
        if not seen:
            raise Damaged(path.name, 0, "no document")


def _text(value: int | bytes) -> str:
    return _bytes(value).decode("utf-8")


def _bytes(value: int | bytes) -> bytes:
    if isinstance(value, int):
        raise BadMessage("a number in place of a text")
    return value


def _number(value: int | bytes) -> int:
    if isinstance(value, bytes):
        raise BadMessage("a text in place of a number")
    return value


def _tool(data: bytes) -> Tool:
    name = version = root = ""
    for number, value in fields(data):
        if number == 2:
            for inner, text in fields(_bytes(value)):
                if inner == 1:
                    name = _text(text)
                elif inner == 2:
                    version = _text(text)
        elif number == 3:
            root = _text(value)
    return Tool(name, version, root)


def _document(data: bytes) -> Document:
    found = Document("", 0, [], [])
    for number, value in fields(data):
        if number == 1:
            found.path = _text(value)
        elif number == 2:
            occurrence = _occurrence(_bytes(value))
            if occurrence is not None:
                found.occurrences.append(occurrence)
        elif number == 3:
            found.implementations += _implementations(_bytes(value))
        elif number == 6:
            found.encoding = _number(value)
    return found


def _occurrence(data: bytes) -> Occurrence | None:
    """Return an occurrence on one line; ``None`` for one that has no symbol or spans lines."""
    place: list[int] = []
    symbol, roles = "", 0
    for number, value in fields(data):
        if number == 1:
            place += integers(value)
        elif number == 2:
            symbol = _text(value)
        elif number == 3:
            roles = _number(value)
    if not symbol or len(place) != 3:
        return None
    return Occurrence(place[0], place[1], place[2], symbol, roles)


def _implementations(data: bytes) -> Iterator[tuple[str, str]]:
    symbol, others = "", []
    for number, value in fields(data):
        if number == 1:
            symbol = _text(value)
        elif number == 4:
            other, implements = "", False
            for inner, item in fields(_bytes(value)):
                if inner == 1:
                    other = _text(item)
                elif inner == 3:
                    implements = bool(_number(item))
            if implements:
                others.append(other)
    return ((symbol, other) for other in others)
