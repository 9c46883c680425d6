"""Tell every client when the tools on offer change, in the way of its protocol revision."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

from mcp.server.context import CallNext, HandlerResult, ServerRequestContext
from mcp.server.session import ServerSession
from mcp.server.subscriptions import InMemorySubscriptionBus, ListenHandler, ToolsListChanged

if TYPE_CHECKING:
    from lineai_core.application import Application

Context = ServerRequestContext[Any, Any]


class Changes:
    """Who is to be told: sessions that shook hands, and streams that asked to be told.

    Revisions with a handshake send the notification to every session; the stateless one sends it to
    those who listen.
    """

    def __init__(self) -> None:
        self._bus = InMemorySubscriptionBus()
        self._sessions: dict[int, ServerSession] = {}
        self._messages: set[asyncio.Task[None]] = set()
        self.listen = ListenHandler(self._bus)

    async def note_session(self, ctx: Context, call_next: CallNext) -> HandlerResult:
        """Remember, as a middleware, each session from its handshake to its end."""
        result = await call_next(ctx)
        if ctx.method == "notifications/initialized":
            connection = ctx.session._connection  # the SDK has no public name for it
            self._sessions[id(connection)] = ctx.session
            connection.exit_stack.callback(self._sessions.pop, id(connection), None)
        return result

    @asynccontextmanager
    async def follow(self, application: Application) -> AsyncIterator[None]:
        """Tell of the application's changes while the context is open."""
        end = application.watch_tools(self._begin_to_tell)
        try:
            yield
        finally:
            end()
            self.listen.close()
            for message in self._messages:
                message.cancel()

    def _begin_to_tell(self) -> None:
        message = asyncio.create_task(self._tell())
        self._messages.add(message)
        message.add_done_callback(self._messages.discard)

    async def _tell(self) -> None:
        await self._bus.publish(ToolsListChanged())
        sessions = list(self._sessions.values())
        await asyncio.gather(*(each.send_tool_list_changed() for each in sessions), return_exceptions=True)
