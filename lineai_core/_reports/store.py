"""The reports kept by one application: bounded in number and bytes, the least recently used go first."""

from __future__ import annotations

import asyncio
import hashlib
import json
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from lineai_core._reports.pages import cut

SCHEME = "lineai://reports/"
MAX_REPORTS = 32
MAX_BYTES = 32 * 1024 * 1024
PAGE_BYTES = 100_000
_DIGEST_CHARACTERS = 32

Write = Callable[[], Awaitable[str]]


@dataclass(slots=True, kw_only=True)
class Report:
    """One kept report; it has no ``pages`` until somebody reads it."""

    digest: str
    title: str
    write: Write
    pages: tuple[str, ...] = ()
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)

    @property
    def uri(self) -> str:
        """The address of its first page."""
        return f"{SCHEME}{self.digest}"

    @property
    def size(self) -> int:
        """The UTF-8 bytes of all pages that are written."""
        return sum(len(page.encode()) for page in self.pages)


def page_uri(digest: str, page: int) -> str:
    """Return the address of a page; pages count from one."""
    return f"{SCHEME}{digest}/{page}"


class ReportStore:
    """Keeps the whole report of each question, under one address as long as the question is the same.

    The bound on bytes holds for all reports but the one used last, which is kept whatever its size.
    """

    def __init__(self, *, max_reports: int = MAX_REPORTS, max_bytes: int = MAX_BYTES) -> None:
        self._max_reports = max_reports
        self._max_bytes = max_bytes
        self._reports: OrderedDict[str, Report] = OrderedDict()

    def keep(self, tool: str, arguments: Mapping[str, Any], *, title: str, report: str | Write) -> Report:
        """Keep the report on a call of ``tool`` and return it: its text, or what writes it when it is read.

        It takes the place of an earlier one on the same call.
        """
        question = json.dumps([tool, arguments], sort_keys=True, default=str)
        digest = hashlib.sha256(question.encode()).hexdigest()[:_DIGEST_CHARACTERS]
        if isinstance(report, str):
            kept = Report(digest=digest, title=title, write=_never, pages=_pages(digest, report))
        else:
            kept = Report(digest=digest, title=title, write=report)
        self._reports[digest] = kept
        self._use(kept)
        return kept

    def all(self) -> list[Report]:
        """Return the kept reports, the one used last first."""
        return list(reversed(self._reports.values()))

    async def read(self, uri: str) -> str | None:
        """Return the page at ``uri``, or ``None`` if there is none (any more).

        Raises what writing the report raises.
        """
        digest, _, number = uri.removeprefix(SCHEME).partition("/")
        report = self._reports.get(digest) if uri.startswith(SCHEME) else None
        page = 1 if not number else int(number) if number.isascii() and number.isdigit() else 0
        if report is None:
            return None
        async with report.lock:
            if not report.pages:
                report.pages = _pages(digest, await report.write())
        if self._reports.get(digest) is report:
            self._use(report)
        return report.pages[page - 1] if 1 <= page <= len(report.pages) else None

    def _use(self, report: Report) -> None:
        self._reports.move_to_end(report.digest)
        size = sum(each.size for each in self._reports.values())
        while len(self._reports) > self._max_reports or (size > self._max_bytes and len(self._reports) > 1):
            size -= self._reports.popitem(last=False)[1].size


async def _never() -> str:
    raise AssertionError("a report that was handed in as text has its pages")


def _pages(digest: str, text: str) -> tuple[str, ...]:
    """Return the pages of a report; half of a surrogate pair, which no protocol can carry, is replaced."""
    text = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return cut(text, PAGE_BYTES, lambda page, pages: _note(digest, page, pages))


def _note(digest: str, page: int, pages: int) -> str:
    if page == pages:
        return f"*Page {page} of {pages}, the last.*"
    return f"*Page {page} of {pages}. The next is {page_uri(digest, page + 1)}*"
