"""The tables and views that the statements of a workspace leave behind when they ran in order."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from lineai_local.sql_facts import SqlKey, SqlStatement

DEFAULT_SCHEMAS = ("", "public", "dbo", "main")
_BACKWARD = re.compile(
    r"(?i)(?:[._-](?:down|rollback|undo)\.sql$|(?:^|/)(?:U\d[\w.]*__|down\.sql$|rollback/))"
)
_NUMBER = re.compile(r"(\d+)")


@dataclass(frozen=True, slots=True)
class Place:
    """Where something is said: a repository, a path in it, and a line."""

    repository: str
    path: str
    line: int


@dataclass(slots=True)
class Column:
    """A column: its name as written and where it is defined."""

    name: str
    place: Place


@dataclass(slots=True, eq=False)
class Table:
    """A table or view; ``query`` is the statement that fills it if there is one.

    ``columns`` are keyed by lower-case name; those of a view are filled in when they are asked for.
    """

    kind: str
    schema: str
    name: str
    place: Place
    columns: dict[str, Column] = field(default_factory=dict)
    keys: list[tuple[SqlKey, Place]] = field(default_factory=list)
    query: SqlStatement | None = None
    objects: dict[str, tuple[SqlStatement, Place]] = field(default_factory=dict)

    @property
    def qualified(self) -> str:
        """The name with the schema before it, if that is known."""
        return f"{self.schema}.{self.name}" if self.schema else self.name


Located = tuple[SqlStatement, Place]


class Catalogue:
    """All tables by repository and lower-case name; statements are applied in the order of their files."""

    def __init__(self, statements: Iterable[Located]) -> None:
        self._tables: dict[tuple[str, str], dict[str, Table]] = {}
        for statement, place in sorted(statements, key=_order):
            if not _BACKWARD.search(place.path):
                self._apply(statement, place)

    def all(self) -> Iterator[Table]:
        """Yield every table and view."""
        for tables in self._tables.values():
            yield from tables.values()

    def find(self, repository: str, name: str, path: tuple[str, ...] = ()) -> list[Table]:
        """Return the tables that ``name`` (dotted) may mean: one, several if it is ambiguous, or none.

        ``path`` are the schemas to look in first. The own repository goes before others.
        """
        schema, _, plain = name.lower().rpartition(".")
        schema = schema.rpartition(".")[2]
        own = list(self._tables.get((repository, plain), {}).values())
        others = [
            table
            for (other, known), tables in self._tables.items()
            if known == plain and other != repository
            for table in tables.values()
        ]
        return _fitting(own, schema, path) or _fitting(others, schema, path)

    def _apply(self, statement: SqlStatement, place: Place) -> None:
        schema, _, name = statement.table.rpartition(".")
        schema = schema.rpartition(".")[2]
        if not name or statement.dynamic or statement.guess:
            return
        if statement.kind in ("table", "view"):
            self._make(statement, schema or next(iter(statement.path), ""), name, place)
            return
        if statement.kind not in ("add", "remove", "rename", "drop", "object"):
            return
        for table in self.find(place.repository, statement.table, statement.path)[:1]:
            self._change(table, statement, place)

    def _make(self, statement: SqlStatement, schema: str, name: str, place: Place) -> None:
        known = self._tables.setdefault((place.repository, name.lower()), {})
        table = known.get(schema.lower())
        if table is None or statement.kind == "view":
            table = known[schema.lower()] = Table(statement.kind, schema, name, place)
        for column in statement.columns:
            table.columns.setdefault(column.lower(), Column(column, place))
        table.keys += [(key, place) for key in statement.keys]
        if statement.queries:
            table.query = statement

    def _change(self, table: Table, statement: SqlStatement, place: Place) -> None:
        first = statement.columns[0].lower() if statement.columns else ""
        if statement.kind == "add":
            for column in statement.columns:
                table.columns.setdefault(column.lower(), Column(column, place))
            table.keys += [(key, place) for key in statement.keys]
        elif statement.kind == "remove":
            for column in statement.columns:
                table.columns.pop(column.lower(), None)
        elif statement.kind == "object":
            table.objects[statement.name] = (statement, place)
        elif statement.kind == "drop":
            del self._tables[place.repository, table.name.lower()][table.schema.lower()]
        elif first:
            if table.columns.pop(first, None) is not None:
                table.columns[statement.name.lower()] = Column(statement.name, place)
        else:
            del self._tables[place.repository, table.name.lower()][table.schema.lower()]
            table.name = statement.name.rpartition(".")[2]
            self._tables.setdefault((place.repository, table.name.lower()), {})[table.schema.lower()] = table


def _fitting(tables: list[Table], schema: str, path: tuple[str, ...]) -> list[Table]:
    if schema:
        exact = [table for table in tables if table.schema.lower() == schema]
        bare = [table for table in tables if not table.schema and schema in DEFAULT_SCHEMAS]
        return exact or bare or [table for table in tables if not table.schema]
    for name in path:
        found = [table for table in tables if table.schema.lower() == name.lower()]
        if found:
            return found
    usual = [table for table in tables if table.schema.lower() in DEFAULT_SCHEMAS]
    return usual or tables


def _order(item: Located) -> tuple[str, list[tuple[int, int, str]], int]:
    """Order files as migrations run: numbers in their paths by value."""
    statement, place = item
    parts = [
        (0, int(part), "") if part.isdigit() else (1, 0, part) for part in _NUMBER.split(place.path) if part
    ]
    return (place.repository, parts, statement.line)
