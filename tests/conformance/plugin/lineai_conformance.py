"""The tools that the official conformance suite calls, as far as a plugin can offer them."""

from __future__ import annotations

from lineai_core.plugin import Tool, ToolCall, ToolError, ToolResult, hookimpl

LINEAI_PLUGIN_API = 1
OBJECT = {"type": "object", "properties": {}}


async def simple_text(call: ToolCall) -> ToolResult:
    return ToolResult(text="This is a simple text response for testing.", structured={})


async def progress(call: ToolCall) -> ToolResult:
    for done in (0, 50, 100):
        await call.progress(done, 100, f"Completed step {done} of 100")
    return ToolResult(text="Done.", structured={})


async def failing(call: ToolCall) -> ToolResult:
    raise ToolError("This tool intentionally returns an error for testing")


@hookimpl
def lineai_tools():
    for name, handler in [
        ("test_simple_text", simple_text),
        ("test_tool_with_progress", progress),
        ("test_error_handling", failing),
    ]:
        about = {"title": name, "description": f"For the conformance suite: {name}.", "handler": handler}
        yield Tool(name=name, input_schema=OBJECT, output_schema=OBJECT, **about)
