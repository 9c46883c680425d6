"""The same transcript through the lean loop and through the SDK's: the same answers.

Compared are whole answers as JSON, whatever the order of keys, but for what is listed here:

- ``message`` of an error: each has its own words. Both have some.
- ``data`` of "invalid parameters": the SDK adds an empty text where the lean loop's message says all.
- A known method without its parameters, where the server does not have that method: the SDK complains of
  the parameters, the lean loop of the method.
"""

from __future__ import annotations

import json
import re

import pytest
from stdio_client import modern

INFO = {"name": "raw", "version": "1"}
OPENING = {"capabilities": {}, "clientInfo": INFO}
ECHO = {"name": "probe-echo", "arguments": {"text": "тест 東京 😀"}}
CUT = {"name": "probe-cut", "arguments": {}}
REVISIONS = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", "2099-01-01"]
INVALID_PARAMS, METHOD_NOT_FOUND = -32602, -32601


def request(method, params=None):
    return {"method": method} if params is None else {"method": method, "params": params}


QUESTIONS = [
    ("tools/list", {}),
    ("tools/list", {"cursor": None}),
    ("tools/list", {"cursor": "2"}),
    ("tools/list", {"cursor": 2}),
    ("tools/list", {"_meta": {}}),
    ("tools/list", {"unknown": "member"}),
    ("tools/call", ECHO),
    ("tools/call", {"name": "probe-echo"}),
    ("tools/call", {"name": "probe-echo", "arguments": None}),
    ("tools/call", {"name": "probe-echo", "arguments": {"text": 3}}),
    ("tools/call", {"name": "probe-echo", "arguments": []}),
    ("tools/call", {"name": "probe-nothing", "arguments": {}}),
    ("tools/call", {"name": 7}),
    ("tools/call", {"arguments": {}}),
    ("tools/call", {"name": "probe-fail", "arguments": {}}),
    ("tools/call", {"name": "probe-undecodable", "arguments": {}}),
    ("tools/call", {"name": "probe-cut-lazily", "arguments": {"text": "x"}}),
    ("tools/call", CUT),
    ("tools/call", {"name": "probe-steps", "arguments": {}, "_meta": {"progressToken": "t"}}),
    ("tools/call", {"name": "probe-steps", "arguments": {}, "_meta": {"progressToken": 0}}),
    ("tools/call", {"name": "probe-phases", "arguments": {}, "_meta": {"progressToken": 1.5}}),
    ("tools/call", {"name": "probe-echo", "arguments": {"text": "x"}, "_meta": {"other": [1, None]}}),
    ("tools/call", {"name": "probe-echo", "arguments": {"text": "x"}, "_meta": "text"}),
    ("resources/list", {}),
    ("resources/list", {"cursor": "x"}),
    ("resources/templates/list", {}),
    ("resources/read", {"uri": "lineai://reports/none"}),
    ("resources/read", {"uri": 3}),
    ("resources/read", {}),
    ("prompts/list", {}),
    ("prompts/get", {"name": "x"}),
    (
        "completion/complete",
        {"ref": {"type": "ref/prompt", "name": "x"}, "argument": {"name": "a", "value": ""}},
    ),
    ("logging/setLevel", {"level": "info"}),
    ("subscriptions/listen", {"notifications": {"toolsListChanged": True}}),
    ("server/discover", {}),
    ("ping", {}),
    ("no/such/method", {}),
    ("rpc.discover", {"a": 1}),
]

HANDSHAKE = [
    request("tools/list", {}),
    request("ping"),
    request("no/such/method"),
    request("initialize", {}),
    request("initialize", {"protocolVersion": 5, **OPENING}),
    request("initialize", {"protocolVersion": "{revision}", "capabilities": {}, "clientInfo": {"name": "x"}}),
    request("initialize", {"protocolVersion": "{revision}", **OPENING}),
    {"method": "notifications/initialized", "note": True},
    *(request(*question) for question in QUESTIONS),
    request("tools/list"),
    request("tools/list", modern()),
    request("server/discover", modern()),
    {"method": "notifications/unknown", "params": {"a": 1}, "note": True},
    {"method": "notifications/cancelled", "params": {"requestId": 999}, "note": True},
    request("initialize", {"protocolVersion": "2025-06-18", **OPENING}),
    request("ping"),
]

_KEYS = "io.modelcontextprotocol/"


def stateless():
    """Yield the transcript of a client that never shakes hands."""
    yield request("server/discover", modern())
    for method, params in QUESTIONS:
        if isinstance(params.get("_meta", {}), dict) and method != "subscriptions/listen":
            yield request(method, modern(**params))
    complete = modern()["_meta"]
    for lacking in ("protocolVersion", "clientCapabilities", "clientInfo"):
        yield request("tools/list", {"_meta": {k: v for k, v in complete.items() if k != _KEYS + lacking}})
    yield request("tools/list", {})
    yield request("tools/list")
    yield request("tools/list", {"_meta": "text"})
    yield request("tools/list", {"_meta": {**complete, f"{_KEYS}protocolVersion": "2099-01-01"}})
    yield request("tools/list", {"_meta": {**complete, f"{_KEYS}protocolVersion": 3}})
    yield request("tools/list", {"_meta": {**complete, f"{_KEYS}protocolVersion": "2025-11-25"}})
    yield request("initialize", {"protocolVersion": "2025-06-18", **OPENING})
    yield request("initialize", {})
    yield {"method": "notifications/initialized", "note": True}
    yield request("tools/call", modern(**ECHO))


def replay(server, transcript, revision=""):
    """Return what comes back for each request: the notifications before the answer, and the answer."""
    heard = []
    for number, message in enumerate(transcript):
        message = filled(message, revision)
        if message.pop("note", False):
            server.send(message)
            continue
        before = len(server.messages)
        server.send({"id": number, **message})
        answer = server.answer(number)
        came = server.messages[before : server.messages.index(answer) + 1]
        heard.append((message, [comparable(each) for each in came]))
    return heard


def filled(value, revision):
    if isinstance(value, dict):
        return {key: filled(member, revision) for key, member in value.items()}
    return revision if value == "{revision}" else value


def comparable(message):
    message = json.loads(re.sub(r"incident [0-9a-f]{8}", "incident", json.dumps(message)))
    if "error" not in message:
        return message
    error = dict(message["error"])
    assert error.pop("message")
    if error["code"] == INVALID_PARAMS and error.get("data") == "":
        del error["data"]
    return {**message, "error": error}


def compare(lean, sdk):
    differences = [
        (message, ours, theirs)
        for (message, ours), (_, theirs) in zip(lean, sdk, strict=True)
        if ours != theirs
    ]
    assert differences == []


@pytest.fixture(params=["both"])
def environment(environment):
    """The tests start each speaker themselves."""
    return environment


@pytest.mark.parametrize("revision", REVISIONS)
def test_after_a_handshake_both_answer_alike(start, revision):
    compare(*(replay(start(LINEAI_STDIO=who), HANDSHAKE, revision) for who in ("lean", "sdk")))


def test_without_a_handshake_both_answer_alike(start):
    compare(*(replay(start(LINEAI_STDIO=who), list(stateless())) for who in ("lean", "sdk")))


def test_the_one_difference_in_codes_is_what_comes_first(start):
    """Of two faults, a method that the server lacks and parameters that it would lack, each names one."""
    codes = {}
    for who in ("lean", "sdk"):
        server = start(LINEAI_STDIO=who)
        server.initialize()
        codes[who] = server.ask("prompts/get")["error"]["code"]
    assert codes == {"lean": METHOD_NOT_FOUND, "sdk": INVALID_PARAMS}
