"""Serve MCP over standard input and output, with the protocol spoken by this project or by the SDK."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from lineai_core._server.shutdown import Shutdown
from lineai_core._server.streams import Reader, Unanswered, Writer, call_in

if TYPE_CHECKING:
    from lineai_core.application import Application

Run = Callable[["Application", Reader, Writer], Awaitable[None]]


def speaker(choice: str) -> Run:
    """Import and return who speaks the protocol: ``lean``, made for a quick start, or ``sdk``."""
    if choice == "sdk":
        from lineai_core._server.sdk.imports import prepare_import

        prepare_import()
        from lineai_core._server.sdk.streams import run as run_sdk

        return run_sdk
    from lineai_core._server.wire.session import run as run_lean

    return run_lean


def serve_stdio(application: Application, wire: tuple[int, int], run: Run) -> int:
    """Serve ``application`` over the descriptors ``wire`` until the client leaves; return the exit status.

    Takes over the process's signals, and ends the process by itself if the orderly way takes too long.
    """
    shutdown = Shutdown()
    asyncio.run(_serve(application, wire, run, shutdown))
    return shutdown.status


async def _serve(application: Application, wire: tuple[int, int], run: Run, shutdown: Shutdown) -> None:
    source, sink = wire
    unanswered = Unanswered()
    writer = Writer(sink, unanswered, on_broken=shutdown.stop)
    reader = Reader(source, unanswered, writer, on_eof=shutdown.begin)
    loop = asyncio.get_running_loop()
    shutdown.on_stop(lambda: call_in(loop, reader.end))
    shutdown.watch(sink)
    await run(application, reader, writer)
