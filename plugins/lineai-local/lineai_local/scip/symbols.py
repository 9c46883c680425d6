"""SCIP's symbol strings: ``scheme manager package version descriptors``."""

from __future__ import annotations

import re

LOCAL = "local "
_SUFFIXES = re.compile(r"(?:`((?:[^`]|``)*)`|([\w+$-]+))(\([\w+$-]*\)\.|[#./:!])$")


def package(symbol: str) -> str:
    """Return the scheme, manager, name and version of a symbol's package; spaces in them are doubled."""
    return " ".join(_split(symbol)[:4])


def last(symbol: str) -> tuple[str, str]:
    """Return the name and the suffix of a symbol's last descriptor.

    The suffix is ``()`` of a method, ``#`` of a type, ``.`` of a term, ``/`` of a namespace, ``:`` or ``!``;
    both are empty for a local symbol, a parameter, and what cannot be read.
    """
    if symbol.startswith(LOCAL):
        return "", ""
    found = _SUFFIXES.search(_split(symbol)[-1])
    if found is None:
        return "", ""
    name = found[1].replace("``", "`") if found[1] is not None else found[2]
    return name, "()" if found[3].startswith("(") else found[3]


def _split(symbol: str) -> list[str]:
    return [part.replace("\0", "  ") for part in symbol.replace("  ", "\0").split(" ", 4)]
