"""Offer an application through the SDK's low-level server."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, nullcontext
from typing import TYPE_CHECKING, Any

from mcp.server.caching import CacheHint
from mcp.server.context import CallNext, HandlerResult, ServerRequestContext
from mcp.server.lowlevel import NotificationOptions, Server
from mcp.server.models import InitializationOptions
from mcp.shared.exceptions import MCPError
from mcp_types import (
    CallToolRequestParams,
    PaginatedRequestParams,
    ReadResourceRequestParams,
    ResourcesCapability,
    ServerCapabilities,
)
from pydantic import ValidationError

from lineai_core._server.jsonrpc import INTERNAL_ERROR, INTERNAL_SENTENCE, Refused
from lineai_core._server.offer import NAME, TITLE, TTL_MS, VERSION, Offer
from lineai_core._server.progress import Progress
from lineai_core._server.sdk.changes import Changes

if TYPE_CHECKING:
    from lineai_core.application import Application

log = logging.getLogger("lineai.server")

Context = ServerRequestContext[Any, Any]


def build_server(application: Application) -> Server[Any]:
    """Return a server of every protocol revision that the SDK knows, offering the application's tools.

    The application is open as long as the server runs.
    """
    offer = Offer(application)
    changes = Changes() if offer.tools_change else None

    async def list_tools(_ctx: Context, params: PaginatedRequestParams) -> HandlerResult:
        return _complete(offer.tools(params.cursor))

    async def call_tool(ctx: Context, params: CallToolRequestParams) -> HandlerResult:
        wants_progress = ctx.meta is not None and "progress_token" in ctx.meta
        with Progress(ctx.session.report_progress) if wants_progress else nullcontext() as progress:
            result = await offer.call(
                params.name, params.arguments, revision=ctx.protocol_version, progress=progress
            )
        return _complete(result)

    async def list_resources(_ctx: Context, params: PaginatedRequestParams) -> HandlerResult:
        return _complete(offer.resources(params.cursor))

    async def list_templates(_ctx: Context, params: PaginatedRequestParams) -> HandlerResult:
        return _complete(offer.resource_templates(params.cursor))

    async def read_resource(ctx: Context, params: ReadResourceRequestParams) -> HandlerResult:
        return _complete(await offer.read(str(params.uri), revision=ctx.protocol_version))

    @asynccontextmanager
    async def life(_server: Server[Any]) -> AsyncIterator[Application]:
        async with application, changes.follow(application) if changes else nullcontext():
            yield application

    server = _Server(
        NAME,
        title=TITLE,
        version=VERSION,
        instructions=offer.instructions,
        lifespan=life,
        cache_hints={
            "tools/list": _hint("tools/list"),
            "resources/list": _hint("resources/list"),
            "resources/templates/list": _hint("resources/templates/list"),
            "resources/read": _hint("resources/read"),
        },
        on_subscriptions_listen=changes.listen if changes else None,
    )
    server.add_request_handler("tools/list", PaginatedRequestParams, list_tools)
    server.add_request_handler("tools/call", CallToolRequestParams, call_tool)
    server.add_request_handler("resources/list", PaginatedRequestParams, list_resources)
    server.add_request_handler("resources/templates/list", PaginatedRequestParams, list_templates)
    server.add_request_handler("resources/read", ReadResourceRequestParams, read_resource)
    server.tools_change = offer.tools_change
    if changes:
        server.middleware.append(changes.note_session)
    server.middleware.append(_keep_internals_in)
    return server


class _Server(Server[Any]):
    """A server that promises the same over every transport: its list of tools may change, a report never."""

    tools_change = False

    def create_initialization_options(
        self, notification_options: NotificationOptions | None = None, *more: Any, **named: Any
    ) -> InitializationOptions:
        """Return what the server says of itself in the handshake."""
        options = notification_options or NotificationOptions(tools_changed=self.tools_change)
        return super().create_initialization_options(options, *more, **named)

    def get_capabilities(self, *options: Any, **named: Any) -> ServerCapabilities:
        """Return what the server can do."""
        capabilities = super().get_capabilities(*options, **named)
        resources = ResourcesCapability(subscribe=False, list_changed=False)
        return capabilities.model_copy(update={"resources": resources})


def _hint(method: str) -> CacheHint:
    return CacheHint(ttl_ms=TTL_MS[method], scope="private")


def _complete(result: dict[str, Any]) -> HandlerResult:
    """Return the result in the form of the newest revision; the SDK leaves out what older ones lack."""
    return {"resultType": "complete", **result}


async def _keep_internals_in(ctx: Context, call_next: CallNext) -> HandlerResult:
    """Answer an unforeseen failure without its text, which may hold a secret or a path."""
    try:
        return await call_next(ctx)
    except Refused as refused:
        raise MCPError(refused.code, refused.message, refused.data) from None
    except (MCPError, ValidationError):  # made for the client: the SDK words the latter itself
        raise
    except Exception:
        log.exception("%s failed", ctx.method)
        raise MCPError(INTERNAL_ERROR, INTERNAL_SENTENCE) from None
