"""A server process over streamable HTTP, and raw requests to it."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping
from http.client import HTTPConnection, HTTPResponse
from typing import Any
from urllib.parse import urlsplit

from stdio_client import Message

ENTRY_POINT = "import sys; from lineai_core.cli.main import main; sys.exit(main())"


class HttpServer:
    """A running ``lineai serve --http``; ``url`` is what it printed."""

    def __init__(self, environment: Mapping[str, str], *arguments: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-c", ENTRY_POINT, "serve", "--http", *arguments],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            env=dict(environment),
        )
        assert self.process.stderr
        self.log = ""
        self._log_grew = threading.Condition()
        self._reader = threading.Thread(target=self._read_log)
        self._reader.start()
        self._connections: list[HTTPConnection] = []
        try:
            self.url = self.wait_for_log("Serving MCP at ").split()[3]
        except AssertionError:
            self.close()
            raise
        self.host, self.port = urlsplit(self.url).hostname, urlsplit(self.url).port

    def wait_for_log(self, text: str) -> str:
        """Wait until a line with ``text`` was written to standard error, and return it from there on."""
        with self._log_grew:
            found = self._log_grew.wait_for(
                lambda: text in self.log or not self._reader.is_alive(), timeout=30
            )
            assert found and text in self.log, f"{text!r} was not written; log:\n{self.log}"
            return self.log[self.log.index(text) :].split("\n", 1)[0]

    def post(self, message: Message, path: str = "/mcp", **headers: str) -> HTTPResponse:
        """Send one message; return the answer, whose body is not read yet."""
        names = {name.replace("_", "-"): value for name, value in headers.items()}
        connection = HTTPConnection(str(self.host), self.port, timeout=30)
        self._connections.append(connection)
        accepted = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream"}
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        connection.request("POST", path, body, {**accepted, **names})
        return connection.getresponse()

    def get(self, path: str = "/mcp", **headers: str) -> HTTPResponse:
        """Open a stream of events; return the answer, whose body is not read yet."""
        names = {name.replace("_", "-"): value for name, value in headers.items()}
        connection = HTTPConnection(str(self.host), self.port, timeout=30)
        self._connections.append(connection)
        connection.request("GET", path, headers={"Accept": "text/event-stream", **names})
        return connection.getresponse()

    def close(self) -> None:
        """End the process, if it has not ended."""
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        self._reader.join()
        for connection in self._connections:
            connection.close()
        assert self.process.stderr
        self.process.stderr.close()

    def _read_log(self) -> None:
        assert self.process.stderr
        for line in self.process.stderr:
            with self._log_grew:
                self.log += line.decode("utf-8", "replace")
                self._log_grew.notify_all()
        with self._log_grew:
            self._log_grew.notify_all()


class Session:
    """One client that has shaken hands."""

    def __init__(self, server: HttpServer, revision: str = "2025-11-25") -> None:
        self._server = server
        self._last_id = 0
        self._headers: dict[str, str] = {}
        info = {"name": "raw-http-client", "version": "1"}
        opening = {"protocolVersion": revision, "capabilities": {}, "clientInfo": info}
        response = self.begin("initialize", **opening)
        self.id = response.getheader("Mcp-Session-Id") or ""
        self.described = next(messages(response))["result"]
        self._headers = {"Mcp_Session_Id": self.id, "MCP_Protocol_Version": revision}
        self.notify("notifications/initialized")

    def begin(self, method: str, **params: Any) -> HTTPResponse:
        """Send a request; return the answer, whose body is not read yet."""
        self._last_id += 1
        message = {"id": self._last_id, "method": method, "params": params}
        return self._server.post(message, **self._headers)

    def ask(self, method: str, **params: Any) -> Message:
        """Send a request; return the answer to it."""
        *_, answer = messages(self.begin(method, **params))
        assert answer["id"] == self._last_id
        return answer

    def listen(self) -> Iterator[Message]:
        """Open the stream of what the server says unasked, and yield its messages."""
        response = self._server.get(**self._headers)
        return messages(response)

    def notify(self, method: str, **params: Any) -> None:
        """Send a notification."""
        response = self._server.post({"method": method, "params": params}, **self._headers)
        response.read()
        assert response.status == 202

    @property
    def last_id(self) -> int:
        """The id of the last request."""
        return self._last_id


def messages(response: HTTPResponse) -> Iterator[Message]:
    """Yield the messages in the body of an answer, be it one or a stream of events."""
    assert response.status == 200, (response.status, response.read())
    if (response.getheader("Content-Type") or "").startswith("application/json"):
        yield json.loads(response.read())
        return
    for line in response:
        if line.startswith(b"data: ") and line.strip() != b"data:":
            yield json.loads(line.removeprefix(b"data: "))
