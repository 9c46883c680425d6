"""Serve MCP over streamable HTTP on a loopback address; all sessions share one application."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import uvicorn
from mcp.server.streamable_http_manager import StreamableHTTPASGIApp
from mcp.server.transport_security import TransportSecuritySettings
from starlette.applications import Starlette
from starlette.routing import Route

from lineai_core._server.loopback import host_headers, in_url, listen, origins
from lineai_core._server.sdk.build import build_server
from lineai_core._server.shutdown import Shutdown

if TYPE_CHECKING:
    from lineai_core.application import Application

PATH = "/mcp"
_GRACE_SECONDS = 1


def serve_http(application: Application, host: str, port: int, announce: Callable[[str], None]) -> int:
    """Serve ``application`` until a signal ends the process; return the exit status.

    ``announce`` is told the URL as soon as clients can connect.
    Raises ``ConfigError`` if ``host`` is not a loopback address, or nothing can listen there.
    """
    sockets = listen(host, port)
    port = sockets[0].getsockname()[1]
    config = uvicorn.Config(
        http_app(application, host, port),
        log_config=None,
        log_level="critical",
        access_log=False,
        lifespan="on",
        timeout_graceful_shutdown=_GRACE_SECONDS,
    )
    server = _Server(config)
    shutdown = Shutdown()
    shutdown.on_stop(server.stop)
    shutdown.catch_signals()
    announce(f"http://{in_url(host)}:{port}{PATH}")
    asyncio.run(server.serve(sockets=sockets))
    return shutdown.status if server.started else 1


def http_app(application: Application, host: str, port: int) -> Starlette:
    """Return the ASGI application. Its endpoint answers with and without a slash at its end, unredirected.

    A request is refused if its ``Host`` is not this server, or its ``Origin`` not a page of this machine:
    a web site that a name server has moved to the loopback address could otherwise ask.
    """
    server = build_server(application)
    security = TransportSecuritySettings(
        enable_dns_rebinding_protection=True,
        allowed_hosts=host_headers(host, port),
        allowed_origins=origins(),
    )
    app = server.streamable_http_app(streamable_http_path=PATH, transport_security=security, host=host)
    app.router.routes.append(Route(f"{PATH}/", endpoint=StreamableHTTPASGIApp(server.session_manager)))
    return app


class _Server(uvicorn.Server):
    """A server that leaves the process's signals alone."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Do nothing."""
        yield

    def stop(self) -> None:
        """Have the server end soon."""
        self.should_exit = True
