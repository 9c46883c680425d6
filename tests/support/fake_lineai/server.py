"""HTTP/1.1 with keep-alive over real sockets, and the faults that are injected into it."""

from __future__ import annotations

import asyncio
import contextlib
import json
import ssl
from asyncio import StreamReader, StreamWriter
from collections.abc import Mapping
from types import TracebackType
from typing import Any
from urllib.parse import parse_qsl

from fake_lineai import control, routes
from fake_lineai.faults import Fault
from fake_lineai.state import Entry, State

_CONTROL = "/__ctl/"
_KEPT_LOG = 20_000


class _Gone(Exception):
    """The connection is over: the client left, or a fault closed it."""


class FakeLineai:
    """The server; its context is its life. ``url`` is its base URL, ``state`` what it knows."""

    def __init__(self, port: int = 0, *, host: str = "127.0.0.1", tls: ssl.SSLContext | None = None) -> None:
        self.state = State()
        self.port = port
        self._host = host
        self._tls = tls
        self._server: asyncio.Server | None = None
        self._connections: set[asyncio.Task[Any]] = set()

    @property
    def url(self) -> str:
        """The base URL."""
        host = f"[{self._host}]" if ":" in self._host else self._host
        return f"{'https' if self._tls else 'http'}://{host}:{self.port}"

    @property
    def requests(self) -> list[str]:
        """Method and path of every request that arrived, in order."""
        return [f"{entry.method} {entry.path}" for entry in self.state.log]

    def fail(self, path: str, **fault: Any) -> Fault:
        """Inject a fault into requests whose path matches the regular expression ``path``."""
        added = Fault(path, **fault)
        self.state.faults.append(added)
        return added

    async def __aenter__(self) -> FakeLineai:
        self._server = await asyncio.start_server(
            self._connected, self._host, self.port, limit=1 << 20, backlog=512, ssl=self._tls
        )
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        assert self._server is not None
        self._server.close()
        for connection in self._connections:
            connection.cancel()
        await asyncio.gather(*self._connections, return_exceptions=True)
        await self._server.wait_closed()

    async def _connected(self, reader: StreamReader, writer: StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._connections.add(task)
        try:
            while (request := await _read(reader)) is not None:
                await self._serve(request, reader, writer)
        except (_Gone, ConnectionError):
            writer.transport.abort()
        except asyncio.CancelledError:
            writer.transport.abort()
        finally:
            self._connections.discard(task)
            writer.close()
            with contextlib.suppress(ConnectionError):
                await writer.wait_closed()

    async def _serve(self, request: Entry, reader: StreamReader, writer: StreamWriter) -> None:
        if request.path.startswith(_CONTROL):
            status, content = control.apply(self, request.path.removeprefix(_CONTROL), request.body)
            await _write(writer, (status, "application/json", json.dumps(content).encode()))
            return
        state = self.state
        if len(state.log) < _KEPT_LOG:
            state.log.append(request)
        state.in_flight += 1
        state.peak = max(state.peak, state.in_flight)
        try:
            login = request.path == "/api/authenticate"
            await _pause(state.config.auth_delay if login else state.config.base_delay, reader)
            await self._answer(request, state.fault_for(request.method, request.path), reader, writer)
        except _Gone:
            request.status = request.status or "gone"
            raise
        finally:
            state.in_flight -= 1

    async def _answer(
        self, request: Entry, fault: Fault | None, reader: StreamReader, writer: StreamWriter
    ) -> None:
        if fault is None:
            reply = routes.answer(self.state, request)
            request.status = reply[0]
            await _write(writer, reply)
            return
        await _pause(fault.delay, reader)
        if fault.action == "drop":
            request.status = "drop"
            raise _Gone
        if fault.action == "hang":
            await _pause(None, reader)
        reply = fault.answer() or routes.answer(self.state, request)
        if fault.action in ("trickle", "truncate"):
            await _spoil(writer, reader, reply, fault)
        else:
            await _write(writer, reply, fault.headers)
        request.status = reply[0]


async def _read(reader: StreamReader) -> Entry | None:
    """Return the next request, or ``None`` if the client closed the connection before it was complete."""
    try:
        head = await reader.readuntil(b"\r\n\r\n")
        first, *lines = head.decode("latin-1").rstrip("\r\n").split("\r\n")
        method, target, _ = first.split(" ", 2)
        pairs = (line.partition(":") for line in lines)
        headers = {name.strip().lower(): value.strip() for name, _, value in pairs}
        body = await reader.readexactly(int(headers.get("content-length", 0)))
    except asyncio.IncompleteReadError:
        return None
    path, _, query = target.partition("?")
    parameters = dict(parse_qsl(query, keep_blank_values=True))
    return Entry(method, target, path, parameters, headers, body.decode("utf-8", "replace"))


async def _pause(seconds: float | None, reader: StreamReader) -> None:
    """Wait (``None``: for ever), but raise ``_Gone`` as soon as the client closes the connection."""
    if seconds == 0:
        return
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await reader.read(1)
            raise _Gone


async def _write(writer: StreamWriter, reply: routes.Reply, headers: Mapping[str, str] | None = None) -> None:
    writer.write(_head(reply, headers or {}) + reply[2])
    await writer.drain()


async def _spoil(writer: StreamWriter, reader: StreamReader, reply: routes.Reply, fault: Fault) -> None:
    body = reply[2]
    writer.write(_head(reply, fault.headers))
    if fault.action == "truncate":
        writer.write(body[: len(body) // 2])
        await writer.drain()
        writer.close()
        raise _Gone
    step = max(1, len(body) // fault.parts)
    for start in range(0, len(body), step):
        writer.write(body[start : start + step])
        await writer.drain()
        await _pause(fault.interval, reader)


def _head(reply: routes.Reply, headers: Mapping[str, str]) -> bytes:
    status, content_type, body = reply
    lines = [f"HTTP/1.1 {status} X", f"Content-Type: {content_type}", f"Content-Length: {len(body)}"]
    lines += [f"{name}: {value}" for name, value in headers.items()]
    return ("\r\n".join(lines) + "\r\n\r\n").encode("latin-1")
