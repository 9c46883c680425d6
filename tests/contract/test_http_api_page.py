"""The page of the HTTP API agrees with the embedded server: its endpoints, error codes and answers."""

import asyncio
import json
import re
from pathlib import Path

import httpx
import pytest
from lineai_local import problems
from lineai_local.api.access import Access
from lineai_local.api.app import create_app
from lineai_local.graph import EdgeType
from lineai_local.service import ServiceOptions
from lineai_local.workspace import Workspaces

TEXT = (Path(__file__).parents[2] / "docs" / "reference" / "http-api.md").read_text(encoding="utf-8")
SECTIONS = dict(re.findall(r"(?ms)^## `([A-Z]+ \S+)`\n(.*?)(?=^## |\Z)", TEXT))
SHOP = {
    "pyproject.toml": "[project]\nname = 'store'\n",
    "orders.py": (
        "class Orders:\n    def save(self, order):\n        if order:\n            return 1\n"
        "        return 2\n\n\ndef checkout(orders: Orders):\n    return orders.save(1)\n\n\n"
        "def import_all(rows):\n    for row in rows:\n        row.save()\n"
    ),
    "shop.min.js": "x",
    "CODEOWNERS": "* @ana\n",
    "schema.sql": (
        "CREATE TABLE sales.orders (id INT, total INT);\n"
        "CREATE VIEW sales.paid AS SELECT id, total FROM sales.orders;\n"
    ),
}
PROBES = {
    "BAD_REQUEST": ("GET", "/api/local/callers", {}),
    "BAD_SYMBOL": ("GET", "/api/local/callers", {"symbol": "nothing"}),
    "NOT_FOUND": ("GET", "/api/materialized-view-definition/name", {"name": "nothing"}),
    "UNKNOWN_ENDPOINT": ("GET", "/api/nothing", {}),
    "METHOD_NOT_ALLOWED": ("POST", "/api/local/status", {}),
}


@pytest.fixture(scope="module")
def options(tmp_path_factory):
    place = tmp_path_factory.mktemp("api")
    (place / "shop").mkdir()
    for name, text in SHOP.items():
        (place / "shop" / name).write_text(text, encoding="utf-8")
    return ServiceOptions(workspaces=Workspaces(place / "home", place / "shop"))


@pytest.fixture(scope="module")
def answers(options):
    """The answer to each endpoint, and to each request that has to fail, about a small shop."""
    app = create_app(options)

    async def ask():
        transport = httpx.ASGITransport(app=app, raise_app_exceptions=False)
        async with (
            app.router.lifespan_context(app),
            httpx.AsyncClient(transport=transport, base_url="http://lineai.local") as client,
        ):
            return await _conversation(client)

    return asyncio.run(ask())


async def _conversation(client):
    found = {}

    async def ask(endpoint, path=None, **request):
        method, template = endpoint.split()
        answer = await client.request(method, path or template, **request)
        found[endpoint] = answer
        return answer.json()

    default = "GET /api/materialized-view/default"
    while (await ask(default))["status"] == "error":
        assert found[default].json()["error"]["code"] == "INDEXING"
    view = found[default].json()["data"]
    await ask("POST /api/authenticate", data={"username": "ana", "password": "secret"})
    named = await ask("GET /api/materialized-view-definition/name", params={"name": "shop"})
    await ask("GET /api/materialized-view/latest", params={"definitionId": named["data"]["id"]})
    rows = await ask(
        "POST /api/ai-retrieval/search/shortname", params={"materializedViewId": view, "shortname": "save"}
    )
    await ask(
        "GET /api/dependency/impact/full/{node}/list",
        f"/api/dependency/impact/full/{rows['data'][0]['id']}/list",
        params={"viewId": view},
    )
    await _database(ask, view)
    await _graph(ask, view, rows["data"][0]["id"])
    await ask("GET /api/local/callers", params={"symbol": "orders.py::Orders.save"})
    await ask("GET /api/local/unused", params={"path": "orders.py"})
    await ask("GET /api/local/status")
    for code, (method, path, parameters) in PROBES.items():
        found[code] = await client.request(method, path, params=parameters)
    return found


async def _database(ask, view):
    for what, names in {
        "table": {"tableName": "orders"},
        "view": {"viewName": "paid"},
        "column": {"columnName": "total", "tableOrViewName": "orders"},
    }.items():
        await ask(
            f"POST /api/ai-retrieval/search/{what}", params={"materializedViewId": view, **names}, json={}
        )


async def _graph(ask, view, node):
    await ask("GET /api/ai-retrieval/graph/capabilities", params={"materializedViewId": view})
    found = await ask(
        "POST /api/ai-retrieval/graph/search", json={"query": "checkout", "materializedViewId": view}
    )
    for name, body in {
        "impact": {"seedNodeIds": [node], "direction": "upstream"},
        "path": {"fromNodeId": found["data"]["nodes"][0]["id"], "toNodeId": node},
        "validate-change-scope": {"seedNodeIds": [node], "proposedChangeSummary": "Save twice"},
        "owners": {"nodeId": node},
    }.items():
        await ask(f"POST /api/ai-retrieval/graph/{name}", json={**body, "materializedViewId": view})


def example(endpoint):
    """Return the success that the page shows for an endpoint."""
    return json.loads(re.search(r"(?s)```json\n(.*?)```", SECTIONS[endpoint])[1])


def shape(value, *, inside=""):
    """Return the names of all members of a value, at every depth; free-form objects count as one."""
    if isinstance(value, dict) and not inside.endswith(("languages", "skipped", "properties")):
        return set().union(*({f"{inside}.{k}"} | shape(v, inside=f"{inside}.{k}") for k, v in value.items()))
    if isinstance(value, list):
        return set().union(*(shape(item, inside=f"{inside}[]") for item in value))
    return set()


def rows(heading, text=TEXT):
    """Return the names in the first column of the table below a heading."""
    table = text.partition(f"\n{heading}\n")[2].partition("\n#")[0]
    return {name for row in re.findall(r"(?m)^\| (`.*?) \|", table) for name in re.findall(r"`(.+?)`", row)}


def test_the_page_has_every_endpoint_of_the_server_and_no_other(options):
    served = {
        f"{method} {route.path}"
        for route in create_app(options).routes
        for method in route.methods - {"HEAD"}
    }
    assert set(SECTIONS) == served


@pytest.mark.parametrize("endpoint", SECTIONS)
def test_the_example_has_the_members_of_the_real_answer(answers, endpoint):
    answer = answers[endpoint]
    assert answer.status_code == 200
    assert shape(example(endpoint)) == shape(answer.json())


def test_the_tables_of_nodes_and_relationships_are_complete(answers):
    impact = answers["GET /api/dependency/impact/full/{node}/list"].json()["data"]
    assert {key for node in impact["nodes"] for key in node["properties"]} == rows("### Nodes") - {
        "lineai.reviewers"
    }  # they need a history
    told = rows("### Relationships")
    assert {relationship["type"] for relationship in impact["relationships"]} <= told
    assert told <= set(EdgeType.__args__)


def test_every_error_code_is_told_with_its_status():
    kinds = [problems.LocalError, *problems.LocalError.__subclasses__()]
    for kind in kinds:
        assert f"\n| `{kind.code}` | `{kind.status}` | " in TEXT


@pytest.mark.parametrize("code", PROBES)
def test_a_request_that_cannot_be_answered_has_the_code_and_status_of_the_table(answers, code):
    answer = answers[code]
    assert answer.json()["error"]["code"] == code
    assert f"\n| `{code}` | `{answer.status_code}` | " in TEXT
    assert set(answer.json()) == {"status", "error"}
    assert set(answer.json()["error"]) == {"code", "message", "details"}


def test_a_refused_login_and_a_missing_token_have_the_statuses_told(options):
    app = create_app(options, Access("ana", "secret"))

    async def ask():
        transport = httpx.ASGITransport(app=app)
        async with httpx.AsyncClient(transport=transport, base_url="http://lineai.local") as client:
            wrong = await client.post("/api/authenticate", data={"username": "ana", "password": "guess"})
            return wrong.status_code, (await client.get("/api/local/status")).status_code

    assert asyncio.run(ask()) == (401, 403)
