"""Reading single values out of a payload that may hold anything where something is expected."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

NOTHING: Mapping[str, Any] = MappingProxyType({})
"""No properties."""


def text(value: Any) -> str:
    """Return a string or number as text that UTF-8 can carry, and an empty string for anything else.

    A lone surrogate, which JSON can spell but no encoding can, becomes U+FFFD.
    """
    if isinstance(value, str):
        return (
            value if value.isascii() else value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
        )
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return ""
    return str(value)


def number(value: Any) -> int | float | None:
    """Return a finite number, also when it is spelled as a string, and ``None`` for anything else."""
    if isinstance(value, str):
        try:
            value = float(value)
        except ValueError:
            return None
        if value.is_integer():
            value = int(value)
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not math.isfinite(value):
        return None
    return value


def texts(value: Any) -> tuple[str, ...]:
    """Return the strings of a list, each once and in order; a bare string counts as a list of one.

    An object in the list is spelled as compact JSON; nulls, blanks and booleans are left out.
    """
    if value is None:
        return ()
    items = value if isinstance(value, (list, tuple)) else [value]
    found: dict[str, None] = {}
    for item in items:
        spelled = text(json.dumps(item, sort_keys=True)) if isinstance(item, (Mapping, list)) else text(item)
        if spelled.strip():
            found[spelled] = None
    return tuple(found)


def mapping(value: Any) -> Mapping[str, Any]:
    """Return an object as it is, and an empty one for anything else."""
    if value is None:  # asked for each relationship, and slow to answer by way of the abstract class
        return NOTHING
    return value if isinstance(value, (dict, Mapping)) else NOTHING
