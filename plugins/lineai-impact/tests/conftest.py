"""A small shop whose code graph the tests ask about."""

import copy
from collections.abc import Callable
from typing import Any

import pytest

from lineai_core.plugin import ToolResult
from lineai_core.testing import FakeApi, call_tool

SEARCH = "POST /api/ai-retrieval/search/shortname"


class Graph:
    """An impact payload under construction, and the rows that a search for a name returns."""

    def __init__(self) -> None:
        self.nodes: list[Any] = []
        self.relationships: list[Any] = []
        self.rows: list[Any] | None = None
        self.impact: Any = None

    def node(
        self, id: str, name: str | None, label: str, identity: str | None = None, **properties: Any
    ) -> Any:
        row = {"id": id, "name": name, "primaryLabel": label, "properties": {"id": id, **properties}}
        if identity is not None:
            row["identity"] = identity
        self.nodes.append(row)
        return row

    def method(self, id: str, name: str, owner: str = "OrderService", **properties: Any) -> Any:
        return self.node(id, name, "JavaMethodEntity", f"com.shop|{owner}|{name}()", **properties)

    def unresolved(self, id: str, sought: str, **properties: Any) -> Any:
        return self.node(id, sought, "SearchNode", primaryLabel="UnresolvedReference", **properties)

    def edge(self, start: str, end: str, type: str = "INVOKES_METHOD", **properties: Any) -> Any:
        row = {"id": "r", "startId": start, "endId": end, "type": type, "contains": False, "group": False}
        row |= {"properties": properties} if properties else {}
        self.relationships.append(row)
        return row

    def payload(self) -> Any:
        if self.impact is not None:
            return self.impact
        return {"nodes": self.nodes, "relationships": self.relationships}


@pytest.fixture
def graph() -> Graph:
    """An empty graph."""
    return Graph()


@pytest.fixture
def ask(graph: Graph) -> Callable[..., ToolResult]:
    """Ask the tool about ``graph``; the search returns ``graph.rows``, else its first node."""
    from lineai_impact import plugin

    def ask(method: str = "saveOrder", **arguments: Any) -> ToolResult:
        rows = graph.rows if graph.rows is not None else graph.nodes[:1]
        answers: dict[str, Any] = {SEARCH: copy.deepcopy(rows)}
        for row in rows:
            identifier = row.get("id") if isinstance(row, dict) else None
            answers[f"GET /api/dependency/impact/full/{identifier}/list"] = copy.deepcopy(graph.payload())
        ask.api = FakeApi(answers, view="mv-shop-7")  # type: ignore[attr-defined]
        return call_tool(
            plugin,
            "lineai-method-impact",
            {"method": method, **arguments},
            api=ask.api,  # type: ignore[attr-defined]
        )

    return ask


@pytest.fixture
def shop(graph: Graph) -> Graph:
    """A graph with every kind of fact that a report may hold."""
    graph.method(
        "m-41",
        "saveOrder",
        **{
            "statistics.cyclomaticComplexity": 14,
            "statistics.instructionCount": 220,
            "statistics.outgoingExternalReferenceTotal": 6,
            "lineai.owners": ["ana@shop.test"],
            "lineai.reviewers": ["li@shop.test"],
            "groupIds": ["app-1"],
        },
    )
    graph.method("m-7", "checkout", "CheckoutController", annotations=['@PostMapping("/checkout")'])
    graph.node(
        "c-3", "OrderService", "JavaClassEntity", "com.shop|OrderService", **{"statistics.methodCount": 9}
    )
    graph.node("k-1", "CheckoutController", "SpringControllerEntity", "com.shop|CheckoutController")
    graph.node("e-1", "POST /checkout", "Endpoint", path="/checkout", httpVerb="POST")
    graph.node("e-2", "GET /stock", "Endpoint", path="/stock", httpVerb="GET")
    graph.node("app-1", "web-store", "Application")
    graph.node("app-2", "back-office", "Application")
    graph.unresolved(
        "ur-8",
        "[MethodEntity] identity EQUALS com.pay|Gateway|charge()",
        labels=["MethodEntity", "v-7"],
        fuzzy='{"shortName": "charge"}',
        **{"endpoint.httpMethod": "POST", "endpoint.path": "/charge"},
    )
    graph.edge("m-7", "m-41")
    graph.edge("c-3", "m-41", "CONTAINS_METHOD")
    graph.edge("app-1", "c-3", "GROUPS")
    graph.edge("app-2", "app-1", "REFERENCES_GROUP")
    graph.edge("e-1", "e-2", "INVOKES_ENDPOINT")
    graph.edge("m-41", "ur-8")
    return graph
