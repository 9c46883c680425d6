"""The requests that more than one tool makes, with what their answers mean."""

from __future__ import annotations

import asyncio
import gc
from typing import Any
from urllib.parse import quote

from lineai_core._graph.graph import ImpactGraph
from lineai_core.errors import ApiNotFound, InvalidResponse
from lineai_core.types import ApiClient, CacheKind, JsonObject

IMPACT = "/api/dependency/impact/full"
_SMALL = 100_000
"""Bytes of a payload that is read in about a millisecond: less than handing it to a thread is worth."""


async def fetch_rows(
    api: ApiClient, path: str, *, params: JsonObject, json: Any = None, cache: CacheKind | None = None
) -> list[Any]:
    """Return the rows of a search; none if the backend says for certain that nothing matches.

    Raises ``InvalidResponse`` if the answer is no list, and ``ApiError`` if there is none: then it is
    not known whether anything matches.
    """
    try:
        data: Any = await api.post(path, params=params, json=json, cache=cache)
    except ApiNotFound as error:
        if _says_no_match(error):
            return []
        raise
    if not data:
        return []
    if not isinstance(data, list):
        raise InvalidResponse(
            "The answer to the search is no list of rows.", endpoint=f"POST {path}", status=200
        )
    return data


async def fetch_impact(api: ApiClient, *, view_id: str, node_id: str) -> ImpactGraph:
    """Return the graph of everything that a change of the node may touch.

    Raises ``ApiNotFound`` if the view does not hold the node, ``InvalidResponse`` if the answer is no
    graph, and another ``ApiError`` if there is none. A large graph is read in a thread, so that other
    calls go on.
    """
    segment = quote(node_id, safe="", errors="replace")
    if not segment.strip("."):
        segment = segment.replace(".", "%2E")
    path = f"{IMPACT}/{segment}/list"
    body: bytes | memoryview = await api.get(path, params={"viewId": view_id}, cache="impact", raw=True)
    if len(body) < _SMALL:
        return ImpactGraph.parse_json(body, endpoint=f"GET {path}")
    return await asyncio.to_thread(_parse_large, body, endpoint=f"GET {path}")


def _parse_large(body: bytes | memoryview, *, endpoint: str) -> ImpactGraph:
    """Return the graph; meanwhile no garbage is collected, since all that is made here is kept."""
    collects = gc.isenabled()
    gc.disable()
    try:
        return ImpactGraph.parse_json(body, endpoint=endpoint)
    finally:
        if collects:
            gc.enable()


def _says_no_match(error: ApiNotFound) -> bool:
    """Tell the backend's "no such name" from a 404 that means "no such service"."""
    return error.code == "NOT_FOUND" or (error.code is None and not error.body.lstrip().startswith("<"))
