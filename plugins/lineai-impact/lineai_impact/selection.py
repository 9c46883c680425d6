"""Which of the rows found by name is the method that was asked for."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from lineai_core.plugin import Node
from lineai_impact.question import Reading, owner_name

_SEPARATORS = re.compile(r"[./$+\\]|::")


@dataclass(frozen=True, slots=True, kw_only=True)
class Selection:
    """The row chosen, the rows that fit as well, and every method of that name.

    ``chosen`` is ``None`` if no row fits. ``unresolved`` are rows that are references without a
    definition; they are never chosen. ``note`` tells how the choice departs from the question.
    """

    chosen: Node | None
    alternatives: tuple[Node, ...]
    methods: tuple[Node, ...]
    unresolved: tuple[Node, ...]
    note: str | None = None


def select(rows: Sequence[Node], reading: Reading) -> Selection:
    """Return the choice among the rows of a search by short name, in the order of the rows."""
    distinct = tuple({row.id: row for row in reversed(rows)}.values())[::-1]
    methods = tuple(row for row in distinct if not row.is_unresolved)
    fitting, note = _fitting(methods, reading)
    if reading.signature:
        fitting = [row for row in fitting if _signature(row) == _compact(reading.signature)] or fitting
    return Selection(
        chosen=fitting[0] if fitting else None,
        alternatives=tuple(fitting[1:]),
        methods=methods,
        unresolved=tuple(row for row in distinct if row.is_unresolved),
        note=note if fitting else None,
    )


def _fitting(methods: tuple[Node, ...], reading: Reading) -> tuple[list[Node], str | None]:
    if reading.identity:
        return [row for row in methods if row.identity == reading.identity], None
    if not reading.symbol:
        return _of_class(methods, reading.class_name)
    path, wanted = _unsigned(reading.symbol)
    names = [(row, *_unsigned(row.symbol or "")) for row in methods]
    here = [(row, qualified) for row, its_path, qualified in names if its_path == path]
    fitting = (
        [row for row in methods if row.symbol == reading.symbol]
        or [row for row, qualified in here if qualified == wanted]
        or [row for row, qualified in here if qualified.endswith(f".{wanted}")]
    )
    if fitting or any(row.symbol for row in methods):
        return fitting, None
    owner = owner_name(reading.symbol.partition("::")[2])
    fitting, _ = _of_class(methods, owner)
    return fitting, "The backend knows no source files, so only the names in the symbol were compared."


def _unsigned(symbol: str) -> tuple[str, str]:
    """Return a symbol's path and its qualified name without parameter types; paths may hold brackets."""
    path, _, qualified = symbol.partition("::")
    return path, qualified.partition("(")[0]


def _of_class(methods: tuple[Node, ...], wanted: str | None) -> tuple[list[Node], str | None]:
    """Return the methods whose class matches best; a package or a parameter type never counts."""
    parts = _parts(wanted or "")
    if not parts:
        return list(methods), None
    folded = [part.casefold() for part in parts]
    # From the strictest test to the laxest: the first that any method passes decides.
    tests: list[tuple[Callable[[list[str], list[str]], bool], str | None]] = [
        (lambda package, owner: (package + owner)[-len(parts) :] == parts, None),
        (lambda package, owner: _folded(package + owner)[-len(parts) :] == folded, None),
        (
            lambda package, owner: _folded(owner)[-1:] == folded[-1:],
            "No class has exactly the qualified name asked for; the package was ignored.",
        ),
        (
            lambda package, owner: folded[-1] in _folded(owner),
            "The method belongs to a class nested in the one asked for.",
        ),
        (
            lambda package, owner: folded[-1] in ".".join(owner).casefold(),
            "No class has exactly the name asked for; the name of this one contains it.",
        ),
    ]
    owners = [(row, *_owner(row)) for row in methods]
    for passes, note in tests:
        fitting = [row for row, package, owner in owners if owner and passes(package, owner)]
        if fitting:
            return fitting, note
    return [], None


def _owner(row: Node) -> tuple[list[str], list[str]]:
    """Return a method's package and class as lists of names; the class of a plain function is empty."""
    parts = row.identity.split("|", 2)
    if len(parts) > 1:
        # A plain function has no class part; its parameter types may hold a bar of their own.
        of_class = len(parts) == 3 and "(" not in parts[1]
        return _parts(parts[0]), _parts(parts[1]) if of_class else []
    return [], _parts(owner_name((row.symbol or "").partition("::")[2]) or "")


def _parts(name: str) -> list[str]:
    return [part for part in _SEPARATORS.split(name.strip()) if part]


def _folded(names: list[str]) -> list[str]:
    return [name.casefold() for name in names]


def _signature(row: Node) -> str:
    spelled = row.identity if "(" in row.identity else row.symbol or ""
    return _compact(spelled[spelled.index("(") :]) if "(" in spelled else ""


def _compact(signature: str) -> str:
    return "".join(signature.split())
