"""The installed commands, as a user runs them, on small repositories, with a data directory of their own."""

from __future__ import annotations

import json
import os
import subprocess

import pytest
import small_projects
from installed import script
from stdio_client import StdioServer

INHERITED = ("PATH", "SYSTEMROOT", "TEMP", "TMP", "TMPDIR", "PATHEXT", "COMSPEC")


@pytest.fixture
def environment(tmp_path):
    """The environment of a user who has set nothing, at home in ``tmp_path / "user"``."""
    user = tmp_path / "user"
    user.mkdir()
    return {
        **{name: os.environ[name] for name in INHERITED if name in os.environ},
        "HOME": str(user),
        "USERPROFILE": str(user),
        "LINEAI_HOME": str(tmp_path / "data"),
        "NO_PROXY": "127.0.0.1",
    }


@pytest.fixture
def project(tmp_path):
    """Return a function that writes a repository and returns its directory."""

    def project(files, name="shop"):
        return small_projects.write(tmp_path / name, files)

    return project


@pytest.fixture
def lineai(environment):
    """Return a function that runs ``lineai`` with these arguments, in ``here``, and returns what it did."""

    def lineai(*arguments, here, **variables):
        return subprocess.run(
            [script("lineai"), *map(str, arguments)],
            cwd=here,
            env={**environment, **variables},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            encoding="utf-8",
            timeout=100,
            check=False,
        )

    return lineai


@pytest.fixture
def ask(lineai):
    """Return a function that runs ``lineai … --json``, and returns what it printed if it succeeded."""

    def ask(*arguments, here, **variables):
        done = lineai(*arguments, "--json", here=here, **variables)
        assert done.returncode == 0, done.stderr + done.stdout
        return json.loads(done.stdout)

    return ask


@pytest.fixture
def start(environment):
    """Return a function that starts ``lineai-mcp-server`` for a repository, and has shaken hands."""
    servers = []

    def start(repository, **variables):
        settings = {**environment, "LINEAI_REPO": str(repository), **variables}
        server = StdioServer(settings, (script("lineai-mcp-server"),))
        servers.append(server)
        server.initialize()
        return server

    yield start
    for server in servers:
        server.close()
    for server in servers:
        assert all(message.get("jsonrpc") == "2.0" for message in server.messages)


@pytest.fixture
def serve_api(environment):
    """Return a function that starts ``lineai serve-api`` for a repository, and returns its address."""
    processes = []

    def serve_api(repository, **variables):
        process = subprocess.Popen(
            [script("lineai"), "serve-api"],
            env={**environment, "LINEAI_REPO": str(repository), **variables},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            encoding="utf-8",
        )
        processes.append(process)
        return process.stdout.readline().strip()

    yield serve_api
    for process in processes:
        process.terminate()
        process.wait(30)
        process.stdout.close()
