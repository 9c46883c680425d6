"""The graph endpoints over the index of a small shop."""

import asyncio
import json
import subprocess

import pytest
from lineai_local.api.app import create_app
from lineai_local.service import ServiceOptions
from lineai_local.workspace import Workspaces

SHOP = {
    "store/orders.py": (
        "class Orders:\n    def save_order(self, order):\n        return write(order)\n\n\n"
        "def write(order):\n    return order\n\n\n"
        "def checkout(orders: Orders):\n    return orders.save_order(1)\n\n\n"
        "def saveOrderLine(any):\n    return any.save_order(2)\n"
    ),
    "store/lonely.py": "def lonely():\n    return 1\n",
    "tests/test_orders.py": (
        "from store.orders import checkout\n\n\ndef test_checkout():\n    assert checkout(None)\n"
    ),
    ".github/CODEOWNERS": "# everything\n* @all\n/store/ @shop @ana # the shop\n/store/lonely.py\n",
}
GRAPH = "/api/ai-retrieval/graph"


class Asked:
    """A conversation that is over: replies by endpoint and body."""

    def __init__(self, shop, serving):
        self.shop, self.serving = shop, serving

    def __call__(self, endpoint, **body):
        async def run():
            async with self.serving(
                create_app(ServiceOptions(workspaces=Workspaces(self.shop.home, self.shop.root)))
            ) as client:
                view = await client.until_ready("/api/materialized-view/default")
                if endpoint == "capabilities":
                    return await client.ask("GET", f"{GRAPH}/capabilities", {"materializedViewId": view})
                data = json.dumps({"materializedViewId": view} | body).encode()
                return await client.ask("POST", f"{GRAPH}/{endpoint}", body=data)

        return asyncio.run(run())

    def data(self, endpoint, **body):
        reply = self(endpoint, **body)
        assert reply.status == 200, reply.json
        return reply.json["data"]

    def id(self, symbol):
        found = self.data("search", identityPrefix=symbol.partition("::")[0], limit=200)
        return next(n["id"] for n in found["nodes"] if n["properties"]["symbol"] == symbol)


@pytest.fixture(scope="module")
def shop(project):
    return project(SHOP)


@pytest.fixture
def graph(shop, serving):
    return Asked(shop, serving)


def names(data):
    return [node["name"] for node in data["nodes"]]


def test_capabilities_name_what_there_is_and_the_limits(graph) -> None:
    found = graph.data("capabilities")
    assert "PythonMethodEntity" in found["labels"]
    assert {"INVOKES_METHOD", "CONTAINS_METHOD"} <= set(found["relationshipTypes"])
    assert found["scanSpaces"] == ["shop"]
    assert found["limits"]["maxNodes"] == 500


@pytest.mark.parametrize("query", ["saveOrder", "save_order", "save order", "SaveOrder", "order save"])
def test_a_search_takes_names_apart(graph, query) -> None:
    assert set(names(graph.data("search", query=query))) == {"save_order", "saveOrderLine"}


def test_an_exact_name_goes_first_and_the_rest_is_counted(graph) -> None:
    found = graph.data("search", query="checkout", limit=1)
    assert names(found) == ["checkout"]
    assert (found["total"], found["truncated"], found["status"]) == (2, True, "partial")


def test_a_search_by_identity_stays_in_the_repository_that_is_named(graph) -> None:
    found = graph.data("search", identityPrefix="store/orders.py|", scanSpace="shop")
    assert set(names(found)) == {"Orders", "save_order", "write", "checkout", "saveOrderLine"}
    refused = graph("search", query="x", scanSpace="elsewhere")
    assert (refused.status, refused.json["error"]["code"]) == (400, "BAD_REQUEST")
    assert "shop" in refused.json["error"]["message"]


@pytest.mark.parametrize("query", ["%", "_", "'", '"', "a* OR (", "\u6771\u4eac"])
def test_a_search_takes_any_text_literally(graph, query) -> None:
    found = graph.data("search", query=query)
    assert all(query in node["identity"] for node in found["nodes"]) or query == "a* OR ("


def test_impact_follows_uses_as_far_as_asked(graph) -> None:
    seed = graph.id("store/orders.py::write")
    near = graph.data("impact", seedNodeIds=[seed], direction="upstream", depth=1)
    assert (names(near), near["moreBeyondDepth"]) == (["write", "save_order"], True)
    far = graph.data("impact", seedNodeIds=[seed], direction="upstream", depth=5)
    assert set(names(far)) == {"write", "save_order", "checkout", "test_checkout"}
    assert [e["type"] for e in near["relationships"]] == ["INVOKES_METHOD"]
    assert names(graph.data("impact", seedNodeIds=[seed], direction="downstream")) == ["write"]


def test_impact_tells_what_could_be_missing(graph) -> None:
    seed = graph.id("store/orders.py::write")
    gap = graph.data("impact", seedNodeIds=[seed])["static_analysis_gap"]
    assert gap["complete"] is False
    assert [site["symbol"] for site in gap["examples"]] == ["store/orders.py::saveOrderLine"]


def test_a_path_names_its_steps_and_may_be_empty(graph) -> None:
    start, end = graph.id("tests/test_orders.py::test_checkout"), graph.id("store/orders.py::write")
    found = graph.data("path", fromNodeId=start, toNodeId=end)
    assert (found["found"], found["length"]) == (True, 3)
    assert found["symbols"][1:3] == ["store/orders.py::checkout", "store/orders.py::Orders.save_order"]
    assert found["relationships"] == ["INVOKES_METHOD"] * 3
    itself = graph.data("path", fromNodeId=start, toNodeId=start)
    assert (itself["found"], itself["length"], itself["nodes"]) == (True, 0, [start])
    short = graph.data("path", fromNodeId=start, toNodeId=end, maxDepth=2)
    assert (short["found"], short["truncated"]) == (False, True)


def test_no_path_says_what_is_not_known_on_the_way(graph) -> None:
    start, end = graph.id("store/orders.py::saveOrderLine"), graph.id("store/orders.py::write")
    found = graph.data("path", fromNodeId=start, toNodeId=end)
    assert found["found"] is False
    assert found["static_analysis_gap"]["unresolvedSites"] == 1


def test_the_risk_of_a_change_is_unknown_while_callers_may_be_missing(graph) -> None:
    seed = graph.id("store/orders.py::checkout")
    found = graph.data("validate-change-scope", seedNodeIds=[seed], proposedChangeSummary="Check out twice")
    checks = {check["name"]: check for check in found["checks"]}
    assert (found["risk"], checks["fan-in"]["value"], checks["tests-reached"]["ok"]) == ("low", 1, True)
    open_seed = graph.id("store/orders.py::Orders.save_order")
    unknown = graph.data("validate-change-scope", seedNodeIds=[open_seed], proposedChangeSummary="Save later")
    assert unknown["risk"] == "unknown"


def test_the_last_matching_line_of_the_list_owns_a_file(graph) -> None:
    def owned(symbol):
        return graph.data("owners", nodeId=graph.id(symbol))["owners"]["lineai.owners"]

    assert owned("store/orders.py::write") == ["@shop", "@ana"]
    assert owned("store/lonely.py::lonely") == []
    assert owned("tests/test_orders.py::test_checkout") == ["@all"]


def test_without_a_history_reviewers_are_unknown(graph) -> None:
    found = graph.data("owners", nodeId=graph.id("store/orders.py::write"))
    assert found["nodes"][0]["unknown"] == ["lineai.reviewers"]


def test_reviewers_are_those_who_changed_the_file_most(project, serving) -> None:
    shop = project({"a.py": "def first():\n    return 1\n"})
    git = ["git", "-C", str(shop.root), "-c", "user.name=x"]
    subprocess.run(["git", "init", "--quiet", shop.root], check=True)
    for number, author in enumerate(["li@shop.test", "ana@shop.test", "ana@shop.test"]):
        shop.write({"a.py": f"def first():\n    return {number}\n"})
        subprocess.run([*git, "add", "a.py"], check=True)
        subprocess.run([*git, "-c", f"user.email={author}", "commit", "-qm", "x"], check=True)
    graph = Asked(shop, serving)
    found = graph.data("owners", identityPrefix="a.py|")
    assert found["owners"] == {"lineai.reviewers": ["ana@shop.test", "li@shop.test"]}
    assert found["nodes"][0]["unknown"] == ["lineai.owners"]


@pytest.mark.parametrize(
    ("endpoint", "body", "code"),
    [
        ("search", {}, "BAD_REQUEST"),
        ("search", {"query": 7}, "BAD_REQUEST"),
        ("search", {"query": "x", "limit": -1}, "BAD_REQUEST"),
        ("impact", {"seedNodeIds": []}, "BAD_REQUEST"),
        ("impact", {"seedNodeIds": ["none"]}, "NOT_FOUND"),
        ("impact", {"seedNodeIds": ["none"], "direction": "sideways"}, "NOT_FOUND"),
        ("path", {"fromNodeId": "none", "toNodeId": "none"}, "NOT_FOUND"),
        ("owners", {}, "BAD_REQUEST"),
        ("search", {"query": "x", "materializedViewId": ""}, "BAD_REQUEST"),
        ("search", {"query": "x", "materializedViewId": "0" * 32}, "NOT_FOUND"),
    ],
)
def test_a_question_that_cannot_be_answered_says_why(graph, endpoint, body, code) -> None:
    reply = graph(endpoint, **body)
    assert (reply.status, reply.json["error"]["code"]) == (404 if code == "NOT_FOUND" else 400, code)
