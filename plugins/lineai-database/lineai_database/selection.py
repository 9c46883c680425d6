"""Which of the rows found by name are the objects that were asked for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from lineai_core.plugin import Node
from lineai_database.queries import Hit
from lineai_database.question import Reading


@dataclass(frozen=True, slots=True, kw_only=True)
class Selection:
    """The objects to analyse, in a stable order.

    ``elsewhere`` are objects of that name in other schemas than the one asked for. ``unresolved`` are
    rows that are references without a definition: they are never analysed. ``note`` tells how the
    choice departs from the question.
    """

    hits: tuple[Hit, ...]
    elsewhere: tuple[Hit, ...] = ()
    unresolved: tuple[Node, ...] = ()
    note: str | None = None


def select(rows: Sequence[Hit], reading: Reading) -> Selection:
    """Return the choice among the rows of a search, whatever their order."""
    distinct = {(hit.node.id, hit.has_id) if hit.has_id else id(hit): hit for hit in reversed(rows)}
    found = sorted(distinct.values(), key=_by_name)
    unresolved = tuple(hit.node for hit in found if hit.node.is_unresolved and hit.has_id)
    objects = tuple(hit for hit in found if not hit.node.is_unresolved)
    fitting, note = _in_schema(objects, reading.schema)
    chosen = {id(hit) for hit in fitting}
    elsewhere = tuple(hit for hit in objects if id(hit) not in chosen)
    return Selection(hits=fitting, elsewhere=elsewhere, unresolved=unresolved, note=note)


def _by_name(hit: Hit) -> tuple[str, str, str, str]:
    return (hit.schema or "").casefold(), hit.schema or "", hit.node.name, hit.node.id


def _in_schema(objects: tuple[Hit, ...], wanted: str | None) -> tuple[tuple[Hit, ...], str | None]:
    if wanted is None:
        return objects, None
    exact = tuple(hit for hit in objects if hit.schema == wanted)
    if exact:
        return exact, None
    folded = tuple(hit for hit in objects if (hit.schema or "").casefold() == wanted.casefold())
    if folded:
        return folded, "The schema's name is written in other letters than asked for."
    unknown = tuple(hit for hit in objects if hit.schema is None)
    return unknown, (
        "The search does not tell the schema, so that part of the name was not compared." if unknown else None
    )
