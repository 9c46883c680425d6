"""From a parsed query to flat query blocks: what each reads, which columns it uses, what it yields."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from sqlglot import exp

from lineai_local.facts import NONE
from lineai_local.sql_facts import SqlOutput, SqlQuery, SqlSource

_QUERIES = (exp.Select, exp.SetOperation)
Named = Mapping[str, int]
"""The queries that a WITH clause names, by lower-case name."""


def dotted(table: exp.Table) -> str:
    """Return the table's name as written, without quotes: ``schema.table``; empty if it is computed."""
    parts = [part for part in table.parts if isinstance(part, exp.Identifier)]
    return ".".join(part.name for part in parts) if len(parts) == len(table.parts) else ""


class Queries:
    """The query blocks of one statement; ``blocks`` grows while they are added."""

    def __init__(self) -> None:
        self.blocks: list[SqlQuery] = []

    def add(self, node: exp.Expr, named: Named, parent: int = NONE) -> int:
        """Return the number of the block of a query; ``parent`` is the block whose columns it sees too."""
        while isinstance(node, exp.Subquery) and isinstance(node.this, exp.Expr):
            named = self.names(node, named)
            node = node.this
        named = self.names(node, named)
        number = len(self.blocks)
        self.blocks.append(SqlQuery(parent))
        if isinstance(node, exp.SetOperation):
            parts = tuple(self.add(part, named, parent) for part in (node.this, node.expression))
            self.blocks[number] = SqlQuery(parent, parts=parts)
        elif isinstance(node, exp.Select):
            self._select(number, node, named, parent)
        return number

    def names(self, node: exp.Expr, outer: Named) -> Named:
        """Return the names that hold inside ``node``: those outside and those of its WITH clause."""
        clause = node.args.get("with_")
        if not isinstance(clause, exp.With):
            return outer
        inner = dict(outer)
        for item in clause.expressions:
            name = item.alias.lower()
            if not isinstance(item.this, (*_QUERIES, exp.Subquery)):
                inner[name] = self._written(item.this, inner)
                continue
            visible = {**inner, name: len(self.blocks)} if clause.args.get("recursive") else inner
            inner[name] = self.add(item.this, visible)
            columns = item.args["alias"].columns
            if columns:
                self._rename(inner[name], [column.name for column in columns])
        return inner

    def block(self, sources: Iterable[exp.Expr], uses: Iterable[exp.Expr], named: Named) -> int:
        """Return the block of a statement that changes rows: what it reads from, where columns stand."""
        number = len(self.blocks)
        self.blocks.append(SqlQuery())
        found = [source for node in sources for source in self._source(node, named, number)]
        columns = [column for node in uses for column in self._uses(node, named, number)]
        self.blocks[number] = SqlQuery(NONE, tuple(found), tuple(dict.fromkeys(columns)))
        return number

    def _written(self, node: Any, named: Named) -> int:
        """Return an empty block for a part that changes rows inside a WITH clause, after visiting it."""
        number = len(self.blocks)
        self.blocks.append(SqlQuery())
        if isinstance(node, exp.Expr):
            tables = [SqlSource(t.alias_or_name, dotted(t)) for t in node.find_all(exp.Table)]
            kept = tuple(t for t in tables if t.table.lower() not in named)
            self.blocks[number] = SqlQuery(sources=kept)
        return number

    def _select(self, number: int, node: exp.Select, named: Named, parent: int) -> None:
        sources: list[SqlSource] = []
        columns: list[tuple[str, str]] = []
        start = node.args.get("from_")
        joins = node.args.get("joins") or []
        laterals = node.args.get("laterals") or []
        for item in [start.this] if start is not None else []:
            sources += self._source(item, named, number)
        for join in joins:
            added = self._source(join.this, named, number)
            for name in join.args.get("using") or []:
                columns += [(source.alias, name.name) for source in (*sources[:1], *added)]
            sources += added
            if join.args.get("on") is not None:
                columns += self._uses(join.args["on"], named, number)
        for lateral in laterals:
            sources += self._source(lateral, named, number)
        outputs = []
        for projection in node.expressions:
            used = self._uses(projection, named, number)
            columns += [column for column in used if column[1] != "*" and not column[0].startswith("#")]
            if projection.is_star:
                qualifier = projection.table if isinstance(projection, exp.Column) else ""
                outputs.append(SqlOutput("*", ((qualifier, "*"),)))
            else:
                name = projection.alias_or_name
                outputs.append(SqlOutput("" if name == "*" else name, tuple(dict.fromkeys(used))))
        handled = {"with_", "from_", "joins", "laterals", "expressions"}
        for key, value in node.args.items():
            if key not in handled:
                for part in value if isinstance(value, list) else [value]:
                    if isinstance(part, exp.Expr):
                        columns += self._uses(part, named, number)
        plain = [column for column in columns if not column[0].startswith("#") and column[1] != "*"]
        self.blocks[number] = SqlQuery(parent, tuple(sources), tuple(dict.fromkeys(plain)), tuple(outputs))

    def _source(self, node: exp.Expr, named: Named, number: int) -> Iterator[SqlSource]:
        """Yield what an item of a FROM clause reads from."""
        alias = node.alias_or_name
        if isinstance(node, exp.Table):
            name = dotted(node)
            known = named.get(name.lower())
            if not name:
                self._uses(node, named, number)
            yield SqlSource(alias, "" if known is not None else name, NONE if known is None else known)
        elif isinstance(node, exp.Subquery) and isinstance(node.unnest(), _QUERIES):
            query = self.add(node, named)
            columns = node.args["alias"].columns if node.args.get("alias") else []
            if columns:
                self._rename(query, [column.name for column in columns])
            yield SqlSource(alias, "", query)
        elif isinstance(node, exp.Subquery):
            yield from self._source(node.this, named, number)
        elif isinstance(node, exp.Lateral) and isinstance(node.this, exp.Subquery):
            yield SqlSource(alias, "", self.add(node.this, named, number))
        else:
            self._uses(node, named, number)
            yield SqlSource(alias)
        for join in node.args.get("joins") or []:
            yield from self._source(join.this, named, number)

    def _uses(self, node: exp.Expr, named: Named, number: int) -> list[tuple[str, str]]:
        """Return the columns used in ``node``; add the blocks of the queries inside it.

        What such a query yields is used as the column ``*`` of ``#`` and its number.
        """
        found: list[tuple[str, str]] = []
        stack: list[exp.Expr] = [node]
        while stack:
            item = stack.pop()
            if isinstance(item, _QUERIES):
                query = self.add(item, named, number)
                if not isinstance(item.parent, exp.Exists):
                    found.append((f"#{query}", "*"))
                continue
            if isinstance(item, exp.Column):
                if not item.is_star:
                    found.append((item.table, item.name))
                continue
            stack.extend(child for child in reversed(list(item.iter_expressions())))
        return found

    def _rename(self, number: int, names: list[str]) -> None:
        """Give the outputs of a block the names of a column list."""
        block = self.blocks[number]
        if block.parts:
            self._rename(block.parts[0], names)
        elif not any(output.name == "*" for output in block.outputs):
            pairs = zip(block.outputs, names, strict=False)
            outputs = tuple(SqlOutput(name, output.columns) for output, name in pairs)
            self.blocks[number] = SqlQuery(block.parent, block.sources, block.columns, outputs)
