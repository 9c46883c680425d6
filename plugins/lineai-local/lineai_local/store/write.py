"""Write a view: one file, complete before it gets its name."""

from __future__ import annotations

import hashlib
import json
import os
import sqlite3
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import msgspec

from lineai_local.graph import DATABASE_KINDS, DATABASE_USES, CodeNode, node_id
from lineai_local.store.records import Application, FileRecord, ViewContent
from lineai_local.store.schema import INDEXES, TABLES
from lineai_local.versions import LAYOUT, content_rules

_USES = frozenset({"INSTANTIATES", "INVOKES_METHOD", "REFERENCES_CLASS", "REFERENCES_METHOD", *DATABASE_USES})
_METHODS = frozenset({"function", "method", "constructor", "property"})
_CONTAINMENT = "CONTAINS_"


def view_id(repositories: Iterable[str], files: Iterable[FileRecord], imported: Iterable[str] = ()) -> str:
    """Return the id of the view of these files: 32 hexadecimal digits, the same for the same content.

    It depends on the layout, on the code that decides what a view contains, and on each file's path,
    content and status, and on the digests of what is ``imported``;
    not on the order of the files, nor on where the repositories are.
    """
    digest = hashlib.blake2b(f"{LAYOUT}\0{content_rules()}".encode(), digest_size=16)
    for name in sorted(repositories):
        digest.update(f"\0\0{name}".encode())
    for row in sorted((f.repository, f.path, f.digest, f.status, f.reason) for f in files):
        digest.update(b"\0\0" + "\0".join(row).encode())
    for each in sorted(imported):
        digest.update(f"\0\0\0{each}".encode())
    return digest.hexdigest()


def write_view(path: Path, content: ViewContent) -> None:
    """Write ``content`` to ``path``, which must not exist before; the directory must.

    The file appears under its name only when it is complete and on disk.
    """
    partial = path.with_name(f"{path.name}.{os.getpid()}.partial")
    partial.unlink(missing_ok=True)
    connection = sqlite3.connect(partial, isolation_level=None)
    try:
        connection.executescript(
            "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA page_size = 8192;"
        )
        connection.executescript(TABLES)
        connection.execute("BEGIN")
        _fill(connection, content)
        connection.execute("COMMIT")
        connection.executescript(INDEXES)
        connection.execute(f"PRAGMA user_version = {LAYOUT}")
    finally:
        connection.close()
    with partial.open("rb+") as file:
        os.fsync(file.fileno())
    partial.replace(path)


def _fill(connection: sqlite3.Connection, content: ViewContent) -> None:
    graph = content.graph
    numbers = {node.id: number for number, node in enumerate(graph.nodes, start=1)}
    applications = sorted(content.applications)
    homes = _application_of(graph.nodes, applications)
    files = sorted(content.files)
    _insert(connection, "repository", ((name,) for name in sorted(content.repositories)))
    _insert(connection, "file", _file_rows(files))
    _insert(connection, "application", _application_rows(applications))
    _insert(connection, "node", _node_rows(content, numbers, homes))
    edges = (
        (numbers[e.source], numbers[e.target], e.type, msgspec.msgpack.encode(e.evidence))
        for e in graph.edges
    )
    _insert(connection, "edge", edges)
    crossings = _crossings(content, homes)
    _insert(
        connection, "application_reference", ((*pair, count) for pair, count in sorted(crossings.items()))
    )
    sites = ((numbers[u.source], u.name, u.kind, u.path, u.line, u.reason) for u in graph.unresolved)
    _insert(connection, "unresolved", ((number, *site) for number, site in enumerate(sites, start=1)))
    _insert(connection, "mention", _mention_rows(content, files))
    totals = {
        "layout": LAYOUT,
        "rules": content_rules(),
        "nodes": len(graph.nodes),
        "edges": len(graph.edges),
        "unresolved": len(graph.unresolved),
        "imported": content.imported,
    }
    _insert(connection, "meta", ((key, str(value)) for key, value in sorted(totals.items())))


def _insert(connection: sqlite3.Connection, table: str, rows: Iterable[tuple[Any, ...]]) -> None:
    iterator = iter(rows)
    first = next(iterator, None)
    if first is None:
        return
    statement = f"INSERT INTO {table} VALUES ({', '.join('?' * len(first))})"
    connection.execute(statement, first)
    connection.executemany(statement, iterator)


def _file_rows(files: list[FileRecord]) -> Iterator[tuple[Any, ...]]:
    for number, f in enumerate(files, start=1):
        problems = json.dumps(f.problems, ensure_ascii=False)
        yield (
            number, f.repository, f.path, f.language, f.status, f.reason,
            f.digest, int(f.generated), f.lines, problems,
        )  # fmt: skip


def _application_rows(applications: list[Application]) -> Iterator[tuple[Any, ...]]:
    for number, app in enumerate(applications, start=1):
        key = node_id(app.repository, "application", f"{app.root}::{app.name}")
        yield (number, key, app.repository, app.root, app.name, app.manifest)


def _node_rows(
    content: ViewContent, numbers: dict[str, int], homes: dict[str, int | None]
) -> Iterator[tuple[Any, ...]]:
    nodes = content.graph.nodes
    parents = {node.id: node.parent for node in nodes}
    methods = Counter(node.parent for node in nodes if node.kind in _METHODS)
    incoming: Counter[str] = Counter()
    outgoing: Counter[str] = Counter()
    for edge in content.graph.edges:
        if edge.type in _USES and parents[edge.source] != parents[edge.target]:
            incoming[edge.target] += 1
            outgoing[edge.source] += 1
    for node in nodes:
        yield (
            numbers[node.id], node.id, node.repository, node.symbol, node.kind, node.label, node.name,
            node.identity, node.path, node.line, node.end_line, numbers.get(node.parent), node.language,
            node.complexity, node.statements, json.dumps(node.annotations, ensure_ascii=False),
            json.dumps(node.modifiers), node.outside_base, homes[node.id], methods[node.id],
            incoming[node.id], outgoing[node.id],
        )  # fmt: skip


def _application_of(nodes: list[CodeNode], applications: list[Application]) -> dict[str, int | None]:
    """Return the number of the application nearest above each node's file."""
    roots = {(app.repository, app.root): number for number, app in enumerate(applications, start=1)}
    known: dict[tuple[str, str], int | None] = {}

    def nearest(repository: str, directory: str) -> int | None:
        key = (repository, directory)
        if key not in known:
            known[key] = roots.get(key) or (
                nearest(repository, directory.rpartition("/")[0]) if directory else None
            )
        return known[key]

    return {node.id: nearest(node.repository, node.path.rpartition("/")[0]) for node in nodes}


def _crossings(content: ViewContent, homes: dict[str, int | None]) -> dict[tuple[int, int], int]:
    crossings: dict[tuple[int, int], int] = defaultdict(int)
    for edge in content.graph.edges:
        source, target = homes[edge.source], homes[edge.target]
        if source and target and source != target and not edge.type.startswith(_CONTAINMENT):
            crossings[source, target] += 1
    return crossings


def _mention_rows(content: ViewContent, files: list[FileRecord]) -> Iterator[tuple[str, str, int]]:
    numbers = {(f.repository, f.path): number for number, f in enumerate(files, start=1)}
    interesting = {node.name for node in content.graph.nodes if node.kind not in DATABASE_KINDS}
    rows: set[tuple[str, str, int]] = set()
    for key, mentioned in content.mentions.items():
        for name in mentioned.names:
            if name in interesting or name == "*":
                rows.update((name, language, numbers[key]) for language in mentioned.languages)
    yield from sorted(rows)
