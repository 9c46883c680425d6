"""One client over one stream of messages, in the era of the protocol that its first request opens.

Clients of revisions up to 2025-11-25 shake hands first. Those of 2026-07-28 put into each request what it
needs to be understood. A stream keeps to one era.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterable, Awaitable, Callable, Coroutine
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any, Protocol

from lineai_core._server.frames import Message
from lineai_core._server.jsonrpc import INTERNAL_ERROR, INTERNAL_SENTENCE, Refused
from lineai_core._server.offer import Offer, Result
from lineai_core._server.wire.envelope import is_stateless
from lineai_core._server.wire.eras import Era, Handshake, Stateless
from lineai_core._server.wire.methods import Methods

if TYPE_CHECKING:
    from lineai_core.application import Application

log = logging.getLogger("lineai.server")

_INTERNAL = {"error": Refused(INTERNAL_ERROR, INTERNAL_SENTENCE).answer()}


class Sink(Protocol):
    """Where messages to the client go."""

    async def send(self, message: Message) -> None:
        """Send one message; raise ``BrokenPipeError`` if the client has gone."""
        ...


async def run(application: Application, messages: AsyncIterable[Message], sink: Sink) -> None:
    """Serve ``application`` until the messages end."""
    async with application:
        session = Session(application, sink)
        end_watch = application.watch_tools(session.tools_changed)
        try:
            async for message in messages:
                session.receive(message)
        finally:
            end_watch()
            await session.close()


class Session:
    """Answers the messages of one client; each request runs in a task of its own."""

    def __init__(self, application: Application, sink: Sink) -> None:
        self._sink = sink
        self._methods = Methods(Offer(application), sink.send)
        self._era: Era | None = None
        self._running: dict[int | str, asyncio.Task[None]] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    def receive(self, message: Message) -> None:
        """Begin to answer one message; it neither waits nor raises."""
        method, params = message.get("method"), message.get("params", {})
        if method is None:
            return  # an answer, and this server asks nothing
        if "id" not in message:
            self._note(method, params)
            return
        identity: int | str = message["id"]
        if self._era is None:
            stateless = method != "initialize" and is_stateless(params)
            self._era = Stateless(self._methods) if stateless else Handshake(self._methods)
        if method == "initialize":  # at once: a request sent behind it must find the handshake done
            self._start(self._send(identity, _now(self._era, params)))
            return
        ask = partial(self._era.ask, identity, method, params)
        self._running[identity] = task = self._start(self._answer(identity, ask))
        task.add_done_callback(partial(self._forget, identity))

    def tools_changed(self) -> None:
        """Tell the client, in the way of its era, that the list of tools has changed."""
        if self._era is not None:
            self._start(_unless_gone(self._era.tell_tools_changed()))

    async def close(self) -> None:
        """Cancel what is still running, and wait for it to end."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _note(self, method: str, params: dict[str, Any]) -> None:
        if method == "notifications/cancelled":
            identity = params.get("requestId")
            if isinstance(identity, int | str) and (task := self._running.get(identity)):
                task.cancel()
        elif method == "notifications/initialized" and self._era is not None:
            self._era.initialized()

    def _start(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    def _forget(self, identity: int | str, task: asyncio.Task[None] | None) -> None:
        if self._running.get(identity) is task:
            del self._running[identity]

    async def _answer(self, identity: int | str, ask: Callable[[], Awaitable[Result]]) -> None:
        """Answer a request with its result or its failure; one that is cancelled gets no answer."""
        try:
            outcome: Message = {"result": await ask()}
        except Refused as refused:
            outcome = {"error": refused.answer()}
        except BrokenPipeError:
            return
        except Exception:
            log.exception("A request failed.")
            outcome = _INTERNAL
        self._forget(identity, asyncio.current_task())  # from here on it cannot be cancelled
        await self._send(identity, outcome)

    async def _send(self, identity: int | str, outcome: Message) -> None:
        answer = {"jsonrpc": "2.0", "id": identity}
        try:
            await _unless_gone(self._sink.send({**answer, **outcome}))
        except (TypeError, ValueError, RecursionError):
            log.exception("An answer cannot be written as JSON.")
            await _unless_gone(self._sink.send({**answer, **_INTERNAL}))


def _now(era: Era, params: dict[str, Any]) -> Message:
    try:
        return {"result": era.initialize(params)}
    except Refused as refused:
        return {"error": refused.answer()}


async def _unless_gone(sending: Awaitable[None]) -> None:
    """Wait for a message to be sent, unless the client has gone, which ends the process elsewhere."""
    with suppress(BrokenPipeError):
        await sending
