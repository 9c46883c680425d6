"""The tool ``acme-release-risk``."""

from __future__ import annotations

from functools import partial

from lineai_acme.report import MethodRisk, markdown, method_risk, overall
from lineai_acme.settings import AcmeSettings
from lineai_core.plugin import ApiClient, Node, Tool, ToolCall, ToolResult, fetch_impact, fetch_rows

SEARCH = "/api/ai-retrieval/search/shortname"
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
    return ToolResult(text=markdown(view.id, risks), structured=facts)


async def _risk(api: ApiClient, view: str, method: str, settings: AcmeSettings) -> MethodRisk:
    found = await _definitions(api, view, method)
    kept = found[:MOST_DEFINITIONS]
    graphs = [(node.id, await fetch_impact(api, view_id=view, node_id=node.id)) for node in kept]
    return method_risk(method, graphs, settings.guarded, left_out=len(found) - len(kept))


async def _definitions(api: ApiClient, view: str, method: str) -> list[Node]:
    """Return the methods that a name or symbol means; overloads share a symbol up to the parenthesis."""
    symbol, _, _ = method.partition("(")
    name = symbol.rpartition("::")[2].rpartition(".")[2]
    params = {"materializedViewId": view, "shortname": name}
    rows = await fetch_rows(api, SEARCH, params=params, cache="method")
    nodes = [node for node in map(Node.parse, rows) if node is not None and node.is_method]
    if "::" not in method:
        return nodes
    return [node for node in nodes if node.symbol and method in (node.symbol, node.symbol.partition("(")[0])]


def _plain(value: object) -> object:
    return list(value) if isinstance(value, tuple) else value
