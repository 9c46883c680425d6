"""Messages from and to the client over two descriptors, read and written on daemon threads.

So a process can end although nothing arrives, a client that does not read blocks nobody but the one who
writes to it, and answers that are nearly ready still go out after the client has closed its end.
"""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import suppress
from queue import SimpleQueue
from typing import Any

from lineai_core._server.frames import Malformed, Message, decode, encode, split_lines

DRAIN_SECONDS = 0.8
_CHUNK_BYTES = 65536


def call_in(loop: asyncio.AbstractEventLoop, function: Callable[..., object], *arguments: Any) -> None:
    """Run ``function`` in the loop's thread soon; a loop that is closed already needs no telling."""
    with suppress(RuntimeError):
        loop.call_soon_threadsafe(function, *arguments)


class Unanswered:
    """The ids of the requests that were read and not answered yet."""

    def __init__(self) -> None:
        self._ids: set[int | str] = set()
        self._none = asyncio.Event()
        self._none.set()

    def read(self, message: Message) -> None:
        """Note a request, or that one was cancelled and so will never be answered."""
        method = message.get("method")
        if method == "notifications/cancelled":
            self.discard(message.get("params", {}).get("requestId"))
        elif method is not None and "id" in message and method != "subscriptions/listen":
            self._ids.add(message["id"])  # a subscription is answered when the client leaves, not before
            self._none.clear()

    def discard(self, identity: object) -> None:
        """Note that a request was answered, or never will be."""
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


class Writer:
    """Messages to the client."""

    def __init__(self, sink: int, unanswered: Unanswered, *, on_broken: Callable[[], None]) -> None:
        self._sink = sink
        self._unanswered = unanswered
        self._on_broken = on_broken
        self._loop = asyncio.get_running_loop()
        self._lines: SimpleQueue[tuple[bytes, asyncio.Future[None]]] = SimpleQueue()
        threading.Thread(target=self._write_lines, name="lineai-stdout", daemon=True).start()

    async def send(self, message: Message) -> None:
        """Write one message; return when it is written.

        Raises ``BrokenPipeError`` if nobody reads any more, and whatever ``encode`` raises.
        """
        written = self._loop.create_future()
        self._lines.put((encode(message), written))
        try:
            await written
        finally:
            if "method" not in message:
                self._unanswered.discard(message["id"])

    def _write_lines(self) -> None:
        while True:
            line, written = self._lines.get()
            rest = memoryview(line)
            try:
                while rest:
                    rest = rest[os.write(self._sink, rest) :]
            except OSError:
                self._on_broken()
            call_in(self._loop, _settle, written, not rest)


def _settle(written: asyncio.Future[None], success: bool) -> None:
    if written.cancelled():
        return
    if success:
        written.set_result(None)
    else:
        written.set_exception(BrokenPipeError())


class Reader:
    """Messages from the client; they end when the client closes its end, or when ``end`` is called."""

    def __init__(
        self, source: int, unanswered: Unanswered, writer: Writer, *, on_eof: Callable[[], None]
    ) -> None:
        self._source = source
        self._unanswered = unanswered
        self._writer = writer
        self._on_eof = on_eof
        self._over = False
        self._loop = asyncio.get_running_loop()
        self._items: asyncio.Queue[Message | Malformed | None] = asyncio.Queue()
        threading.Thread(target=self._read_lines, name="lineai-stdin", daemon=True).start()

    def end(self) -> None:
        """End the stream now; whatever is unanswered stays so. Call it from the loop's thread."""
        self._over = True
        self._unanswered.give_up()
        self._items.put_nowait(None)

    async def __aiter__(self) -> AsyncIterator[Message]:
        """Yield the messages; malformed lines are answered here.

        After the client has closed its end, that waits a moment for the answers that are nearly ready.
        """
        while not self._over:
            item = await self._items.get()
            if item is None:
                await self._unanswered.wait(DRAIN_SECONDS)
                self._over = True
            elif isinstance(item, Malformed):
                with suppress(BrokenPipeError):
                    await self._writer.send(item.answer)
            else:
                self._unanswered.read(item)
                yield item

    def _read_lines(self) -> None:
        item: Message | Malformed
        try:
            for line in split_lines(self._chunks()):
                try:
                    item = decode(line)
                except Malformed as malformed:
                    item = malformed
                call_in(self._loop, self._items.put_nowait, item)
        finally:
            self._on_eof()
            call_in(self._loop, self._items.put_nowait, None)

    def _chunks(self) -> Iterator[bytes]:
        with suppress(OSError):
            while chunk := os.read(self._source, _CHUNK_BYTES):
                yield chunk
