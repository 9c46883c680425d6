"""Tables that classes declare for SQLAlchemy: ``__tablename__`` and the columns in the class body.

A table is taken from what is written in the class alone; columns of mixins and of tables that other
frameworks derive from a class are not known.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from lineai_local.facts import FileFacts
from lineai_local.sql_facts import SqlKey, SqlStatement

if TYPE_CHECKING:
    from tree_sitter import Node

_TABLE_NAME = re.compile(rb"\b__tablename__\b[^=\n]*=\s*[\"'](\w+)[\"']")
_SCHEMA = re.compile(rb"[\"']schema[\"']\s*:\s*[\"'](\w+)[\"']")
_FIELD = re.compile(rb"\A(\w+)\s*(?::[^=]*)?=\s*(?:\w+\.)*(?:Column|mapped_column)\(\s*(?:[\"'](\w+)[\"'])?")
_FOREIGN = re.compile(rb"\bForeignKey\(\s*[\"']([\w.]+)\.(\w+)[\"']")


def add_declared(facts: FileFacts, root: Node, source: bytes) -> None:
    """Add to ``facts`` the tables that classes declare, and that each class stands for its table."""
    if b"__tablename__" not in source:
        return
    for match in _TABLE_NAME.finditer(source):
        body = root.descendant_for_byte_range(match.start(), match.start())
        while body is not None and body.type != "block":
            body = body.parent
        owner = body.parent if body is not None else None
        if body is None or owner is None or owner.type != "class_definition":
            continue
        line = owner.start_point[0] + 1
        number = next((n for n, d in enumerate(facts.definitions) if d.kind == "class" and d.line == line), 0)
        fields = list(_fields(body, source))
        schema = _SCHEMA.search(source, body.start_byte, body.end_byte)
        name = match[1].decode()
        table = f"{schema[1].decode()}.{name}" if schema is not None else name
        columns = tuple(column for column, _ in fields)
        keys = tuple(key for _, key in fields if key is not None)
        facts.sql.append(SqlStatement("table", 0, line, table, columns, keys=keys))
        facts.sql.append(SqlStatement("named", number, line, table))


def _fields(body: Node, source: bytes) -> Iterator[tuple[str, SqlKey | None]]:
    """Yield each column that a class body declares, with its foreign key if it has one."""
    for statement in body.named_children:
        text = source[statement.start_byte : statement.end_byte]
        field = _FIELD.match(text)
        if field is None:
            continue
        column = (field[2] or field[1]).decode()
        target = _FOREIGN.search(text)
        key = None
        if target is not None:
            key = SqlKey((column,), target[1].decode(), (target[2].decode(),))
        yield column, key
