"""A code graph that answers whatever a test wants."""

import pytest

from lineai_core.testing import FakeApi, call_tool

GRAPH = "/api/ai-retrieval/graph"
PATHS = {
    "lineai-graph-capabilities": f"GET {GRAPH}/capabilities",
    "lineai-graph-search": f"POST {GRAPH}/search",
    "lineai-graph-impact": f"POST {GRAPH}/impact",
    "lineai-graph-path-explain": f"POST {GRAPH}/path",
    "lineai-graph-validate-change-scope": f"POST {GRAPH}/validate-change-scope",
    "lineai-graph-owners": f"POST {GRAPH}/owners",
}
ARGUMENTS = {
    "lineai-graph-capabilities": {},
    "lineai-graph-search": {"query": "saveOrder"},
    "lineai-graph-impact": {"seed_node_ids": ["m-41"]},
    "lineai-graph-path-explain": {"from_node_id": "m-7", "to_node_id": "m-41"},
    "lineai-graph-validate-change-scope": {
        "seed_node_ids": ["m-41"],
        "proposed_change_summary": "Rename it.",
    },
    "lineai-graph-owners": {"node_id": "m-41"},
}


class Graph:
    """Asks a tool of the plugin; ``requests`` are those that reached the API."""

    def __init__(self):
        self.requests = []

    def ask(self, tool, response, arguments=None, **more):
        """Return what the tool answers if the server's response is ``response``."""
        from lineai_graph import plugin

        name = f"lineai-graph-{tool}"
        api = FakeApi({PATHS[name]: response}, view="mv-shop-7")
        given = {**(ARGUMENTS[name] if arguments is None else arguments), **more}
        try:
            return call_tool(plugin, name, given, api=api)
        finally:
            self.requests = [request for request in api.requests if request.path.startswith(GRAPH)]


@pytest.fixture
def graph():
    """A graph, to be asked."""
    return Graph()


def node(number, **more):
    """Return a method as the server describes it."""
    return {
        "id": f"m-{number}",
        "name": f"save{number}",
        "identity": f"com.shop|Order|save{number}()",
        "primaryLabel": "JavaMethodEntity",
        "properties": {"id": f"m-{number}"},
        **more,
    }


@pytest.fixture
def make_node():
    """Return the function that makes a node."""
    return node
