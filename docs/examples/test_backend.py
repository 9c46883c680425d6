"""A server of the HTTP API, and what every tool expects of it.

Canned answers stand here for your server. A real one is given by its address: ``Served(url=…)``.
"""

from lineai_core.testing import BackendContract, FakeApi, Served, failure

SAVE = {
    "id": "m-1",
    "name": "save",
    "identity": "shop.py::save",
    "primaryLabel": "PythonMethodEntity",
    "properties": {"id": "m-1"},
}


def search(request):
    """Return the method if it is asked for by its name."""
    known = request.query["shortname"] == "save"
    return [SAVE] if known else failure(404, "NOT_FOUND", "there is no such name")


def definition(request):
    """Return the definition of the one workspace."""
    known = request.query["name"] == "shop"
    return {"id": "d-1"} if known else failure(404, "NOT_FOUND", "there is no such workspace")


class TestShop(BackendContract):
    """Views, searches and impact, as far as any server has to keep to the HTTP API."""

    def served(self):
        """Return the backend to be tested, and what it knows."""
        api = FakeApi(
            {
                "GET /api/materialized-view-definition/name": definition,
                "GET /api/materialized-view/latest": {"id": "view-1"},
                "POST /api/ai-retrieval/search/shortname": search,
                "GET /api/dependency/impact/full/m-1/list": {"nodes": [SAVE], "relationships": []},
            }
        )
        return Served(app=lambda: api, workspace="shop", method="save")
