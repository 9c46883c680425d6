"""The tools of this workspace keep to the contract that other plugins' tools are held to."""

from fake_lineai import shop
from lineai_database import plugin as database
from lineai_graph import plugin as graph
from lineai_impact import plugin as impact

from lineai_core.testing import FakeApi, ToolContract

SEARCH = "POST /api/ai-retrieval/search/"
GRAPH = "/api/ai-retrieval/graph/"


def answers():
    """Return the answers of a Lineai server about the shop."""
    (method,) = shop.methods()["saveOrder"]
    found = {f"{SEARCH}{kind}": rows for kind, rows in shop.tables().items()}
    found |= {
        f"GET /api/dependency/impact/full/{node}/list": answer["data"]
        for node, answer in shop.impact().items()
    }
    operations = ("impact", "path", "validate-change-scope", "owners")
    found |= {f"POST {GRAPH}{operation}": {"nodes": [], "relationships": []} for operation in operations}
    return found | {
        f"{SEARCH}shortname": [method],
        f"POST {GRAPH}search": {"nodes": [method]},
        f"GET {GRAPH}capabilities": {"labels": ["Table"], "limits": {"maxDepth": 6}},
    }


class OfTheShop(ToolContract):
    def api(self):
        return FakeApi(answers(), view=shop.VIEW)


class TestMethodImpact(OfTheShop):
    plugin = impact

    def arguments(self):
        return {"lineai-method-impact": {"method": "saveOrder", "materialized_view_id": shop.VIEW}}


class TestDatabaseImpact(OfTheShop):
    plugin = database

    def arguments(self):
        return {"lineai-database-impact": {"entity_type": "table", "name": "ORDERS"}}


class TestGraph(OfTheShop):
    plugin = graph

    def arguments(self):
        return {
            "lineai-graph-capabilities": {},
            "lineai-graph-search": {"query": "saveOrder"},
            "lineai-graph-impact": {"seed_node_ids": ["m-save"]},
            "lineai-graph-path-explain": {"from_node_id": "m-checkout", "to_node_id": "m-save"},
            "lineai-graph-validate-change-scope": {
                "seed_node_ids": ["m-save"],
                "proposed_change_summary": "Rename it.",
            },
            "lineai-graph-owners": {"node_id": "m-save"},
        }
