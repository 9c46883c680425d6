"""Read a setting's text as the type its field declares.

Every parser raises ``ValueError`` whose text is the accepted form, fit to follow the words "must be".
"""

from __future__ import annotations

import math
import types
import typing
from collections.abc import Callable
from pathlib import Path
from typing import Any

from lineai_core.types import Secret

_TRUE = frozenset({"1", "true", "yes", "on"})
_FALSE = frozenset({"0", "false", "no", "off"})


def whole_number(text: str) -> int:
    """Return ``text`` as an integer."""
    try:
        return int(text)
    except ValueError:
        raise ValueError("a whole number") from None


def number(text: str) -> float:
    """Return ``text`` as a finite number."""
    try:
        value = float(text)
    except ValueError:
        raise ValueError("a number") from None
    if not math.isfinite(value):
        raise ValueError("a finite number")
    return value


def seconds(text: str) -> float:
    """Return ``text`` as a duration in seconds, zero or more."""
    try:
        value = number(text)
    except ValueError:
        value = -1.0
    if value < 0:
        raise ValueError("a number of seconds, zero or more")
    return value


def whole_seconds(text: str) -> int:
    """Return ``text`` as a whole number of seconds, zero or more."""
    try:
        value = int(text)
    except ValueError:
        value = -1
    if value < 0:
        raise ValueError("a whole number of seconds, zero or more")
    return value


def yes_or_no(text: str) -> bool:
    """Return whether ``text`` says yes: ``1``, ``true``, ``yes``, ``on`` or their opposites."""
    word = text.strip().lower()
    if word not in _TRUE | _FALSE:
        raise ValueError("1, true, yes, on, 0, false, no or off")
    return word in _TRUE


def path(text: str) -> Path:
    """Return ``text`` as an absolute path; ``~`` is the home directory, the base is the working directory."""
    try:
        return Path(text).expanduser().absolute()
    except (RuntimeError, OSError):
        raise ValueError("a path that can be made absolute") from None


def names(text: str) -> tuple[str, ...]:
    """Return the comma-separated parts of ``text``, without blanks and empty parts."""
    return tuple(part for part in (piece.strip() for piece in text.split(",")) if part)


def one_of(*words: str) -> Callable[[str], str]:
    """Return a parser that accepts these words, in any case, and returns the word as it is here."""

    def parse(text: str) -> str:
        word = text.strip().lower()
        if word not in words:
            raise ValueError(f"{', '.join(words[:-1])} or {words[-1]}")
        return word

    return parse


_PARSERS: dict[Any, Callable[[str], Any]] = {
    str: str,
    int: whole_number,
    float: number,
    bool: yes_or_no,
    Path: path,
    Secret: Secret,
    tuple[str, ...]: names,
}


def parser_for(annotation: Any) -> Callable[[str], Any]:
    """Return the parser for an annotation, ignoring ``| None``; raise ``TypeError`` if there is none."""
    annotation = plain_type(annotation)
    try:
        return _PARSERS[annotation]
    except (KeyError, TypeError):
        raise TypeError(f"a setting cannot have the type {annotation!r}; give it a parse function") from None


def plain_type(annotation: Any) -> Any:
    """Return an annotation without ``| None``."""
    if isinstance(annotation, types.UnionType) or typing.get_origin(annotation) is typing.Union:
        members = [member for member in typing.get_args(annotation) if member is not type(None)]
        return members[0] if len(members) == 1 else annotation
    return annotation
