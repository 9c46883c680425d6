"""A tool, as an assistant sees and calls it."""

import asyncio

from lineai_core.plugin import Tool, ToolResult, hookimpl
from lineai_core.testing import connect


class Greeting:
    """A plugin can be an instance as well as a module."""

    LINEAI_PLUGIN_API = 1

    @hookimpl
    def lineai_tools(self):
        """Offer one tool, which needs no server."""
        return [
            Tool(
                name="acme-greet",
                title="Greeting",
                description="Greets whoever asks, and shows how far it is.",
                handler=self.greet,
                input_schema={"type": "object", "properties": {}},
                output_schema={"type": "object", "properties": {"said": {"type": "string"}}},
                needs_backend=False,
            )
        ]

    async def greet(self, call):
        """Report progress, then answer."""
        await call.progress(1, 1, "thinking of a word")
        return ToolResult(text="Hello.", structured={"said": "Hello."})


async def converse():
    """Return what a client sees: the tools, an answer, and the progress on the way."""
    async with connect(Greeting()) as client:
        tools = [tool["name"] for tool in await client.list_tools()]
        with_progress = {"name": "acme-greet", "arguments": {}, "_meta": {"progressToken": "p"}}
        answer = await client.request("tools/call", with_progress)
        progress = [note["params"]["message"] for note in client.notifications]
        return tools, answer["structuredContent"], progress


def test_a_client_sees_the_tool_its_answer_and_its_progress():
    """Every message passes through JSON, as on a real connection."""
    tools, answer, progress = asyncio.run(converse())
    assert tools == ["acme-greet", "lineai_status"]
    assert answer == {"said": "Hello."}
    assert progress == ["thinking of a word"]
