"""An MCP client and a server in one process: the real protocol, over streams in memory."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any

from lineai_core._server.frames import Message
from lineai_core._server.wire.session import run
from lineai_core.testing.fake_api import FakeApi
from lineai_core.testing.host import application

_REVISION = "2025-11-25"
_PATIENCE = 30.0


class ProtocolError(Exception):
    """The server answered a request with a JSON-RPC error: its code and its message."""

    def __init__(self, code: int, message: str) -> None:
        super().__init__(f"{message} ({code})")
        self.code = code


class Client:
    """One MCP client; ``server`` is what the handshake said, ``notifications`` what came unasked."""

    def __init__(self) -> None:
        self.server: Mapping[str, Any] = {}
        self.notifications: list[Message] = []
        self._sent: asyncio.Queue[str | None] = asyncio.Queue()
        self._waiting: dict[int, asyncio.Future[Message]] = {}
        self._last = 0

    async def request(self, method: str, params: Mapping[str, Any] | None = None) -> Any:
        """Return the result of one request, however many are under way.

        Raises ``ProtocolError`` if the server refuses it, and ``TimeoutError`` if it does not answer.
        """
        self._last += 1
        identity, answer = self._last, asyncio.get_running_loop().create_future()
        self._waiting[identity] = answer
        self._write({"id": identity, "method": method, "params": dict(params or {})})
        async with asyncio.timeout(_PATIENCE):
            message = await answer
        if "error" in message:
            raise ProtocolError(message["error"]["code"], message["error"]["message"])
        return message["result"]

    async def initialize(self, revision: str = _REVISION) -> Mapping[str, Any]:
        """Shake hands for a revision of the protocol; return what the server says of itself."""
        about = {"name": "lineai-testing", "version": "1"}
        opening = {"protocolVersion": revision, "capabilities": {}, "clientInfo": about}
        self.server = await self.request("initialize", opening)
        self._write({"method": "notifications/initialized", "params": {}})
        return self.server

    async def list_tools(self) -> list[Mapping[str, Any]]:
        """Return the tools on offer, as an assistant sees them."""
        return list((await self.request("tools/list"))["tools"])

    async def call_tool(self, name: str, arguments: Mapping[str, Any] | None = None) -> Mapping[str, Any]:
        """Return the result of a call: ``content``, ``structuredContent``, ``isError``."""
        result: Mapping[str, Any] = await self.request(
            "tools/call", {"name": name, "arguments": dict(arguments or {})}
        )
        return result

    async def send(self, message: Message) -> None:
        """Take a message of the server, as JSON: what cannot be written would reach no client either."""
        received = json.loads(json.dumps(message, allow_nan=False))
        if "method" in received:
            self.notifications.append(received)
            return
        waiting = self._waiting.pop(received["id"], None)
        if waiting is not None and not waiting.done():
            waiting.set_result(received)

    def hang_up(self) -> None:
        """End the stream of messages to the server."""
        self._sent.put_nowait(None)

    async def messages(self) -> AsyncIterator[Message]:
        """Yield what the server reads, until the client hangs up."""
        while (line := await self._sent.get()) is not None:
            yield json.loads(line)

    def _write(self, message: Message) -> None:
        self._sent.put_nowait(json.dumps({"jsonrpc": "2.0", **message}))


@asynccontextmanager
async def connect(
    *plugins: object, api: FakeApi | None = None, environ: Mapping[str, str] | None = None
) -> AsyncIterator[Client]:
    """Serve an application made of ``plugins`` alone, and yield a client that has shaken hands with it.

    ``api`` and ``environ`` are those of ``application``.
    """
    client = Client()
    server = asyncio.create_task(
        run(application(*plugins, api=api, environ=environ), client.messages(), client)
    )
    try:
        await client.initialize()
        yield client
    finally:
        client.hang_up()
        await server
