"""The requests to the graph part of the API."""

from __future__ import annotations

from typing import Any

from lineai_core.plugin import ApiClient, ApiNotFound, NotDeployed, ToolCall
from lineai_graph.questions import Question

GRAPH = "/api/ai-retrieval/graph"
CAPABILITIES = f"{GRAPH}/capabilities"
TIER = "graph"


async def ask(api: ApiClient, question: Question, *, view_id: str) -> Any:
    """Return the answer to a question: any JSON, not kept, so that it also tells that the API is there.

    Raises ``ApiNotFound`` if the server says that it knows no such node or view, ``NotDeployed`` if it
    does not know the graph API at all, and another ``ApiError`` if there is no answer.
    """
    try:
        if question.operation == "capabilities":
            params = {"materializedViewId": view_id}
            return await api.get(CAPABILITIES, params=params, cache="shared", any_json=True)
        body = {**question.body, "materializedViewId": view_id}
        return await api.post(f"{GRAPH}/{question.operation}", json=body, cache="shared", any_json=True)
    except ApiNotFound as error:
        if error.code == "NOT_FOUND":
            raise
        raise _not_deployed(error) from error


async def probe(call: ToolCall) -> None:
    """Return if the server knows the graph API; raise ``NotDeployed`` if not, and ``ApiError`` if unsure."""
    view = await call.view()
    try:
        await ask(call.api, Question(operation="capabilities"), view_id=view.id)
    except ApiNotFound:
        return


def _not_deployed(error: ApiNotFound) -> NotDeployed:
    return NotDeployed(
        "This server does not know the graph API.",
        endpoint=error.endpoint,
        status=error.status,
        body=error.body,
        code=error.code,
    )
