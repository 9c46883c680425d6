"""A report with long lists: a page of it within the reader's budget, or the whole of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from lineai_core._render.budget import Budget
from lineai_core._render.fact import as_json
from lineai_core._render.markdown import Document
from lineai_core._render.paging import ListPage, Section, cut, first_pages, resume
from lineai_core.types import ReportWriter, ToolResult

# Bytes of the structured part around the rows: around all, and for the place of each section; bytes of
# the sentence that closes a list that was cut.
_ENVELOPE = 250
_PLACE = 170
_CLOSING = 230


@dataclass(frozen=True, slots=True)
class Place:
    """Where in a report the section ``name`` stands, with Markdown before its rows or instead of them."""

    name: str
    before: str = ""
    if_empty: str = ""

    def frame(self, section: Section[Any]) -> str:
        """Return at least as much text as the section takes without its rows, its place in data included."""
        if not section.items:
            return self.if_empty + " " * _PLACE
        return "".join((section.heading, self.before, *section.headers, " " * (_PLACE + _CLOSING)))


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """All that an answer may tell.

    ``title`` and ``identification`` are repeated on every page, and so is ``facts``, the part of the data
    that is no list. ``blocks`` are the whole report in order: finished Markdown, and places of lists.
    ``sections`` are the lists in the order in which they may spend the budget and are read on.
    ``further`` is the cursor of what follows when every list has been read.
    """

    title: str
    identification: Sequence[str]
    blocks: Sequence[str | Place]
    sections: Sequence[Section[Any]]
    facts: Mapping[str, Any]
    further: str | None = None

    def answer(
        self,
        cursor: str | None = None,
        *,
        allowance: Callable[[], Budget] = Budget,
        whole: ReportWriter | None = None,
    ) -> ToolResult:
        """Return the first page, or the one that the cursor names, within the allowance.

        ``whole`` writes the report for those who want it uncut. Raises ``ToolError`` if the cursor leads
        nowhere.
        """
        by_name = {section.name: section for section in self.sections}
        budget = self._allowance(allowance)
        for block in self._present(by_name):
            budget.spend(block if isinstance(block, str) else block.frame(by_name[block.name]))
        pages = first_pages(self.sections, budget)
        following = {page.section.name: page.cursor for page in pages}
        if cursor is None:
            text = self._document({page.section.name: page.markdown() for page in pages})
            return self._result(text, pages, _next(following) or self.further, whole)

        section, offset = resume(self.sections, cursor)
        document = Document()
        document.add(self.title)
        document.bullets(self.identification)
        document.add(f"{section.heading} (continued)")
        budget = self._allowance(allowance)
        budget.spend(document.text() + Place(section.name).frame(section))
        page = cut(section, budget, offset=offset, at_least=1)
        document.add(page.markdown())
        names = list(following)
        later = {name: following[name] for name in names[names.index(section.name) + 1 :]}
        return self._result(document.text(), (page,), page.cursor or _next(later) or self.further, whole)

    def markdown(self) -> str:
        """Return the whole report, uncut."""
        return self._document(
            {section.name: section.markdown(section.all_rows()) for section in self.sections}
        )

    def _allowance(self, allowance: Callable[[], Budget]) -> Budget:
        budget = allowance()
        budget.spend(as_json(self.facts) + " " * _ENVELOPE)
        return budget

    def _present(self, by_name: Mapping[str, Section[Any]]) -> list[str | Place]:
        return [block for block in self.blocks if isinstance(block, str) or block.name in by_name]

    def _document(self, rows: Mapping[str, str]) -> str:
        by_name = {section.name: section for section in self.sections}
        document = Document()
        document.add(self.title)
        for block in self._present(by_name):
            if isinstance(block, str):
                document.add(block)
                continue
            section = by_name[block.name]
            if section.items or block.if_empty:
                document.add(section.heading)
                document.add(block.before if section.items else block.if_empty)
                document.add(rows[block.name])
        return document.text()

    def _result(
        self, text: str, pages: Sequence[ListPage], next_cursor: str | None, whole: ReportWriter | None
    ) -> ToolResult:
        structured: dict[str, Any] = dict(self.facts)
        for page in pages:
            structured.setdefault(page.section.member or page.section.name, []).extend(page.data())
        structured["pages"] = [page.facts() for page in pages]
        structured["truncated"] = next_cursor is not None
        if next_cursor is not None:
            structured["next_cursor"] = next_cursor
        return ToolResult(text=text, structured=structured, report=whole if next_cursor else None)


def _next(cursors: Mapping[str, str | None]) -> str | None:
    return next((cursor for cursor in cursors.values() if cursor), None)
