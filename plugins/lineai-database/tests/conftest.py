"""A small shop whose database the tests ask about."""

import copy
from collections.abc import Callable
from typing import Any

import pytest

from lineai_core.plugin import ToolResult
from lineai_core.testing import FakeApi, call_tool

SEARCH = "/api/ai-retrieval/search/"
NAMES = {"table": "tableName", "view": "viewName", "column": "columnName"}


class Database:
    """A graph under construction, and the rows that a search returns.

    ``rows`` are ``(row, asked)`` pairs: the row is found if its query has the values in ``asked``.
    ``impact`` overrides the answer to an impact request by id.
    """

    def __init__(self) -> None:
        self.nodes: list[Any] = []
        self.relationships: list[Any] = []
        self.rows: list[tuple[Any, dict[str, str]]] = []
        self.impact: dict[str, Any] = {}

    def node(
        self, id: str, name: str | None, label: str, identity: str | None = None, **properties: Any
    ) -> Any:
        row = {"id": id, "name": name, "primaryLabel": label, "properties": {"id": id, **properties}}
        if identity is not None:
            row["identity"] = identity
        self.nodes.append(row)
        return row

    def table(self, id: str, name: str, schema: str = "SALES", label: str = "Table") -> Any:
        return self.node(id, name, label, f"shopdb|{schema}|{name}")

    def method(self, id: str, name: str, owner: str = "OrderService", **properties: Any) -> Any:
        return self.node(id, name, "JavaMethodEntity", f"com.shop|{owner}|{name}()", **properties)

    def unresolved(self, id: str, sought: str, **properties: Any) -> Any:
        return self.node(id, sought, "SearchNode", primaryLabel="UnresolvedReference", **properties)

    def edge(self, start: str, end: str, type: str = "SELECTS", **properties: Any) -> Any:
        row = {"id": "r", "startId": start, "endId": end, "type": type, "contains": False, "group": False}
        row |= {"properties": properties} if properties else {}
        self.relationships.append(row)
        return row

    def hit(self, id: Any, name: str, schema: str | None = "SALES", **asked: str) -> None:
        row = {"id": id, "name": name} | ({"schema": schema} if schema else {})
        self.rows.append((row, asked))

    def payload(self) -> Any:
        return {"nodes": self.nodes, "relationships": self.relationships}


@pytest.fixture
def database() -> Database:
    """An empty database."""
    return Database()


@pytest.fixture
def ask(database: Database) -> Callable[..., ToolResult]:
    """Ask the tool about ``database``; without rows the search returns the first node."""
    from lineai_database import plugin

    def answers(kind: str) -> dict[str, Any]:
        rows = database.rows or [({**database.nodes[0]}, {})]

        def search(request: Any) -> Any:
            query = request.query
            return [copy.deepcopy(row) for row, asked in rows if asked.items() <= query.items()]

        found: dict[str, Any] = {f"POST {SEARCH}{kind}": search}
        for row, _ in rows:
            identifier = row.get("id") if isinstance(row, dict) else None
            graph = database.impact.get(identifier, database.payload())
            found[f"GET /api/dependency/impact/full/{identifier}/list"] = (
                graph if callable(graph) else copy.deepcopy(graph)
            )
        return found

    def ask(name: str = "ORDERS", entity_type: str = "table", **arguments: Any) -> ToolResult:
        ask.api = FakeApi(answers(entity_type), view="mv-shop-7")  # type: ignore[attr-defined]
        return call_tool(
            plugin,
            "lineai-database-impact",
            {"entity_type": entity_type, "name": name, **arguments},
            api=ask.api,  # type: ignore[attr-defined]
        )

    return ask


@pytest.fixture
def shop(database: Database) -> Database:
    """A database with every kind of fact that a report may hold."""
    database.table("t-9", "ORDERS")
    database.node("col-2", "TOTAL", "Column", "shopdb|SALES|ORDERS|TOTAL")
    database.node("s-1", "SALES", "Schema", "shopdb|SALES")
    database.table("t-10", "ORDER_LINES")
    database.table("t-11", "CUSTOMERS")
    database.table("v-1", "OPEN_ORDERS", label="View")
    database.method(
        "m-41",
        "saveOrder",
        **{"statistics.cyclomaticComplexity": 14, "lineai.owners": ["ana@shop.test"]},
    )
    database.method("m-42", "listOpen", "OrderList", **{"statistics.cyclomaticComplexity": 3})
    database.node(
        "c-3",
        "OrderService",
        "JavaClassEntity",
        "com.shop|OrderService",
        **{"lineai.reviewers": ["li@shop.test"]},
    )
    database.node("app-1", "web-store", "Application")
    database.node("app-2", "back-office", "Application")
    database.unresolved("ur-8", "[Table] shortName EQUALS ORDERS", labels=["Table", "v-7"])
    database.edge("s-1", "t-9", "CONTAINS_TABLE")
    database.edge("t-9", "col-2", "CONTAINS_COLUMN")
    database.edge("m-41", "t-9", "INSERTS", provenance=["src/OrderService.java:12"], confidence=0.9)
    database.edge("m-42", "v-1", "SELECTS")
    database.edge("t-10", "t-9", "FOREIGN_KEY")
    database.edge("t-9", "t-11", "FOREIGN_KEY")
    database.edge("v-1", "t-9", "REFERENCES")
    database.edge("c-3", "m-41", "CONTAINS_METHOD")
    database.edge("app-1", "c-3", "GROUPS")
    database.edge("app-2", "s-1", "GROUPS")
    database.edge("m-42", "ur-8")
    database.hit("t-9", "ORDERS")
    return database
