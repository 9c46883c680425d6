"""A tool that leaves the list while the server lacks the part of the API that it asks."""

import asyncio

from lineai_core.plugin import ApiNotFound, NotDeployed, Tool, ToolResult, hookimpl
from lineai_core.testing import FakeApi, connect

VERSION = "/api/acme/version"


async def probe(call):
    """Ask the least that tells whether the tier is there."""
    try:
        await call.api.get(VERSION)
    except ApiNotFound as error:
        raise NotDeployed("This server has no Acme API.", endpoint=error.endpoint, status=404) from error


class Versions:
    """A plugin with one tool, of the tier ``acme``."""

    LINEAI_PLUGIN_API = 1

    @hookimpl
    def lineai_tools(self):
        """Offer the tool."""
        return [
            Tool(
                name="acme-version",
                title="Version",
                description="Whether this server has the Acme API.",
                handler=self.answer,
                input_schema={"type": "object", "properties": {}},
                output_schema={"type": "object", "properties": {"there": {"type": "boolean"}}},
                tier="acme",
                probe=probe,
            )
        ]

    async def answer(self, call):
        """Answer, or raise ``NotDeployed``."""
        await probe(call)
        return ToolResult(text="It is there.", structured={"there": True})


async def converse(api):
    """Return whether a call failed, and which tools are listed after it."""
    async with connect(Versions(), api=api) as client:
        answer = await client.call_tool("acme-version")
        tools = [tool["name"] for tool in await client.list_tools()]
        return answer["isError"], tools


def test_the_tool_stays_where_the_tier_is():
    """Here the server has it."""
    assert asyncio.run(converse(FakeApi({f"GET {VERSION}": 1}))) == (False, ["acme-version", "lineai_status"])


def test_the_tool_leaves_when_the_tier_is_missing():
    """Here a call finds it missing."""
    assert asyncio.run(converse(FakeApi())) == (True, ["lineai_status"])
