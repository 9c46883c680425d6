"""A shop of three applications, and a Lineai server that knows it."""

from types import SimpleNamespace

import pytest

from lineai_core.testing import FakeApi, failure

SEARCH = "POST /api/ai-retrieval/search/shortname"


def node(identifier, name, label="PythonMethodEntity", **properties):
    return {
        "id": identifier,
        "name": name,
        "identity": name,
        "primaryLabel": label,
        "properties": {"id": identifier, **properties},
    }


def method(identifier, name, application, path="shop.py"):
    return node(identifier, name, groupIds=[application], symbol=f"{path}::{name}")


def uses(start, end):
    return {"startId": start, "endId": end, "type": "INVOKES_METHOD"}


def application(name):
    return node(f"app-{name}", name, "Application")


def unresolved(name, caller):
    """Return a call of something called ``name`` in ``caller``, as nodes and relationships."""
    sought = node("open-1", f"[MethodEntity] shortName EQUALS {name}", "SearchNode", sites=1)
    return [sought], [uses(caller, "open-1")]


class Shop:
    """Methods with their impact, served as a Lineai server would; ``api`` records what is asked."""

    def __init__(self):
        self.rows = {}
        self.api = FakeApi({SEARCH: self._search})

    def add(self, target, nodes=(), relationships=(), **more):
        """Let the search know ``target``, and give it an impact."""
        self.rows.setdefault(target["name"], []).append(target)
        payload = {"nodes": [target, *nodes], "relationships": list(relationships), **more}
        self.api.answers[f"GET /api/dependency/impact/full/{target['id']}/list"] = payload

    def _search(self, request):
        rows = self.rows.get(request.query["shortname"])
        return rows or failure(404, "NOT_FOUND", "there is no such name")


@pytest.fixture
def shop():
    """A shop in which ``save_order`` is used by billing, and ``paint`` by the web application alone."""
    shop = Shop()
    shop.add(
        method("m-1", "save_order", "app-store"),
        [application("store"), application("billing"), method("m-2", "invoice", "app-billing")],
        [uses("m-2", "m-1")],
    )
    shop.add(method("m-3", "paint", "app-web"), [application("web")])
    return shop


@pytest.fixture
def make():
    """The builders of this module, for tests that need other payloads."""
    return SimpleNamespace(
        node=node, method=method, application=application, unresolved=unresolved, uses=uses
    )
