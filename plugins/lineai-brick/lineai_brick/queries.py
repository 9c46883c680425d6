"""The six questions: arguments in, the whole answer out."""

from __future__ import annotations

from collections import Counter
from typing import Any

from lineai_brick.bridges import bridges
from lineai_brick.callers import CAVEAT, report
from lineai_brick.cycles import cycles
from lineai_brick.impact import impact
from lineai_brick.model import Model, Record

QUERY_SCHEMA_VERSION = 1


class Missing(LookupError):
    """The artifact holds no such entity, or one of another kind; ``entity`` is the id asked for."""

    def __init__(self, entity: str, sentence: str) -> None:
        super().__init__(sentence)
        self.entity = entity


def ask(model: Model, query: str, arguments: dict[str, Any]) -> Record:
    """Return the answer to a query whose arguments are well-formed; raise ``Missing`` for an unknown entity.

    Records in the answer are those of the model: they are not to be changed.
    """
    head = {
        "query_schema_version": QUERY_SCHEMA_VERSION,
        "building_schema_version": model.artifact["building_schema_version"],
        "query": query,
        "root": model.artifact["root"],
        "repository_id": model.artifact["repository_id"],
        "scope": model.artifact["scope"],
    }
    return {**head, **_ANSWERS[query](model, arguments)}


def _impact(model: Model, arguments: dict[str, Any]) -> Record:
    start = _node(model, arguments["node_id"])
    direction, max_depth = arguments.get("direction", "dependents"), arguments.get("max_depth", 1)
    depths, edges = impact(model, start["id"], dependents=direction == "dependents", max_depth=max_depth)
    return {
        "direction": direction,
        "max_depth": max_depth,
        "start": start,
        "nodes": [model.nodes[node] for node in depths],
        "edges": edges,
        "depths": depths,
    }


def _cycles(model: Model, _: dict[str, Any]) -> Record:
    return {
        "cycles": [
            {"id": f"cycle:{members[0]}", "nodes": [model.nodes[node] for node in members], "edges": edges}
            for members, edges in cycles(model)
        ]
    }


def _bridges(model: Model, _: dict[str, Any]) -> Record:
    found = [{"edge": edge, **_ends(model, edge)} for edge in bridges(model)]
    return {"graph_semantics": "weak-undirected-dependency", "bridges": found}


def _evidence(model: Model, arguments: dict[str, Any]) -> Record:
    entity = arguments["entity_id"]
    if edge := model.edges.get(entity):
        return {"entity_kind": "edge", "edge": edge, **_ends(model, edge)}
    if node := model.nodes.get(entity):
        return {"entity_kind": "node", "node": node, "edges": model.incident.get(entity, [])}
    raise Missing(entity, f"The artifact has no node and no edge with the id {entity!r}.")


def _callers(model: Model, arguments: dict[str, Any]) -> Record:
    function = _node(model, arguments["node_id"])
    if function["kind"] != "function":
        raise Missing(
            function["id"], f"The node {function['id']!r} is not a function but: {function['kind']}."
        )
    closed_world = arguments.get("assume_closed_world", False)
    resolution = model.artifact["metrics"].get("resolution", {})
    return {
        "assume_closed_world": closed_world,
        "report": report(model, function, closed_world=closed_world),
        "resolution": resolution.get(function.get("language")),
        "caveat": CAVEAT,
    }


def _uncalled(model: Model, arguments: dict[str, Any]) -> Record:
    closed_world, limit = arguments.get("assume_closed_world", False), arguments.get("limit", 100)
    include_unknown, language = arguments.get("include_unknown", False), arguments.get("language")
    reports = [
        report(model, node, closed_world=closed_world)
        for node in model.nodes.values()
        if node["kind"] == "function" and language in (None, node.get("language"))
    ]
    reports.sort(key=lambda each: _position(each["function"]))
    counts = Counter((each["function"].get("language", ""), each["status"]) for each in reports)
    statuses = ("resolved", "unknown", "unreferenced")
    languages = sorted({name for name, _ in counts})
    unreferenced = [each for each in reports if each["status"] == "unreferenced"]
    answer = {
        "assume_closed_world": closed_world,
        "include_unknown": include_unknown,
        "limit": limit,
        "counts": {name: {status: counts[name, status] for status in statuses} for name in languages},
        "unreferenced_total": len(unreferenced),
        "unreferenced": unreferenced[:limit],
        "caveat": CAVEAT,
    }
    if language is not None:
        answer["language"] = language
    if include_unknown:
        unknown = [each for each in reports if each["status"] == "unknown"]
        answer |= {"unknown_total": len(unknown), "unknown": unknown[:limit]}
    return answer


def _position(function: Record) -> tuple[str, int, str]:
    return function.get("path", ""), function.get("line", 0), function["id"]


def _ends(model: Model, edge: Record) -> Record:
    return {"source": model.nodes[edge["source"]], "target": model.nodes[edge["target"]]}


def _node(model: Model, entity: str) -> Record:
    if node := model.nodes.get(entity):
        return node
    found = "it is the id of an edge" if entity in model.edges else "nothing has this id"
    raise Missing(entity, f"The artifact has no node with the id {entity!r}: {found}.")


_ANSWERS = {
    "brick_impact": _impact,
    "brick_cycles": _cycles,
    "brick_bridges": _bridges,
    "brick_evidence": _evidence,
    "brick_callers": _callers,
    "brick_uncalled": _uncalled,
}
