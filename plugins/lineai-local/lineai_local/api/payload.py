"""Nodes and relationships as Lineai's API writes them."""

from __future__ import annotations

import json
from typing import Any

from lineai_local.graph import node_id
from lineai_local.store import NodeRow, UseRow
from lineai_local.store.view import ApplicationRow

_WITH_METHODS = frozenset({"class", "interface", "enum", "module"})
_WITH_BODY = frozenset({"function", "method", "constructor", "property"})


def node_json(node: NodeRow, view: str, applications: dict[int, ApplicationRow]) -> dict[str, Any]:
    """Return a definition, a file, or a part of a database."""
    if node.kind == "unresolved":
        return _missing_table(node, view)
    properties: dict[str, Any] = {
        "id": node.key,
        "name": node.name,
        "shortName": node.name,
        "identity": node.identity,
        "materializedViewId": view,
        "symbol": node.symbol,
        "repository": node.repository,
        "path": node.path,
        "line": node.line,
        "endLine": node.end_line,
        "kind": node.kind,
        "language": node.language,
        "annotations": node.annotation_list(),
        "groupIds": [applications[node.application].key] if node.application else [],
        "statistics.incomingExternalReferenceTotal": node.incoming,
        "statistics.outgoingExternalReferenceTotal": node.outgoing,
    }
    if node.kind in _WITH_BODY:
        properties["statistics.cyclomaticComplexity"] = node.complexity
        properties["statistics.instructionCount"] = node.statements
    if node.kind in _WITH_METHODS:
        properties["statistics.methodCount"] = node.methods
    return {
        "id": node.key,
        "name": node.name,
        "identity": node.identity,
        "primaryLabel": node.label,
        "properties": properties,
    }


def _missing_table(node: NodeRow, view: str) -> dict[str, Any]:
    """Return the stand-in for a table that is used and nowhere defined."""
    sought = f"[Table] name EQUALS {node.name}"
    return {
        "id": node.key,
        "name": sought,
        "identity": node.identity,
        "primaryLabel": "SearchNode",
        "properties": {
            "id": node.key,
            "name": sought,
            "primaryLabel": "UnresolvedReference",
            "labels": ["Table", f"v-{view}"],
            "fuzzy": json.dumps({"name": node.name}),
            "queryHash": node.key,
            "materializedViewId": view,
            "sites": node.incoming,
        },
    }


def application_json(application: ApplicationRow, view: str) -> dict[str, Any]:
    """Return an application."""
    identity = f"{application.repository}|{application.name}"
    return {
        "id": application.key,
        "name": application.name,
        "identity": identity,
        "primaryLabel": "Application",
        "properties": {
            "id": application.key,
            "name": application.name,
            "identity": identity,
            "materializedViewId": view,
            "repository": application.repository,
            "path": application.root,
            "manifest": application.manifest,
        },
    }


def unresolved_json(name: str, sites: int, view: str, label: str = "MethodEntity") -> dict[str, Any]:
    """Return the stand-in for whatever the unresolved sites of ``name`` mean."""
    identifier = node_id("", "unresolved", name)
    sought = f"[{label}] shortName EQUALS {name}"
    return {
        "id": identifier,
        "name": sought,
        "identity": sought,
        "primaryLabel": "SearchNode",
        "properties": {
            "id": identifier,
            "name": sought,
            "primaryLabel": "UnresolvedReference",
            "labels": [label, f"v-{view}"],
            "fuzzy": json.dumps({"shortName": name}),
            "queryHash": identifier,
            "materializedViewId": view,
            "sites": sites,
        },
    }


def relationship(start: str, end: str, kind: str, **properties: Any) -> dict[str, Any]:
    """Return a relationship between two ids."""
    return {
        "id": f"{start}:{kind}:{end}",
        "startId": start,
        "endId": end,
        "type": kind,
        "contains": kind.startswith("CONTAINS_"),
        "group": kind == "GROUPS",
        "properties": properties,
    }


def edge_json(edge: UseRow, nodes: dict[int, NodeRow]) -> dict[str, Any]:
    """Return an edge with its strongest evidence."""
    start, end = nodes[edge.source].key, nodes[edge.target].key
    best = edge.proofs()[0]
    return relationship(
        start,
        end,
        edge.type,
        lane=best.lane,
        backend=best.backend,
        confidence=best.confidence,
        provenance=f"{best.path}:{best.line}",
    )
