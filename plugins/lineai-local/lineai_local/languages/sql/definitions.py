"""From statements that define tables, views and what hangs on them to facts."""

from __future__ import annotations

from collections.abc import Iterator

from sqlglot import exp

from lineai_local.facts import NONE
from lineai_local.languages.sql.queries import Queries, dotted
from lineai_local.sql_facts import SqlKey, SqlStatement


def definitions(tree: exp.Expr) -> Iterator[SqlStatement]:
    """Yield what a CREATE, ALTER, DROP or TRUNCATE statement does to tables."""
    if isinstance(tree, exp.Create):
        yield from _create(tree)
    elif isinstance(tree, exp.Alter):
        yield from _alter(tree)
    elif isinstance(tree, exp.TruncateTable):
        for item in tree.expressions:
            yield SqlStatement("delete", 0, 0, _name(item))
    elif isinstance(tree, exp.Drop) and str(tree.args.get("kind")).upper() in ("TABLE", "VIEW"):
        for item in tree.args.get("tables") or [tree.this]:
            yield SqlStatement("drop", 0, 0, _name(item))


def _create(tree: exp.Create) -> Iterator[SqlStatement]:
    kind = str(tree.args.get("kind")).upper()
    if kind == "INDEX" and isinstance(tree.this, exp.Index):
        yield from _index(tree.this)
        return
    if kind not in ("TABLE", "VIEW"):
        return
    if any(isinstance(p, exp.TemporaryProperty) for p in tree.find_all(exp.TemporaryProperty)):
        return
    schema = tree.this if isinstance(tree.this, exp.Schema) else None
    name = _name(schema.this if schema is not None else tree.this)
    parts = schema.expressions if schema is not None else []
    columns = tuple(part.name for part in parts if isinstance(part, exp.ColumnDef | exp.Identifier))
    queries = Queries()
    root = NONE
    if isinstance(tree.expression, exp.Query):
        root = queries.add(tree.expression, queries.names(tree, {}))
    keys = tuple(_keys(parts))
    blocks = tuple(queries.blocks)
    yield SqlStatement(
        "view" if kind == "VIEW" else "table", 0, 0, name, columns, keys=keys, queries=blocks, root=root
    )
    yield from _constraints(name, parts)


def _index(index: exp.Index) -> Iterator[SqlStatement]:
    table = index.args.get("table")
    params = index.args.get("params")
    if isinstance(table, exp.Table):
        found = [column.name for column in params.find_all(exp.Column)] if params is not None else []
        yield SqlStatement(
            "object", 0, 0, dotted(table), tuple(dict.fromkeys(found)), index.name, subtype="index"
        )


def _alter(tree: exp.Alter) -> Iterator[SqlStatement]:
    table = _name(tree.this)
    for action in tree.args.get("actions") or []:
        if isinstance(action, exp.ColumnDef):
            yield SqlStatement("add", 0, 0, table, (action.name,), keys=tuple(_keys([action])))
            yield from _constraints(table, [action])
        elif isinstance(action, exp.Drop):
            if str(action.args.get("kind")).upper() == "COLUMN":
                dropped = action.args.get("tables") or [action.this]
                yield SqlStatement("remove", 0, 0, table, tuple(item.name for item in dropped))
        elif isinstance(action, exp.AlterRename):
            yield SqlStatement("rename", 0, 0, table, name=_name(action.this))
        elif isinstance(action, exp.RenameColumn):
            yield SqlStatement("rename", 0, 0, table, (action.this.name,), name=action.args["to"].name)
        elif isinstance(action, exp.AddConstraint):
            yield SqlStatement("add", 0, 0, table, keys=tuple(_keys(action.expressions)))
            yield from _constraints(table, action.expressions)
        elif isinstance(action, exp.Schema):
            yield SqlStatement(
                "add",
                0,
                0,
                table,
                tuple(part.name for part in action.expressions),
                keys=tuple(_keys(action.expressions)),
            )
        elif isinstance(action, exp.AlterColumn):
            yield SqlStatement("add", 0, 0, table, (action.name,))


def _keys(parts: list[exp.Expr]) -> Iterator[SqlKey]:
    """Yield the foreign keys in the parts of a table's definition."""
    for part in parts:
        if isinstance(part, exp.ColumnDef):
            for reference in part.find_all(exp.Reference):
                yield _key((part.name,), reference)
        else:
            for key in part.find_all(exp.ForeignKey):
                target = key.args.get("reference")
                if isinstance(target, exp.Reference):
                    yield _key(tuple(column.name for column in key.expressions), target)


def _key(columns: tuple[str, ...], reference: exp.Reference) -> SqlKey:
    target = reference.this
    if isinstance(target, exp.Schema):
        return SqlKey(columns, _name(target.this), tuple(column.name for column in target.expressions))
    return SqlKey(columns, _name(target))


def _constraints(table: str, parts: list[exp.Expr]) -> Iterator[SqlStatement]:
    """Yield the primary keys, unique keys and checks in the parts of a table's definition."""
    kinds = {
        exp.PrimaryKey: "primary key",
        exp.PrimaryKeyColumnConstraint: "primary key",
        exp.UniqueColumnConstraint: "unique key",
        exp.CheckColumnConstraint: "check",
    }
    for part in parts:
        for kind, subtype in kinds.items():
            for found in part.find_all(kind):
                named = found.find_ancestor(exp.Constraint)
                name = named.name if named is not None else ""
                inside = [item.name for item in found.find_all(exp.Column, exp.Identifier)]
                columns = inside or ([part.name] if isinstance(part, exp.ColumnDef) else [])
                shown = name or f"{subtype} of {table}"
                yield SqlStatement(
                    "object", 0, 0, table, tuple(dict.fromkeys(columns)), shown, subtype=subtype
                )


def _name(node: object) -> str:
    if isinstance(node, exp.Schema):
        node = node.this
    return dotted(node) if isinstance(node, exp.Table) else ""
