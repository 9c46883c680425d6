"""Many calls at once, cancelled calls, caches, and a client that does not listen.

Not here, because they are tested elsewhere: the ways in which a client leaves (closed pipes, signals)
in ``tests/integration/test_exit.py``, ``tools/list`` before ``initialize`` in
``tests/integration/test_handshake.py``, and how much memory caches and kept reports may take, in the
unit tests of both.
"""

import json
import sys
import time

import pytest

METHOD, SEARCH = "lineai-method-impact", "lineai-graph-search"
SHORTNAME = ".*/search/shortname"


def paths(fake):
    return [request["path"] for request in fake.control("log")["requests"]]


def arrived(fake, part, count):
    """Wait until the upstream has seen that many requests whose path contains ``part``."""
    deadline = time.monotonic() + 30
    while sum(part in path for path in paths(fake)) < count:
        assert time.monotonic() < deadline, paths(fake)
        time.sleep(0.02)


def test_calls_do_not_wait_for_each_other(start, fake):
    server = start()
    server.call(METHOD, method="saveOrder")
    fake.control("faults", [{"path": SHORTNAME, "delay": 0.5}])
    identities = [server.begin_call(METHOD, method=f"save{number}") for number in range(20)]
    for identity in identities:
        server.answer(identity)
    assert fake.control("log")["peak"] == 20


def test_a_cached_answer_and_a_ping_do_not_wait_behind_slow_calls(start, fake):
    server = start()
    server.call(METHOD, method="saveOrder")
    fake.control("faults", [{"path": ".*", "action": "hang"}])
    slow = [server.begin_call(METHOD, method=f"save{number}") for number in range(10)]
    arrived(fake, "shortname", 1 + 10)
    assert not server.call(METHOD, method="saveOrder").get("isError")
    assert server.ask("ping")["result"] == {}
    assert not any(server.answers(identity) for identity in slow)


def test_identical_calls_share_their_requests(start, fake):
    fake.control("config", {"base_delay": 0.2})
    server = start()
    identities = [server.begin_call(METHOD, method="saveOrder") for _ in range(6)]
    texts = {server.answer(identity)["result"]["content"][0]["text"] for identity in identities}
    assert len(texts) == 1
    assert len(paths(fake)) == 4


def test_a_cancelled_call_frees_the_upstream_and_is_not_answered(start, fake):
    fake.control("faults", [{"path": SHORTNAME, "action": "hang"}])
    server = start()
    slow = [server.begin_call(METHOD, method=f"save{number}") for number in range(13)]
    arrived(fake, "shortname", 13)
    for identity in slow:
        server.notify("notifications/cancelled", requestId=identity)
    deadline = time.monotonic() + 30
    while sum(request["status"] == "gone" for request in fake.control("log")["requests"]) < 13:
        assert time.monotonic() < deadline
        time.sleep(0.02)
    assert not server.call(SEARCH, query="save").get("isError")
    assert not any("result" in message for identity in slow for message in server.answers(identity))


@pytest.mark.parametrize("hang", [".*/shortname", "/api/authenticate"])
def test_the_server_ends_although_the_upstream_never_answers(start, fake, hang):
    fake.control("faults", [{"path": hang, "action": "hang"}])
    server = start()
    server.begin_call(METHOD, method="saveOrder")
    arrived(fake, hang.strip(".*/"), 1)
    server.hang_up()
    assert server.wait_for_exit(5) == 0


def test_an_answer_from_the_cache_can_be_asked_past(start, fake):
    server = start()
    server.call(METHOD, method="saveOrder")
    fake.control("data", {"methods": {"saveOrder": []}})
    assert not server.call(METHOD, method="saveOrder").get("isError")
    assert "no method" in server.call(METHOD, method="saveOrder", refresh=True)["content"][0]["text"]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows cannot tell whether a pipe has room")
@pytest.mark.parametrize("level", ["warning", "debug"])
def test_a_client_that_never_reads_the_log_is_served_nevertheless(start, fake, level):
    """A pipe holds 64 KiB: every failing call logs a little more than nothing."""
    fake.control("faults", [{"path": SHORTNAME, "text": "<html>"}])
    server = start(read_log=False, LINEAI_LOG_LEVEL=level, LINEAI_METHOD_CACHE_TTL="0")
    for number in range(600):
        server.begin_call(METHOD, method=f"save{number % 7}")
    server.wait_for(lambda: len([m for m in server.messages if "result" in m]) > 600, "600 answers", 90)


def test_the_log_is_quiet_by_default(ask):
    asked = ask()
    assert asked.log == ""


def test_the_log_can_be_json(ask):
    asked = ask(LINEAI_LOG_FORMAT="json", LINEAI_IMPACT_CACHE_TTL="soon")
    (line,) = [json.loads(line) for line in asked.log.splitlines()]
    assert (line["level"], line["logger"]) == ("warning", "lineai")
    assert "LINEAI_IMPACT_CACHE_TTL" in line["message"]


def test_an_unknown_tool_is_an_error(start):
    answer = start().ask("tools/call", name="lineai-nothing", arguments={})
    assert "lineai-nothing" in json.dumps(answer)
    assert answer.get("error") or answer["result"]["isError"]


@pytest.mark.parametrize("name", ["a/b", "x" * 300, "../../etc"])
def test_debug_mode_breaks_no_call(ask, tmp_path, name):
    asked = ask(arguments={"method": name}, LINEAI_DEBUG_MODE="true", LINEAI_DEBUG_DIR=str(tmp_path / "d"))
    assert "short name" in asked.text
    names = {file.name.split("-")[0] for file in (tmp_path / "d").iterdir()}
    assert names == {"timing", "payloads"}


def test_a_debug_directory_in_the_way_breaks_no_start(ask, tmp_path):
    (tmp_path / "d").write_text("a file", encoding="utf-8")
    asked = ask(LINEAI_DEBUG_MODE="true", LINEAI_DEBUG_DIR=str(tmp_path / "d"))
    assert not asked.is_error


def test_no_secret_is_told_in_debug_mode_or_out_of_it(ask, tmp_path):
    secret, token = "S3cr3t!pä$$", "tok-9f2c4d5e"
    forms = [secret, "S3cr3t", "S3cr3t%21p%C3%A4%24%24", "UzNjcjN0", token, token[:8]]
    echo = (
        f"Bad: {secret} S3cr3t%21p%C3%A4%24%24 UzNjcjN0IXDDpCQk Authorization: Bearer {token} Cookie: {token}"
    )
    faults = [
        {"path": "/api/authenticate", "json": {"access_token": token}},
        {"path": ".*", "status": 500, "text": echo, "headers": {"Set-Cookie": f"session={token}"}},
    ]
    settings = {
        "LINEAI_DEBUG_MODE": "true",
        "LINEAI_LOG_LEVEL": "debug",
        "LINEAI_DEBUG_DIR": str(tmp_path / "d"),
    }
    asked = ask(faults=faults, LINEAI_PASSWORD=secret, **settings)
    files = [file.read_text(encoding="utf-8") for file in (tmp_path / "d").iterdir()]
    assert len(files) == 2
    for text in [asked.text, asked.log, *files]:
        assert [form for form in forms if form in text] == []
