"""What the caller asked for, and how the names may be read."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from lineai_core.plugin import ToolError
from lineai_database.kinds import EntityType

TYPES: tuple[EntityType, ...] = ("table", "view", "column")
# One part of a dotted name: quoted in one of the ways of SQL dialects, or plain.
_PART = re.compile(r'"((?:[^"]|"")*)"|\[([^\]]*)\]|`([^`]*)`|([^."\[`]+)')


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """One way to understand the question: the names to search for, and the schema a match must be in."""

    name: str
    table: str | None = None
    schema: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """A database object as asked for, its readings (most literal first) and the page wanted."""

    entity_type: EntityType
    name: str
    table: str | None
    readings: tuple[Reading, ...]
    cursor: str | None = None

    @classmethod
    def parse(cls, arguments: Mapping[str, Any]) -> Question:
        """Return the question in a tool call's arguments.

        Raises ``ToolError`` if it names nothing, or a column without its table.
        """
        kind = str(arguments.get("entity_type", "")).strip().lower()
        name = str(arguments.get("name", "")).strip()
        if kind not in TYPES:
            raise ToolError(f"The argument 'entity_type' must be one of {', '.join(TYPES)}.")
        if not name:
            raise ToolError(
                "The argument 'name' is empty.", hint="Give the name of a table, view or column, e.g. ORDERS."
            )
        entity_type: EntityType = kind
        table = str(arguments.get("table_or_view") or "").strip() or None
        if entity_type != "column":
            table = None
        readings = _column(name, table) if entity_type == "column" else _object(name)
        if not readings:
            raise ToolError(
                "A column is looked up in its table or view, and none is named.",
                hint="Give 'table_or_view', or write the name as TABLE.COLUMN.",
            )
        cursor = str(arguments.get("cursor") or "").strip() or None
        return cls(entity_type=entity_type, name=name, table=table, readings=readings, cursor=cursor)


def parts(name: str) -> list[str]:
    """Return the parts of a dotted name without their quotes; a dot inside quotes parts nothing."""
    found: list[str] = []
    end = 0
    for match in _PART.finditer(name):
        if name[end : match.start()] != ("." if found else ""):
            return [name]
        found.append(next(group for group in match.groups() if group is not None).replace('""', '"').strip())
        end = match.end()
    return found if found and end == len(name) and all(found) else [name]


def _object(name: str) -> tuple[Reading, ...]:
    *qualifiers, last = parts(name)
    return _distinct(Reading(name=name), Reading(name=last, schema=qualifiers[-1] if qualifiers else None))


def _column(name: str, table: str | None) -> tuple[Reading, ...]:
    *qualifiers, last = parts(name)
    if table is None:
        if not qualifiers:
            return ()
        schema = qualifiers[-2] if len(qualifiers) > 1 else None
        return (Reading(name=last, table=qualifiers[-1], schema=schema),)
    *schemas, last_table = parts(table)
    schema = schemas[-1] if schemas else None
    if schema is None and len(qualifiers) > 1:
        schema = qualifiers[-2]
    return _distinct(Reading(name=name, table=table), Reading(name=last, table=last_table, schema=schema))


def _distinct(*readings: Reading) -> tuple[Reading, ...]:
    return tuple(dict.fromkeys(readings))
