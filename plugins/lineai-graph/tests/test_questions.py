"""The requests are exactly those of the HTTP API; what cannot be asked is refused before anything is sent."""

import pytest
from jsonschema import Draft202012Validator

SCOPE = {"materialized_view_id": "mv-9"}


@pytest.mark.parametrize(
    ("tool", "arguments", "body"),
    [
        (
            "search",
            {
                "limit": 20,
                "prefer_latest_scan": False,
                "scan_space": "main",
                "identity_prefix": " com.shop ",
                "query": " save ",
            },
            {
                "query": "save",
                "identityPrefix": "com.shop",
                "scanSpace": "main",
                "preferLatestScan": False,
                "limit": 20,
            },
        ),
        ("search", {"q": "save"}, {"query": "save"}),
        ("search", {"q": "other", "query": "save"}, {"query": "save"}),
        ("search", {"query": " ", "q": "save"}, {"query": "save"}),
        ("search", {"identityPrefix": "com", "preferLatestScan": True}, {"identityPrefix": "com"}),
        (
            "impact",
            {"seed_node_ids": [" m-1", "m-2", "m-1"], "direction": "both", "depth": 2, "scan_space": " "},
            {"seedNodeIds": ["m-1", "m-2"], "direction": "both", "depth": 2},
        ),
        ("impact", {"seedNodeIds": ["m-1"], "depth": 3.0}, {"seedNodeIds": ["m-1"], "depth": 3}),
        (
            "path-explain",
            {"fromNodeId": "m-1", "toNodeId": "m-1", "maxDepth": 5, "scanSpace": "s"},
            {"fromNodeId": "m-1", "toNodeId": "m-1", "maxDepth": 5, "scanSpace": "s"},
        ),
        (
            "validate-change-scope",
            {"seedNodeIds": ["m-1"], "proposedChangeSummary": " Rename it. "},
            {"seedNodeIds": ["m-1"], "proposedChangeSummary": "Rename it."},
        ),
        ("owners", {"nodeId": "m-1", "identity_prefix": ""}, {"nodeId": "m-1"}),
        ("owners", {"identity_prefix": "com.shop"}, {"identityPrefix": "com.shop"}),
    ],
)
def test_the_body_has_the_names_and_the_order_of_the_api_and_the_view_last(graph, tool, arguments, body):
    assert not graph.ask(tool, {"nodes": []}, {**arguments, **SCOPE}).is_error
    (request,) = graph.requests
    if arguments.get("preferLatestScan"):
        body = {**body, "preferLatestScan": True}
    assert list(request.json.items()) == [*body.items(), ("materializedViewId", "mv-9")]
    assert request.query == {}
    assert request.headers["content-type"] == "application/json"


def test_capabilities_are_asked_with_the_view_in_the_query(graph):
    graph.ask("capabilities", {}, {"materializedViewId": 7})
    (request,) = graph.requests
    assert (request.method, request.query, request.json) == ("GET", {"materializedViewId": "7"}, None)


@pytest.mark.parametrize(
    ("tool", "arguments", "words"),
    [
        ("search", {}, ["'query'", "'identity_prefix'"]),
        ("search", {"query": "  ", "identity_prefix": " "}, ["'query'", "'identity_prefix'"]),
        ("search", {"query": "x", "limit": -3}, ["limit", "-3", "1", "500"]),
        ("search", {"query": "x", "limit": 501}, ["limit", "501", "1", "500"]),
        ("search", {"query": "x", "limit": 0}, ["limit", "1", "500"]),
        ("search", {"query": "x", "limitt": 5}, ["limitt", "did you mean 'limit'?"]),
        ("impact", {}, ["seed_node_ids"]),
        ("impact", {"seed_node_ids": []}, ["seed_node_ids"]),
        ("impact", {"seed_node_ids": ["m-1", "  "]}, ["seed_node_ids", "blank"]),
        ("impact", {"seed_node_ids": [f"m-{n}" for n in range(101)]}, ["seed_node_ids"]),
        ("impact", {"seed_node_ids": ["m-1"], "direction": "sideways"}, ["upstream", "downstream", "both"]),
        ("impact", {"seed_node_ids": ["m-1"], "depth": 11}, ["depth", "11", "1", "10"]),
        ("path-explain", {"from_node_id": "m-1"}, ["to_node_id"]),
        ("path-explain", {"from_node_id": " ", "to_node_id": "m-1"}, ["from_node_id", "blank"]),
        ("path-explain", {"from_node_id": "a", "to_node_id": "b", "max_depth": 21}, ["max_depth", "1", "20"]),
        (
            "validate-change-scope",
            {"seed_node_ids": ["m-1"], "proposed_change_summary": " "},
            ["proposed_change_summary", "blank"],
        ),
        ("owners", {}, ["'node_id'", "'identity_prefix'"]),
        ("owners", {"node_id": " "}, ["'node_id'", "'identity_prefix'"]),
        ("capabilities", {"depth": 3}, ["depth", "unknown"]),
    ],
)
def test_what_cannot_be_asked_is_refused_with_what_is_accepted_and_nothing_is_sent(
    graph, tool, arguments, words
):
    answer = graph.ask(tool, {}, arguments)
    assert answer.is_error
    assert "failed unexpectedly" not in answer.text
    assert [word for word in words if word not in answer.text] == []
    assert graph.requests == []


def test_the_schemas_are_plain_and_the_tools_read_only():
    from lineai_graph.tools import TOOLS

    for tool in TOOLS:
        Draft202012Validator.check_schema(tool.input_schema)
        Draft202012Validator.check_schema(tool.output_schema)
        assert tool.read_only
        assert tool.tier == "graph"
        assert len(f"mcp__lineai__{tool.name}") <= 64
        assert len(tool.description) < 2_000
    assert [tool.name for tool in TOOLS if tool.probe] == ["lineai-graph-capabilities"]
