"""What this plugin contributes to Lineai."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from lineai_core.plugin import ApiError, hookimpl

if TYPE_CHECKING:
    from lineai_core.plugin import Command, ErrorPage, LineaiError, Tool, ToolCall

LINEAI_PLUGIN_API = 1


@hookimpl
def lineai_tools() -> Iterable[Tool]:
    """Offer the six ``lineai-graph-*`` tools."""
    from lineai_graph.tools import TOOLS

    return TOOLS


@hookimpl
def lineai_commands() -> Iterable[Command]:
    """Offer ``lineai graph``."""
    from lineai_graph.command import COMMAND

    return [COMMAND]


@hookimpl
def lineai_instructions() -> str:
    """Say what the graph tools are for."""
    return (
        "For questions about the code graph itself, find node ids with lineai-graph-search, then ask "
        "lineai-graph-impact, lineai-graph-path-explain, lineai-graph-owners, or, before a change, "
        "lineai-graph-validate-change-scope. If these tools leave the list, the server has no graph API."
    )


@hookimpl
def lineai_render_error(error: LineaiError, call: ToolCall | None) -> ErrorPage | None:
    """Tell what a failed graph request means for the question."""
    if call is None or not isinstance(error, ApiError):
        return None
    from lineai_graph import api, pages, tools

    return pages.failure(error, call) if call.tool in tools.NAMES and api.GRAPH in error.endpoint else None
