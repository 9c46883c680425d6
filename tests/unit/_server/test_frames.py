"""Lines, messages, and what is neither."""

from __future__ import annotations

import json
import tracemalloc

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lineai_core._server.frames import Malformed, decode, encode, split_lines

text_without_line_ends = st.binary(max_size=30).map(lambda data: data.replace(b"\n", b"").strip())


@given(st.lists(text_without_line_ends), st.integers(1, 40), st.booleans())
def test_lines_do_not_depend_on_how_the_stream_is_cut(lines, size, terminated):
    stream = b"\n".join(lines) + (b"\n" if terminated else b"")
    chunks = [stream[start : start + size] for start in range(0, len(stream), size)]
    assert list(split_lines(chunks)) == [line for line in lines if line]


@pytest.mark.parametrize("size", [1, 3, 7, 100])
def test_a_line_that_is_too_long_is_replaced_by_nothing_else(size):
    stream = b"short\n" + b"x" * 11 + b"\nshort again\n" + b"y" * 50
    chunks = [stream[start : start + size] for start in range(0, len(stream), size)]
    assert list(split_lines(chunks, limit=11)) == [b"short", b"x" * 11, b"short again", None]


def test_what_is_thrown_away_is_not_kept_in_memory_first():
    endless = (b"z" * 1000 for _ in range(5000))
    tracemalloc.start()
    try:
        assert list(split_lines(endless, limit=10_000)) == [None]
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 500_000


@pytest.mark.parametrize(
    "line",
    [
        b'{"jsonrpc":"2.0","id":1,"method":"ping"}',
        b'{"jsonrpc":"2.0","id":"a","method":"x","params":{"deep":[null,1.5,{}]}}',
        b'{"jsonrpc":"2.0","method":"x","params":{"id":1}}',
        b'{"jsonrpc":"2.0","id":1,"result":{}}',
        b'{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"?"}}',
    ],
)
def test_a_message_is_what_the_line_says(line):
    assert decode(line) == json.loads(line)


def test_no_parameters_are_as_good_as_absent_ones():
    assert decode(b'{"jsonrpc":"2.0","id":1,"method":"ping","params":null}') == {
        "jsonrpc": "2.0",
        "id": 1,
        "method": "ping",
    }


@pytest.mark.parametrize(
    "rest",
    [
        '"method":3',
        '"method":"x","params":[1]',
        '"method":"x","params":"text"',
        '"result":3',
        '"error":"text"',
    ],
)
def test_what_is_json_and_no_message_is_answered_under_its_id(rest):
    with pytest.raises(Malformed) as caught:
        decode(f'{{"jsonrpc":"2.0","id":7,{rest}}}'.encode())
    assert (caught.value.answer["id"], caught.value.answer["error"]["code"]) == (7, -32600)


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity"])
def test_a_number_that_json_does_not_know_is_an_error_when_read_and_nothing_when_written(number):
    with pytest.raises(Malformed):
        decode(b'{"jsonrpc":"2.0","id":1,"method":"x","params":{"n":' + number.encode() + b"}}")
    assert json.loads(encode({"numbers": [1.5, (float(number),)]})) == {"numbers": [1.5, [None]]}


def test_half_a_surrogate_pair_is_replaced_when_it_is_read():
    message = decode(b'{"jsonrpc":"2.0","id":1,"method":"x","params":{"a\\ud83d":"\\ud83d\\ude00 \\udc00"}}')
    assert message["params"] == {"a\ufffd": "😀 \ufffd"}


@pytest.mark.parametrize("identity", ["true", "null", "1.5", "[]"])
def test_a_request_with_an_id_of_the_wrong_kind_is_not_taken_for_a_notification(identity):
    with pytest.raises(Malformed) as caught:
        decode(b'{"jsonrpc":"2.0","id":' + identity.encode() + b',"method":"ping"}')
    assert caught.value.answer["error"]["code"] == -32600
    assert caught.value.answer["id"] is None


@given(st.binary(max_size=60))
def test_no_bytes_bring_the_reader_down(line):
    try:
        decode(line)
    except Malformed as malformed:
        assert malformed.answer["error"]["code"] in (-32700, -32600)


@given(st.text(max_size=30))
def test_text_survives_its_line(text):
    line = encode({"jsonrpc": "2.0", "id": 1, "result": {"text": text}})
    assert json.loads(line.decode("utf-8"))["result"]["text"] == text


@given(st.text(st.characters(), max_size=30))
def test_any_text_is_encoded_as_one_line_of_utf_8(text):
    line = encode({"jsonrpc": "2.0", "id": 1, "result": {"text": text}})
    assert line.count(b"\n") == 1
    assert isinstance(json.loads(line.decode("utf-8"))["result"]["text"], str)


def test_half_a_surrogate_pair_is_replaced():
    line = encode({"jsonrpc": "2.0", "id": 1, "result": {"text": "a\ud83db😀"}})
    assert json.loads(line.decode("utf-8"))["result"]["text"] == "a\ufffdb😀"
