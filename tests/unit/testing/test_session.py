"""The client and the server in one process speak the protocol itself."""

import asyncio

import pytest

from lineai_core.plugin import Tool, ToolResult, hookimpl
from lineai_core.testing import Answer, FakeApi, ProtocolError, connect, failure, in_turn, plugin_context

SCHEMA = {"type": "object", "properties": {}}


class Views:
    """A plugin with one tool, which tells the view and how often it asked."""

    LINEAI_PLUGIN_API = 1

    @hookimpl
    def lineai_tools(self):
        return [
            Tool(
                name="acme-view",
                title="View",
                description="Which view is asked when none is named.",
                handler=self.handle,
                input_schema=SCHEMA,
                output_schema=SCHEMA,
            )
        ]

    async def handle(self, call):
        view = await call.view()
        await call.progress(1, 1, "done")
        return ToolResult(text=f"# {view.id}", structured={"view": view.id})


def talk(conversation, **options):
    async def run():
        async with connect(Views(), **options) as client:
            return await conversation(client)

    return asyncio.run(run())


def test_the_handshake_says_who_serves():
    async def conversation(client):
        return client.server

    assert talk(conversation)["serverInfo"]["name"] == "lineai"


def test_tools_are_listed_and_called_as_an_assistant_does():
    async def conversation(client):
        return await client.list_tools(), await client.call_tool("acme-view")

    listed, result = talk(conversation, api=FakeApi(view="v-1"))
    assert [tool["name"] for tool in listed] == ["acme-view", "lineai_status"]
    assert result["content"] == [{"type": "text", "text": "# v-1"}]
    assert result["structuredContent"] == {"view": "v-1"}


def test_many_requests_can_be_under_way():
    async def conversation(client):
        results = await asyncio.gather(*(client.call_tool("acme-view") for _ in range(5)))
        return [result["structuredContent"]["view"] for result in results]

    assert talk(conversation, api=FakeApi(view="v-1")) == ["v-1"] * 5


def test_what_the_server_refuses_is_an_error_of_the_protocol():
    async def conversation(client):
        await client.call_tool("no-such-tool")

    with pytest.raises(ProtocolError, match="Unknown tool: no-such-tool"):
        talk(conversation)


def test_progress_arrives_as_a_notification():
    async def conversation(client):
        params = {"name": "acme-view", "arguments": {}, "_meta": {"progressToken": "p"}}
        await client.request("tools/call", params)
        return [note["params"]["message"] for note in client.notifications]

    assert talk(conversation, api=FakeApi()) == ["done"]


def test_answers_can_be_scripted_one_after_the_other():
    default = "GET /api/materialized-view/default"
    api = FakeApi({default: in_turn(failure(500, "BROKEN", "no"), "v-2")})

    async def conversation(client):
        return [(await client.call_tool("acme-view"))["isError"] for _ in range(2)]

    assert talk(conversation, api=api) == [True, False]


def test_a_slow_answer_ends_in_a_page_that_names_the_request():
    api = FakeApi({"GET /api/materialized-view/default": Answer(delay=30)})

    async def conversation(client):
        return await client.call_tool("acme-view")

    result = talk(conversation, api=api, environ={"LINEAI_CALL_TIMEOUT": "0.2"})
    assert result["isError"]
    assert "/api/materialized-view/default" in result["content"][0]["text"]


def test_the_login_of_the_host_reaches_a_server_that_needs_one():
    api = FakeApi({"POST /api/authenticate": Answer(body={"access_token": "t-1"})}, needs_login=True)

    async def conversation(client):
        return await client.call_tool("acme-view")

    result = talk(conversation, api=api, environ={"LINEAI_USERNAME": "ana", "LINEAI_PASSWORD": "s3cret"})
    assert not result["isError"]
    login, question = api.requests
    assert b"username=ana" in login.body
    assert question.headers["authorization"] == "Bearer t-1"


def test_a_context_lets_a_hook_be_called_by_itself(tmp_path):
    ctx = plugin_context({"region": "eu"}, plugin="acme", data_dir=tmp_path)
    assert (ctx.plugin, ctx.settings, ctx.data_dir) == ("acme", {"region": "eu"}, tmp_path)
