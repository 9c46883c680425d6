"""Awkward names, ids and arguments."""

import json
from urllib.parse import quote

import pytest
from fake_lineai import shop

METHOD = "lineai-method-impact"
TABLE = "lineai-database-impact"
SEARCH = "lineai-graph-search"
IMPACT = "lineai-graph-impact"
PATH = "lineai-graph-path-explain"
OWNERS = "lineai-graph-owners"
SHORTNAME = "/api/ai-retrieval/search/shortname"
OK = {"status": "success"}


def sought(asked):
    """Return the names that the upstream was asked for."""
    return [request["query"]["shortname"] for request in asked.upstream if request["path"] == SHORTNAME]


def node(node_id, name="saveOrder", **facts):
    """Return the data of a shop whose method ``saveOrder`` has that id and name."""
    found = {**shop.method(node_id, name, "OrderService", **facts), "name": name}
    return {"methods": {"saveOrder": [found]}, "impact": {node_id: shop.envelope([found], [])}}


@pytest.mark.parametrize(
    "name",
    ["größe", "保存", "save order", "a&b=c", "a+b", "a%2Fb", "100%", "<init>", "a?b", "nul\0", "x" * 5000],
)
def test_a_name_arrives_upstream_as_it_was_given(ask, name):
    asked = ask(arguments={"method": name})
    assert name in sought(asked)
    assert "Traceback" not in asked.text


@pytest.mark.parametrize("name", ["a/b", "..", "../..", "a\nb", "a`b|c", "\u202ename"])
def test_no_name_leads_elsewhere(ask, name):
    asked = ask(arguments={"method": name})
    assert {request["path"] for request in asked.upstream} <= {
        "/api/authenticate",
        "/api/materialized-view/default",
        SHORTNAME,
    }
    assert asked.title.startswith("# ")
    assert "failed unexpectedly" not in asked.text


def test_half_of_a_surrogate_pair_is_answered(start):
    server = start()
    server.write(
        b'{"jsonrpc":"2.0","id":9,"method":"tools/call","params":'
        b'{"name":"lineai-method-impact","arguments":{"method":"save\\ud83d"}}}\n'
    )
    assert "result" in server.answer(9)
    assert server.ask("ping")["result"] == {}


def test_a_name_too_long_for_an_address_is_told(ask):
    asked = ask(arguments={"method": "x" * 9_000 + "é" * 900})
    assert asked.title.startswith("# ")
    assert "failed unexpectedly" not in asked.text
    asked = ask(arguments={"method": "saveOrder", "materialized_view_id": "v" * 70_000})
    assert asked.title.startswith("# The request could not be sent")


@pytest.mark.parametrize("workspace", ["my shop & co/EU", "shop"])
def test_a_workspace_arrives_upstream_as_it_was_given(ask, workspace):
    asked = ask(arguments={"method": "saveOrder", "workspace": workspace})
    assert not asked.is_error
    assert asked.upstream[1]["query"] == {"name": workspace}


@pytest.mark.parametrize("variable", ["  ", ""])
def test_a_blank_workspace_is_none(ask, variable):
    asked = ask(arguments={"method": "saveOrder", "workspace": "  "}, LINEAI_WORKSPACE_NAME=variable)
    assert asked.data["scope"]["view_id"] == "mv-shop-7"


@pytest.mark.parametrize("node_id", ["a?x=1", "a#f", "../../../authenticate", "a/b", "a%2Fb", "a b", ".."])
def test_an_id_stays_within_its_part_of_the_path(ask, node_id):
    asked = ask(data=node(node_id))
    assert not asked.is_error
    path = f"/api/dependency/impact/full/{quote(node_id, safe='').replace('..', '%2E%2E')}/list"
    target = asked.upstream[-1]["target"].partition("?")[0]
    assert target.replace("%2e", "%2E") in (path, path.replace("%2E", "."))
    assert asked.requests.count("POST /api/authenticate") == 1


@pytest.mark.parametrize(
    "name",
    ["a|b", "a\nb", "a\n# Heading", "`code`", "[x](http://evil.test)", "<img src=x>", "\u202egnp.exe"],
)
def test_a_name_cannot_act_as_markdown(ask, name):
    caller = shop.method("m-2", name, "Caller")
    found = shop.method("m-1", "saveOrder", "OrderService")
    impact = shop.envelope([found, {**caller, "name": name}], [shop.edge("m-2", "m-1", "INVOKES_METHOD")])
    asked = ask(data={"methods": {"saveOrder": [found]}, "impact": {"m-1": impact}})
    headings = [line for line in asked.text.splitlines() if line.startswith("# ")]
    assert len(headings) == 1
    outside_code = "".join(asked.text.replace("\n", " ").split("`")[::2])
    assert "[x](http" not in outside_code
    assert "<img" not in outside_code
    assert "\u202e" not in asked.text
    assert asked.data["dependents"][0]["name"] == name


def test_a_name_of_a_hundred_thousand_characters_is_shortened(ask):
    asked = ask(data=node("m-1", "x" * 100_000))
    assert not asked.is_error
    assert len(asked.text) < 40_000


@pytest.mark.parametrize(
    ("tool", "path", "data"),
    [
        (METHOD, SHORTNAME, [{**shop.method("m-1", "saveOrder", "S"), "name": "half \ud83d"}]),
        (
            METHOD,
            "/api/dependency/.*",
            {"nodes": [shop.method("m-save", "a\ud83d", "S")], "relationships": []},
        ),
        (SEARCH, "/api/ai-retrieval/graph/search", {"nodes": [{"id": "m", "name": "\ud83d"}]}),
        (TABLE, "/api/ai-retrieval/search/table", [{"id": "t-1", "name": "ORDERS\udc00"}]),
    ],
)
def test_half_of_a_surrogate_pair_does_not_end_the_server(start, fake, tool, path, data):
    fake.control("faults", [{"path": path, "json": {**OK, "data": data}}])
    server = start()
    arguments = {METHOD: {"method": "saveOrder"}, SEARCH: {"query": "x"}}
    server.call(tool, **arguments.get(tool, {"entity_type": "table", "name": "ORDERS"}))
    assert server.ask("ping")["result"] == {}
    b"".join(server.lines).decode("utf-8")


@pytest.mark.parametrize("name", [" User ", "com.shop.OrderService", "OrderService"])
def test_a_class_is_trimmed_and_may_carry_its_package(ask, name):
    asked = ask(arguments={"method": "saveOrder", "class": f" {name} ".replace("User", "OrderService")})
    assert asked.data["target"]["id"] == "m-save"


@pytest.mark.parametrize("name", ["saveOrder()", "OrderService.saveOrder", " saveOrder ", "saveOrder(Order)"])
def test_a_method_may_be_written_in_several_ways(ask, name):
    asked = ask(arguments={"method": name})
    assert asked.data["target"]["id"] == "m-save"


def test_a_method_in_another_case_is_hinted_at(ask):
    asked = ask(arguments={"method": "SaveOrder"})
    assert "upper and lower case" in asked.text


@pytest.mark.parametrize("arguments", [{"materialized_view_id": 123}, {"materializedViewId": -7301925538112}])
def test_a_view_id_may_be_a_number(ask, arguments):
    asked = ask(arguments={"method": "saveOrder", **arguments})
    assert asked.data["scope"]["view_id"] == str(*arguments.values())


@pytest.mark.parametrize(
    ("tool", "arguments", "body"),
    [
        (IMPACT, {"seedNodeIds": ["m-1"]}, {"seedNodeIds": ["m-1"]}),
        (PATH, {"fromNodeId": "m-1", "toNodeId": "m-2"}, {"fromNodeId": "m-1", "toNodeId": "m-2"}),
        (OWNERS, {"nodeId": "m-1"}, {"nodeId": "m-1"}),
        (SEARCH, {"q": "save"}, {"query": "save"}),
        (SEARCH, {"identityPrefix": "com.", "preferLatestScan": False}, {"preferLatestScan": False}),
        (TABLE, {"entityType": "table", "name": "ORDERS"}, None),
    ],
)
def test_arguments_may_be_written_in_camel_case(ask, tool, arguments, body):
    asked = ask(tool, arguments)
    assert not asked.is_error, asked.text
    if body is not None:
        sent = json.loads(asked.upstream[-1]["body"])
        assert {name: sent[name] for name in body} == body
        assert sent["materializedViewId"] == "mv-shop-7"


@pytest.mark.parametrize(
    ("tool", "arguments", "named"),
    [
        (SEARCH, {"query": "save", "limit": -3}, "limit"),
        (IMPACT, {"seed_node_ids": ["m-1"], "depth": 10**9}, "depth"),
        (PATH, {"from_node_id": "a", "to_node_id": "b", "max_depth": 0}, "max_depth"),
        (IMPACT, {"seed_node_ids": []}, "seed_node_ids"),
        (SEARCH, {}, "query"),
        (OWNERS, {"node_id": "  "}, "node_id"),
        (METHOD, {"method": ""}, "method"),
        (METHOD, {"method": "saveOrder", "klass": "User"}, "klass"),
        (TABLE, {"entity_type": "index", "name": "ORDERS"}, "entity_type"),
        (TABLE, {"entity_type": "column", "name": "TOTAL"}, "table_or_view"),
    ],
)
def test_an_argument_that_cannot_be_is_named_and_nothing_asked(ask, tool, arguments, named):
    asked = ask(tool, arguments)
    assert asked.is_error
    assert named in asked.text
    assert not [path for path in asked.requests if "graph" in path or "search" in path]


@pytest.mark.parametrize("line", [b"not json\n", b"[]\n", b"{}\n", b'{"jsonrpc":"2.0"}\n', b"\xff\xfe\n"])
def test_what_is_no_message_is_refused_and_the_server_goes_on(start, line):
    server = start()
    server.write(line)
    assert server.ask("ping")["result"] == {}
    assert server.notifications("notifications/message") == []
