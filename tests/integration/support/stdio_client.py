"""A raw client: it starts a server, writes bytes to it, and keeps every byte that comes back."""

from __future__ import annotations

import contextlib
import json
import subprocess
import sys
import threading
import time
from collections.abc import Mapping
from typing import Any

ENTRY_POINT = "import sys; from lineai_core.cli.main import serve_stdio; sys.exit(serve_stdio())"
SERVE = (sys.executable, "-c", ENTRY_POINT)
MODERN = "2026-07-28"
PATIENCE = 30.0

Message = dict[str, Any]


class StdioServer:
    """A server process and the two ends of its pipes.

    ``lines`` are the raw lines of its standard output so far, ``messages`` what they say, ``log`` its
    standard error, which fills its pipe and is never read without ``read_log``. Answers that nobody
    waited for stay in ``messages``.
    """

    def __init__(
        self, environment: Mapping[str, str], command: tuple[str, ...] = SERVE, *, read_log: bool = True
    ) -> None:
        self.process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=dict(environment),
        )
        self.lines: list[bytes] = []
        self.messages: list[Message] = []
        self.log = ""
        self._last_id = 0
        self._arrived = threading.Condition()
        readers = [self._read_output, self._read_log] if read_log else [self._read_output]
        self._threads = [threading.Thread(target=reader) for reader in readers]
        for thread in self._threads:
            thread.start()

    def write(self, data: bytes) -> None:
        """Write raw bytes to the server's standard input."""
        assert self.process.stdin
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def send(self, message: Message) -> None:
        """Write one message as one line."""
        self.write(json.dumps({"jsonrpc": "2.0", **message}, ensure_ascii=False).encode() + b"\n")

    def notify(self, method: str, **params: Any) -> None:
        """Send a notification."""
        self.send({"method": method, "params": params})

    def request(self, method: str, **params: Any) -> int:
        """Send a request; return its id."""
        self._last_id += 1
        self.send({"id": self._last_id, "method": method, "params": params})
        return self._last_id

    def wait_for(self, condition: Any, what: str, seconds: float = PATIENCE) -> Any:
        """Return the first true value of ``condition()``, asked again whenever something arrives."""
        deadline = time.monotonic() + seconds
        with self._arrived:
            while not (value := condition()):
                left = deadline - time.monotonic()
                if left <= 0 or (self.process.poll() is not None and not any(map(_alive, self._threads))):
                    raise AssertionError(f"{what} did not arrive; got {self.lines}, log:\n{self.log}")
                self._arrived.wait(min(left, 0.1))
            return value

    def answer(self, identity: object) -> Message:
        """Wait for the answer to a request and return it."""
        return self.wait_for(lambda: next(iter(self.answers(identity)), None), f"an answer to {identity!r}")

    def answers(self, identity: object) -> list[Message]:
        """Return every answer to a request so far."""
        return [m for m in self.messages if "method" not in m and m.get("id") == identity]

    def ask(self, method: str, **params: Any) -> Message:
        """Send a request and return its answer."""
        return self.answer(self.request(method, **params))

    def initialize(self, revision: str = "2025-11-25") -> Message:
        """Shake hands and return the result."""
        info = {"name": "raw-client", "version": "1"}
        answer = self.ask("initialize", protocolVersion=revision, capabilities={}, clientInfo=info)
        self.notify("notifications/initialized")
        return answer["result"]

    def begin_call(self, tool: str, token: str | None = None, **arguments: Any) -> int:
        """Send a tool call; return its id."""
        meta = {"_meta": {"progressToken": token}} if token else {}
        return self.request("tools/call", name=tool, arguments=arguments, **meta)

    def call(self, tool: str, token: str | None = None, **arguments: Any) -> Message:
        """Call a tool and return the result."""
        return self.answer(self.begin_call(tool, token, **arguments))["result"]

    def notifications(self, method: str) -> list[Message]:
        """Return the parameters of the notifications that came so far."""
        return [m.get("params", {}) for m in self.messages if m.get("method") == method]

    def wait_for_log(self, text: str) -> None:
        """Wait until ``text`` appears on standard error."""
        self.wait_for(lambda: text in self.log, f"{text!r} on standard error")

    def hang_up(self) -> None:
        """Close the server's standard input."""
        assert self.process.stdin
        self.process.stdin.close()

    def wait_for_exit(self, seconds: float = PATIENCE) -> int:
        """Wait for the process and all its output to end; return the exit status."""
        status = self.process.wait(seconds)
        for thread in self._threads:
            thread.join(seconds)
        return status

    def close(self) -> None:
        """End the process, if it has not ended, and close the pipes."""
        if self.process.poll() is None:
            self.process.kill()
        self.wait_for_exit()
        for pipe in (self.process.stdin, self.process.stdout, self.process.stderr):
            assert pipe
            with contextlib.suppress(BrokenPipeError):
                pipe.close()

    def _read_output(self) -> None:
        assert self.process.stdout
        for line in self.process.stdout:
            with self._arrived:
                self.lines.append(line)
                try:
                    message = json.loads(line)
                except ValueError:
                    message = {"not JSON": line}
                self.messages.append(message)
                self._arrived.notify_all()

    def _read_log(self) -> None:
        assert self.process.stderr
        for line in self.process.stderr:
            with self._arrived:
                self.log += line.decode("utf-8", "replace")
                self._arrived.notify_all()


def _alive(thread: threading.Thread) -> bool:
    return thread.is_alive()


def modern(**params: Any) -> Message:
    """Return parameters in the envelope of the stateless protocol revision."""
    meta = {
        "io.modelcontextprotocol/protocolVersion": MODERN,
        "io.modelcontextprotocol/clientCapabilities": {},
        "io.modelcontextprotocol/clientInfo": {"name": "raw-client", "version": "1"},
    }
    return {**params, "_meta": {**meta, **params.get("_meta", {})}}
