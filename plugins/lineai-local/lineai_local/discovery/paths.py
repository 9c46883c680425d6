"""One spelling for every path: relative to the repository's root, with forward slashes."""

from __future__ import annotations

import os
from pathlib import PurePath, PureWindowsPath

_VERBATIM = "\\\\?\\"
_VERBATIM_UNC = "\\\\?\\UNC\\"


def relative_key(root: PurePath, path: str | PurePath) -> str | None:
    """Return the key of ``path``, which is absolute or relative to ``root``; ``None`` if it is outside.

    Both are compared component by component, without regard to case under Windows, and nothing is
    looked up on disk. The key of the root itself is the empty string.
    """
    flavour = type(root)
    windows = isinstance(root, PureWindowsPath)
    given, base = flavour(_plain(str(path), windows)), flavour(_plain(str(root), windows))
    parts = list(given.parts)
    if given.is_absolute():
        size = len(base.parts)
        if [_fold(p, windows) for p in parts[:size]] != [_fold(p, windows) for p in base.parts]:
            return None
        parts = parts[size:]
    elif given.drive or given.root:
        return None
    kept: list[str] = []
    for part in parts:
        if part != "..":
            kept.append(part)
        elif kept:
            kept.pop()
        else:
            return None
    return "/".join(kept)


def storable(path: str) -> bool:
    """Tell whether the path's name is proper Unicode; other names cannot be written down."""
    try:
        path.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True


def from_git(raw: bytes) -> str:
    """Return the path that git wrote as ``raw`` bytes."""
    return os.fsdecode(raw) if os.name != "nt" else raw.decode("utf-8", "surrogateescape")


def _plain(path: str, windows: bool) -> str:
    if not windows:
        return path
    path = path.replace("/", "\\")
    if path.startswith(_VERBATIM_UNC):
        return "\\\\" + path.removeprefix(_VERBATIM_UNC)
    return path.removeprefix(_VERBATIM)


def _fold(part: str, windows: bool) -> str:
    return part.casefold() if windows else part
