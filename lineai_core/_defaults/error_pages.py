"""Built-in plugin: the page for every failure that no other plugin tells."""

from __future__ import annotations

from lineai_core.plugin import ErrorPage, LineaiError, ToolCall, hookimpl

LINEAI_PLUGIN_API = 1


@hookimpl(trylast=True)
def lineai_render_error(error: LineaiError, call: ToolCall | None) -> ErrorPage:
    """Return the built-in page for ``error``."""
    from lineai_core._render.pages import error_page

    return ErrorPage(text=error_page(error, call))
