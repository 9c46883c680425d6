"""The reports kept by one application: bounded in number and bytes, the least recently used go first."""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from dataclasses import dataclass

from lineai_core._reports.pages import cut

SCHEME = "lineai://reports/"
MAX_REPORTS = 32
MAX_BYTES = 32 * 1024 * 1024
PAGE_BYTES = 100_000
_DIGEST_CHARACTERS = 32


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """One kept report: ``size`` is in UTF-8 bytes, over all ``pages``."""

    digest: str
    title: str
    size: int
    pages: tuple[str, ...]

    @property
    def uri(self) -> str:
        """The address of its first page."""
        return f"{SCHEME}{self.digest}"


def page_uri(digest: str, page: int) -> str:
    """Return the address of a page; pages count from one."""
    return f"{SCHEME}{digest}/{page}"


class ReportStore:
    """Keeps reports by their content, so that the same text has one address and an address never changes."""

    def __init__(self, *, max_reports: int = MAX_REPORTS, max_bytes: int = MAX_BYTES) -> None:
        self._max_reports = max_reports
        self._max_bytes = max_bytes
        self._reports: OrderedDict[str, Report] = OrderedDict()

    def keep(self, text: str, *, title: str) -> Report | None:
        """Keep a report and return it, or return ``None`` if it alone is larger than all may be.

        Half of a surrogate pair, which no protocol can carry, is replaced.
        """
        text = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
        digest = hashlib.sha256(text.encode()).hexdigest()[:_DIGEST_CHARACTERS]
        if digest not in self._reports:
            pages = cut(text, PAGE_BYTES, lambda page, pages: _note(digest, page, pages))
            report = Report(digest=digest, title=title, size=sum(len(p.encode()) for p in pages), pages=pages)
            if report.size > self._max_bytes:
                return None
            self._reports[digest] = report
            self._evict()
        self._reports.move_to_end(digest)
        return self._reports[digest]

    def all(self) -> list[Report]:
        """Return the kept reports, the one used last first."""
        return list(reversed(self._reports.values()))

    def read(self, uri: str) -> str | None:
        """Return the page at ``uri``, or ``None`` if there is none (any more)."""
        digest, _, number = uri.removeprefix(SCHEME).partition("/")
        report = self._reports.get(digest) if uri.startswith(SCHEME) else None
        page = 1 if not number else int(number) if number.isascii() and number.isdigit() else 0
        if report is None or not 1 <= page <= len(report.pages):
            return None
        self._reports.move_to_end(digest)
        return report.pages[page - 1]

    def _evict(self) -> None:
        while (
            len(self._reports) > self._max_reports
            or sum(report.size for report in self._reports.values()) > self._max_bytes
        ):
            self._reports.popitem(last=False)


def _note(digest: str, page: int, pages: int) -> str:
    if page == pages:
        return f"*Page {page} of {pages}, the last.*"
    return f"*Page {page} of {pages}. The next is {page_uri(digest, page + 1)}*"
