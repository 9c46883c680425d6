"""A plugin with a tool that any server can answer, and two that need a part of the API."""

from __future__ import annotations

from lineai_core.plugin import ApiNotFound, NotDeployed, Tool, ToolCall, ToolResult, hookimpl

LINEAI_PLUGIN_API = 1
OBJECT = {"type": "object", "properties": {}}


async def plain(call: ToolCall) -> ToolResult:
    return ToolResult(text="plain", structured={})


async def capabilities(call: ToolCall) -> ToolResult:
    try:
        await call.api.get("/api/ai-retrieval/graph/capabilities")
    except ApiNotFound as error:
        raise NotDeployed("There is no graph here.", endpoint=error.endpoint, status=404) from error
    return ToolResult(text="there is a graph", structured={})


@hookimpl
def lineai_tools():
    for name, handler, tier in [
        ("tiered-plain", plain, None),
        ("tiered-first", capabilities, "graph"),
        ("tiered-second", capabilities, "graph"),
    ]:
        about = {"title": name, "description": f"{name}.", "handler": handler, "tier": tier}
        yield Tool(name=name, input_schema=OBJECT, output_schema=OBJECT, **about)
