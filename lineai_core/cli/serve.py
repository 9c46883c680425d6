"""``lineai serve``: offer the tools to an MCP client over standard input and output, or over HTTP."""

from __future__ import annotations

import gc
import sys
from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lineai_core._config.settings import Settings
    from lineai_core.application import Application

_HOST = "127.0.0.1"


def configure(parser: ArgumentParser) -> None:
    """Add the command's arguments; everything else is configured by the settings."""
    parser.add_argument(
        "--tools", metavar="LIST", help="tools to offer, as in LINEAI_TOOLS, such as --tools=-plugin:graph"
    )
    parser.add_argument("--http", action="store_true", help="serve streamable HTTP instead")
    parser.add_argument("--host", help=f"loopback address to listen on, with --http (default: {_HOST})")
    parser.add_argument("--port", type=int, help="port to listen on, with --http (default: any free one)")


def run(arguments: Namespace, settings: Settings) -> int:
    """Serve until the client leaves, or over HTTP until a signal comes; return the exit status.

    Raises ``ConfigError`` if the installed plugins or the settings contradict each other, if a required
    plugin is not active, or if nothing can listen on the given address.
    """
    if arguments.http:
        return _serve_http(settings, arguments.host or _HOST, arguments.port or 0)
    if arguments.host is not None or arguments.port is not None:
        print("lineai serve: --host and --port need --http. See lineai serve --help.", file=sys.stderr)
        return 2
    return _serve_stdio(settings)


def _serve_stdio(settings: Settings) -> int:
    from lineai_core._server.stderr import never_block_on_stderr
    from lineai_core._server.stdout import divert_stdout

    wire = divert_stdout()
    never_block_on_stderr()
    gc.disable()  # importing makes many objects and no garbage: a seventh of the start's CPU time
    from lineai_core._server.stdio import serve_stdio, speaker

    speak = speaker(settings.stdio)
    application = _application(settings)
    gc.freeze()  # what was imported stays: neither the collector nor the exit needs to walk it
    gc.set_threshold(50_000, 20, 50)  # a large payload is all objects and no garbage either
    gc.enable()
    return serve_stdio(application, wire, speak)


def _serve_http(settings: Settings, host: str, port: int) -> int:
    from lineai_core._server.sdk.imports import prepare_import

    prepare_import()
    from lineai_core._server.sdk.http import serve_http

    def announce(url: str) -> None:
        print(f"Serving MCP at {url} (Ctrl+C ends it)", file=sys.stderr, flush=True)

    return serve_http(_application(settings), host, port, announce)


def _application(settings: Settings) -> Application:
    from lineai_core.application import Application

    application = Application.load(settings)
    if settings.environment.get("LINEAI_REQUIRED_PLUGINS"):
        from lineai_core._operation.required import demand

        demand(settings, application.reports)
    return application
