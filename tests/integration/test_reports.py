"""Whole reports as resources: linked in the answer, listed, read page by page."""

from __future__ import annotations

import re

import pytest
from stdio_client import modern


def link(server, tool, **arguments):
    """Call a tool whose answer is cut, and return the link in the answer."""
    content = server.call(tool, **arguments)["content"]
    assert [block["type"] for block in content] == ["text", "resource_link"]
    return content[1]


def read(server, uri):
    (contents,) = server.ask("resources/read", uri=uri)["result"]["contents"]
    assert (contents["uri"], contents["mimeType"]) == (uri, "text/markdown")
    return contents["text"]


def test_an_answer_that_was_cut_links_to_all_of_it(server):
    assert server.ask("resources/list")["result"] == {"resources": []}
    found = link(server, "probe-cut")
    assert found["mimeType"] == "text/markdown"
    listed = server.ask("resources/list")["result"]["resources"]
    assert listed == [{key: value for key, value in found.items() if key != "type"}]
    rows, uri, size = [], found["uri"], 0
    while uri:
        page = read(server, uri)
        size += len(page.encode())
        rows += re.findall(r"(?m)^- row (\d+)$", page)
        following = re.search(r"The next is (\S+)\*", page)
        uri = following and following[1]
    assert rows == [str(number) for number in range(30_000)]
    assert found["size"] == size


def test_a_report_may_be_written_when_it_is_read(server):
    found = link(server, "probe-cut-lazily", text="tests")
    assert "size" not in found
    assert "report is written" not in server.log
    assert read(server, found["uri"]) == "all about tests"
    assert server.call("probe-cut-lazily", text="tests")["structuredContent"]["nothing"] is None


def test_a_report_that_cannot_be_written_any_more_says_why(server):
    found = link(server, "probe-cut-lazily", text="gone")
    error = server.ask("resources/read", uri=found["uri"])["error"]
    assert "The project is gone." in error["message"]


def test_revisions_without_links_are_told_the_address(start):
    server = start()
    server.initialize("2025-03-26")
    text = server.call("probe-cut")["content"][1]["text"]
    assert "- row 0\n" in read(server, re.search(r"lineai://\S+", text)[0])


def test_the_stateless_revision_reads_reports_too(start):
    server = start()
    called = server.ask("tools/call", **modern(name="probe-cut", arguments={}))["result"]
    result = server.ask("resources/read", **modern(uri=called["content"][1]["uri"]))["result"]
    assert "- row 0\n" in result["contents"][0]["text"]
    assert result["ttlMs"] > 0


@pytest.mark.parametrize("uri", ["lineai://reports/0", "file:///etc/passwd", ""])
def test_what_is_not_kept_is_not_found(server, uri):
    error = server.ask("resources/read", uri=uri)["error"]
    assert error["code"] == -32002
    assert error["data"] == {"uri": uri}


def test_the_addresses_are_described_as_a_template(server):
    (template,) = server.ask("resources/templates/list")["result"]["resourceTemplates"]
    assert template["uriTemplate"] == "lineai://reports/{digest}/{page}"
