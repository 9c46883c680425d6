r"""Showing a value that came from a server or from source code as nothing but that value.

A reader of the answer, human or model, must be able to tell the answer's own words from the names it
reports: no value may start a line, a heading, a link or a table cell, or hide characters. What cannot
be seen is spelled ``\uXXXX``.
"""

from __future__ import annotations

import re

LIMIT = 200

# Controls, separators, bidirectional and zero-width characters, fillers, variation selectors, tags,
# lone surrogates, non-characters.
_INVISIBLE = re.compile(
    "[\x00-\x1f\x7f-\x9f\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e"
    "\u2060-\u206f\u2800\u3164\ud800-\udfff\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\ufffe\uffff"
    "\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
_SPECIAL = re.compile(r"[\\`*\[\]<>|#~&$!]|(?<![^\W_])_|_(?![^\W_])|:(?=//)|(?<=www)\.")
_LINE_START = re.compile(r"^(\d*)([-+=.):])")


def visible(value: object, *, limit: int = LIMIT) -> str:
    r"""Return the value as one line of visible text: what has no shape is spelled ``\uXXXX``.

    Text longer than ``limit`` characters ends in an ellipsis. The result is not safe Markdown.
    """
    shown = _INVISIBLE.sub(_spelled, str(value)[: limit + 1])
    if len(shown) <= limit:
        return shown
    return shown[: limit - 1].rstrip("\\") + "…"


def escape(value: object, *, limit: int = LIMIT) -> str:
    """Return the value as Markdown text that reads as the value and does nothing else."""
    shown = _SPECIAL.sub(r"\\\g<0>", visible(value, limit=limit))
    return _LINE_START.sub(r"\1\\\2", shown.strip() or '""')


def code(value: object, *, limit: int = LIMIT) -> str:
    r"""Return the value as a Markdown code span; a backtick in it is spelled ``\u0060``."""
    shown = visible(value, limit=limit).replace("`", r"\u0060").strip()
    return f"`{shown}`" if shown else '`""`'


def _spelled(match: re.Match[str]) -> str:
    point = ord(match[0])
    return f"\\u{point:04X}" if point <= 0xFFFF else f"\\U{point:08X}"
