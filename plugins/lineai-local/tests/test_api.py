"""The HTTP API as the contract describes it, asked without a socket."""

import asyncio
import json

import pytest
from lineai_local.api.access import Access
from lineai_local.api.app import create_app
from lineai_local.service import ServiceOptions
from lineai_local.workspace import Workspaces

SHOP = {
    "store/pyproject.toml": "[project]\nname = 'store'\n",
    "store/orders.py": (
        "class Orders:\n    def save(self, order):\n        if order:\n            return 1\n"
        "        return 2\n\n\n"
        "def checkout(orders: Orders):\n    return orders.save(1)\n"
    ),
    "web/pyproject.toml": "[project]\nname = 'web'\n",
    "web/page.py": (
        "from store.orders import checkout\n\n\ndef page(any):\n    any.save()\n    return checkout(any)\n"
    ),
}


@pytest.fixture
def ask(project, serving):
    """Return a function that runs a conversation with the API about a shop."""
    shop = project(SHOP)

    def converse(conversation, access=None, here=None, patience=0.8):
        async def run():
            app = create_app(
                ServiceOptions(workspaces=Workspaces(shop.home, here or shop.root), patience=patience), access
            )
            async with serving(app) as client:
                return await conversation(client)

        return asyncio.run(run())

    converse.project = shop
    return converse


async def node_of(client, view, name):
    reply = await client.ask(
        "POST", "/api/ai-retrieval/search/shortname", {"materializedViewId": view, "shortname": name}
    )
    return reply.json["data"][0]


async def impact_of(client, name):
    view = await client.until_ready("/api/materialized-view/default")
    node = await node_of(client, view, name)
    reply = await client.ask("GET", f"/api/dependency/impact/full/{node['id']}/list", {"viewId": view})
    return node, reply.json["data"]


def test_the_first_question_starts_the_index_and_says_how_far_it_is(ask) -> None:

    async def conversation(client):
        first = await client.ask("GET", "/api/materialized-view/default")
        return first, await client.until_ready("/api/materialized-view/default")

    first, view = ask(conversation, patience=0.0)
    assert first.status == 503
    assert first.headers["retry-after"] == "0"
    error = first.json["error"]
    assert (first.json["status"], error["code"]) == ("error", "INDEXING")
    assert error["message"].startswith("The index is being built")
    assert set(error["details"][0]) == {"done", "total", "phase"}
    assert len(view) == 32


def test_a_workspace_resolves_by_name_to_its_latest_view(ask) -> None:
    async def conversation(client):
        definition = await client.ask("GET", "/api/materialized-view-definition/name", {"name": "shop"})
        latest = await client.until_ready(
            "/api/materialized-view/latest", {"definitionId": definition.json["data"]["id"]}
        )
        default = await client.ask("GET", "/api/materialized-view/default")
        return definition, latest, default

    definition, latest, default = ask(conversation)
    assert definition.json["status"] == "success"
    assert definition.json["data"]["name"] == "shop"
    assert default.json == {"status": "success", "data": latest["id"]}


@pytest.mark.parametrize(
    ("method", "path", "params"),
    [
        ("GET", "/api/materialized-view-definition/name", {"name": "nobody"}),
        ("GET", "/api/materialized-view/latest", {"definitionId": "nobody"}),
        ("POST", "/api/ai-retrieval/search/shortname", {"materializedViewId": "0" * 32, "shortname": "x"}),
        ("POST", "/api/ai-retrieval/search/shortname", {"materializedViewId": "../x", "shortname": "x"}),
        ("GET", "/api/dependency/impact/full/abc/list", {"viewId": "0" * 32}),
    ],
)
def test_what_does_not_exist_is_not_found(ask, method, path, params) -> None:
    reply = ask(lambda client: client.ask(method, path, params))
    assert reply.status == 404
    assert reply.json["status"] == "error"
    assert reply.json["error"]["code"] == "NOT_FOUND"
    assert reply.json["error"]["details"] == []


def test_an_unknown_endpoint_is_told_apart_from_an_unknown_thing(ask) -> None:
    reply = ask(lambda client: client.ask("GET", "/api/ai-retrieval/graph/weather"))
    assert (reply.status, reply.json["error"]["code"]) == (404, "UNKNOWN_ENDPOINT")


def test_a_directory_without_a_project_is_not_indexed_unasked(ask, tmp_path) -> None:
    (tmp_path / "plain").mkdir()
    reply = ask(lambda client: client.ask("GET", "/api/materialized-view/default"), here=tmp_path / "plain")
    assert (reply.status, reply.json["error"]["code"]) == (409, "NOT_INDEXED")
    assert "lineai index PATH" in reply.json["error"]["message"]


def test_search_is_exact_and_case_sensitive(ask) -> None:
    async def conversation(client):
        view = await client.until_ready("/api/materialized-view/default")
        path = "/api/ai-retrieval/search/shortname"
        return [
            await client.ask("POST", path, {"materializedViewId": view, "shortname": name})
            for name in ("save", "Save", "Orders")
        ]

    method, nothing, cls = ask(conversation)
    (row,) = method.json["data"]
    assert row["identity"] == "store/orders.py|Orders|save(self,order)"
    assert row["properties"]["symbol"] == "store/orders.py::Orders.save"
    assert row["properties"]["id"] == row["id"]
    assert (nothing.status, nothing.json["error"]["code"]) == (404, "NOT_FOUND")
    assert cls.json["data"][0]["primaryLabel"] == "PythonClassEntity"


def test_search_lists_the_most_used_of_equals_first(ask) -> None:
    shop = ask.project
    (shop.root / "web" / "admin.py").write_text("def page(any):\n    return any\n", "utf-8")
    (shop.root / "web" / "main.py").write_text("from web.page import page\n\npage(1)\n", "utf-8")

    async def conversation(client):
        view = await client.until_ready("/api/materialized-view/default")
        return await node_of(client, view, "page")

    assert ask(conversation)["properties"]["symbol"] == "web/page.py::page"


def test_impact_holds_users_containers_applications_and_open_ends(ask) -> None:
    searched, data = ask(lambda client: impact_of(client, "save"))
    nodes = {node["id"]: node for node in data["nodes"]}
    by_name = {node["name"]: node for node in data["nodes"]}
    edges = {
        (nodes[r["startId"]]["name"], r["type"], nodes[r["endId"]]["name"]) for r in data["relationships"]
    }
    open_end = "[MethodEntity] shortName EQUALS save"
    assert edges >= {
        ("checkout", "INVOKES_METHOD", "save"),
        ("page", "INVOKES_METHOD", "checkout"),
        ("Orders", "CONTAINS_METHOD", "save"),
        ("orders.py", "CONTAINS_CLASS", "Orders"),
        ("store", "GROUPS", "orders.py"),
        ("web", "REFERENCES_GROUP", "store"),
        ("page", "INVOKES_METHOD", open_end),
    }
    assert nodes[searched["id"]] == searched
    assert data["truncated"] is False
    properties = searched["properties"]
    assert properties["statistics.cyclomaticComplexity"] == 2
    assert properties["statistics.instructionCount"] >= 3
    assert properties["statistics.incomingExternalReferenceTotal"] == 1
    assert properties["groupIds"] == [by_name["store"]["id"]]
    assert (properties["path"], properties["line"]) == ("store/orders.py", 2)
    assert by_name["Orders"]["properties"]["statistics.methodCount"] == 1
    stand_in = by_name[open_end]
    assert stand_in["primaryLabel"] == "SearchNode"
    assert stand_in["properties"]["primaryLabel"] == "UnresolvedReference"
    assert json.loads(stand_in["properties"]["fuzzy"]) == {"shortName": "save"}
    (call,) = (r for r in data["relationships"] if nodes[r["startId"]]["name"] == "checkout")
    assert set(call["properties"]) == {"lane", "backend", "confidence", "provenance"}
    assert call["properties"]["provenance"] == "store/orders.py:9"


def test_impact_is_cut_at_its_limit_and_says_so(ask, monkeypatch) -> None:
    import lineai_local.api.impact as module

    monkeypatch.setattr(module, "MOST_NODES", 2)
    _, data = ask(lambda client: impact_of(client, "save"))
    assert data["truncated"] is True
    assert {node["name"] for node in data["nodes"] if node["primaryLabel"] == "PythonMethodEntity"} >= {
        "checkout"
    }


def test_impact_ends_on_a_cycle(project, serving) -> None:
    shop = project({"a.py": "def f():\n    g()\n\n\ndef g():\n    f()\n"})

    async def run():
        async with serving(create_app(ServiceOptions(workspaces=Workspaces(shop.home, shop.root)))) as client:
            return await impact_of(client, "f")

    _, data = asyncio.run(run())
    calls = [r for r in data["relationships"] if r["type"] == "INVOKES_METHOD"]
    assert len(calls) == 2


def test_callers_endpoint_needs_no_view_and_refuses_what_it_does_not_know(ask) -> None:
    async def conversation(client):
        data = await client.until_ready("/api/local/callers", {"symbol": "checkout"})
        return data, await client.ask("GET", "/api/local/callers", {"symbol": "checkin"})

    data, unknown = ask(conversation)
    assert list(data) == ["target", "status", "callers", "unresolved"]
    assert data["callers"][0]["symbol"] == "web/page.py::page"
    assert (unknown.status, unknown.json["error"]["code"]) == (400, "BAD_SYMBOL")


def test_a_data_directory_that_cannot_be_used_is_named(ask, tmp_path) -> None:
    home = tmp_path / "home"
    home.write_text("a file, not a directory", "utf-8")

    async def conversation(client):
        return await client.ask("GET", "/api/materialized-view/default")

    ask.project.home = home
    reply = ask(conversation)
    assert (reply.status, reply.json["error"]["code"]) == (500, "STORAGE_FAILED")
    assert str(home) in reply.json["error"]["message"]
    assert "LINEAI_HOME" in reply.json["error"]["message"]


def test_a_missing_parameter_is_named(ask) -> None:
    reply = ask(lambda client: client.ask("GET", "/api/local/callers"))
    assert reply.status == 400
    assert "'symbol' is missing" in reply.json["error"]["message"]


def test_an_edit_is_seen_by_the_next_question(ask, monkeypatch) -> None:
    import lineai_local.service as service

    monkeypatch.setattr(service, "MOST_REST", 0.0)
    shop = ask.project

    async def conversation(client):
        before = await client.until_ready("/api/local/callers", {"symbol": "checkout"})
        shop.write({"web/page.py": "def page():\n    pass\n"})
        return before, await client.until_ready("/api/local/callers", {"symbol": "checkout"})

    before, after = ask(conversation)
    assert (before["status"], after["status"]) == ("resolved", "unreferenced")


def test_a_recreated_project_and_index_are_noticed(ask, monkeypatch) -> None:
    import shutil

    import lineai_local.service as service

    monkeypatch.setattr(service, "MOST_REST", 0.0)
    shop = ask.project

    async def conversation(client):
        await client.until_ready("/api/local/callers", {"symbol": "checkout"})
        shutil.rmtree(shop.home)
        shutil.rmtree(shop.root)
        shop.write({"pyproject.toml": "", "b.py": "def checkout():\n    pass\n\n\ncheckout()\n"})
        return await client.until_ready("/api/local/callers", {"symbol": "checkout"})

    assert ask(conversation)["target"] == "b.py::checkout"


def test_a_removed_index_is_rebuilt_and_its_view_is_not_served_from_memory(ask) -> None:
    import shutil

    shop = ask.project

    async def conversation(client):
        view = await client.until_ready("/api/materialized-view/default")
        await node_of(client, view, "save")
        shutil.rmtree(shop.home)
        gone = await client.ask("GET", "/api/local/callers", {"symbol": "save", "materializedViewId": view})
        return view, gone, await client.until_ready("/api/materialized-view/default")

    view, gone, again = ask(conversation)
    assert gone.status == 404
    assert again == view


def test_a_failing_run_is_told_and_not_repeated_at_once(ask, monkeypatch) -> None:
    import lineai_local.jobs as jobs

    class Broken(jobs.Job):
        started = 0

        async def _run(self):
            Broken.started += 1
            self.ended_at = asyncio.get_running_loop().time()
            raise jobs.IndexingFailed("The disk is full.")

    monkeypatch.setattr(jobs, "Job", Broken)

    async def conversation(client):
        return [await client.ask("GET", "/api/materialized-view/default") for _ in range(3)]

    replies = ask(conversation)
    assert [(r.status, r.json["error"]["code"]) for r in replies] == [(500, "INDEXING_FAILED")] * 3
    assert replies[0].json["error"]["message"] == "The disk is full."
    assert Broken.started == 1


def test_status_starts_nothing(ask) -> None:
    async def conversation(client):
        before = await client.ask("GET", "/api/local/status")
        await client.until_ready("/api/materialized-view/default")
        return before.json["data"], (await client.ask("GET", "/api/local/status")).json["data"]

    before, after = ask(conversation)
    assert (before["view"], before["fresh"], before["indexing"]) == (None, False, None)
    assert (after["fresh"], after["files"], after["languages"]) == (True, 2, {"python": 2})


def test_a_login_is_needed_when_one_is_set(ask) -> None:
    async def conversation(client):
        path, form = "/api/materialized-view-definition/name", "grant_type=password&username=ana&password="
        bad = await client.ask("POST", "/api/authenticate", body=f"{form}wrong".encode())
        good = await client.ask("POST", "/api/authenticate", body=f"{form}s+e%26cret".encode())
        replies = [bad, good]
        for header in (None, "Bearer nonsense", f"Bearer {good.json['access_token']}"):
            headers = {"authorization": header} if header else None
            replies.append(await client.ask("GET", path, {"name": "shop"}, headers=headers))
        return replies

    bad, good, *asked = ask(conversation, Access("ana", "s e&cret"))
    assert (bad.status, bad.json["error"]["code"]) == (401, "UNAUTHORIZED")
    assert (good.json["token_type"], good.json["expires_in"]) == ("bearer", 3600)
    assert [reply.status for reply in asked] == [403, 403, 200]


def test_without_a_login_any_is_accepted_but_only_for_this_host(ask) -> None:
    access = Access(hosts=frozenset({"localhost", "::1"}))

    async def conversation(client):
        login = await client.ask("POST", "/api/authenticate", headers={"host": "localhost:80"})
        hosts = ("localhost:8000", "[::1]:8000", "evil.example")
        path = "/api/materialized-view-definition/name"
        return login, [await client.ask("GET", path, {"name": "shop"}, headers={"host": h}) for h in hosts]

    login, asked = ask(conversation, access)
    assert login.json["access_token"]
    assert [reply.status for reply in asked] == [200, 200, 403]
