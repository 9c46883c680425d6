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
    """Offer ``lineai-method-impact``."""
    from lineai_impact.tools import TOOL

    return [TOOL]


@hookimpl
def lineai_commands() -> Iterable[Command]:
    """Offer ``lineai impact``."""
    from lineai_impact.command import COMMAND

    return [COMMAND]


@hookimpl
def lineai_instructions() -> str:
    """Say when to ask for a method's impact."""
    return (
        "Before you change, rename or delete a method or function, call lineai-method-impact with its "
        "name or symbol, and respect what it lists as dependents and as unknown. If the answer is "
        "truncated, pass its next_cursor back as cursor to read the rest."
    )


@hookimpl
def lineai_render_error(error: LineaiError, call: ToolCall | None) -> ErrorPage | None:
    """Tell what a failed request means for the question about a method."""
    if call is None or not isinstance(error, ApiError):
        return None
    from lineai_impact import pages, tools

    return pages.failure(error, call.arguments) if call.tool == tools.NAME else None
