"""The names that occur in a file which is not analysed: any of them may be a use of our code."""

from __future__ import annotations

import re

EVERYTHING = "*"
"""Stands for all names, where a file holds too much to remember."""

_IDENTIFIER = re.compile(rb"[A-Za-z_$][\w$]*")
_EXPRESSIONS = re.compile(
    rb"\{\{.*?\}\}|\{%.*?%\}|\$\{.*?\}|<%.*?%>|<script\b[^>]*>.*?</script>|[\w:.@()\[\]*#-]+\s*=\s*\"[^\"]*\([^\"]*\"",
    re.DOTALL | re.IGNORECASE,
)
_MOST_BYTES = 8_000_000
_MOST_NAMES = 50_000


def mentions(data: bytes, *, template: bool = False) -> list[str]:
    """Return, sorted, the identifiers in ``data``; of a template only those inside its expressions.

    A file beyond the limits yields only ``EVERYTHING``.
    """
    if len(data) > _MOST_BYTES:
        return [EVERYTHING]
    parts = _EXPRESSIONS.findall(data) if template else [data]
    names = {name for part in parts for name in _IDENTIFIER.findall(part)}
    if len(names) > _MOST_NAMES:
        return [EVERYTHING]
    return sorted(name.decode("ascii", "ignore") for name in names)
