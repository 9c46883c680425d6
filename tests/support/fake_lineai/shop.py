"""The data: a web shop with one interesting method, its callers, and a few database objects."""

from __future__ import annotations

import json
from functools import lru_cache
from typing import Any

VIEW = "mv-shop-7"


def workspaces() -> dict[str, tuple[str, str]]:
    """Return definition and view id by workspace name."""
    return {"shop": ("def-1", VIEW), "my shop & co/EU": ("def-2", "mv-eu-2")}


def method(node_id: str, name: str, owner: str, **properties: Any) -> dict[str, Any]:
    """Return a Java method node with the bookkeeping properties that a real server sends."""
    identity = f"com.shop|{owner}|{name}()"
    common = {
        "id": node_id,
        "name": name,
        "shortName": name,
        "identity": identity,
        "agentIds": ["agent-1"],
        "sourceScanContextIds": ["scan-1"],
        "isScanRoot": False,
        "transitiveSourceNodeId": "src-1",
        "dataSourceId": "ds-1",
        "scanContextId": "sc-1",
        "materializedViewId": VIEW,
        "statistics.impactScore": 4,
        "lineai.quality.impactScore": 1,
    }
    return {
        "id": node_id,
        "name": name,
        "identity": identity,
        "primaryLabel": "JavaMethodEntity",
        "properties": common | properties,
    }


def node(
    node_id: str, name: str, label: str, identity: str | None = None, **properties: Any
) -> dict[str, Any]:
    """Return a node of any other kind."""
    return {
        "id": node_id,
        "name": name,
        "identity": identity or name,
        "primaryLabel": label,
        "properties": {"id": node_id, "name": name, **properties},
    }


def edge(start: str, end: str, kind: str) -> dict[str, Any]:
    """Return a relationship."""
    return {
        "id": f"r-{start}-{end}",
        "startId": start,
        "endId": end,
        "type": kind,
        "contains": kind.startswith("CONTAINS"),
        "group": kind == "GROUPS",
    }


def envelope(nodes: list[Any], relationships: list[Any]) -> dict[str, Any]:
    """Return the answer to an impact request."""
    return {"status": "success", "data": {"nodes": nodes, "relationships": relationships}}


def _save_order() -> dict[str, Any]:
    facts = {
        "statistics.cyclomaticComplexity": 14,
        "statistics.instructionCount": 220,
        "lineai.owners": ["ana@shop.test", "raj@shop.test"],
        "lineai.reviewers": ["li@shop.test"],
        "groupIds": ["app-web"],
    }
    return method("m-save", "saveOrder", "OrderService", **facts)


def _order_service() -> dict[str, Any]:
    facts = {"statistics.methodCount": 9, "lineai.owners": ["ana@shop.test"]}
    return node("c-os", "OrderService", "JavaClassEntity", "com.shop|OrderService", **facts)


def _payment_gateway() -> dict[str, Any]:
    sought = "[MethodEntity] identity EQUALS com.pay|Gateway|charge()"
    return {
        "id": "ur-1",
        "name": sought,
        "primaryLabel": "SearchNode",
        "properties": {
            "id": "ur-1",
            "primaryLabel": "UnresolvedReference",
            "name": sought,
            "labels": ["MethodEntity", "v-77", "UnresolvedReference"],
            "fuzzy": '{"shortName": "charge"}',
            "queryHash": "qh-9",
            "endpoint.httpMethod": "POST",
            "endpoint.path": "/charge",
            "materializedViewId": VIEW,
        },
    }


def methods() -> dict[str, list[Any]]:
    """Return the search results by short name."""
    return {"saveOrder": [_save_order()]}


def tables() -> dict[str, list[Any]]:
    """Return the database objects by kind."""
    return {
        "table": [{"id": "t-orders", "name": "ORDERS", "schema": "SALES"}],
        "column": [{"id": "col-total", "name": "TOTAL", "schema": "SALES"}],
        "view": [{"id": "v-open", "name": "OPEN_ORDERS", "schema": "SALES"}],
    }


def impact() -> dict[str, Any]:
    """Return the impact answers by node id."""
    database = _database_impact()
    return {"m-save": _method_impact(), "t-orders": database, "col-total": database, "v-open": database}


def _method_impact() -> dict[str, Any]:
    checkout = {"statistics.cyclomaticComplexity": 5, "annotations": ['@PostMapping("/checkout")']}
    controller = "com.shop|CheckoutController"
    nodes = [
        _save_order(),
        method("m-checkout", "checkout", "CheckoutController", **checkout),
        _order_service(),
        node("k-1", "CheckoutController", "SpringControllerEntity", controller),
        node("e-1", "POST /checkout", "Endpoint", path="/checkout", httpVerb="POST"),
        node("e-2", "GET /orders", "Endpoint", path="/orders", httpVerb="GET"),
        node("app-web", "web-store", "Application"),
        node("app-bo", "back-office", "Application"),
        _payment_gateway(),
    ]
    return envelope(
        nodes,
        [
            edge("m-checkout", "m-save", "INVOKES_METHOD"),
            edge("c-os", "m-save", "CONTAINS_METHOD"),
            edge("app-web", "c-os", "GROUPS"),
            edge("app-bo", "app-web", "REFERENCES_GROUP"),
            edge("e-1", "e-2", "INVOKES_ENDPOINT"),
            edge("m-save", "ur-1", "INVOKES_METHOD"),
            edge("e-1", "m-checkout", "SERVES_ENDPOINT"),
        ],
    )


def _database_impact() -> dict[str, Any]:
    nodes = [
        node("t-orders", "ORDERS", "Table", "shopdb|SALES|ORDERS"),
        node("s-sales", "SALES", "Schema", "shopdb|SALES"),
        node("col-total", "TOTAL", "Column", "shopdb|SALES|ORDERS|TOTAL"),
        node("t-lines", "ORDER_LINES", "Table", "shopdb|SALES|ORDER_LINES"),
        node("v-open", "OPEN_ORDERS", "View", "shopdb|SALES|OPEN_ORDERS"),
        _save_order(),
        _order_service(),
        node("app-web", "web-store", "Application"),
        node("app-bo", "back-office", "Application"),
    ]
    return envelope(
        nodes,
        [
            edge("s-sales", "t-orders", "CONTAINS_TABLE"),
            edge("t-orders", "col-total", "CONTAINS_COLUMN"),
            edge("m-save", "t-orders", "INSERTS"),
            edge("m-save", "col-total", "UPDATES"),
            edge("t-lines", "t-orders", "FOREIGN_KEY"),
            edge("v-open", "t-orders", "REFERENCES"),
            edge("c-os", "m-save", "CONTAINS_METHOD"),
            edge("app-web", "c-os", "GROUPS"),
            edge("app-bo", "s-sales", "GROUPS"),
        ],
    )


@lru_cache(maxsize=8)
def synthetic(node_id: str) -> bytes:
    """Return the impact of ``synth-<nodes>-<edges>``: its target is node 0, and calls lead down to it."""
    _, node_count, edge_count = node_id.split("-")
    count = int(node_count)
    nodes = [_synthetic_node(node_id, index) for index in range(count)]
    ids = [entry["id"] for entry in nodes]
    relationships = []
    seed = 12345
    for index in range(int(edge_count)):
        start = 1 + index % (count - 1)
        seed = (seed * 1103515245 + 12345) & 0x7FFFFFFF
        relationships.append(edge(ids[start], ids[seed % start], "INVOKES_METHOD") | {"id": f"r{index}"})
    return json.dumps(envelope(nodes, relationships)).encode()


def _synthetic_node(root: str, index: int) -> dict[str, Any]:
    node_id = f"{root}/n{index:06d}" if index else root
    if index and index % 500 == 0:
        return node(node_id, f"application-{index // 500:03d}", "Application")
    if index and index % 100 == 0:
        path = f"/api/v1/resource{index}"
        return node(node_id, f"GET {path}", "Endpoint", path=path, httpVerb="GET")
    if index and index % 10 == 0:
        name = f"OrderService{index:06d}"
        return node(node_id, name, "JavaClassEntity", f"com.shop.module{index % 37}|{name}")
    facts = {
        "statistics.cyclomaticComplexity": index * 7 % 23,
        "statistics.instructionCount": index * 13 % 400,
        "statistics.outgoingExternalReferenceTotal": index % 9,
        "statistics.incomingExternalReferenceTotal": index % 5,
    }
    owner = f"module{index % 37}.OrderService{index // 10 * 10:06d}"
    return method(node_id, f"handleOrderLine{index:06d}" if index else "processBatch", owner, **facts)
