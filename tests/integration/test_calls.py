"""Calling tools: answers, failures, progress, cancellation."""

from __future__ import annotations

import pytest
from stdio_client import modern


def test_success_carries_text_and_the_same_facts_as_data(server):
    assert server.call("probe-echo", text="hello") == {
        "content": [{"type": "text", "text": "hello"}],
        "structuredContent": {"text": "hello"},
        "isError": False,
    }


def test_the_tool_list_is_sorted_and_says_all_about_a_tool(server):
    tools = server.ask("tools/list")["result"]["tools"]
    names = [tool["name"] for tool in tools]
    assert names == sorted(names)
    assert next(tool for tool in tools if tool["name"] == "probe-echo") == {
        "name": "probe-echo",
        "title": "Probe: echo",
        "description": "Misbehaves in one way: echo.",
        "inputSchema": {
            "type": "object",
            "properties": {"text": {"type": "string", "description": "Text to answer."}},
            "required": ["text"],
        },
        "outputSchema": {
            "type": "object",
            "properties": {"text": {"type": "string", "description": "The answer."}},
            "required": ["text"],
        },
        "annotations": {
            "title": "Probe: echo",
            "readOnlyHint": True,
            "destructiveHint": False,
            "idempotentHint": True,
            "openWorldHint": False,
        },
    }


def test_a_cursor_that_was_never_given_out_is_refused(server):
    assert server.ask("tools/list", cursor="2")["error"]["code"] == -32602


def test_an_unknown_tool_is_an_error_of_the_protocol(server):
    error = server.ask("tools/call", name="probe-nothing", arguments={})["error"]
    assert error["code"] == -32602
    assert "probe-nothing" in error["message"]


def test_arguments_that_do_not_match_the_schema_are_an_error_that_the_caller_can_mend(server):
    result = server.call("probe-echo", text=3)
    assert result["isError"]
    assert "structuredContent" not in result
    assert "text" in result["content"][0]["text"]


@pytest.mark.parametrize("era", ["handshake", "stateless"])
def test_a_failing_tool_tells_nothing_of_its_internals(start, era):
    server = start()
    if era == "handshake":
        server.initialize()
        answer = server.ask("tools/call", name="probe-fail", arguments={})
    else:
        answer = server.ask("tools/call", **modern(name="probe-fail", arguments={}))
    assert answer["result"]["isError"]
    assert "structuredContent" not in answer["result"]
    assert "hunter2" not in str(answer)
    assert "postgres" not in str(answer)
    assert "Traceback" not in str(answer)


def test_progress_is_sent_to_a_caller_that_gave_a_token(server):
    server.call("probe-steps", token="t1")
    assert server.notifications("notifications/progress") == [
        {"progressToken": "t1", "progress": done, "total": 3, "message": f"step {done}"} for done in (1, 2, 3)
    ]


def test_progress_is_not_sent_to_a_caller_that_gave_none(server):
    assert server.call("probe-steps")["structuredContent"] == {"text": "three steps"}
    assert server.notifications("notifications/progress") == []


def test_progress_always_grows_even_when_a_tool_counts_anew(server):
    server.call("probe-phases", token="t1")
    told = [(step["progress"], step["total"]) for step in server.notifications("notifications/progress")]
    assert told == [(1, 2), (2, 2), (3, 4), (4, 4)]


def test_the_server_answers_others_while_a_call_is_running(server):
    slow = server.begin_call("probe-slow")
    server.wait_for_log("slow tool began")
    assert server.ask("ping")["result"] == {}
    assert server.call("probe-echo", text="meanwhile")["structuredContent"] == {"text": "meanwhile"}
    assert server.answers(slow) == []


def test_a_cancelled_call_stops_and_is_never_answered(server):
    slow = server.begin_call("probe-slow")
    server.wait_for_log("slow tool began")
    server.notify("notifications/cancelled", requestId=slow, reason="the user pressed Escape")
    server.wait_for_log("slow tool was cancelled")
    assert server.ask("ping")["result"] == {}
    assert server.call("probe-echo", text="after")["structuredContent"] == {"text": "after"}
    server.hang_up()
    assert server.wait_for_exit() == 0
    assert server.answers(slow) == []


def test_cancelling_what_is_unknown_or_already_answered_changes_nothing(server):
    server.notify("notifications/cancelled", requestId=4711)
    server.notify("notifications/cancelled", requestId={"not": "an id"})
    done = server.begin_call("probe-echo", text="done")
    server.answer(done)
    server.notify("notifications/cancelled", requestId=done)
    assert server.ask("ping")["result"] == {}
    assert len(server.answers(done)) == 1


def test_cancelling_a_call_drops_the_request_it_made_upstream(start, upstream):
    server = start(LINEAI_SERVER_HOST=upstream.url, LINEAI_USERNAME="demo", LINEAI_PASSWORD="pass")
    server.initialize()
    call = server.begin_call("probe-upstream")
    assert upstream.asked.wait(30), server.log
    server.notify("notifications/cancelled", requestId=call)
    assert upstream.dropped.wait(30), server.log
    assert server.ask("ping")["result"] == {}
    assert server.answers(call) == []


def test_a_hundred_calls_at_once_are_all_answered(server):
    calls = {server.begin_call("probe-echo", text=str(number)): str(number) for number in range(100)}
    for identity, text in calls.items():
        assert server.answer(identity)["result"]["structuredContent"] == {"text": text}
