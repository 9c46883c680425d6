"""Real server processes over real pipes; every byte they write to standard output is checked at the end."""

from __future__ import annotations

import json
import os
import sys
import threading
from pathlib import Path

import pytest

SUPPORT = Path(__file__).parent / "support"
sys.path.insert(0, str(SUPPORT))

from stdio_client import StdioServer  # noqa: E402
from upstream import Upstream  # noqa: E402

INHERITED = ("PATH", "HOME", "SYSTEMROOT", "TEMP", "TMPDIR", "USERPROFILE", "LOCALAPPDATA", "APPDATA")


@pytest.fixture(params=["lean", "sdk"])
def environment(tmp_path, request):
    """A minimal environment in which only the probe plugin is installed besides the built-in ones.

    There is one for each of those who can speak the protocol over stdio.
    """
    return {
        "LINEAI_STDIO": request.param,
        **{name: os.environ[name] for name in INHERITED if name in os.environ},
        "PYTHONPATH": str(SUPPORT / "dists"),
        "LINEAI_PLUGINS": "probe",
        "LINEAI_SERVER_HOST": "http://127.0.0.1:9",
        "LINEAI_HOME": str(tmp_path / "home"),
        "LINEAI_CONFIG": os.devnull,
    }


@pytest.fixture
def start(environment):
    """Return a function that starts a server; keyword arguments add environment variables."""
    servers = []

    def start(*, read_log=True, **variables):
        server = StdioServer({**environment, **variables}, read_log=read_log)
        servers.append(server)
        return server

    yield start
    for server in servers:
        server.close()
    for server in servers:
        for line in server.lines:
            assert line.endswith(b"\n")
            assert b"\r" not in line
            assert json.loads(line.decode("utf-8"))["jsonrpc"] == "2.0"


@pytest.fixture
def server(start):
    """A server that has shaken hands."""
    server = start()
    server.initialize()
    return server


@pytest.fixture
def upstream():
    """A Lineai server that leaves every question open."""
    upstream = Upstream()
    thread = threading.Thread(target=upstream.serve_forever)
    thread.start()
    yield upstream
    upstream.shutdown()
    thread.join()
    upstream.server_close()
