"""Reports: one address for one text, pages of bounded size, and a bound on all of them."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from lineai_core._reports import ReportStore, page_uri
from lineai_core._reports.pages import cut

PAGE = 100_000


def test_a_short_report_is_one_page_as_it_is():
    store = ReportStore()
    report = store.keep("# All\n", title="Impact")
    assert report.uri == f"lineai://reports/{report.digest}"
    assert store.read(report.uri) == store.read(page_uri(report.digest, 1)) == "# All\n"
    assert (report.size, report.title) == (6, "Impact")


def test_a_long_report_is_read_from_page_to_page_and_nothing_is_lost():
    store = ReportStore()
    lines = [f"- line {number} of the report: тест" for number in range(20_000)]
    uri = store.keep("\n".join(lines), title="Long").uri
    read = []
    while uri:
        page = store.read(uri)
        assert len(page.encode()) <= PAGE
        body, _, note = page.rstrip("\n").rpartition("\n\n")
        read += body.split("\n")
        following = re.search(r"The next is (\S+)\*$", note)
        uri = following and following[1]
    assert read == lines
    assert "the last" in note


@given(st.text(max_size=400), st.integers(210, 260))
def test_pages_are_never_longer_than_the_limit_and_hold_all_that_is_not_blank(text, limit):
    pages = cut(text, limit, lambda page, pages: "*next*")
    assert all(len(page.encode()) <= limit for page in pages)
    joined = "".join(page.removesuffix("\n\n*next*\n") if len(pages) > 1 else page for page in pages)
    assert re.sub(r"\s", "", joined) == re.sub(r"\s", "", text)


def test_what_is_not_there_reads_as_nothing():
    store = ReportStore()
    digest = store.keep("text", title="x").digest
    for uri in (
        page_uri("0" * 32, 1),
        page_uri(digest, 2),
        page_uri(digest, 0),
        f"lineai://reports/{digest}/x",
        f"lineai://reports/{digest}/²",
        digest,
        "file:///etc/passwd",
    ):
        assert store.read(uri) is None


def test_the_least_recently_used_report_goes_first():
    store = ReportStore(max_reports=2)
    first, second = store.keep("1", title="1"), store.keep("2", title="2")
    assert store.read(first.uri) == "1"
    store.keep("3", title="3")
    assert store.read(second.uri) is None
    assert [report.title for report in store.all()] == ["3", "1"]


def test_bytes_are_bounded_and_what_is_too_large_alone_is_not_kept():
    store = ReportStore(max_bytes=10)
    small = store.keep("123456", title="small")
    assert store.keep("x" * 11, title="large") is None
    assert store.read(small.uri) == "123456"
    store.keep("654321", title="other")
    assert store.read(small.uri) is None


def test_the_same_text_is_kept_once():
    store = ReportStore()
    assert store.keep("same", title="a") is store.keep("same", title="a")
    assert len(store.all()) == 1


def test_half_a_surrogate_pair_is_replaced():
    store = ReportStore()
    assert store.read(store.keep("na\udcefve", title="x").uri) == "na\ufffdve"
