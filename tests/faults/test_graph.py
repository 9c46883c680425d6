"""The graph tools, and a server that has the graph API, lacks it, or garbles its answers."""

import pytest

GRAPH = "/api/ai-retrieval/graph/"
CHANGED = "notifications/tools/list_changed"
ARGUMENTS = {
    "lineai-graph-capabilities": {},
    "lineai-graph-search": {"query": "saveOrder"},
    "lineai-graph-impact": {"seed_node_ids": ["m-save"]},
    "lineai-graph-path-explain": {"from_node_id": "m-save", "to_node_id": "m-save"},
    "lineai-graph-validate-change-scope": {
        "seed_node_ids": ["m-save"],
        "proposed_change_summary": "Rename it.",
    },
    "lineai-graph-owners": {"node_id": "m-save"},
}
TOOLS = list(ARGUMENTS)
SEARCH = "lineai-graph-search"


def tools(server):
    return [tool["name"] for tool in server.ask("tools/list")["result"]["tools"]]


def graph_tools(server):
    return [name for name in tools(server) if name.startswith("lineai-graph-")]


def heard(server):
    return sum(message.get("method") == CHANGED for message in server.messages)


@pytest.mark.parametrize("tool", TOOLS)
def test_each_tool_makes_one_request_to_the_graph(ask, tool):
    asked = ask(tool, ARGUMENTS[tool])
    assert not asked.is_error
    assert asked.title == f"# {tool}"
    operation = tool.removeprefix("lineai-graph-").replace("path-explain", "path")
    method = "GET" if operation == "capabilities" else "POST"
    assert asked.requests[2:] == [f"{method} {GRAPH}{operation}"]
    assert asked.data["scope"] == {"view_id": "mv-shop-7"}


def test_without_the_graph_api_the_tools_say_so_once_leave_and_come_back_with_it(start, fake):
    server = start()
    assert graph_tools(server) == sorted(TOOLS)
    fake.control("config", {"graph": False})
    page = server.call(SEARCH, **ARGUMENTS[SEARCH])
    assert page["isError"]
    assert page["content"][0]["text"].startswith(f"# Graph API not available: `{SEARCH}`\n")
    server.wait_for(lambda: heard(server) == 1, "the news that the tools have left")
    assert graph_tools(server) == []
    assert "lineai-method-impact" in tools(server)
    assert not server.call("lineai-method-impact", method="saveOrder").get("isError")
    for tool in TOOLS:
        assert server.call(tool, **ARGUMENTS[tool])["isError"]
    assert heard(server) == 1
    fake.control("config", {"graph": True})
    assert not server.call(SEARCH, **ARGUMENTS[SEARCH]).get("isError")
    server.wait_for(lambda: heard(server) == 2, "the news that the tools are back")
    assert graph_tools(server) == sorted(TOOLS)


def test_without_the_plugin_there_is_no_trace_of_the_tools(environment, start):
    server = start(LINEAI_DISABLE_PLUGINS="graph")
    assert graph_tools(server) == []
    initialized = server.answer(1)["result"]
    assert "graph" not in initialized.get("instructions", "")
    assert initialized["capabilities"]["tools"]["listChanged"] is False


@pytest.mark.parametrize("tool", TOOLS)
def test_a_node_that_the_server_does_not_know_withdraws_nothing(start, fake, tool):
    missing = {"status": "error", "error": {"code": "NOT_FOUND", "message": "no node m-save"}}
    fake.control("faults", [{"path": f"{GRAPH}.*", "status": 404, "json": missing}])
    server = start()
    result = server.call(tool, **ARGUMENTS[tool])
    assert not result.get("isError")
    assert result["structuredContent"]["not_found"] == "no node m-save"
    assert "it is definite" in result["content"][0]["text"]
    assert graph_tools(server) == sorted(TOOLS)
    assert heard(server) == 0


@pytest.mark.parametrize(
    ("fault", "title", "words"),
    [
        ({"status": 302, "headers": {"Location": "https://sso.test/in"}}, "Graph API error", "sso.test"),
        ({"status": 500, "text": "boom"}, "Graph API error", "boom"),
        ({"status": 504, "text": "late"}, "Graph gateway timeout", "HTTP 504"),
        ({"text": "<html>Sign in</html>"}, "Invalid JSON from graph API", "Sign in"),
        ({"text": ""}, "Invalid JSON from graph API", "without a body"),
        ({"action": "hang"}, "Graph request timed out", "no HTTP status received"),
        ({"action": "trickle"}, "Graph request timed out", "no HTTP status received"),
    ],
)
def test_a_fault_is_told_by_its_kind_and_withdraws_nothing(start, fake, fault, title, words):
    fake.control("faults", [{"path": f"{GRAPH}.*", **fault}])
    server = start(LINEAI_REQUEST_TIMEOUT="1")
    result = server.call(SEARCH, **ARGUMENTS[SEARCH])
    text = result["content"][0]["text"]
    assert result["isError"]
    assert text.startswith(f"# {title}: `{SEARCH}`\n")
    assert f"POST {GRAPH}search" in text
    assert words in text
    assert graph_tools(server) == sorted(TOOLS)


@pytest.mark.parametrize(
    ("text", "data"),
    [
        ("null", None),
        ("[1, 2]", [1, 2]),
        ('{"status": "success", "data": null}', None),
        ('{"status": "success", "data": {"a": NaN, "b": Infinity}}', {"a": None, "b": None}),
        ('{"status": "success", "data": {"name": "half \\ud83d pair"}}', {"name": "half \ufffd pair"}),
    ],
)
def test_any_json_is_an_answer(ask, text, data):
    asked = ask(SEARCH, ARGUMENTS[SEARCH], faults=[{"path": f"{GRAPH}.*", "text": text}])
    assert not asked.is_error
    given = {key: value for key, value in asked.data.items() if key not in ("scope", "pages")}
    assert given in (data, {"data": data})


def test_an_enormous_answer_stays_within_the_budget_and_its_report_is_linked(ask):
    nodes = [{"id": f"m-{n}", "name": f"save{n}", "primaryLabel": "JavaMethodEntity"} for n in range(20_000)]
    faults = [{"path": f"{GRAPH}.*", "json": {"data": {"nodes": nodes}}}]
    asked = ask(SEARCH, ARGUMENTS[SEARCH], faults=faults)
    assert len(asked.text.encode()) < 24_000
    assert "**In total:** 20,000 in `nodes`." in asked.text
    assert asked.data["next_cursor"].startswith("nodes.")
    assert [block["type"] for block in asked.result["content"]] == ["text", "resource_link"]


def test_a_dropped_connection_is_tried_once_more(ask):
    faults = [{"path": f"{GRAPH}.*", "action": "drop", "times": 1}]
    assert not ask(SEARCH, ARGUMENTS[SEARCH], faults=faults).is_error


@pytest.mark.parametrize(
    ("tool", "arguments"),
    [
        ("lineai-graph-impact", {"seedNodeIds": ["m-save"]}),
        ("lineai-graph-path-explain", {"fromNodeId": "a", "toNodeId": "b"}),
        ("lineai-graph-search", {"q": "save", "materializedViewId": 7}),
    ],
)
def test_documented_other_spellings_are_accepted_for_required_arguments_too(ask, tool, arguments):
    assert not ask(tool, arguments).is_error


@pytest.mark.parametrize(
    ("tool", "arguments"),
    [
        ("lineai-graph-search", {"query": "save", "limit": -3}),
        ("lineai-graph-impact", {"seed_node_ids": ["m-save"], "depth": 1_000}),
    ],
)
def test_values_out_of_bounds_are_refused_with_the_bounds_and_not_sent(ask, tool, arguments):
    asked = ask(tool, arguments)
    assert asked.is_error
    assert "are accepted" in asked.text
    assert asked.requests == []


def test_identical_questions_at_one_time_are_one_request_and_a_later_one_is_another(start, fake):
    fake.control("faults", [{"path": f"{GRAPH}search", "delay": 0.5}])
    server = start()
    calls = [server.begin_call(SEARCH, query="saveOrder") for _ in range(6)]
    texts = {server.answer(call)["result"]["content"][0]["text"] for call in calls}
    assert len(texts) == 1
    server.call(SEARCH, query="saveOrder")
    requests = [request["path"] for request in fake.control("log")["requests"]]
    assert requests.count(f"{GRAPH}search") == 2
    assert requests.count("/api/authenticate") == 1
