"""``lineai serve``: offer the tools to an MCP client over standard input and output."""

from __future__ import annotations

import gc
from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lineai_core._config.settings import Settings


def configure(parser: ArgumentParser) -> None:
    """Add the command's arguments: there are none, a client configures the server by the environment."""


def run(arguments: Namespace, settings: Settings) -> int:
    """Serve until the client leaves; return the exit status.

    Raises ``ConfigError`` if the installed plugins or the settings contradict each other.
    """
    from lineai_core._server.stderr import never_block_on_stderr
    from lineai_core._server.stdout import divert_stdout

    wire = divert_stdout()
    never_block_on_stderr()
    gc.disable()  # importing makes many objects and no garbage: a seventh of the start's CPU time
    from lineai_core.application import Application

    application = Application.load(settings)
    from lineai_core._server.stdio import serve_stdio, speaker

    run = speaker(settings.stdio)

    gc.freeze()  # what was imported stays: neither the collector nor the exit needs to walk it
    gc.enable()
    return serve_stdio(application, wire, run)
