"""The installed server over stdio, in front of a Lineai server that misbehaves."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from typing import Any

import pytest
from fake_lineai import PASSWORD, USERNAME, running
from stdio_client import StdioServer

INHERITED = ("PATH", "HOME", "SYSTEMROOT", "TEMP", "TMPDIR", "USERPROFILE", "LOCALAPPDATA", "APPDATA")
METHOD = "lineai-method-impact"


@dataclass
class Asked:
    """The answer to one call, and what the upstream server saw of it."""

    result: dict[str, Any]
    upstream: list[dict[str, Any]] = field(default_factory=list)
    logins: int = 0
    log: str = ""

    @property
    def text(self) -> str:
        return "\n".join(block.get("text", "") for block in self.result["content"])

    @property
    def is_error(self) -> bool:
        return bool(self.result.get("isError"))

    @property
    def title(self) -> str:
        return self.text.partition("\n")[0]

    @property
    def data(self) -> dict[str, Any]:
        return self.result["structuredContent"]

    @property
    def requests(self) -> list[str]:
        return [f"{request['method']} {request['path']}" for request in self.upstream]


@pytest.fixture(scope="session")
def _fake():
    with running() as remote:
        yield remote


@pytest.fixture
def fake(_fake):
    """The upstream server, as new; ``control`` makes it misbehave."""
    _fake.control("reset")
    return _fake


@pytest.fixture
def environment(tmp_path, fake):
    """The environment of a user of that server."""
    return {
        **{name: os.environ[name] for name in INHERITED if name in os.environ},
        "LINEAI_HOME": str(tmp_path / "home"),
        "LINEAI_CONFIG": os.devnull,
        "LINEAI_REPO": str(tmp_path),
        "LINEAI_SERVER_HOST": fake.url,
        "LINEAI_USERNAME": USERNAME,
        "LINEAI_PASSWORD": PASSWORD,
        "NO_PROXY": "127.0.0.1",
    }


@pytest.fixture
def start(environment):
    """Return a function that starts a server and shakes hands; ``None`` unsets a variable."""
    servers = []

    def start(*, read_log=True, **variables):
        given = {name: value for name, value in {**environment, **variables}.items() if value is not None}
        server = StdioServer(given, read_log=read_log)
        servers.append(server)
        server.initialize()
        return server

    yield start
    for server in servers:
        server.close()
    for server in servers:
        assert all(message.get("jsonrpc") == "2.0" for message in server.messages)


@pytest.fixture
def ask(start, fake):
    """Return a function that makes the upstream misbehave, asks once, and returns what happened.

    The server has ended by then, so its log and its files are complete.
    """

    def ask(tool=METHOD, arguments=None, *, faults=(), config=None, data=None, **variables):
        for operation, argument in (("faults", list(faults)), ("config", config), ("data", data)):
            if argument:
                fake.control(operation, argument)
        server = start(**variables)
        result = server.call(tool, **({"method": "saveOrder"} if arguments is None else arguments))
        server.hang_up()
        assert server.wait_for_exit() == 0
        seen = fake.control("log")
        return Asked(result, seen["requests"], seen["logins"], server.log)

    return ask
