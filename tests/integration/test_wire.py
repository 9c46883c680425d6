"""What is on the wire: nothing but protocol, in UTF-8, one message per line."""

from __future__ import annotations

import json
import sys

import pytest


def parsed(server):
    return [json.loads(line) for line in server.lines]


def test_printing_at_import_in_a_hook_and_in_a_tool_does_not_reach_the_client(server):
    assert server.call("probe-noisy")["structuredContent"] == {"text": "said a lot"}
    server.hang_up()
    assert server.wait_for_exit() == 0
    for message in parsed(server):
        assert message["jsonrpc"] == "2.0"
    for where in ("import", "a hook", "a tool"):
        for way in ("print", "sys.stdout", "descriptor 1", "a child process"):
            assert f"{way} in {where}" in server.log


def test_a_tool_that_reads_standard_input_finds_it_empty(server):
    assert server.call("probe-standard-input")["structuredContent"] == {"text": "''"}
    assert server.ask("ping")["result"] == {}


@pytest.mark.skipif(sys.platform == "win32", reason="Windows cannot tell whether a pipe has room")
def test_a_client_that_never_reads_standard_error_is_served_all_the_same(start):
    server = start(read_log=False)
    server.initialize()
    for _ in range(60):
        assert server.call("probe-fail")["isError"]
    assert server.call("probe-talkative")["structuredContent"] == {"text": "talked"}
    server.hang_up()
    assert server.wait_for_exit(5) == 0


@pytest.mark.parametrize("encoding", ["cp1252", "cp932", "ascii"])
def test_the_wire_is_utf_8_whatever_the_locale_says(start, encoding):
    server = start(PYTHONIOENCODING=encoding, LC_ALL="C", PYTHONUTF8="0")
    assert "—" in server.initialize()["instructions"]
    text = "тест 東京 — 😀"
    assert server.call("probe-echo", text=text)["structuredContent"] == {"text": text}
    server.call("probe-noisy")
    assert "print in a tool" in server.log


def test_an_undecodable_file_name_is_answered_with_a_replacement_character(server):
    assert server.call("probe-undecodable")["structuredContent"] == {"text": "file na\ufffdve.py"}


@pytest.mark.parametrize("end", [b"\n", b"\r\n", b"\n\n\r\n  \n"])
def test_any_line_end_and_blank_lines_are_accepted(server, end):
    server.write(b'{"jsonrpc":"2.0","id":"a","method":"ping"}' + end)
    server.write(b'{"jsonrpc":"2.0","id":"b","method":"ping"}' + end)
    assert server.answer("a")["result"] == server.answer("b")["result"] == {}


def test_a_byte_order_mark_is_ignored(server):
    server.write(b'\xef\xbb\xbf{"jsonrpc":"2.0","id":"a","method":"ping"}\n')
    assert server.answer("a")["result"] == {}


def test_the_last_line_needs_no_end(server):
    server.write(b'{"jsonrpc":"2.0","id":"last","method":"ping"}')
    server.hang_up()
    assert server.answer("last")["result"] == {}
    assert server.wait_for_exit() == 0


def test_a_call_that_is_nearly_ready_is_answered_after_the_end_of_input(server):
    identity = server.begin_call("probe-nearly-ready")
    server.hang_up()
    assert server.answer(identity)["result"]["structuredContent"] == {"text": "ready"}


@pytest.mark.parametrize(
    ("line", "code", "identity"),
    [
        (b"Server started!", -32700, None),
        (b'{"jsonrpc":"2.0","id":1,"method":"ping"', -32700, None),
        (b'{"jsonrpc":"2.0","id":1,"method":"\xff\xfe"}', -32700, None),
        (b"[" * 100_000, -32700, None),
        (b'{"jsonrpc":"2.0","id":17}', -32600, 17),
        (b'{"id":"x","method":"ping"}', -32600, "x"),
        (b'{"jsonrpc":"2.0","id":true,"method":"ping"}', -32600, None),
        (b"[]", -32600, None),
        (b"3", -32600, None),
    ],
    ids=lambda value: str(value)[:40],
)
def test_a_line_that_is_no_message_is_answered_and_the_session_goes_on(server, line, code, identity):
    server.write(line + b"\n")
    answers = server.wait_for(lambda: [m for m in server.answers(identity) if "error" in m], "an error")
    assert answers[0]["error"]["code"] == code
    assert server.ask("ping")["result"] == {}


def test_a_line_without_bound_is_refused_while_it_arrives(server):
    megabyte = b" " + b"x" * (2**20 - 1)
    for _ in range(33):
        server.write(megabyte)
    server.write(b"\n")
    assert server.answer(None)["error"]["code"] == -32600
    assert server.ask("ping")["result"] == {}
