"""Answers to a question that got no response: what was asked, what came back, what to do next."""

from __future__ import annotations

from lineai_core.plugin import (
    ApiError,
    ApiNotFound,
    Document,
    ErrorPage,
    Tool,
    ToolCall,
    ToolResult,
    ViewRef,
    code,
    fact,
    spell,
)
from lineai_graph.questions import Question

_EXCERPT = 500
_SEARCH = "Find the ids of nodes with `lineai-graph-search`, in the same view."

_TITLES = {
    "not_deployed": "Graph API not available",
    "timeout": "Graph request timed out",
    "gateway_timeout": "Graph gateway timeout",
    "invalid_response": "Invalid JSON from graph API",
    "http_error": "Graph API error",
}
_MEANINGS = {
    "not_deployed": "This server does not offer the graph API, so nothing was looked at: that says nothing "
    "about the code. The graph tools are withdrawn from the list of tools, and come back by themselves once "
    "the server offers them.",
    "timeout": "Nothing is known about the answer: the question may just be large.",
    "gateway_timeout": "Nothing is known about the answer: a gateway in front of the server gave up waiting.",
    "invalid_response": "Nothing is known about the answer: what came back is not JSON.",
    "http_error": "Nothing is known about the answer: the server could not serve the request.",
}
_STEPS = {
    "not_deployed": "Go on with the tools that are listed now; those that tell the impact of a method or a "
    "table need no graph API.",
    "timeout": "Ask for less (a smaller depth or limit), or raise LINEAI_REQUEST_TIMEOUT.",
    "gateway_timeout": "Ask for less (a smaller depth or limit), or again in a minute.",
    "invalid_response": "Check that LINEAI_SERVER_HOST names a Lineai server, and that no login page stands "
    "before it.",
    "http_error": "Ask again; if it happens again, show this page to those who run the server.",
}


def not_found(tool: Tool, question: Question, view: ViewRef, error: ApiNotFound) -> ToolResult:
    """Return the definite answer that the server knows no such node, or no such view."""
    document = Document()
    document.heading(1, tool.name)
    document.bullets([*question.asked, f"**Materialized view:** {spell.view(view)}"])
    document.heading(2, "Result")
    document.add(
        f"**Not found.** The server answered, and it is definite: it knows no such node or view. It says: "
        f"{code(error.message, limit=_EXCERPT)}"
    )
    document.bullets([_SEARCH, "If the code is new, have the view built again, or name its `workspace`."])
    structured = {
        "scope": fact.known(view_id=view.id, workspace=view.workspace),
        "pages": [],
        "not_found": fact.exact(error.message),
    }
    return ToolResult(text=document.text(), structured=structured)


def failure(error: ApiError, call: ToolCall) -> ErrorPage | None:
    """Return the page for a graph request that failed, or ``None`` if the core tells it better."""
    if error.kind not in _TITLES:
        return None
    document = Document()
    document.heading(1, f"{_TITLES[error.kind]}: {code(call.tool)}")
    status = f"HTTP {error.status}" if error.status is not None else "no HTTP status received"
    excerpt = " ".join(error.body.split())
    document.bullets(
        [
            f"**Asked:** {code(call.tool)} with {code(fact.as_json(dict(call.arguments)), limit=300)}",
            f"**What happened:** {spell.sentence(error.message)}",
            f"**Request:** {code(error.endpoint)}",
            f"**Kind:** {error.kind}, {status}",
            *([f"**The server said:** {code(excerpt, limit=_EXCERPT)}"] if excerpt else []),
        ]
    )
    document.heading(2, "What this means")
    document.add(_MEANINGS[error.kind])
    document.heading(2, "What to do next")
    document.bullets([*([spell.sentence(error.hint)] if error.hint else []), _STEPS[error.kind]])
    return ErrorPage(text=document.text())
