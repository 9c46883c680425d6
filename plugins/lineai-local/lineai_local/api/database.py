"""Find tables, views and columns by name."""

from __future__ import annotations

from typing import Any

from lineai_local.api.payload import node_json
from lineai_local.problems import NotFound
from lineai_local.store import NodeRow, View

_UNRESOLVED = "unresolved"


def tables(view: View, name: str) -> list[dict[str, Any]]:
    """Return the tables called ``name`` (or ``schema.name``), else those that are only used."""
    return _rows(
        view, _relations(view, name, ("table",)) or _relations(view, name, (_UNRESOLVED,)), "table", name
    )


def views(view: View, name: str) -> list[dict[str, Any]]:
    """Return the views called ``name`` (or ``schema.name``)."""
    return _rows(view, _relations(view, name, ("view",)), "view", name)


def columns(view: View, name: str, around: str) -> list[dict[str, Any]]:
    """Return the columns called ``name`` of the tables and views called ``around``."""
    found = [
        column
        for owner in _relations(view, around, ("table", "view"))
        for column in view.children([owner.id])
        if column.kind == "column" and column.name.lower() == name.strip().lower()
    ]
    return _rows(view, found, "column", f"{around}.{name}")


def schema_of(node: NodeRow) -> str:
    """Return the schema of a table, view or column; empty if it is not known."""
    parts = node.identity.split("|")
    return parts[1] if len(parts) > 2 else ""


def _relations(view: View, name: str, kinds: tuple[str, ...]) -> list[NodeRow]:
    schema, _, plain = name.strip().rpartition(".")
    schema = schema.rpartition(".")[2].lower()
    found = view.of_kinds(kinds, plain)
    return [node for node in found if not schema or schema_of(node).lower() == schema]


def _rows(view: View, nodes: list[NodeRow], what: str, name: str) -> list[dict[str, Any]]:
    if not nodes:
        raise NotFound(f"There is no {what} {name!r} in this materialized view.")
    applications = view.applications()
    rows = []
    for node in nodes:
        row = node_json(node, view.id, applications)
        if schema_of(node):
            row["schema"] = schema_of(node)
        rows.append(row)
    return rows
