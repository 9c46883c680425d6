"""The validated artifact in memory, with the indexes that make an answer cost what it returns."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

from lineai_brick.reading import Refused, parse
from lineai_brick.rules import violations

DEPENDENCIES = frozenset(("calls", "imports", "inherits"))
LARGEST = 1 << 30  # bytes
_SHOWN = 100  # violations that a refusal holds at most

Record = dict[str, Any]
Lists = dict[str, list[Record]]


@dataclass(frozen=True, slots=True)
class Model:
    """An artifact: records by id in the order of their ids, and lists of edges by node, ordered likewise."""

    artifact: Record
    nodes: dict[str, Record]
    edges: dict[str, Record]
    dependencies: tuple[Record, ...]
    outgoing: Lists
    incoming: Lists
    incident: Lists
    named: Lists
    files: Lists
    compiled: frozenset[str]


def load(path: Path, *, largest: int = LARGEST) -> Model:
    """Return the model of the file of at most ``largest`` bytes; raise ``Refused``, or ``OSError``."""
    size = path.stat().st_size
    if size > largest:
        raise Refused([f"$: the file has {size} bytes; the limit is {largest}"])
    return build(parse(path.read_bytes()))


def build(artifact: Any) -> Model:
    """Return the model of a parsed artifact; raise ``Refused`` with the first 100 violations."""
    problems = list(islice(violations(artifact), _SHOWN))
    if problems:
        raise Refused(problems)
    nodes = {node["id"]: node for node in sorted(artifact["nodes"], key=_id)}
    edges = {edge["id"]: edge for edge in sorted(artifact["edges"], key=_id)}
    outgoing, incoming, incident, named, files = (defaultdict[str, list[Record]](list) for _ in range(5))
    compiled = set[str]()
    for node in nodes.values():
        if node["kind"] == "file" and "path" in node:
            files[node["path"]].append(node)
            if node.get("attributes", {}).get("source.compiler-covered"):
                compiled.add(node["path"])
    for edge in edges.values():
        source, target = edge["source"], edge["target"]
        incident[source].append(edge)
        if target != source:
            incident[target].append(edge)
        if edge["kind"] in DEPENDENCIES:
            outgoing[source].append(edge)
            incoming[target].append(edge)
        if edge["kind"] in ("unresolved-call", "references-name"):
            named[nodes[target]["name"]].append(edge)
        if edge["kind"] == "calls" and any(record["lane"] == "Imported" for record in edge["evidence"]):
            compiled.add(nodes[source].get("path", ""))
    compiled.discard("")
    return Model(
        artifact=artifact,
        nodes=nodes,
        edges=edges,
        dependencies=tuple(edge for edge in edges.values() if edge["kind"] in DEPENDENCIES),
        outgoing=dict(outgoing),
        incoming=dict(incoming),
        incident=dict(incident),
        named=dict(named),
        files=dict(files),
        compiled=frozenset(compiled),
    )


def _id(record: Record) -> str:
    identity: str = record["id"]
    return identity
