"""The process ends soon after its client has gone, whatever it is doing.

The promise is two seconds; a busy test machine gets some slack on top.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from stdio_client import SERVE

PROMISE = 2.0
SLACK = 3.0

posix = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signal")

INITIALIZE = (
    b'{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18",'
    b'"capabilities":{},"clientInfo":{"name":"doomed","version":"1"}}}\n'
)

BUSY = {
    "idle": (None, None),
    "with a call in flight": ("probe-slow", "slow tool began"),
    "with a call that blocks the event loop": ("probe-block", "blocking tool began"),
}
LEAVE = {
    "closes its end": (lambda server: server.hang_up(), 0),
    "terminates it": (lambda server: server.process.send_signal(signal.SIGTERM), 128 + signal.SIGTERM),
    "interrupts it": (lambda server: server.process.send_signal(signal.SIGINT), 128 + signal.SIGINT),
    "closes its window": (lambda server: server.process.send_signal(signal.SIGHUP), 128 + 1),
}
signals = [pytest.param(how, marks=posix) for how in ("terminates it", "interrupts it", "closes its window")]


def end(server, leave):
    """Leave, and return the exit status, which has to come within the promise."""
    leave(server)
    return server.wait_for_exit(PROMISE + SLACK)


@pytest.mark.parametrize("busy", BUSY)
@pytest.mark.parametrize(
    "how",
    [
        "closes its end",
        pytest.param("terminates it", marks=posix),
        pytest.param("interrupts it", marks=posix),
    ],
)
def test_it_ends_when_the_client(server, how, busy):
    tool, sign = BUSY[busy]
    if tool:
        server.begin_call(tool)
        server.wait_for_log(sign)
    leave, status = LEAVE[how]
    assert end(server, leave) == status
    assert "Traceback" not in server.log


def test_a_call_in_flight_is_cancelled_before_the_end(server):
    server.begin_call("probe-slow")
    server.wait_for_log("slow tool began")
    end(server, lambda server: server.hang_up())
    assert "slow tool was cancelled" in server.log


def test_it_ends_while_a_request_is_open_upstream(start, upstream):
    server = start(LINEAI_SERVER_HOST=upstream.url, LINEAI_USERNAME="demo", LINEAI_PASSWORD="pass")
    server.initialize()
    server.begin_call("probe-upstream")
    assert upstream.asked.wait(30), server.log
    assert end(server, lambda server: server.hang_up()) == 0
    assert upstream.dropped.wait(30)


def test_it_ends_although_a_plugin_left_a_thread_running(server):
    server.call("probe-leave-thread")
    assert end(server, lambda server: server.hang_up()) == 0


@posix
def test_it_ends_when_the_client_closes_only_the_other_pipe(environment):
    with subprocess.Popen(
        SERVE, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=environment
    ) as process:
        process.stdin.write(INITIALIZE)
        process.stdin.flush()
        assert b"protocolVersion" in process.stdout.readline()
        process.stdout.close()
        assert process.wait(PROMISE + SLACK) == 0


@posix
def test_it_ends_when_the_client_is_killed_even_if_someone_holds_the_pipe(environment, tmp_path):
    """The client dies by SIGKILL while another process keeps the server's standard input open."""
    client = tmp_path / "client.py"
    client.write_text(CLIENT, encoding="utf-8")
    read_end, write_end = os.pipe()
    process = subprocess.Popen(
        [sys.executable, str(client), str(read_end), *SERVE],
        stdout=subprocess.PIPE,
        env=environment,
        pass_fds=[read_end],
        text=True,
    )
    os.close(read_end)
    os.write(write_end, INITIALIZE)
    with process:
        server = int(process.stdout.readline())
        assert '"protocolVersion"' in process.stdout.readline()
        assert is_running(server)
        process.kill()
    deadline = time.monotonic() + PROMISE + SLACK
    while is_running(server) and time.monotonic() < deadline:
        time.sleep(0.05)
    survived = is_running(server)
    os.close(write_end)
    if survived:
        os.kill(server, signal.SIGKILL)
    assert not survived


CLIENT = """
import subprocess, sys
server = subprocess.Popen(
    sys.argv[2:], stdin=int(sys.argv[1]), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
)
print(server.pid, flush=True)
print(server.stdout.readline(), end="", flush=True)
server.wait()
"""


def is_running(pid):
    """Return whether the process exists and is not a zombie that nobody has collected."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    stat = Path(f"/proc/{pid}/stat")
    return not stat.exists() or stat.read_text(encoding="utf-8").rsplit(")", 1)[1].split()[0] != "Z"
