"""Debug mode: what it writes, and that it never stands in the way."""

import asyncio
import json
import os
import stat
import sys
import threading

import pytest

from lineai_core._debug import DebugLog, files, log
from lineai_core._render.redact import Redactor
from lineai_core.plugin import Tool, ToolResult, hookimpl
from lineai_core.testing import Answer, FakeApi, application

OBJECT = {"type": "object", "properties": {}}
POSIX = pytest.mark.skipif(sys.platform == "win32", reason="Windows keeps access in lists, not in modes")


async def look(call):
    data = await call.api.get("/api/x", params={"name": call.arguments["name"]})
    return ToolResult(text=f"found {data}", structured={})


class Plugin:
    LINEAI_PLUGIN_API = 1

    @hookimpl
    def lineai_tools(self):
        about = {"title": "Look", "description": "Look.", "input_schema": OBJECT, "output_schema": OBJECT}
        return [Tool(name="look", handler=look, **about)]


def ask(directory, *names, body="here", **environ):
    """Return the texts of calls in debug mode."""

    async def run():
        api = FakeApi({"GET /api/x": body})
        variables = {"LINEAI_DEBUG_MODE": "1", "LINEAI_DEBUG_DIR": str(directory), **environ}
        async with application(Plugin(), api=api, environ=variables) as host:
            return [(await host.call("look", {"name": name})).text for name in names]

    return asyncio.run(run())


def records(directory, name):
    (file,) = directory.glob(f"{name}-{os.getpid()}.jsonl")
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]


def test_each_call_and_each_request_is_a_line(tmp_path):
    ask(tmp_path / "d", "ana")
    request, call = records(tmp_path / "d", "timing")
    assert (request["event"], request["endpoint"], request["outcome"]) == ("request", "GET /api/x", "ok")
    assert (request["status"], request["ms"] >= 0) == (200, True)
    assert (call["event"], call["tool"], call["outcome"]) == ("call", "look", "ok")
    assert call["ms"] >= request["ms"]
    assert request["call"] == call["call"]
    request, call = records(tmp_path / "d", "payloads")
    assert request["query"] == "name=ana"
    assert json.loads(request["body"])["data"] == "here"
    assert (call["arguments"], call["text"]) == ({"name": "ana"}, "found here")


def test_a_failure_is_recorded_by_its_kind(tmp_path):
    ask(tmp_path, "ana", body=Answer(status=504))
    request, call = records(tmp_path, "timing")
    assert (request["outcome"], request["status"], call["outcome"]) == ("gateway_timeout", 504, "error")


@pytest.mark.parametrize("name", ["a/b", "..", "x" * 300, "nul\0", "\ud83d"])
def test_no_name_breaks_a_call(tmp_path, name):
    assert ask(tmp_path, name) == ["found here"]
    assert len(records(tmp_path, "timing")) == 2


def test_no_secret_is_written(tmp_path):
    environ = {"LINEAI_PASSWORD": "S3cr3t!pä$$"}
    ask(tmp_path, "S3cr3t!pä$$", body="password=hunter22 Bearer abc123def S3cr3t!pä$$", **environ)
    for file in tmp_path.iterdir():
        text = file.read_text(encoding="utf-8")
        assert "***" in text or file.name.startswith("timing")
        for secret in ("S3cr3t", "hunter22", "abc123def", "p%C3%A4"):
            assert secret not in text


@POSIX
def test_the_files_are_for_their_owner_only(tmp_path):
    (tmp_path / "d").mkdir(mode=0o755)
    ask(tmp_path / "d", "ana")
    assert stat.S_IMODE((tmp_path / "d").stat().st_mode) == 0o700
    assert {stat.S_IMODE(file.stat().st_mode) for file in (tmp_path / "d").iterdir()} == {0o600}


def test_a_directory_that_cannot_be_made_costs_no_answer(tmp_path, caplog):
    (tmp_path / "file").write_text("in the way", encoding="utf-8")
    assert ask(tmp_path / "file", "ana", "raj") == ["found here"] * 2
    assert "Debug files cannot be written" in caplog.text


def test_a_disk_that_hangs_costs_records_but_no_answer(tmp_path, monkeypatch):
    release = threading.Event()
    monkeypatch.setattr(log, "_QUEUE", 4)
    monkeypatch.setattr(log, "_FAREWELL", 0.05)
    monkeypatch.setattr(files.Lines, "write", lambda *_: release.wait(30))
    assert ask(tmp_path, *["ana"] * 10) == ["found here"] * 10
    release.set()


def test_files_are_bounded_in_size_and_number(tmp_path, monkeypatch):
    monkeypatch.setattr(files, "MAX_BYTES", 2000)
    monkeypatch.setattr(files, "MAX_FILES", 3)
    for number in range(9):
        (tmp_path / f"timing-{number}.jsonl").write_text("{}", encoding="utf-8")
    ask(tmp_path, *["x" * 200] * 20)
    sizes = [file.stat().st_size for file in tmp_path.glob(f"*-{os.getpid()}*.jsonl")]
    assert len(sizes) == 4
    assert max(sizes) <= 2000
    assert len(list(tmp_path.glob("timing-?.jsonl"))) == 3


def test_a_long_answer_is_cut(tmp_path):
    ask(tmp_path, "ana", body="y" * 500_000)
    request = records(tmp_path, "payloads")[0]
    assert request["bytes"] > 500_000
    assert len(request["body"]) == 64 * 1024


def test_what_was_lost_is_counted(tmp_path):
    debug = DebugLog(tmp_path, Redactor())
    debug._lost = 3
    with debug.call("look", {}):
        pass
    debug.close()
    timing, payload = records(tmp_path, "timing")[0], records(tmp_path, "payloads")[0]
    assert timing["outcome"] == "cancelled"
    assert (timing["lost"], "lost" in payload) == (3, False)


def test_without_debug_mode_nothing_is_written(tmp_path):
    ask(tmp_path / "d", "ana", LINEAI_DEBUG_MODE="")
    assert not (tmp_path / "d").exists()
