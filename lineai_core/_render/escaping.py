r"""Showing a value that came from a server or from source code as nothing but that value.

A reader of the answer, human or model, must be able to tell the answer's own words from the names it
reports: no value may start a line, a heading, a link or a table cell, or hide characters. What cannot
be seen is spelled ``\uXXXX``.
"""

from __future__ import annotations

import re

LIMIT = 200

# The backtick, which no code span can hold safely; controls, separators, bidirectional and zero-width
# characters, fillers, variation selectors, tags, lone surrogates, non-characters.
_SPELLED_OUT = re.compile(
    "[`\x00-\x1f\x7f-\x9f\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e"
    "\u2060-\u206f\u2800\u3164\ud800-\udfff\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\ufffe\uffff"
    "\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
_SPECIAL = re.compile(r"[\\*\[\]<>|#~&$!]|(?<![^\W_])_|_(?![^\W_])|:(?=//)|(?<=www)\.")
_BLOCK_START = re.compile(r"^(\d*)([-+=.)])(?=[-=\s]|$)")


def visible(value: object, *, limit: int = LIMIT) -> str:
    r"""Return the value as one line without anything hidden, not otherwise escaped.

    A backtick and what cannot be seen are spelled ``\uXXXX``. Text longer than ``limit`` characters is
    cut and ends in an ellipsis.
    """
    return _SPELLED_OUT.sub(_spelling, _cut(value, limit))


def escape(value: object, *, limit: int = LIMIT) -> str:
    """Return the value as Markdown text that reads as the value, made visible, and does nothing else."""
    shown = _SPELLED_OUT.sub(_spelling, _SPECIAL.sub(r"\\\g<0>", _cut(value, limit))).strip()
    return _BLOCK_START.sub(r"\1\\\2", shown) or '""'


def code(value: object, *, limit: int = LIMIT) -> str:
    """Return the value, made visible, as a Markdown code span on one line."""
    shown = visible(value, limit=limit).strip()
    return f"`{shown}`" if shown else '`""`'


def _cut(value: object, limit: int) -> str:
    text = str(value)
    return text if len(text) <= limit else f"{text[: limit - 1]}…"


def _spelling(match: re.Match[str]) -> str:
    point = ord(match[0])
    return f"\\u{point:04X}" if point <= 0xFFFF else f"\\U{point:08X}"
