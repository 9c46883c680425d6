"""The proper answer to each request."""

from __future__ import annotations

import json
import re
from typing import Any
from urllib.parse import parse_qsl, unquote

from fake_lineai import shop
from fake_lineai.state import PASSWORD, USERNAME, Entry, State

Reply = tuple[int, str, bytes]
_IMPACT = re.compile(r"/api/dependency/impact/full/(.*)/list")
_SEARCH = re.compile(r"/api/ai-retrieval/search/(table|view|column)")
_GRAPH = "/api/ai-retrieval/graph/"


def answer(state: State, request: Entry) -> Reply:
    """Return status, content type and body."""
    path, query = request.path, request.query
    if path == "/api/authenticate":
        return _login(state, request.body)
    if request.headers.get("authorization", "").removeprefix("Bearer ") not in state.tokens:
        return _error(403, "FORBIDDEN", "Access denied")
    if path.startswith("/api/materialized-view"):
        return _view(state, path, query)
    if path == "/api/ai-retrieval/search/shortname":
        return _short_name(state, query.get("shortname", ""))
    if match := _SEARCH.fullmatch(path):
        return _database_object(state, match[1], query)
    if match := _IMPACT.fullmatch(path):
        return _impact(state, unquote(match[1]))
    if path.startswith(_GRAPH):
        if not state.config.graph:  # as a server answers that has never heard of the path
            return _json(404, {"status": 404, "error": "Not Found", "path": path})
        return _graph(path.removeprefix(_GRAPH), query, request.body)
    return _missing(f"no route {path}")


def _login(state: State, body: str) -> Reply:
    form = dict(parse_qsl(body, keep_blank_values=True))
    if form.get("username") != USERNAME or form.get("password") != PASSWORD:
        return _error(401, "UNAUTHORIZED", "Bad credentials")
    state.logins += 1
    if state.config.single_session:
        state.tokens.clear()
    token = f"tok-{state.logins}"
    state.tokens.add(token)
    grant = {"access_token": token, "token_type": "bearer"}
    if state.config.expires_in is not None:
        grant["expires_in"] = state.config.expires_in
    return _json(200, grant)


def _view(state: State, path: str, query: Any) -> Reply:
    if path == "/api/materialized-view-definition/name":
        found = state.workspaces.get(query.get("name", ""))
        return _data({"id": found[0], "name": query["name"]}) if found else _missing("no definition")
    if path == "/api/materialized-view/latest":
        views = dict(state.workspaces.values())
        view = views.get(query.get("definitionId", ""))
        return _data({"id": view}) if view else _missing("no view")
    if path == "/api/materialized-view/default" and state.config.default_view is not None:
        return _data(state.config.default_view)
    return _missing("no default view")


def _short_name(state: State, name: str) -> Reply:
    if name.startswith("synth-"):
        return _data([shop.method(name, "processBatch", "module0.OrderService000000")])
    hits = state.methods.get(name)
    return _missing(f"nothing is named {name}") if hits is None else _data(hits)


def _database_object(state: State, kind: str, query: Any) -> Reply:
    name = query.get({"table": "tableName", "view": "viewName", "column": "columnName"}[kind], "")
    hits = [row for row in state.tables[kind] if row.get("_match", row.get("name")) == name]
    return _data(hits) if hits else _missing("no entity")


def _impact(state: State, node_id: str) -> Reply:
    if node_id.startswith("synth-"):
        return 200, "application/json", shop.synthetic(node_id)
    return _json(200, state.impact[node_id]) if node_id in state.impact else _missing("no node")


def _graph(operation: str, query: Any, body: str) -> Reply:
    if operation == "capabilities":
        return _data(
            {
                "materializedViewId": query.get("materializedViewId"),
                "labels": ["JavaMethodEntity", "Table"],
                "relationshipTypes": ["INVOKES_METHOD", "REFERENCES"],
                "limits": {"maxDepth": 6, "maxNodes": 500},
            }
        )
    try:
        asked = json.loads(body or "{}")
    except ValueError:
        return _error(400, "BAD_REQUEST", "the body is not JSON")
    if operation == "search":
        return _data({"nodes": [shop.methods()["saveOrder"][0]], "query": asked})
    if operation in ("impact", "path", "validate-change-scope", "owners"):
        return _data({"echo": asked, "nodes": [], "relationships": []})
    return _missing(f"no graph operation {operation}")


def _data(data: Any) -> Reply:
    return _json(200, {"status": "success", "data": data})


def _missing(message: str) -> Reply:
    return _error(404, "NOT_FOUND", message)


def _error(status: int, code: str, message: str) -> Reply:
    return _json(status, {"status": "error", "error": {"code": code, "message": message, "details": []}})


def _json(status: int, content: Any) -> Reply:
    return status, "application/json", json.dumps(content).encode()
