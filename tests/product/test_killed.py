"""A server that is killed while it indexes leaves nothing behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time

import pytest
from small_projects import PYTHON, large

TOOL = "lineai-method-impact"
PATIENCE = 30.0

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows has neither ps nor SIGKILL")


def parents():
    """Return the parent of every living process of this machine."""
    listed = subprocess.run(
        ["ps", "-A", "-o", "pid=,ppid=,stat="], capture_output=True, text=True, check=True
    ).stdout
    rows = [line.split() for line in listed.splitlines()]
    return {int(pid): int(parent) for pid, parent, state in rows if not state.startswith("Z")}


def descendants(pid):
    """Return the ids of the living children of a process, their children, and so on."""
    family, known = {pid}, parents()
    while more := {child for child, parent in known.items() if parent in family} - family:
        family |= more
    return family - {pid}


def eventually(value, what):
    """Return the first true value of ``value()``."""
    deadline = time.monotonic() + PATIENCE
    while not (found := value()):
        assert time.monotonic() < deadline, what
        time.sleep(0.05)
    return found


@pytest.mark.parametrize("workers", ["1", "2"])
def test_kill_9_of_a_server_ends_its_workers_before_their_work_is_done(project, start, tmp_path, workers):
    server = start(project(large()), LINEAI_LOCAL_WORKERS=workers)
    server.begin_call(TOOL, method="work_7")

    def at_work():
        family = descendants(server.process.pid)
        return family if len(family) > int(workers) else None

    family = eventually(at_work, "the processes that read files did not start")
    os.kill(server.process.pid, signal.SIGKILL)
    eventually(lambda: not family & parents().keys(), "processes were left behind")
    assert list((tmp_path / "data").glob("workspaces/*/writer.lock"))
    assert not list((tmp_path / "data").glob("workspaces/*/current.json"))


def test_what_was_killed_is_indexed_by_the_next_server(project, start):
    repository = project({**PYTHON, **large()})
    killed = start(repository)
    killed.begin_call(TOOL, method="total")
    eventually(lambda: descendants(killed.process.pid), "indexing did not start")
    killed.process.kill()
    result = start(repository).call(TOOL, method="shop/pricing.py::total")
    assert [row["symbol"] for row in result["structuredContent"]["dependents"]] == [
        "shop/checkout.py::checkout"
    ]
