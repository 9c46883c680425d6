"""The two requests behind an impact answer."""

from __future__ import annotations

import asyncio
from typing import Any
from urllib.parse import quote

from lineai_core.plugin import ApiClient, ApiNotFound, ImpactGraph, InvalidResponse, Node

SEARCH = "/api/ai-retrieval/search/shortname"
IMPACT = "/api/dependency/impact/full"


async def search(api: ApiClient, *, view_id: str, short_name: str) -> tuple[Node, ...]:
    """Return the rows with exactly this short name, references without a definition included.

    Raises ``InvalidResponse`` if the answer is no list of rows, and ``ApiError`` if there is none.
    """
    params = {"materializedViewId": view_id, "shortname": short_name}
    try:
        data: Any = await api.post(SEARCH, params=params, cache="method")
    except ApiNotFound as error:
        if _says_no_match(error):
            return ()
        raise
    if not data:
        return ()
    if not isinstance(data, list):
        raise _invalid("The answer to the search is no list of methods.", f"POST {SEARCH}")
    rows = tuple(node for node in map(Node.parse, data) if node is not None)
    if not rows:
        raise _invalid("The answer to the search holds no row with an id.", f"POST {SEARCH}")
    return rows


async def impact(api: ApiClient, *, view_id: str, node_id: str) -> ImpactGraph:
    """Return the graph of everything that a change of the node may touch.

    Raises ``ApiNotFound`` if the view does not hold the node, ``InvalidResponse`` if the answer is no
    graph, and another ``ApiError`` if there is none. A large graph is read in a thread, so that other
    calls go on.
    """
    segment = quote(node_id, safe="")
    if not segment.strip("."):
        segment = segment.replace(".", "%2E")
    path = f"{IMPACT}/{segment}/list"
    data = await api.get(path, params={"viewId": view_id}, cache="impact")
    return await asyncio.to_thread(ImpactGraph.parse, data, endpoint=f"GET {path}")


def _says_no_match(error: ApiNotFound) -> bool:
    """Tell the backend's "no such name" from a 404 that means "no such service"."""
    return error.code == "NOT_FOUND" or (error.code is None and not error.body.lstrip().startswith("<"))


def _invalid(message: str, endpoint: str) -> InvalidResponse:
    return InvalidResponse(message, endpoint=endpoint, status=200)
