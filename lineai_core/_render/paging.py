"""Cutting long lists to the reader's budget, and finding the place again where a list was cut."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from lineai_core._render.budget import Budget
from lineai_core._render.markdown import bullet, table
from lineai_core.errors import ToolError

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Row:
    """One row of a list: its cells in Markdown (one cell: a list item), and the same as data."""

    cells: Sequence[str]
    data: dict[str, Any]

    @property
    def cost(self) -> str:
        """As much text as the row adds to an answer, in both forms and with what parts it from the next."""
        cells = [cell.replace("|", "||") for cell in self.cells]
        return f"| {' | '.join(cells)} |\n{json.dumps(self.data, ensure_ascii=False)}, "


@dataclass(frozen=True, slots=True, kw_only=True)
class Section(Generic[T]):
    """A list in the answer. ``name`` is its name in cursors, without a full stop.

    ``items`` are in a stable order, and ``key`` tells one from another. ``render`` makes a row of an
    item when it is needed. ``weight`` says how much of the first page it gets, compared with the others.
    ``headers`` make it a table. ``member`` is its key in the structured part, if not the name: sections
    may share one. ``seed`` is what else the list depends on: a cursor ends when it changes.
    """

    name: str
    heading: str
    items: Sequence[T]
    key: Callable[[T], str] | Callable[[T], tuple[str, ...]]
    render: Callable[[T], Row]
    weight: int = 1
    headers: tuple[str, ...] = ()
    member: str = ""
    seed: str = ""

    def mark(self) -> str:
        """Eight characters that change when the list does."""
        keys: Iterator[Any] = map(self.key, self.items)
        if self.items and not isinstance(self.key(self.items[0]), str):
            keys = map("\0".join, keys)
        spelled = "\0".join([self.seed, *keys])
        return hashlib.blake2b(spelled.encode("utf-8", "surrogatepass"), digest_size=4).hexdigest()

    def markdown(self, rows: Sequence[Row]) -> str:
        """Return rows as a table or list; nothing if there are none."""
        if self.headers:
            return table(self.headers, [row.cells for row in rows]) if rows else ""
        return "\n".join(bullet(row.cells[0]) for row in rows)

    def all_rows(self) -> list[Row]:
        """Return every row of the list."""
        return [self.render(item) for item in self.items]


@dataclass(frozen=True, slots=True)
class ListPage:
    """Consecutive rows of a section; ``cursor`` asks for the rest, and is ``None`` if there is none."""

    section: Section[Any]
    offset: int
    rows: tuple[Row, ...]
    cursor: str | None

    @property
    def end(self) -> int:
        """Offset of the first row that is not on the page."""
        return self.offset + len(self.rows)

    @property
    def total(self) -> int:
        """Rows of the whole section."""
        return len(self.section.items)

    def data(self) -> list[dict[str, Any]]:
        """Return the rows as data."""
        return [row.data for row in self.rows]

    def markdown(self) -> str:
        """Return the rows as a table or list, and how to read on if there is more."""
        rows = self.section.markdown(self.rows)
        if len(self.rows) == self.total:
            return rows
        shown = f"rows {self.offset + 1:,} to {self.end:,}" if self.rows else "none"
        rest = f" Read on with `cursor` set to `{self.cursor}`." if self.cursor else " This is the end."
        return "\n\n".join(filter(None, (rows, f"*{self.total:,} in total; shown here: {shown}.{rest}*")))

    def facts(self) -> dict[str, Any]:
        """Return the page's place in its section."""
        place = {
            "section": self.section.name,
            "offset": self.offset,
            "shown": len(self.rows),
            "total": self.total,
        }
        return place if self.cursor is None else {**place, "next_cursor": self.cursor}


def first_pages(sections: Sequence[Section[Any]], budget: Budget) -> tuple[ListPage, ...]:
    """Return the first page of each section; what one leaves of its share, the next ones share."""
    waiting = sum(section.weight for section in sections if section.items)
    pages = []
    for section in sections:
        pages.append(cut(section, budget, share=section.weight / (waiting or 1)))
        if section.items:
            waiting -= section.weight
    return tuple(pages)


def cut(
    section: Section[Any], budget: Budget, *, offset: int = 0, share: float = 1.0, at_least: int = 0
) -> ListPage:
    """Return as many rows from the offset as the share of the budget allows."""
    rows = budget.take(_rows(section, offset), lambda row: row.cost, share=share, at_least=at_least)
    end = offset + len(rows)
    cursor = f"{section.name}.{end}.{section.mark()}" if end < len(section.items) else None
    return ListPage(section, offset, tuple(rows), cursor)


def resume(sections: Sequence[Section[Any]], cursor: str) -> tuple[Section[Any], int]:
    """Return the section and offset that a cursor names.

    Raises ``ToolError`` if there is no such place, or the section has changed since.
    """
    name, _, place = cursor.partition(".")
    offset, _, mark = place.partition(".")
    section = next((section for section in sections if section.name == name), None)
    if section is None or not offset.isascii() or not offset.isdigit():
        raise ToolError(
            f"The cursor {cursor!r} is not one of this tool's.",
            hint="Use a cursor from the answer to the same question, unchanged, or leave it out.",
        )
    if mark != section.mark() or int(offset) >= len(section.items):
        raise ToolError(
            f"The cursor {cursor!r} belongs to another question, or the code has changed since it was given.",
            hint="Ask again without a cursor.",
        )
    return section, int(offset)


def _rows(section: Section[T], offset: int) -> Iterator[Row]:
    for index in range(offset, len(section.items)):
        yield section.render(section.items[index])
