"""Run the SDK's server over the streams of this project instead of the SDK's own.

The SDK's stdio transport reads on a thread that keeps the process alive until the client writes or hangs
up, and says nothing to a line that is no message.
"""

from __future__ import annotations

from contextlib import suppress
from types import TracebackType
from typing import TYPE_CHECKING, Self

import anyio
from mcp.shared.message import SessionMessage
from mcp_types import jsonrpc_message_adapter

from lineai_core._server.sdk.build import build_server
from lineai_core._server.streams import Reader, Writer

if TYPE_CHECKING:
    from lineai_core.application import Application


async def run(application: Application, reader: Reader, writer: Writer) -> None:
    """Serve ``application`` until the messages of ``reader`` end."""
    server = build_server(application)
    await server.run(_Incoming(reader), _Outgoing(writer), server.create_initialization_options())


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


class _Outgoing(_Stream):
    def __init__(self, writer: Writer) -> None:
        self._writer = writer

    async def send(self, item: SessionMessage, /) -> None:
        try:
            await self._writer.send(item.message.model_dump(by_alias=True, exclude_unset=True))
        except BrokenPipeError:
            raise anyio.BrokenResourceError from None


class _Incoming(_Stream):
    def __init__(self, reader: Reader) -> None:
        self._messages = aiter(reader)

    async def receive(self) -> SessionMessage:
        with suppress(StopAsyncIteration):
            return await anext(self)
        raise anyio.EndOfStream

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> SessionMessage:
        message = await anext(self._messages)
        return SessionMessage(jsonrpc_message_adapter.validate_python(message, by_name=False))
