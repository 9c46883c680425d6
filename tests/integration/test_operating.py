"""What an operator switched off, and what the client is told about it, over a real pipe."""


def test_a_tool_that_is_switched_off_is_not_listed_and_says_by_what_when_it_is_called(start):
    server = start(LINEAI_TOOLS="probe-echo,lineai_status")
    server.initialize()
    tools = server.ask("tools/list")["result"]["tools"]
    assert [tool["name"] for tool in tools] == ["lineai_status", "probe-echo"]
    assert server.call("probe-steps") == {
        "content": [
            {
                "type": "text",
                "text": "The tool probe-steps of the plugin probe is not offered: not among LINEAI_TOOLS.",
            }
        ],
        "isError": True,
    }
    assert server.call("probe-echo", text="hello")["structuredContent"] == {"text": "hello"}


def test_the_status_says_why_a_tool_is_missing(start):
    server = start(LINEAI_TOOLS="-probe-steps")
    described = server.initialize()
    assert "call lineai_status" in described["instructions"]
    arguments = {"tool": "probe-steps"}
    answer = server.ask("tools/call", name="lineai_status", arguments=arguments)["result"]
    assert answer["isError"] is False
    assert answer["structuredContent"]["asked"] == {
        "tool": "probe-steps",
        "offered": False,
        "why": "filtered",
        "detail": "It is not offered: switched off by '-probe-steps' in LINEAI_TOOLS.",
    }
    assert "**`probe-steps`:** It is not offered" in answer["content"][0]["text"]


def test_a_server_without_a_required_plugin_does_not_answer(start):
    server = start(LINEAI_REQUIRED_PLUGINS="probe,lost")
    server.wait_for_log("lineai: The required plugin 'lost' is not installed.")
    assert server.process.wait(30) == 1
