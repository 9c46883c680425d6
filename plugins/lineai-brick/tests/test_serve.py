"""The strict server, line by line, and as a process."""

import hashlib
import json
import subprocess
import sys
from pathlib import Path

import pytest
from lineai_brick.model import load
from lineai_brick.serve import Session

LEDGER = Path(__file__).parent / "examples" / "ledger.artifact.json"
CASES = json.loads(LEDGER.with_name("ledger.expected.json").read_text(encoding="utf-8"))["cases"]
HELLO = '{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2024-11-05"}}'
READY = '{"jsonrpc":"2.0","method":"notifications/initialized"}'


def say(session, text):
    answer = session.answer(text.encode())
    return None if answer is None else json.loads(answer)


@pytest.fixture
def session():
    session = Session(load(LEDGER))
    assert say(session, HELLO)["result"]["protocolVersion"] == "2025-06-18"
    assert say(session, READY) is None
    return session


@pytest.mark.parametrize("method", ["tools/list", "tools/call"])
def test_before_the_handshake_nothing_is_told(method):
    """Requirements 2, 5, 6."""
    session, question = Session(load(LEDGER)), f'{{"jsonrpc":"2.0","id":1,"method":"{method}"}}'
    say(session, READY)
    assert say(session, question)["error"]["code"] == -32600
    say(session, HELLO)
    assert say(session, question)["error"]["code"] == -32600


@pytest.mark.parametrize(
    ("line", "code", "identity"),
    [
        ("{", -32700, None),
        ("[]", -32600, None),
        ('{"jsonrpc":"1.0","id":7,"method":"ping"}', -32600, 7),
        ('{"jsonrpc":"2.0","id":"a","method":5}', -32600, "a"),
        ('{"jsonrpc":"2.0","id":null,"method":"ping"}', -32600, None),
        ('{"jsonrpc":"2.0","id":1.0,"method":"ping"}', -32600, None),
        ('{"jsonrpc":"2.0","id":true,"method":"ping"}', -32600, None),
        ('{"jsonrpc":"2.0","id":7,"method":"ping","params":[]}', -32600, 7),
    ],
)
def test_a_malformed_request_is_refused(session, line, code, identity):
    """Requirements 36-40."""
    answer = say(session, line)
    assert (answer["error"]["code"], answer["id"]) == (code, identity)


def test_a_malformed_notification_is_met_with_silence(session):
    """Requirement 41."""
    assert say(session, '{"jsonrpc":"2.0","method":"ping","params":[]}') is None


@pytest.mark.parametrize("case", CASES)
def test_call(session, case):
    """Requirements 42-44."""
    params = {"name": case["tool"], "arguments": case["arguments"]}
    answer = say(session, json.dumps({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}))
    expected = case["expect"]
    if "jsonrpc_error" in expected:
        assert answer["error"]["code"] == expected["jsonrpc_error"]
    elif expected.get("isError"):
        assert answer["result"]["isError"]
        assert answer["result"]["structuredContent"]["entity"] == expected["entity"]
    else:
        assert answer["result"]["structuredContent"] == expected["result"]
        assert json.loads(answer["result"]["content"][0]["text"]) == expected["result"]


def brick(*words, text=""):
    command = [sys.executable, "-m", *words]
    return subprocess.run(command, input=text, capture_output=True, text=True, check=False)


def test_a_process_says_nothing_but_protocol_and_leaves_the_file_alone():
    """Requirements 1, 3, 4, 10, 11."""
    before = hashlib.sha256(LEDGER.read_bytes()).digest()
    question = '{"jsonrpc":"2.0","id":1,"method":"tools/list"}'
    done = brick("lineai_brick", str(LEDGER), text=f"{HELLO}\n{READY}\n{question}\n")
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert [answer["id"] for answer in answers] == [0, 1]
    assert len(answers[1]["result"]["tools"]) == 6
    assert done.returncode == 0
    assert hashlib.sha256(LEDGER.read_bytes()).digest() == before


def test_a_broken_file_is_refused(tmp_path):
    (tmp_path / "a.json").write_text('{"building_schema_version": NaN}', encoding="utf-8")
    done = brick("lineai_brick", str(tmp_path / "a.json"))
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert "NaN is not a JSON number" in done.stderr
