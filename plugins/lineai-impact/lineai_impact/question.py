"""What the caller asked for, and how the words may be read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from lineai_core.plugin import ToolError


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """One way to understand the question: the short name to search for, and what the row must be."""

    short_name: str
    symbol: str | None = None
    identity: str | None = None
    class_name: str | None = None
    signature: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """A method as asked for, its readings (most literal first) and the page of the answer wanted."""

    method: str
    class_name: str | None
    readings: tuple[Reading, ...]
    cursor: str | None = None

    @classmethod
    def parse(cls, arguments: Mapping[str, Any]) -> Question:
        """Return the question in a tool call's arguments; raise ``ToolError`` if it names no method."""
        method = str(arguments.get("method", "")).strip()
        if not method:
            raise ToolError(
                "The argument 'method' is empty.",
                hint="Give a method's short name, for example saveOrder, or a symbol such as "
                "src/orders.py::OrderService.save.",
            )
        class_name = str(arguments.get("class") or "").strip().rstrip(".") or None
        cursor = str(arguments.get("cursor") or "").strip() or None
        return cls(
            method=method, class_name=class_name, readings=_readings(method, class_name), cursor=cursor
        )


def simple_name(qualified: str) -> str:
    """Return the last name of a qualified one, without a signature: ``a.B.c(x.Y)`` gives ``c``."""
    bare = _bare(qualified)
    if bare.endswith("]") and "[" in bare:
        return bare[bare.rindex("[") :]
    return bare.rpartition(".")[2] or bare


def owner_name(qualified: str) -> str | None:
    """Return what stands before the last name of a qualified one, without a signature, if anything."""
    bare = _bare(qualified)
    return bare.removesuffix(simple_name(qualified)).rstrip(".") or None


def _bare(qualified: str) -> str:
    return qualified.partition("(")[0] or qualified


def _readings(method: str, class_name: str | None) -> tuple[Reading, ...]:
    path, is_symbol, qualified = method.partition("::")
    if is_symbol and path and qualified:
        symbol = f"{path.replace(chr(92), '/').removeprefix('./')}::{qualified}"
        name = simple_name(qualified)
        names = [symbol.partition("::")[0].rpartition("/")[2], name] if name == "<module>" else [name]
        return tuple(Reading(short_name=name, symbol=symbol, class_name=class_name) for name in names)
    if "|" in method:
        last = method.rpartition("|")[2]
        return (Reading(short_name=_bare(last).strip(), identity=method, class_name=class_name),)
    literal = Reading(short_name=method, class_name=class_name)
    name = simple_name(method).strip()
    signature = method[len(_bare(method)) :] or None
    loose = Reading(
        short_name=name,
        class_name=class_name or owner_name(method),
        signature=signature if signature != "()" else None,
    )
    return (literal,) if name in ("", method) else (literal, loose)
