"""Cut a file of SQL into statements, whatever dialect it is in, so that a bad one costs only itself."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

_TOKEN = re.compile(
    r"""(?P<comment>--[^\n]*|/\*.*?(?:\*/|\Z))
    |(?P<body>\$(?P<tag>\w*)\$.*?(?:\$(?P=tag)\$|\Z))
    |(?P<quoted>'(?:[^'\\]|''|\\.)*'|"[^"]*"|`[^`]*`|\[[^\]\n]*\])
    |(?P<meta>^\\[^\n]*|^\s*DELIMITER[^\n]*$)
    |(?P<batch>^[ \t]*(?:GO|/)[ \t]*$)
    |(?P<end>;|//|\$\$)
    |(?P<word>\w+)""",
    re.VERBOSE | re.DOTALL | re.MULTILINE | re.IGNORECASE,
)
_ROUTINE = re.compile(
    r"(?:CREATE|ALTER)\s+(?:OR\s+(?:REPLACE|ALTER)\s+)?(?:\w+\s*=\s*\S+\s+)?(?:CONSTRAINT\s+|TEMP\s+|TEMPORARY\s+)?"
    r"(?:PROC|PROCEDURE|FUNCTION|TRIGGER|PACKAGE|EVENT)\b",
    re.IGNORECASE,
)
_NO_BLOCK = frozenset({"TRAN", "TRANSACTION", "WORK"})
_INSIDE_END = frozenset({"IF", "LOOP", "WHILE", "REPEAT", "FOR"})
_COMMENT = re.compile(r"--[^\n]*|/\*.*?\*/", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Piece:
    """A statement as written, the line it starts on, and whether it makes a routine or a trigger.

    ``meta`` is set for a command to a client program, which is no SQL.
    """

    text: str
    line: int
    routine: bool = False
    meta: bool = False


@dataclass(slots=True)
class _State:
    start: int | None = None
    head: str = ""
    routine: bool | None = None
    depth: int = 0
    opened: bool = False
    waits: bool = False
    words: list[str] = field(default_factory=list)


def split(text: str, first_line: int = 1) -> list[Piece]:
    """Return the statements in ``text``; its first line has the number ``first_line``."""
    return list(_pieces(text, first_line))


def _pieces(text: str, first_line: int) -> Iterator[Piece]:
    state = _State()
    line, counted = first_line, 0

    def piece(end: int) -> Iterator[Piece]:
        nonlocal line, counted
        if state.start is not None and text[state.start : end].strip():
            line += text.count("\n", counted, state.start)
            counted = state.start
            yield Piece(text[state.start : end], line, routine=bool(state.routine))

    for token in _TOKEN.finditer(text):
        kind = token.lastgroup
        if kind == "tag":
            kind = "body"
        if kind == "comment":
            continue
        if kind == "batch" or (kind == "meta" and state.start is None) or (kind == "end" and _ends(state)):
            yield from piece(token.start())
            if kind == "meta" and token[0].startswith("\\"):
                yield Piece(token[0], first_line + text.count("\n", 0, token.start()), meta=True)
            state = _State()
            continue
        if state.start is None:
            if kind == "end":
                continue
            state.start = token.start()
        if kind == "word":
            _word(state, token[0].upper(), text)
        elif (
            state.routine and state.waits and kind in ("body", "quoted") and state.words[-1:] in (["AS"], [])
        ):
            state.waits = False
    yield from piece(len(text))


def _word(state: _State, word: str, text: str) -> None:
    previous = state.words[-1] if state.words else ""
    state.words = [word]
    if state.routine is None and len(state.head) < 200:
        state.head += f"{word} "
        if state.start is not None and _ROUTINE.match(
            _COMMENT.sub(" ", text[state.start : state.start + 300])
        ):
            state.routine = True
    if not state.routine:
        return
    if previous == "BEGIN" and word in _NO_BLOCK:
        state.depth -= 1
    elif word == "BEGIN" or (word == "CASE" and previous != "END"):
        state.depth += 1
        state.opened = True
        state.waits = False
    elif word == "END":
        state.depth -= 1
    elif previous == "END" and word in _INSIDE_END:
        state.depth += 1
    elif word in ("AS", "IS") and state.depth == 0 and not state.opened:
        state.waits = True


def _ends(state: _State) -> bool:
    return not state.routine or (state.depth <= 0 and not state.waits)
