"""Decide which plugins may be imported, from the allow-list and the deny-list."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from difflib import get_close_matches
from fnmatch import fnmatchcase

ALLOW, DENY = "LINEAI_PLUGINS", "LINEAI_DISABLE_PLUGINS"


def refusal(name: str, allow: Sequence[str] | None, deny: Sequence[str]) -> str | None:
    """Return why a plugin is switched off, or ``None`` if it may be loaded. Denying wins."""
    if any(fnmatchcase(name, pattern) for pattern in deny):
        return f"switched off by {DENY}"
    if allow is not None and not any(fnmatchcase(name, pattern) for pattern in allow):
        return f"not among {ALLOW}"
    return None


def unknown_names(allow: Sequence[str] | None, deny: Sequence[str], names: Collection[str]) -> list[str]:
    """Return a warning for each pattern in the lists that names no installed plugin."""
    warnings = []
    for variable, patterns in ((ALLOW, allow or ()), (DENY, deny)):
        for pattern in patterns:
            if any(fnmatchcase(name, pattern) for name in names):
                continue
            close = get_close_matches(pattern, sorted(names), n=1)
            meant = f" Did you mean {close[0]!r}?" if close else ""
            warnings.append(f"{variable} names {pattern!r}, but no such plugin is installed.{meant}")
    return warnings
