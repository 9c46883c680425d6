"""What an artifact must keep to: every violation is a sentence that begins with its place, a JSON path."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

LANES = frozenset(("Syntactic", "Heuristic", "Imported", "Symbolic"))
SCHEMA_VERSION = 4


def violations(artifact: Any) -> Iterator[str]:
    """Yield every violation of building schema 4, in the order of the file."""
    if not isinstance(artifact, dict):
        yield "$: the artifact must be an object"
        return
    version = artifact.get("building_schema_version")
    if type(version) is not int or version != SCHEMA_VERSION:
        yield f"$.building_schema_version: must be {SCHEMA_VERSION}"
    yield from _texts(artifact, "$", ("repository_id", "root"))
    if not isinstance(artifact.get("scope"), dict | list | str):
        yield "$.scope: must be an object, a list or text"
    for name, kind, called in (
        ("nodes", list, "a list"),
        ("edges", list, "a list"),
        ("metrics", dict, "an object"),
    ):
        if not isinstance(artifact.get(name), kind):
            yield f"$.{name}: must be {called}"
    nodes, edges, metrics = (artifact.get(name) for name in ("nodes", "edges", "metrics"))
    repository, ids = artifact.get("repository_id"), set[str]()
    if isinstance(nodes, list):
        for index, node in enumerate(nodes):
            yield from _node(node, f"$.nodes[{index}]", ids, repository)
    if isinstance(edges, list):
        edge_ids = set[str]()
        for index, edge in enumerate(edges):
            yield from _edge(edge, f"$.edges[{index}]", (ids, edge_ids), repository)
    if isinstance(metrics, dict) and "resolution" in metrics:
        yield from _resolution(metrics["resolution"])


def _node(node: Any, place: str, ids: set[str], repository: Any) -> Iterator[str]:
    if not isinstance(node, dict):
        yield f"{place}: a node must be an object"
        return
    yield from _texts(node, place, ("id", "kind", "name"))
    yield from _texts(node, place, [name for name in ("language", "path") if name in node])
    yield from _common(node, place, repository)
    for name in ("line", "end_line"):
        if name in node and not _count(node[name], 1):
            yield f"{place}.{name}: must be a whole number from 1"
    if "end_line" in node and "line" not in node:
        yield f"{place}.end_line: a node with end_line must have line"
    elif _count(node.get("line"), 1) and _count(node.get("end_line"), 1) and node["end_line"] < node["line"]:
        yield f"{place}.end_line: must not be before line"
    if isinstance(node.get("id"), str):
        if node["id"] in ids:
            yield f"{place}.id: another node has the id {node['id']!r}"
        ids.add(node["id"])


def _edge(edge: Any, place: str, known: tuple[set[str], set[str]], repository: Any) -> Iterator[str]:
    if not isinstance(edge, dict):
        yield f"{place}: an edge must be an object"
        return
    nodes, edges = known
    yield from _texts(edge, place, ("id", "kind", "source", "target"))
    yield from _common(edge, place, repository)
    for end in ("source", "target"):
        if isinstance(edge.get(end), str) and edge[end] and edge[end] not in nodes:
            yield f"{place}.{end}: no node has the id {edge[end]!r}"
    if isinstance(edge.get("id"), str):
        if edge["id"] in nodes:
            yield f"{place}.id: a node has the id {edge['id']!r} too"
        if edge["id"] in edges:
            yield f"{place}.id: another edge has the id {edge['id']!r}"
        edges.add(edge["id"])
    evidence = edge.get("evidence")
    if not isinstance(evidence, list) or not evidence:
        yield f"{place}.evidence: an edge must have one evidence record or more"
        return
    for index, record in enumerate(evidence):
        yield from _evidence(record, f"{place}.evidence[{index}]")


def _evidence(record: Any, place: str) -> Iterator[str]:
    if not isinstance(record, dict):
        yield f"{place}: an evidence record must be an object"
        return
    lane = record.get("lane")
    if not isinstance(lane, str) or lane not in LANES:
        yield f"{place}.lane: must be one of {', '.join(sorted(LANES))}"
    yield from _texts(record, place, ("backend", "provenance"))
    confidence = record.get("confidence", False)
    if isinstance(confidence, bool) or not isinstance(confidence, int | float | str | None):
        yield f"{place}.confidence: must be a number, text or null"
    attributes = record.get("attributes", {})
    if not isinstance(attributes, dict):
        yield f"{place}.attributes: must be an object"
    elif "source.unresolved-reason" in attributes:
        reason = attributes["source.unresolved-reason"]
        if not isinstance(reason, str) or not reason:
            yield f"{place}.attributes['source.unresolved-reason']: must be text that is not empty"


def _resolution(resolution: Any) -> Iterator[str]:
    if not isinstance(resolution, dict):
        yield "$.metrics.resolution: must be an object"
        return
    for language, coverage in resolution.items():
        place = f"$.metrics.resolution[{language!r}]"
        if not isinstance(coverage, dict):
            yield f"{place}: must be an object"
            continue
        names = ("call_sites", "resolved", "unresolved")
        wrong = [name for name in names if not _count(coverage.get(name), 0)]
        yield from (f"{place}.{name}: must be a whole number from 0" for name in wrong)
        if not wrong and coverage["call_sites"] != coverage["resolved"] + coverage["unresolved"]:
            yield f"{place}.call_sites: must equal resolved plus unresolved"


def _texts(record: dict[str, Any], place: str, names: Any) -> Iterator[str]:
    for name in names:
        if not isinstance(record.get(name), str) or not record[name]:
            yield f"{place}.{name}: must be text that is not empty"


def _common(record: dict[str, Any], place: str, repository: Any) -> Iterator[str]:
    if "repository_id" in record and record["repository_id"] != repository:
        yield f"{place}.repository_id: must equal that of the artifact"
    if not isinstance(record.get("attributes", {}), dict):
        yield f"{place}.attributes: must be an object"


def _count(value: Any, least: int) -> bool:
    return type(value) is int and value >= least
