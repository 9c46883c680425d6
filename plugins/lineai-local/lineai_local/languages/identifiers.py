"""The identifiers in a piece of text that is not, or cannot be, parsed."""

from __future__ import annotations

import re

EVERYTHING = "*"
"""Stands for all names, where there are too many to remember."""

_IDENTIFIER = re.compile(r"(?:[^\W\d]|\$)[\w$]*")
_MOST_NAMES = 50_000


def identifiers(text: bytes) -> list[str]:
    """Return, sorted, the identifiers in ``text``, or only ``EVERYTHING`` if there are too many."""
    names = set(_IDENTIFIER.findall(text.decode("utf-8", "replace")))
    return [EVERYTHING] if len(names) > _MOST_NAMES else sorted(names)
