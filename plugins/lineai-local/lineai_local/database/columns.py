"""Which columns of which tables a query means: qualifiers, aliases, stars and outer queries resolved."""

from __future__ import annotations

from dataclasses import dataclass

from lineai_local.database.catalogue import Catalogue, Column, Place, Table
from lineai_local.facts import NONE
from lineai_local.sql_facts import SqlQuery, SqlSource, SqlStatement

Reference = tuple[Table, str]
"""A table or view, and the lower-case name of a column it has."""

_DEEPEST = 60


@dataclass(slots=True)
class Columns:
    """Answers for the statements of one workspace; the columns of views are found on the way."""

    catalogue: Catalogue

    def complete_views(self) -> dict[int, dict[str, list[Reference]]]:
        """Give every view its columns, and return what each is made of, by the view's identity."""
        made: dict[int, dict[str, list[Reference]]] = {}
        open_views: set[int] = set()

        def complete(table: Table, depth: int) -> None:
            if id(table) in made or id(table) in open_views or table.query is None or depth > _DEEPEST:
                return
            open_views.add(id(table))
            for block in table.query.queries:
                for source in block.sources:
                    for other in self._tables(source, table.query, table.place):
                        complete(other, depth + 1)
            outputs = Block(self, table.query, table.place).outputs(table.query.root)
            names = [column.name for column in table.columns.values()] if table.query.columns else []
            found: dict[str, list[Reference]] = {}
            for position, (name, columns) in enumerate(outputs):
                shown = names[position] if position < len(names) else name
                if shown:
                    table.columns.setdefault(shown.lower(), Column(shown, table.place))
                    found[shown.lower()] = columns
            made[id(table)] = found
            open_views.discard(id(table))

        for table in list(self.catalogue.all()):
            complete(table, 0)
        return made

    def _tables(self, source: SqlSource, statement: SqlStatement, place: Place) -> list[Table]:
        if not source.table:
            return []
        return self.catalogue.find(place.repository, source.table, statement.path)


class Block:
    """The query blocks of one statement at its place."""

    def __init__(self, columns: Columns, statement: SqlStatement, place: Place) -> None:
        self._columns = columns
        self._statement = statement
        self._place = place
        self._found: dict[str, list[Table]] = {}

    def tables(self, name: str) -> list[Table]:
        """Return the tables that a name means here."""
        if name not in self._found:
            catalogue = self._columns.catalogue
            self._found[name] = catalogue.find(self._place.repository, name, self._statement.path)
        return self._found[name]

    def outputs(self, number: int, depth: int = 0) -> list[tuple[str, list[Reference]]]:
        """Return what a block yields: each column's name, and the columns it is made of."""
        if number == NONE or depth > _DEEPEST:
            return []
        block = self._statement.queries[number]
        if block.parts:
            parts = [self.outputs(part, depth + 1) for part in block.parts]
            first, others = parts[0], parts[1:]
            for other in others:
                for (_, columns), (_, more) in zip(first, other, strict=False):
                    columns.extend(column for column in more if column not in columns)
            return first
        found: list[tuple[str, list[Reference]]] = []
        for output in block.outputs:
            if output.name == "*" and output.columns and output.columns[0][1] == "*":
                found += self._star(block, output.columns[0][0], depth)
                continue
            made: list[Reference] = []
            for qualifier, name in output.columns:
                made += [item for item in self.resolve(number, qualifier, name, depth) if item not in made]
            found.append((output.name, made))
        return found

    def resolve(self, number: int, qualifier: str, name: str, depth: int = 0) -> list[Reference]:
        """Return the columns that ``qualifier.name`` means in a block, through queries in FROM."""
        if depth > _DEEPEST:
            return []
        if qualifier.startswith("#"):
            inner = self.outputs(int(qualifier[1:]), depth + 1)
            return [column for _, columns in inner for column in columns]
        while number != NONE:
            block = self._statement.queries[number]
            found = self._in_block(block, qualifier.lower(), name.lower(), depth)
            if found is not None:
                return found
            number = block.parent
        return []

    def _in_block(self, block: SqlQuery, qualifier: str, name: str, depth: int) -> list[Reference] | None:
        if qualifier:
            for source in block.sources:
                if qualifier in (source.alias.lower(), source.table.lower()):
                    return self._of_source(source, name, depth) or []
            return None
        for source in block.sources:
            found = self._of_source(source, name, depth)
            if found:
                return found
        return None

    def _of_source(self, source: SqlSource, name: str, depth: int) -> list[Reference] | None:
        if source.query != NONE:
            for shown, columns in self.outputs(source.query, depth + 1):
                if shown.lower() == name:
                    return columns
            return None
        found = [(table, name) for table in self.tables(source.table) if name in table.columns]
        return found or None

    def _star(self, block: SqlQuery, qualifier: str, depth: int) -> list[tuple[str, list[Reference]]]:
        found: list[tuple[str, list[Reference]]] = []
        for source in block.sources:
            if qualifier and qualifier.lower() not in (source.alias.lower(), source.table.lower()):
                continue
            if source.query != NONE:
                found += self.outputs(source.query, depth + 1)
                continue
            for table in self.tables(source.table)[:1]:
                found += [(column.name, [(table, key)]) for key, column in table.columns.items()]
        return found
