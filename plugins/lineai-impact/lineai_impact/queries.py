"""The search behind an impact answer."""

from __future__ import annotations

from lineai_core.plugin import ApiClient, InvalidResponse, Node, fetch_rows

SEARCH = "/api/ai-retrieval/search/shortname"


async def search(api: ApiClient, *, view_id: str, short_name: str) -> tuple[Node, ...]:
    """Return the rows with exactly this short name, references without a definition included.

    Raises ``InvalidResponse`` if the answer is no list of rows, and ``ApiError`` if there is none.
    """
    params = {"materializedViewId": view_id, "shortname": short_name}
    data = await fetch_rows(api, SEARCH, params=params, cache="method")
    rows = tuple(node for node in map(Node.parse, data) if node is not None)
    if data and not rows:
        raise InvalidResponse(
            "The answer to the search holds no row with an id.", endpoint=f"POST {SEARCH}", status=200
        )
    return rows
