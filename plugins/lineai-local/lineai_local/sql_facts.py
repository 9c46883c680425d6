"""What the SQL in a source file says: statements, their query blocks, and the columns these use.

As in ``facts``, tables refer to each other by index and ``NONE`` means "there is none".
"""

from __future__ import annotations

from typing import Literal

import msgspec

NONE = -1


class SqlSource(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """What a query reads from under ``alias``: a table (dotted, as written), a query, or something else."""

    alias: str
    table: str = ""
    query: int = NONE


class SqlOutput(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A column that a query yields, and the columns (qualifier, name) it is made of; ``*`` is all of them."""

    name: str
    columns: tuple[tuple[str, str], ...] = ()


class SqlQuery(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A query block. ``parent`` is the block whose columns it sees too, ``parts`` those that it unites.

    ``columns`` are the columns (qualifier or empty, name) it uses, wherever they stand in it.
    """

    parent: int = NONE
    sources: tuple[SqlSource, ...] = ()
    columns: tuple[tuple[str, str], ...] = ()
    outputs: tuple[SqlOutput, ...] = ()
    parts: tuple[int, ...] = ()


class SqlKey(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A foreign key: columns of its own, the table it refers to, and the columns there (empty: its key)."""

    columns: tuple[str, ...]
    table: str
    references: tuple[str, ...] = ()


SqlKind = Literal[
    "table",
    "view",
    "object",
    "add",
    "remove",
    "rename",
    "drop",
    "select",
    "insert",
    "update",
    "delete",
    "named",
]


class SqlStatement(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A statement of SQL, in a file of its own or in a string literal of a program.

    ``table`` is the table that it makes, changes or writes (dotted, as written), ``columns`` those of its
    columns that it declares or writes. ``table``, ``view``: makes one. ``object``: makes the index,
    trigger or constraint ``name`` (``subtype`` says which). ``add``, ``remove``: columns. ``rename``: the
    table, or the first column, to ``name``. ``named``: code that names the table and is no SQL.
    ``root`` is the query whose result is used; ``path`` are the schemas where names are looked up.
    ``dynamic`` holds where a name is computed; ``guess`` where the text could not be parsed, or may be prose.
    """

    kind: SqlKind
    definition: int
    line: int
    table: str = ""
    columns: tuple[str, ...] = ()
    name: str = ""
    subtype: str = ""
    keys: tuple[SqlKey, ...] = ()
    queries: tuple[SqlQuery, ...] = ()
    root: int = NONE
    path: tuple[str, ...] = ()
    dynamic: bool = False
    guess: bool = False
