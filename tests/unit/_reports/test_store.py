"""Reports: one address for one question, pages of bounded size, and a bound on all of them."""

from __future__ import annotations

import asyncio
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lineai_core._reports import ReportStore, page_uri
from lineai_core._reports.pages import cut

PAGE = 100_000


def keep(store, report, **arguments):
    return store.keep("impact", arguments, title="Impact", report=report)


def read(store, uri):
    return asyncio.run(store.read(uri))


def test_a_short_report_is_one_page_as_it_is():
    store = ReportStore()
    report = keep(store, "# All\n")
    assert report.uri == f"lineai://reports/{report.digest}"
    assert read(store, report.uri) == read(store, page_uri(report.digest, 1)) == "# All\n"


def test_a_long_report_is_read_from_page_to_page_and_nothing_is_lost():
    store = ReportStore()
    lines = [f"- line {number} of the report: тест" for number in range(20_000)]
    uri = keep(store, "\n".join(lines)).uri
    found = []
    while uri:
        page = read(store, uri)
        assert len(page.encode()) <= PAGE
        body, _, note = page.rstrip("\n").rpartition("\n\n")
        found += body.split("\n")
        following = re.search(r"The next is (\S+)\*$", note)
        uri = following and following[1]
    assert found == lines
    assert "the last" in note


@given(st.text(max_size=400), st.integers(210, 260))
def test_pages_are_never_longer_than_the_limit_and_hold_all_that_is_not_blank(text, limit):
    pages = cut(text, limit, lambda page, pages: "*next*")
    assert all(len(page.encode()) <= limit for page in pages)
    joined = "".join(page.removesuffix("\n\n*next*\n") if len(pages) > 1 else page for page in pages)
    assert re.sub(r"\s", "", joined) == re.sub(r"\s", "", text)


def test_what_is_not_there_reads_as_nothing():
    store = ReportStore()
    digest = keep(store, "text").digest
    for uri in (
        page_uri("0" * 32, 1),
        page_uri(digest, 2),
        page_uri(digest, 0),
        f"lineai://reports/{digest}/x",
        f"lineai://reports/{digest}/²",
        digest,
        "file:///etc/passwd",
    ):
        assert read(store, uri) is None


def test_a_report_is_written_once_and_only_when_it_is_read():
    store, written = ReportStore(), []

    async def write():
        written.append(1)
        await asyncio.sleep(0)
        return "written"

    uri = keep(store, write).uri
    assert not written

    async def read_twice():
        return await asyncio.gather(store.read(uri), store.read(uri))

    assert asyncio.run(read_twice()) == ["written", "written"]
    assert written == [1]


def test_a_report_that_could_not_be_written_is_tried_anew():
    store, tries = ReportStore(), []

    async def write():
        tries.append(1)
        if len(tries) == 1:
            raise ConnectionError
        return "written"

    uri = keep(store, write).uri
    with pytest.raises(ConnectionError):
        read(store, uri)
    assert read(store, uri) == "written"


def test_the_same_question_keeps_its_address_and_the_newer_report():
    store = ReportStore()
    assert keep(store, "old", a=1, b=2).uri == keep(store, "new", b=2, a=1).uri
    assert [read(store, report.uri) for report in store.all()] == ["new"]
    assert keep(store, "other", a=1, b=3).uri != keep(store, "new", a=1, b=2).uri


def test_the_least_recently_used_report_goes_first():
    store = ReportStore(max_reports=2)
    first, second = keep(store, "1", n=1), keep(store, "2", n=2)
    assert read(store, first.uri) == "1"
    third = keep(store, "3", n=3)
    assert read(store, second.uri) is None
    assert store.all() == [third, first]


def test_all_but_the_last_used_are_bounded_in_bytes():
    store = ReportStore(max_bytes=10)
    small = keep(store, "123456", n=1)
    large = keep(store, "x" * 11, n=2)
    assert read(store, small.uri) is None
    assert read(store, large.uri) == "x" * 11
    keep(store, "123456", n=3)
    assert read(store, large.uri) is None


def test_half_a_surrogate_pair_is_replaced():
    store = ReportStore()
    assert read(store, keep(store, "na\udcefve").uri) == "na\ufffdve"
