"""Read a view."""

from __future__ import annotations

import json
import re
import sqlite3
import threading
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from lineai_local.graph import Evidence
from lineai_local.versions import LAYOUT

_MOST_PARAMETERS = 900
_EVIDENCE = msgspec.msgpack.Decoder(tuple[Evidence, ...])


class NodeRow(NamedTuple):
    """A node of the code graph; ``id``, ``parent`` and ``application`` are row numbers of this view."""

    id: int
    key: str
    repository: str
    symbol: str
    kind: str
    label: str
    name: str
    identity: str
    path: str
    line: int
    end_line: int
    parent: int | None
    language: str
    complexity: int
    statements: int
    annotations: str
    modifiers: str
    outside_base: str
    application: int | None
    methods: int
    incoming: int
    outgoing: int

    @property
    def qualified(self) -> str:
        """The symbol without its path."""
        return self.symbol.partition("::")[2]

    @property
    def is_declaration(self) -> bool:
        """Whether it only declares: an abstract method, an ambient function, a member of an interface."""
        return '"ambient"' in self.modifiers or '"abstract"' in self.modifiers

    @property
    def says_override(self) -> bool:
        """Whether the source marks the method as overriding another."""
        return "@Override" in self.annotations or '"override"' in self.modifiers

    def annotation_list(self) -> list[str]:
        """Return the annotations as written in the source."""
        found: list[str] = json.loads(self.annotations)
        return found


class UseRow(NamedTuple):
    """An edge between two nodes, given by row number."""

    source: int
    target: int
    type: str
    evidence: bytes

    def proofs(self) -> tuple[Evidence, ...]:
        """Return the evidence for the edge, strongest first."""
        return _EVIDENCE.decode(self.evidence)


class MatchRow(NamedTuple):
    """What ranks a node that a search found."""

    id: int
    name: str
    symbol: str
    kind: str
    incoming: int


class UnresolvedRow(NamedTuple):
    """A site that is bound to no definition; ``source`` is the node that contains it."""

    source: int
    name: str
    kind: str
    path: str
    line: int
    reason: str


class FileRow(NamedTuple):
    """A file of the view and what became of it."""

    repository: str
    path: str
    language: str
    status: str
    reason: str
    generated: int
    lines: int
    problems: str


class ApplicationRow(NamedTuple):
    """An application: a directory with a manifest."""

    id: int
    key: str
    repository: str
    root: str
    name: str
    manifest: str


class View:
    """An immutable view, open for reading; it may be used from several threads.

    Raises ``sqlite3.DatabaseError`` if the file is not a view of this layout.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.id = path.stem
        self._lock = threading.Lock()
        uri = f"{path.resolve().as_uri()}?mode=ro&immutable=1"
        self._connection = sqlite3.connect(uri, uri=True, check_same_thread=False)
        try:
            found = self._connection.execute("PRAGMA user_version").fetchone()[0]
            if found != LAYOUT:
                raise sqlite3.DatabaseError(f"layout {found}, not {LAYOUT}")
        except sqlite3.Error:
            self._connection.close()
            raise

    def close(self) -> None:
        """Close the file."""
        with self._lock:
            self._connection.close()

    def __del__(self) -> None:
        """Close the file of a view that was given up while a question still used it."""
        connection = getattr(self, "_connection", None)
        if connection is not None:
            connection.close()

    def totals(self) -> dict[str, int]:
        """Return the numbers of nodes, edges and unresolved sites."""
        rows = self._rows("SELECT key, value FROM meta WHERE key IN ('nodes', 'edges', 'unresolved')")
        return {key: int(value) for key, value in rows}

    def imported(self) -> dict[str, Any] | None:
        """Return what came of imported SCIP indexes, or ``None`` if there are none."""
        rows = self._rows("SELECT value FROM meta WHERE key = 'imported'")
        return json.loads(rows[0][0]) if rows and rows[0][0] else None

    def rules(self) -> str:
        """Return the version of the code that decided what the view contains."""
        rows = self._rows("SELECT value FROM meta WHERE key = 'rules'")
        return str(rows[0][0]) if rows else ""

    def repositories(self) -> list[str]:
        """Return the names of the repositories, sorted."""
        return [name for (name,) in self._rows("SELECT name FROM repository ORDER BY name")]

    def files(self, where: str = "1", parameters: Sequence[Any] = ()) -> list[FileRow]:
        """Return the files that satisfy the SQL condition ``where``, sorted by repository and path."""
        columns = ", ".join(FileRow._fields)
        return [
            FileRow(*row)
            for row in self._rows(f"SELECT {columns} FROM file WHERE {where} ORDER BY id", parameters)
        ]

    def node(self, key: str) -> NodeRow | None:
        """Return the node with the id ``key``, or ``None``."""
        return next(self._nodes("key = ?", (key,)), None)

    def named(self, name: str) -> list[NodeRow]:
        """Return the nodes with exactly that simple name, sorted by symbol."""
        return sorted(self._nodes("name = ?", (name,)), key=_by_symbol)

    def in_file(self, path: str) -> list[NodeRow]:
        """Return the nodes of the files with that path, in source order."""
        return sorted(
            self._nodes("path = ?", (path,)), key=lambda node: (node.repository, node.line, node.id)
        )

    def nodes(self, numbers: Iterable[int]) -> dict[int, NodeRow]:
        """Return the nodes with these row numbers, by number."""
        found: dict[int, NodeRow] = {}
        for part in _parts(numbers):
            found.update((node.id, node) for node in self._nodes(f"id IN ({_marks(part)})", part))
        return found

    def children(self, numbers: Iterable[int]) -> list[NodeRow]:
        """Return the nodes directly inside these."""
        found: list[NodeRow] = []
        for part in _parts(numbers):
            found.extend(self._nodes(f"parent IN ({_marks(part)})", part))
        return sorted(found, key=_by_symbol)

    def incoming(self, numbers: Iterable[int], types: Sequence[str]) -> list[UseRow]:
        """Return the edges of these types that end at these nodes, ordered by target, type and source."""
        found: list[UseRow] = []
        for part in _parts(numbers):
            sql = (
                "SELECT source, target, type, evidence FROM edge"
                f" WHERE target IN ({_marks(part)}) AND type IN ({_marks(types)})"
                " ORDER BY target, type, source"
            )
            found.extend(UseRow(*row) for row in self._rows(sql, [*part, *types]))
        return found

    def outgoing(self, numbers: Iterable[int], types: Sequence[str]) -> list[UseRow]:
        """Return the edges of these types that start at these nodes, ordered by source, type and target."""
        found: list[UseRow] = []
        for part in _parts(numbers):
            sql = (
                "SELECT source, target, type, evidence FROM edge"
                f" WHERE source IN ({_marks(part)}) AND type IN ({_marks(types)})"
                " ORDER BY source, type, target"
            )
            found.extend(UseRow(*row) for row in self._rows(sql, [*part, *types]))
        return found

    def keyed(self, keys: Iterable[str]) -> dict[str, NodeRow]:
        """Return the nodes with these ids, by id."""
        wanted = sorted(set(keys))
        found: dict[str, NodeRow] = {}
        for start in range(0, len(wanted), _MOST_PARAMETERS):
            part = wanted[start : start + _MOST_PARAMETERS]
            found.update((node.key, node) for node in self._nodes(f"key IN ({_marks(part)})", part))
        return found

    def matching(self, words: Sequence[str], prefix: str, repository: str) -> list[MatchRow]:
        """Return the nodes whose name, identity or path together contain every word, whatever the case.

        ``prefix`` is how the identity starts and ``repository`` where the node is; empty is any.
        """
        where: list[str] = ["1"]
        parameters: list[str | int] = []
        for word in words:
            where.append("(name || ' ' || identity || ' ' || path) LIKE ? ESCAPE '!'")
            parameters.append("%" + re.sub(r"[!%_]", r"!\g<0>", word) + "%")
        if prefix:
            where.append("substr(identity, 1, ?) = ?")
            parameters += [len(prefix), prefix]
        if repository:
            where.append("repository = ?")
            parameters.append(repository)
        columns = ", ".join(MatchRow._fields)
        sql = f"SELECT {columns} FROM node WHERE {' AND '.join(where)} ORDER BY id"
        return [MatchRow(*row) for row in self._rows(sql, parameters)]

    def of_kinds(self, kinds: Sequence[str], name: str) -> list[NodeRow]:
        """Return the nodes of these kinds that are called ``name``, whatever the case, by symbol."""
        where = f"kind IN ({_marks(kinds)}) AND name = ? COLLATE NOCASE"
        return sorted(self._nodes(where, [*kinds, name]), key=_by_symbol)

    def open_in(self, numbers: Iterable[int]) -> list[UnresolvedRow]:
        """Return the unresolved sites inside these nodes, ordered by place."""
        found: list[UnresolvedRow] = []
        for part in _parts(numbers):
            sql = (
                "SELECT source, name, kind, path, line, reason FROM unresolved"
                f" WHERE source IN ({_marks(part)}) ORDER BY id"
            )
            found.extend(UnresolvedRow(*row) for row in self._rows(sql, part))
        return found

    def distinct(self, table: str, column: str) -> list[str]:
        """Return the different values of a column of a table of the view, sorted."""
        return [row[0] for row in self._rows(f"SELECT DISTINCT {column} FROM {table} ORDER BY 1")]

    def every(self, kinds: Sequence[str]) -> list[NodeRow]:
        """Return all nodes of these kinds, by row number."""
        return list(self._nodes(f"kind IN ({_marks(kinds)}) ORDER BY id", kinds))

    def uses(self, types: Sequence[str]) -> list[tuple[int, int, str]]:
        """Return source, target and type of every edge of these types, in the order of the table."""
        return self._rows(f"SELECT source, target, type FROM edge WHERE type IN ({_marks(types)})", types)

    def open_names(self) -> list[tuple[int, str, str]]:
        """Return, once each, the node, its language and the name of every unresolved site."""
        return self._rows(
            "SELECT DISTINCT u.source, n.language, u.name FROM unresolved u JOIN node n ON n.id = u.source"
        )

    def mentioned(self) -> set[tuple[str, str]]:
        """Return the names, with the language they may belong to, in files that are not analysed."""
        return set(self._rows("SELECT DISTINCT name, language FROM mention"))

    def overrides(self, number: int) -> bool:
        """Return whether the node overrides a method in the index."""
        sql = "SELECT 1 FROM edge WHERE source = ? AND type = 'OVERRIDES' LIMIT 1"
        return bool(self._rows(sql, (number,)))

    def unresolved(self, name: str) -> list[UnresolvedRow]:
        """Return the unresolved sites that call or pass ``name``, ordered by place."""
        sql = "SELECT source, name, kind, path, line, reason FROM unresolved WHERE name = ? ORDER BY id"
        return [UnresolvedRow(*row) for row in self._rows(sql, (name,))]

    def mentions(self, name: str, language: str) -> list[FileRow]:
        """Return the files, not analysed, that contain ``name`` and could call code of ``language``."""
        sql = "id IN (SELECT file FROM mention WHERE name IN (?, '*') AND language = ?)"
        return self.files(sql, (name, language))

    def names(self, first: str) -> list[str]:
        """Return the distinct names of nodes that start, whatever the case, with the letter ``first``."""
        sql = (
            "SELECT DISTINCT name FROM node WHERE name LIKE ? || '%' AND kind <> 'module'"
            " AND language <> 'sql' ORDER BY name"
        )
        return [name for (name,) in self._rows(sql, (first.replace("%", "").replace("_", ""),))]

    def applications(self) -> dict[int, ApplicationRow]:
        """Return the applications by row number."""
        return {row[0]: ApplicationRow(*row) for row in self._rows("SELECT * FROM application ORDER BY id")}

    def application_references(self) -> list[tuple[int, int]]:
        """Return pairs of applications of which the first uses the second."""
        return self._rows("SELECT source, target FROM application_reference ORDER BY source, target")

    def _nodes(self, where: str, parameters: Sequence[Any]) -> Iterator[NodeRow]:
        for row in self._rows(f"SELECT * FROM node WHERE {where}", parameters):
            yield NodeRow(*row)

    def _rows(self, sql: str, parameters: Sequence[Any] = ()) -> list[Any]:
        with self._lock:
            return self._connection.execute(sql, parameters).fetchall()


def _by_symbol(node: NodeRow) -> tuple[str, str, int]:
    return (node.repository, node.symbol, node.id)


def _marks(values: Sequence[Any]) -> str:
    return ", ".join("?" * len(values))


def _parts(numbers: Iterable[int]) -> Iterator[list[int]]:
    ordered = sorted(set(numbers))
    for start in range(0, len(ordered), _MOST_PARAMETERS):
        yield ordered[start : start + _MOST_PARAMETERS]
