"""``lineai serve-api``: serve Lineai's HTTP API over the index, for other machines or other clients."""

from __future__ import annotations

import ipaddress
import socket
from argparse import ArgumentParser
from dataclasses import replace
from typing import TYPE_CHECKING

from lineai_core.plugin import Command, ConfigError

if TYPE_CHECKING:
    from lineai_core.plugin import CommandRun, PluginContext
    from lineai_local.api.access import Access

_PATIENCE = 25.0
"""Seconds that a request waits for the index: clients of other makers do not ask again by themselves."""

_LOOPBACK_NAMES = frozenset({"localhost", "127.0.0.1", "::1"})


def command(ctx: PluginContext) -> Command:
    """Return the command."""

    async def run(run: CommandRun) -> int:
        host, port = run.arguments.host, run.arguments.port
        access = _access(ctx, host)
        listening = _listen(host, port)
        shown = f"[{host}]" if ":" in host else host
        print(f"http://{shown}:{listening.getsockname()[1]}", file=run.out, flush=True)
        return await _serve(ctx, access, listening)

    return Command(
        name="serve-api", help="Serve the index over HTTP, as a Lineai server.", configure=_configure, run=run
    )


def _configure(parser: ArgumentParser) -> None:
    parser.add_argument("--host", default="127.0.0.1", help="address to listen on (default: %(default)s)")
    parser.add_argument("--port", type=int, default=0, help="port to listen on (default: any free one)")


def _access(ctx: PluginContext, host: str) -> Access:
    """Return who may ask; raises ``ConfigError`` if strangers could and there is no login."""
    from lineai_local.api.access import Access

    username, password = ctx.settings.username, ctx.settings.password.reveal()
    if username and password:
        return Access(username, password)
    if not _is_loopback(host):
        raise ConfigError(
            f"Without a login the API is not served on {host}: others could read your code.",
            hint="Set LINEAI_USERNAME and LINEAI_PASSWORD, or listen on 127.0.0.1.",
        )
    return Access(hosts=_LOOPBACK_NAMES | {host.lower()})


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host.lower() == "localhost"


def _listen(host: str, port: int) -> socket.socket:
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        listening = socket.socket(family, kind, protocol)
        listening.bind(address)
        listening.listen()
    except (OSError, OverflowError) as error:
        raise ConfigError(
            f"Cannot listen on {host}, port {port}: {error}.", hint="Choose another --host or --port."
        ) from error
    return listening


async def _serve(ctx: PluginContext, access: Access, listening: socket.socket) -> int:
    import uvicorn

    from lineai_local.api.app import create_app
    from lineai_local.wiring import service_options

    app = create_app(replace(service_options(ctx), patience=_PATIENCE), access)
    config = uvicorn.Config(
        app, log_level="warning", access_log=False, lifespan="on", timeout_graceful_shutdown=1
    )
    server = uvicorn.Server(config)
    await server.serve(sockets=[listening])
    return 0
