"""Built-in plugin: the tool that says what runs here and why a tool is missing."""

from __future__ import annotations

from lineai_core.plugin import PluginContext, Tool, ToolCall, ToolResult, hookimpl, schema

LINEAI_PLUGIN_API = 1

NAME = "lineai_status"
_REASONS = ("filtered", "capability", "not_deployed", "disabled", "failed", "loading", "not_installed")
_ASKED = schema.record(
    {"tool": schema.text(), "offered": schema.flag(), "detail": schema.text()},
    {"why": schema.choice(*_REASONS, "unknown")},
)
_MISSING = schema.record(
    {
        "plugin": schema.text(),
        "why": schema.choice(*_REASONS),
        "detail": schema.text(),
    },
    {"tool": schema.text("Left out if the plugin was not asked which tools it has.")},
)
_PLUGIN = schema.record(
    {
        "name": schema.text(),
        "version": schema.text(),
        "distribution": schema.text(),
        "state": schema.choice("active", "loading", "disabled", "failed"),
    },
    {
        "stage": schema.text(
            "Where it failed: discovery, import, api, register, contribute, tools, conflict."
        ),
        "reason": schema.text(),
        "tools": schema.array(schema.text(), "The first of them."),
        "tools_total": schema.count(),
    },
)
_BACKEND = schema.record(
    {"embedded": schema.flag("Whether it answers in this process.")},
    {
        "name": schema.text(),
        "problem": schema.text("Why there is none."),
        "reachable": schema.flag("Only if it was asked: see the argument probe."),
        "probe": schema.text("What came of asking it."),
    },
)


@hookimpl
def lineai_tools(ctx: PluginContext) -> list[Tool]:
    """Return the tool."""
    return [
        Tool(
            name=NAME,
            title="Lineai status: why is a tool missing?",
            description=(
                "Tells what runs in this Lineai server: plugins, tools, backend, settings. Call it when a "
                "Lineai tool that you expect is not listed, is refused as unknown, or keeps failing: it says "
                "why (switched off, plugin failed or not installed, not deployed on the server) and what the "
                "user can do. Needs no code and no backend; it asks nothing over the network unless "
                "probe is true."
            ),
            handler=_status,
            needs_backend=False,
            input_schema={
                "type": "object",
                "properties": {
                    "tool": schema.text("Name of the tool that is missing.", maxLength=200),
                    "probe": schema.flag("Whether to ask the backend if it answers, for 10 seconds at most."),
                },
                "additionalProperties": False,
            },
            output_schema=schema.record(
                {
                    "version": schema.text(),
                    "backend": _BACKEND,
                    "plugins": schema.array(_PLUGIN),
                    "plugins_total": schema.count(),
                    "tools": schema.array(schema.text(), "On offer now."),
                    "tools_total": schema.count(),
                    "missing": schema.array(_MISSING, "Not on offer, and why."),
                    "missing_total": schema.count(),
                    "problems": schema.array(schema.text(), "What is wrong with settings and plugins."),
                    "problems_total": schema.count(),
                },
                {"asked": _ASKED},
            ),
        )
    ]


@hookimpl
def lineai_instructions(ctx: PluginContext) -> str:
    """Return when to call the tool."""
    return f"If a tool of this server is missing or refused, call {NAME} to learn why."


async def _status(call: ToolCall) -> ToolResult:
    from lineai_core._operation.page import status_page

    return await status_page(call)
