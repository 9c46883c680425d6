"""From the text of one statement to its facts, in whichever dialect it can be read."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterable, Iterator

import msgspec
from sqlglot import exp, parse

from lineai_local.languages.sql.definitions import definitions
from lineai_local.languages.sql.queries import Queries, dotted
from lineai_local.sql_facts import SqlKind, SqlQuery, SqlSource, SqlStatement

logging.getLogger("sqlglot").setLevel(logging.CRITICAL)

COMPUTED = "lineai_computed"
"""Stands in a text for a part that is only known when the program runs."""

_DIALECTS = ("", "postgres", "tsql", "mysql", "oracle")
_SIGNS = (
    (re.compile(r"`"), "mysql"),
    (re.compile(r"\[\w+\]|\bNVARCHAR\b|\bTOP\s*\(?\d|@\w+|\bsysname\b", re.IGNORECASE), "tsql"),
    (re.compile(r"\$\w*\$|::|\bSERIAL\b|\bILIKE\b|\bRETURNING\b", re.IGNORECASE), "postgres"),
    (re.compile(r"\bVARCHAR2\b|\bNUMBER\s*\(|\bFROM\s+DUAL\b", re.IGNORECASE), "oracle"),
)
_PLACEHOLDER = re.compile(r"%\(\w+\)s|%[sdi]|\?\d*|[#$]?\{[^{}]*\}")
_ROWS = re.compile(r"(?is)\A(\s*(?:INSERT|REPLACE)\b.{0,2000}?\bVALUES\b)")
_MOST_ROWS = 2_000
_MOST_BYTES = 200_000
_TABLES = re.compile(
    r"(?i)\b(FROM|JOIN|INTO|UPDATE|TABLE|USING)\s+(?:ONLY\s+|IF\s+(?:NOT\s+)?EXISTS\s+)?"
    r"((?:[\w$]+|\"[^\"]+\"|`[^`]+`|\[[^\]]+\])(?:\s*\.\s*(?:[\w$]+|\"[^\"]+\"|`[^`]+`|\[[^\]]+\]))*)"
)
_NO_TABLES = frozenset({"select", "set", "values", "where", "only", "lateral", "unnest", "dual", "table"})
_HARMLESS = re.compile(
    r"(?i)\s*(SET|USE|GRANT|REVOKE|BEGIN|COMMIT|ROLLBACK|START|END|PRAGMA|ANALYZE|VACUUM|LOCK|UNLOCK|COMMENT|"
    r"CREATE\s+(EXTENSION|ROLE|USER|DATABASE|SEQUENCE|TYPE|DOMAIN|SCHEMA|POLICY|COLLATION|LANGUAGE)|EXPLAIN|SHOW|"
    r"ALTER\s+(SEQUENCE|ROLE|USER|DATABASE|TYPE|DOMAIN|SCHEMA|SYSTEM|DEFAULT|FUNCTION|EXTENSION)|DROP\s+"
    r"(EXTENSION|ROLE|USER|DATABASE|SEQUENCE|TYPE|DOMAIN|SCHEMA|FUNCTION|PROCEDURE|TRIGGER|INDEX|POLICY)|RETURN|"
    r"DECLARE|IF|ELSE|ELSIF|LOOP|WHILE|FOR|EXIT|RAISE|EXCEPTION|WHEN|FETCH|OPEN|CLOSE|CALL|EXEC|EXECUTE|PRINT|"
    r"DELIMITER|GO|PERFORM|SIGNAL|LEAVE|ITERATE|THROW|DO|NULL|REFRESH|REINDEX|CLUSTER|ATTACH|DETACH)\b"
)


class Unreadable(Exception):
    """No dialect can read the text."""


def statements(
    text: str, *, definition: int, line: int, dialect: str = "", path: tuple[str, ...] = ()
) -> list[SqlStatement]:
    """Return the facts of the statements in ``text``, which starts on ``line`` inside ``definition``.

    ``dialect`` is tried first. Raises ``Unreadable`` if none fits; a statement without any interest for
    tables gives nothing.
    """
    found = []
    for tree in _trees(_readable(text), dialect):
        for item in _facts(tree):
            computed = item.dynamic or COMPUTED in item.table or _computed(item.queries)
            found.append(
                msgspec.structs.replace(item, definition=definition, line=line, path=path, dynamic=computed)
            )
    return found


def guesses(text: str, *, definition: int, line: int) -> list[SqlStatement]:
    """Return what looks like uses of tables in a text that cannot be parsed, each marked as a guess."""
    names = {re.sub(r"[\s\"`\[\]]", "", match[2]): match[1].upper() for match in _TABLES.finditer(text)}
    found = []
    for name, word in names.items():
        if name.lower() in _NO_TABLES or COMPUTED in name:
            continue
        if word in ("INTO", "UPDATE"):
            kind: SqlKind = "insert" if word == "INTO" else "update"
            found.append(SqlStatement(kind, definition, line, table=name, guess=True))
        else:
            block = SqlQuery(sources=(SqlSource(name, name),))
            found.append(SqlStatement("select", definition, line, queries=(block,), root=0, guess=True))
    return found


def is_harmless(text: str) -> bool:
    """Return whether a text that was not understood is of a kind that uses no table."""
    return _HARMLESS.match(text) is not None


def _readable(text: str) -> str:
    """Return the text with placeholders that every dialect reads, and without rows of data."""
    if len(text) > _MOST_ROWS:
        rows = _ROWS.match(text)
        if rows is not None:
            return f"{rows[1]} (1)"
    if len(text) > _MOST_BYTES:
        raise Unreadable
    return _PLACEHOLDER.sub(COMPUTED, text)


def _trees(text: str, dialect: str) -> list[exp.Expr]:
    signs = [name for sign, name in _SIGNS if sign.search(text)]
    fallback: list[exp.Expr] | None = None
    for name in dict.fromkeys((dialect, *signs, *_DIALECTS)):
        try:
            trees = [tree for tree in parse(text, dialect=name or None) if tree is not None]
        except Exception:  # noqa: BLE001 - whatever a dialect's parser trips over costs this statement
            continue
        if not any(isinstance(tree, exp.Command) or tree.find(exp.Command) for tree in trees):
            return trees
        fallback = fallback or trees
    if fallback is not None and is_harmless(text):
        return []
    raise Unreadable


def _facts(tree: exp.Expr) -> list[SqlStatement]:
    try:
        return list(_of(tree))
    except Exception as error:  # a tree of a shape that nobody expects
        raise Unreadable from error


def _of(tree: exp.Expr) -> Iterator[SqlStatement]:
    if isinstance(tree, exp.Condition | exp.Alias | exp.Identifier) and not isinstance(tree, exp.Query):
        raise Unreadable  # the parser takes "SELEC x" for a value with an alias
    if isinstance(tree, exp.Select | exp.SetOperation | exp.Subquery):
        queries = Queries()
        root = queries.add(tree, {})
        yield SqlStatement("select", 0, 0, queries=tuple(queries.blocks), root=root)
    elif isinstance(tree, exp.Insert):
        yield _insert(tree)
    elif isinstance(tree, exp.Update):
        yield _update(tree)
    elif isinstance(tree, exp.Delete):
        yield from _delete(tree)
    elif isinstance(tree, exp.Merge):
        yield from _merge(tree)
    elif isinstance(tree, exp.Create | exp.Alter | exp.Drop | exp.TruncateTable):
        yield from definitions(tree)
    elif not isinstance(tree, exp.Set | exp.Use | exp.Transaction | exp.Commit | exp.Rollback | exp.Grant):
        yield from _others(tree)


def _insert(tree: exp.Insert) -> SqlStatement:
    queries = Queries()
    named = queries.names(tree, {})
    root = -1
    if isinstance(tree.expression, exp.Query) and not isinstance(tree.expression, exp.Values):
        root = queries.add(tree.expression, named)
    target = tree.this
    columns: tuple[str, ...] = ()
    if isinstance(target, exp.Schema):
        columns = tuple(column.name for column in target.expressions)
        target = target.this
    name = dotted(target) if isinstance(target, exp.Table) else ""
    blocks = tuple(queries.blocks)
    return SqlStatement("insert", 0, 0, name, columns, queries=blocks, root=root, dynamic=not name)


def _update(tree: exp.Update) -> SqlStatement:
    queries = Queries()
    named = queries.names(tree, {})
    start = tree.args.get("from_")
    first = [item for item in (tree.this,) if isinstance(item, exp.Expr)]
    others = [start.this] if start is not None else []
    assigned = [item for item in tree.expressions if isinstance(item, exp.EQ)]
    uses = [item.expression for item in assigned] + [tree.args[k] for k in ("where",) if tree.args.get(k)]
    uses += [
        join.args["on"] for item in first for join in item.args.get("joins") or [] if join.args.get("on")
    ]
    queries.block([*first, *others], uses, named)
    target = _aliased(dotted(tree.this) if isinstance(tree.this, exp.Table) else "", queries.blocks)
    columns = tuple(item.this.name for item in assigned if isinstance(item.this, exp.Column))
    return SqlStatement("update", 0, 0, target, columns, queries=tuple(queries.blocks), dynamic=not target)


def _delete(tree: exp.Delete) -> Iterator[SqlStatement]:
    queries = Queries()
    named = queries.names(tree, {})
    sources = [tree.this, *(tree.args.get("using") or [])]
    queries.block([s for s in sources if isinstance(s, exp.Expr)], _parts(tree, "where"), named)
    targets = tree.args.get("tables") or [tree.this]
    for item in targets:
        name = _aliased(dotted(item) if isinstance(item, exp.Table) else "", queries.blocks)
        yield SqlStatement("delete", 0, 0, name, queries=tuple(queries.blocks), dynamic=not name)


def _merge(tree: exp.Merge) -> Iterator[SqlStatement]:
    queries = Queries()
    named = queries.names(tree, {})
    assigned: list[exp.Expr] = []
    inserted: list[str] = []
    uses = _parts(tree, "on")
    for item in tree.find_all(exp.When):
        then = item.args.get("then")
        if isinstance(then, exp.Update):
            assigned += [pair.this for pair in then.expressions if isinstance(pair, exp.EQ)]
            uses += [pair.expression for pair in then.expressions if isinstance(pair, exp.EQ)]
        elif isinstance(then, exp.Insert):
            inserted += [column.name for column in getattr(then.this, "expressions", ())]
            uses += _parts(then, "expression")
    queries.block([tree.this, tree.args["using"]], uses, named)
    name = dotted(tree.this) if isinstance(tree.this, exp.Table) else ""
    updated = tuple(column.name for column in assigned if isinstance(column, exp.Column))
    blocks = tuple(queries.blocks)
    if updated or not inserted:
        yield SqlStatement("update", 0, 0, name, updated, queries=blocks, dynamic=not name)
    if inserted:
        yield SqlStatement("insert", 0, 0, name, tuple(inserted), queries=blocks, dynamic=not name)


def _others(tree: exp.Expr) -> Iterator[SqlStatement]:
    """Yield a use of each table that a statement of another kind names."""
    tables = [table for table in tree.find_all(exp.Table) if dotted(table)]
    if tables:
        sources = tuple(SqlSource(table.alias_or_name, dotted(table)) for table in tables)
        yield SqlStatement("select", 0, 0, queries=(SqlQuery(sources=sources),), root=0)


def _parts(tree: exp.Expr, *keys: str) -> list[exp.Expr]:
    return [part for key in keys if isinstance(part := tree.args.get(key), exp.Expr)]


def _aliased(name: str, blocks: Iterable[SqlQuery]) -> str:
    """Return the table that ``name`` is an alias of in the first block, else ``name``."""
    first = next(iter(blocks), None)
    for source in first.sources if first is not None else ():
        if source.alias == name and source.table:
            return source.table
    return name


def _computed(blocks: Iterable[SqlQuery]) -> bool:
    return any(COMPUTED in source.table for block in blocks for source in block.sources)
