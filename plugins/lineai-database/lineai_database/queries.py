"""The search for a database object by name."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from lineai_core.plugin import ApiClient, InvalidResponse, Node, fetch_rows
from lineai_database.kinds import EntityType
from lineai_database.question import Reading

SEARCH = "/api/ai-retrieval/search"
_NAMED = {"table": "tableName", "view": "viewName", "column": "columnName"}


@dataclass(frozen=True, slots=True)
class Hit:
    """A row of a search: the object as the search describes it; without an id it cannot be analysed."""

    node: Node
    schema: str | None
    has_id: bool = True

    @classmethod
    def parse(cls, row: Any) -> Hit | None:
        """Return the hit that a row describes, or ``None`` if the row is no object."""
        if not isinstance(row, Mapping):
            return None
        own = row.get("properties")
        flat = {**row, **own} if isinstance(own, Mapping) else dict(row)
        node = Node.parse({**row, "properties": flat})
        found = node or Node.parse({**row, "id": "-", "properties": flat})
        if found is None:
            return None
        return cls(found, found.text("schema").strip() or None, has_id=node is not None)


async def search(
    api: ApiClient, *, view_id: str, entity_type: EntityType, reading: Reading
) -> tuple[Hit, ...]:
    """Return the objects of that name; none if the backend says for certain that there is none.

    Raises ``InvalidResponse`` if the answer is no list of rows, and ``ApiError`` if there is none.
    """
    path = f"{SEARCH}/{entity_type}"
    params = {"materializedViewId": view_id, _NAMED[entity_type]: reading.name}
    if entity_type == "column":
        params["tableOrViewName"] = reading.table or ""
    data = await fetch_rows(api, path, params=params, json={}, cache="method")
    hits = tuple(hit for hit in map(Hit.parse, data) if hit is not None)
    if data and not hits:
        raise InvalidResponse(
            "The answer to the search holds no row that describes a database object.",
            endpoint=f"POST {path}",
            status=200,
        )
    return hits
