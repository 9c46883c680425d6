"""Offer an application's tools through the SDK's low-level server."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, nullcontext
from functools import cache
from typing import TYPE_CHECKING, Any

from mcp.server.caching import CacheHint
from mcp.server.context import CallNext, HandlerResult, ServerRequestContext
from mcp.server.lowlevel import NotificationOptions, Server
from mcp.server.models import InitializationOptions
from mcp.shared.exceptions import MCPError
from mcp_types import (
    INTERNAL_ERROR,
    INVALID_PARAMS,
    CallToolRequestParams,
    CallToolResult,
    ContentBlock,
    ListToolsResult,
    PaginatedRequestParams,
    TextContent,
    ToolAnnotations,
)
from mcp_types import Tool as WireTool
from pydantic import ValidationError

from lineai_core import __version__
from lineai_core._server.changes import Changes
from lineai_core._server.progress import Progress
from lineai_core.types import Tool, ToolResult

if TYPE_CHECKING:
    from lineai_core.application import Application

log = logging.getLogger("lineai.server")

Context = ServerRequestContext[Any, Any]
_TOOL_LIST_TTL_MS = 60_000


def build_server(application: Application) -> Server[Any]:
    """Return a server of every protocol revision that the SDK knows, offering the application's tools.

    The application is open as long as the server runs.
    """
    wire_tool = cache(lambda name: _wire_tool(application.tools[name]))
    changes = Changes() if application.tools_change else None

    async def list_tools(_ctx: Context, params: PaginatedRequestParams | None) -> ListToolsResult:
        if params and params.cursor is not None:
            raise MCPError(INVALID_PARAMS, "Unknown cursor: the list of tools has one page")
        return ListToolsResult(tools=[wire_tool(tool.name) for tool in application.offered_tools()])

    async def call_tool(ctx: Context, params: CallToolRequestParams) -> CallToolResult:
        if params.name not in application.tools:
            raise MCPError(INVALID_PARAMS, f"Unknown tool: {params.name}")
        wants_progress = ctx.meta is not None and "progress_token" in ctx.meta
        with Progress(ctx.session.report_progress) if wants_progress else nullcontext() as progress:
            result = await application.call(params.name, params.arguments or {}, progress=progress)
        return _wire_result(result)

    @asynccontextmanager
    async def life(_server: Server[Any]) -> AsyncIterator[Application]:
        async with application, changes.follow(application) if changes else nullcontext():
            yield application

    server = _Server(
        "lineai",
        title="Lineai",
        version=__version__,
        instructions=application.instructions or None,
        lifespan=life,
        cache_hints={"tools/list": CacheHint(ttl_ms=_TOOL_LIST_TTL_MS, scope="private")},
        on_list_tools=list_tools,
        on_call_tool=call_tool,
        on_subscriptions_listen=changes.listen if changes else None,
    )
    server.tools_change = application.tools_change
    if changes:
        server.middleware.append(changes.note_session)
    server.middleware.append(_keep_internals_in)
    return server


class _Server(Server[Any]):
    """A server that tells clients of every transport whether its list of tools can change."""

    tools_change = False

    def create_initialization_options(
        self, notification_options: NotificationOptions | None = None, *more: Any, **named: Any
    ) -> InitializationOptions:
        """Return what the server says of itself in the handshake."""
        options = notification_options or NotificationOptions(tools_changed=self.tools_change)
        return super().create_initialization_options(options, *more, **named)


async def _keep_internals_in(ctx: Context, call_next: CallNext) -> HandlerResult:
    """Answer an unforeseen failure without its text, which may hold a secret or a path."""
    try:
        return await call_next(ctx)
    except (MCPError, ValidationError):  # made for the client: the SDK words the latter itself
        raise
    except Exception:
        log.exception("%s failed", ctx.method)
        raise MCPError(INTERNAL_ERROR, "Internal error; the server's log on standard error has it") from None


def _wire_tool(tool: Tool) -> WireTool:
    return WireTool(
        name=tool.name,
        title=tool.title,
        description=tool.description,
        input_schema=dict(tool.input_schema),
        output_schema=dict(tool.output_schema),
        annotations=ToolAnnotations(
            title=tool.title,
            read_only_hint=tool.read_only,
            destructive_hint=tool.destructive,
            idempotent_hint=tool.idempotent,
            open_world_hint=tool.open_world,
        ),
    )


def _wire_result(result: ToolResult) -> CallToolResult:
    """Return the text, and beside it the data unless the call failed: no schema describes an error."""
    content: list[ContentBlock] = [TextContent(type="text", text=result.text)]
    if result.is_error or result.structured is None:
        return CallToolResult(content=content, is_error=result.is_error)
    return CallToolResult(content=content, structured_content=dict(result.structured), is_error=False)
