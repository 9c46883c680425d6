"""The tool ``acme-release-risk``."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import json
from functools import partial
from typing import Any
from urllib.parse import quote

from lineai_acme.report import MethodRisk, markdown, method_risk, overall
from lineai_acme.settings import AcmeSettings
from lineai_core.plugin import ApiClient, ApiNotFound, ImpactGraph, Node, Secret, Tool, ToolCall, ToolResult

SEARCH = "/api/ai-retrieval/search/shortname"
IMPACT = "/api/dependency/impact/full"
MOST_DEFINITIONS = 10
_NAMES = {"type": "array", "items": {"type": "string"}}
_VERDICT = {"type": "string", "enum": ["guarded", "unknown", "clear"]}
_METHOD = {
    "method": {"type": "string"},
    "verdict": _VERDICT,
    "definitions": _NAMES,
    "applications": _NAMES,
    "guarded": _NAMES,
    "doubts": _NAMES,
}
INPUT = {
    "type": "object",
    "properties": {
        "methods": {
            "type": "array",
            "items": {"type": "string", "minLength": 1},
            "minItems": 1,
            "maxItems": 20,
            "description": "Methods that the release changes: short names, or path/to/file.py::Class.method.",
        },
        "workspace": {"type": "string", "description": "Workspace to ask, or an alias of a nightly one."},
        "materialized_view_id": {"type": "string", "description": "View to ask, instead of a workspace."},
    },
    "required": ["methods"],
    "additionalProperties": False,
}
OUTPUT = {
    "type": "object",
    "properties": {
        "view": {"type": "string"},
        "verdict": _VERDICT,
        "methods": {
            "type": "array",
            "items": {"type": "object", "properties": _METHOD, "required": list(_METHOD)},
        },
        "signature": {"type": "string"},
    },
    "required": ["view", "verdict", "methods"],
}


def release_risk(settings: AcmeSettings) -> Tool:
    """Return the tool, set up for these settings."""
    return Tool(
        name="acme-release-risk",
        title="Release risk",
        description=(
            "Which guarded applications a release touches, given the methods that it changes. "
            "The verdict is guarded, clear, or unknown with the reasons; unknown is not clear."
        ),
        handler=partial(_handle, settings=settings),
        input_schema=INPUT,
        output_schema=OUTPUT,
    )


async def _handle(call: ToolCall, *, settings: AcmeSettings) -> ToolResult:
    view = await call.view()
    methods = list(dict.fromkeys(call.arguments["methods"]))
    risks = []
    for done, method in enumerate(methods):
        await call.progress(done, len(methods), f"Looking at {method}")
        risks.append(await _risk(call.api, view.id, method, settings))
    facts = {
        "view": view.id,
        "verdict": overall(risks),
        "methods": [{key: _plain(getattr(risk, key)) for key in _METHOD} for risk in risks],
    }
    if settings.signing_secret:
        facts["signature"] = signature(facts, settings.signing_secret)
    return ToolResult(text=markdown(view.id, risks), structured=facts)


async def _risk(api: ApiClient, view: str, method: str, settings: AcmeSettings) -> MethodRisk:
    found = await _definitions(api, view, method)
    kept = found[:MOST_DEFINITIONS]
    graphs = [(node.id, await _impact(api, view, node)) for node in kept]
    return method_risk(method, graphs, settings.guarded, left_out=len(found) - len(kept))


async def _definitions(api: ApiClient, view: str, method: str) -> list[Node]:
    """Return the methods that a name or symbol means; overloads share a symbol up to the parenthesis."""
    symbol, _, _ = method.partition("(")
    name = symbol.rpartition("::")[2].rpartition(".")[2]
    try:
        rows = await api.post(SEARCH, params={"materializedViewId": view, "shortname": name}, cache="method")
    except ApiNotFound as error:
        if error.code == "NOT_FOUND":  # any other 404 says that nothing was searched
            return []
        raise
    nodes = [node for node in map(Node.parse, rows or ()) if node is not None and node.is_method]
    if "::" not in method:
        return nodes
    return [node for node in nodes if node.symbol and method in (node.symbol, node.symbol.partition("(")[0])]


async def _impact(api: ApiClient, view: str, node: Node) -> ImpactGraph:
    path = f"{IMPACT}/{quote(node.id, safe='')}/list"
    data = await api.get(path, params={"viewId": view}, cache="impact")
    return await asyncio.to_thread(ImpactGraph.parse, data, endpoint=f"GET {path}")


def signature(facts: dict[str, Any], secret: Secret) -> str:
    """Return the hexadecimal HMAC-SHA256 of the facts as compact JSON with sorted keys, in UTF-8."""
    message = json.dumps(facts, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hmac.new(secret.reveal().encode(), message.encode(), hashlib.sha256).hexdigest()


def _plain(value: object) -> object:
    return list(value) if isinstance(value, tuple) else value
