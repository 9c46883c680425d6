"""Cutting one value of any size and depth to what a reader can take."""

from __future__ import annotations

import json
from typing import Any

LARGEST = 3_000
LONGEST_NAME = 200

# From the gentlest to the harshest: characters of a text, items of a list, members of an object, levels.
_LEVELS = ((1_000, 50, 60, 8), (300, 12, 30, 5), (100, 4, 12, 3))
_FIRST = ("id", "name", "identity", "primaryLabel", "type", "startId", "endId", "properties")


def shorten(value: Any) -> Any:
    """Return JSON like ``value``, of the same type and in at most ``LARGEST`` bytes.

    What is small enough is returned itself: so ``shorten(value) is value`` tells that nothing was cut.
    """
    for level in _LEVELS:
        cut = _cut(value, *level)
        if size(cut) <= LARGEST:
            return cut
    if isinstance(value, dict):
        return {_name(key): _cut(value[key], 100, 0, 0, 0) for key in _ordered(value)[:8]}
    return _cut(value, 100, 8, 0, 1)


def size(value: Any) -> int:
    """Return the bytes of a value as JSON."""
    return len(json.dumps(value, ensure_ascii=False).encode("utf-8", "surrogatepass"))


def _cut(value: Any, longest: int, items: int, members: int, levels: int) -> Any:
    if isinstance(value, str):
        return value if len(value) <= longest else f"{value[: longest - 1]}…"
    if isinstance(value, list):
        rest = len(value) - items
        kept = [_cut(item, longest, items, members, levels - 1) for item in value[:items] if levels > 0]
        same = rest <= 0 and len(kept) == len(value)
        return value if same and all(a is b for a, b in zip(kept, value, strict=True)) else kept
    if isinstance(value, dict):
        names = list(value) if len(value) <= members else _ordered(value)[:members]
        kept_members = {
            _name(name): _cut(value[name], longest, items, members, levels - 1)
            for name in names
            if levels > 0
        }
        same = len(kept_members) == len(value) and all(
            value.get(name, kept_members) is kept for name, kept in kept_members.items()
        )
        return value if same else kept_members
    return value


def _ordered(value: dict[str, Any]) -> list[str]:
    """Return the names of an object's members, those first that tell what it is."""
    first = [name for name in _FIRST if name in value]
    return [*first, *(name for name in value if name not in _FIRST)]


def _name(name: str) -> str:
    return name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 1]}…"
