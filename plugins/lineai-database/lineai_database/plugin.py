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
    """Offer ``lineai-database-impact``."""
    from lineai_database.tools import TOOL

    return [TOOL]


@hookimpl
def lineai_commands() -> Iterable[Command]:
    """Offer ``lineai database``."""
    from lineai_database.command import COMMAND

    return [COMMAND]


@hookimpl
def lineai_instructions() -> str:
    """Say when to ask for a database object's impact."""
    return (
        "Before you change or drop a table, view or column, call lineai-database-impact with its type and "
        "name, and respect what it lists as dependent and as unknown. If the answer is truncated, pass its "
        "next_cursor back as cursor: it leads to the rest of the lists and to further matches."
    )


@hookimpl
def lineai_render_error(error: LineaiError, call: ToolCall | None) -> ErrorPage | None:
    """Tell what a failed request means for the question about a database object."""
    if call is None or not isinstance(error, ApiError):
        return None
    from lineai_database import pages, tools

    return pages.failure(error, call.arguments) if call.tool == tools.NAME else None
