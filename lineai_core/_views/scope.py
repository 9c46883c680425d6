"""The view scope that a call's arguments name."""

from __future__ import annotations

from typing import Any

from lineai_core.types import JsonObject, ViewScope


def scope_of(arguments: JsonObject) -> ViewScope:
    """Return the scope in a tool's arguments.

    ``materialized_view_id`` (or ``materializedViewId``) may be a string or a number; blanks count as
    absent everywhere.
    """
    view_id = _text(arguments.get("materialized_view_id")) or _text(arguments.get("materializedViewId"))
    return ViewScope(view_id=view_id, workspace=_text(arguments.get("workspace")))


def _text(value: Any) -> str | None:
    if value is None or isinstance(value, bool):
        return None
    return str(value).strip() or None
