"""Serve MCP over standard input and output.

The SDK's own stdio transport reads on a thread that keeps the process alive until the client writes or
hangs up. These streams read and write on daemon threads, answer malformed lines, and let answers that
are nearly ready go out after the client has closed its end.
"""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from queue import SimpleQueue
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

import anyio
from mcp.shared.message import SessionMessage
from mcp_types import (
    JSONRPCError,
    JSONRPCMessage,
    JSONRPCNotification,
    JSONRPCRequest,
    JSONRPCResponse,
    RequestId,
)

from lineai_core._server.build import build_server
from lineai_core._server.frames import Malformed, decode, encode, split_lines
from lineai_core._server.shutdown import Shutdown

if TYPE_CHECKING:
    from lineai_core.application import Application

DRAIN_SECONDS = 0.8
_CHUNK_BYTES = 65536


def serve_stdio(application: Application, wire: tuple[int, int]) -> int:
    """Serve ``application`` over the descriptors ``wire`` until the client leaves; return the exit status.

    Takes over the process's signals, and ends the process by itself if the orderly way takes too long.
    """
    shutdown = Shutdown()
    asyncio.run(_serve(application, wire, shutdown))
    return shutdown.status


async def _serve(application: Application, wire: tuple[int, int], shutdown: Shutdown) -> None:
    source, sink = wire
    unanswered = Unanswered()
    writer = Writer(sink, unanswered, on_broken=shutdown.stop)
    reader = Reader(source, unanswered, writer, on_eof=shutdown.begin)
    loop = asyncio.get_running_loop()
    shutdown.on_stop(lambda: _call_in(loop, reader.end))
    shutdown.watch(sink)
    server = build_server(application)
    await server.run(reader, writer, server.create_initialization_options())


def _call_in(loop: asyncio.AbstractEventLoop, function: Callable[..., object], *arguments: Any) -> None:
    """Run ``function`` in the loop's thread soon; a loop that is closed already needs no telling."""
    with suppress(RuntimeError):
        loop.call_soon_threadsafe(function, *arguments)


class Unanswered:
    """The ids of the requests that were read and not answered yet."""

    def __init__(self) -> None:
        self._ids: set[RequestId] = set()
        self._none = asyncio.Event()
        self._none.set()

    def add(self, identity: RequestId) -> None:
        """Note a request."""
        self._ids.add(identity)
        self._none.clear()

    def discard(self, identity: object) -> None:
        """Note that a request was answered, or cancelled by its sender and so never will be."""
        if isinstance(identity, int | str):
            self._ids.discard(identity)
        if not self._ids:
            self._none.set()

    def give_up(self) -> None:
        """Forget all of them."""
        self._ids.clear()
        self._none.set()

    async def wait(self, seconds: float) -> None:
        """Wait until every request is answered, at most ``seconds``."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self._none.wait(), seconds)


class _Stream:
    """What the SDK asks of a stream besides its messages."""

    async def aclose(self) -> None:
        """Do nothing: the streams last as long as the process."""

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.aclose()


class Writer(_Stream):
    """Messages to the client, written on a thread so that a client that does not read blocks nobody else."""

    def __init__(self, sink: int, unanswered: Unanswered, *, on_broken: Callable[[], None]) -> None:
        self._sink = sink
        self._unanswered = unanswered
        self._on_broken = on_broken
        self._loop = asyncio.get_running_loop()
        self._lines: SimpleQueue[tuple[bytes, asyncio.Future[None]]] = SimpleQueue()
        threading.Thread(target=self._write_lines, name="lineai-stdout", daemon=True).start()

    async def send(self, item: SessionMessage, /) -> None:
        """Write one message; return when it is written, raise ``BrokenResourceError`` if it cannot be."""
        message = item.message
        written = self._loop.create_future()
        self._lines.put((encode(message), written))
        try:
            await written
        finally:
            if isinstance(message, JSONRPCResponse | JSONRPCError):
                self._unanswered.discard(message.id)

    def _write_lines(self) -> None:
        while True:
            line, written = self._lines.get()
            rest = memoryview(line)
            try:
                while rest:
                    rest = rest[os.write(self._sink, rest) :]
            except OSError:
                self._on_broken()
            _call_in(self._loop, _settle, written, not rest)


def _settle(written: asyncio.Future[None], success: bool) -> None:
    if written.cancelled():
        return
    if success:
        written.set_result(None)
    else:
        written.set_exception(anyio.BrokenResourceError())


class Reader(_Stream):
    """Messages from the client; ends when the client closes its end, or when ``end`` is called."""

    def __init__(
        self, source: int, unanswered: Unanswered, writer: Writer, *, on_eof: Callable[[], None]
    ) -> None:
        self._source = source
        self._unanswered = unanswered
        self._writer = writer
        self._on_eof = on_eof
        self._over = False
        self._loop = asyncio.get_running_loop()
        self._items: asyncio.Queue[JSONRPCMessage | Malformed | None] = asyncio.Queue()
        threading.Thread(target=self._read_lines, name="lineai-stdin", daemon=True).start()

    def end(self) -> None:
        """End the stream now; whatever is unanswered stays so. Call it from the loop's thread."""
        self._over = True
        self._unanswered.give_up()
        self._items.put_nowait(None)

    async def receive(self) -> SessionMessage:
        """Return the next message; raise ``EndOfStream`` when there is none.

        After the client has closed its end, that waits a moment for the answers that are nearly ready.
        """
        while not self._over:
            item = await self._items.get()
            if item is None:
                await self._unanswered.wait(DRAIN_SECONDS)
                self._over = True
            elif isinstance(item, Malformed):
                with suppress(anyio.BrokenResourceError):
                    await self._writer.send(SessionMessage(item.answer))
            else:
                self._track(item)
                return SessionMessage(item)
        raise anyio.EndOfStream

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> SessionMessage:
        try:
            return await self.receive()
        except anyio.EndOfStream:
            raise StopAsyncIteration from None

    def _track(self, message: JSONRPCMessage) -> None:
        if isinstance(message, JSONRPCRequest):
            if message.method != "subscriptions/listen":  # answered when the client leaves, not before
                self._unanswered.add(message.id)
        elif isinstance(message, JSONRPCNotification) and message.method == "notifications/cancelled":
            self._unanswered.discard((message.params or {}).get("requestId"))

    def _read_lines(self) -> None:
        item: JSONRPCMessage | Malformed
        try:
            for line in split_lines(self._chunks()):
                try:
                    item = decode(line)
                except Malformed as malformed:
                    item = malformed
                _call_in(self._loop, self._items.put_nowait, item)
        finally:
            self._on_eof()
            _call_in(self._loop, self._items.put_nowait, None)

    def _chunks(self) -> Iterator[bytes]:
        with suppress(OSError):
            while chunk := os.read(self._source, _CHUNK_BYTES):
                yield chunk
