"""Procedures, functions and triggers: their heads, and the statements and texts inside them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from lineai_local.languages.sql.parse import COMPUTED
from lineai_local.languages.sql.split import Piece, split

_NAME = r"((?:\"[^\"]+\"|`[^`]+`|\[[^\]]+\]|[\w$]+)(?:\s*\.\s*(?:\"[^\"]+\"|`[^`]+`|\[[^\]]+\]|[\w$]+))*)"
_HEAD = re.compile(
    rf"(?is)\A.*?\b(PROC|PROCEDURE|FUNCTION|TRIGGER|PACKAGE(?:\s+BODY)?|EVENT)\s+(?:IF\s+NOT\s+EXISTS\s+)?{_NAME}"
)
_TRIGGER = re.compile(
    rf"(?is)\b(?:INSERT|DELETE|UPDATE)(?:\s+OF\s+(?P<columns>[\w\s,\"`\[\]]+?))?\s+ON\s+(?P<table>{_NAME})"
)
_TRIGGER_FIRST = re.compile(rf"(?is)\A.*?\bTRIGGER\s+{_NAME}\s+ON\s+(?P<table>{_NAME})")
_BODY = re.compile(r"(?is)\$(\w*)\$(.*?)\$\1\$")
_START = re.compile(r"(?is)\bBEGIN\b(?:\s+ATOMIC\b)?|\bAS\b(?!\s+\w+\s*(?:\(|,|\)))|\bFOR\s+EACH\s+ROW\b")
_TEXT = re.compile(
    r"(?is)'((?:\s*(?:SELECT|INSERT|UPDATE|DELETE|MERGE|WITH)\b)(?:[^']|'')*)'(\s*(?:\+|\|\|))?"
)
_LEADING = re.compile(r"(?is)\A\s*(?:(?:BEGIN|THEN|ELSE|LOOP|DO|IF\b.*?\bTHEN|ELSIF\b.*?\bTHEN)\s+)+")


@dataclass(frozen=True, slots=True)
class Routine:
    """A routine: what it is, its name without quotes, and of a trigger its table and columns."""

    kind: str
    name: str
    table: str = ""
    columns: tuple[str, ...] = ()


def head(text: str) -> Routine | None:
    """Return what the head of the text of a routine says, or ``None`` if it says nothing known."""
    found = _HEAD.match(text)
    if found is None:
        return None
    kind, name = found[1].upper(), _plain(found[2])
    if kind != "TRIGGER":
        return Routine(kind, name)
    on = _TRIGGER_FIRST.match(text) or _TRIGGER.search(text, found.end())
    columns = on.groupdict().get("columns") if on is not None else None
    names = tuple(_plain(part) for part in columns.split(",")) if columns else ()
    return Routine(kind, name, _plain(on["table"]) if on is not None else "", names)


def inner(piece: Piece) -> Iterator[Piece]:
    """Yield the statements inside a routine, and the texts of SQL that it runs, with their lines."""
    text = piece.text
    body = _BODY.search(text)
    if body is not None:
        start, content = body.start(2), body[2]
    else:
        begin = _START.search(text)
        start = begin.end() if begin is not None else len(text)
        content = text[start:]
    first = piece.line + text.count("\n", 0, start)
    for part in split(content, first):
        if "'" in part.text:
            yield from _texts(part)
        leading = _LEADING.match(part.text)
        skipped = leading.end() if leading is not None else 0
        line = part.line + part.text.count("\n", 0, skipped)
        yield Piece(re.sub(r"(?i)\s*\bEND\s*\Z", "", part.text[skipped:]), line)


def _texts(piece: Piece) -> Iterator[Piece]:
    for found in _TEXT.finditer(piece.text):
        content = found[1].replace("''", "'") + (f" {COMPUTED}" if found[2] else "")
        yield Piece(content, piece.line + piece.text.count("\n", 0, found.start()))


def _plain(name: str) -> str:
    return re.sub(r"[\s\"`\[\]]", "", name)
