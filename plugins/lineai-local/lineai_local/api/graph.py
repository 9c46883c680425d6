"""The endpoints below ``/api/ai-retrieval/graph``: each takes a question apart and writes the answer."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from lineai_local.api.payload import edge_json, node_json
from lineai_local.problems import BadRequest, NotFound
from lineai_local.queries import search as searching
from lineai_local.queries import traverse
from lineai_local.queries.gaps import Gap, gap
from lineai_local.queries.owners import Ownership
from lineai_local.queries.scope import Scope, checklist
from lineai_local.store import NodeRow, View

VERSION = "1"
MOST_SEEDS = 50
MOST_OWNED = 50
LIMITS = {
    "defaultResults": searching.DEFAULT_RESULTS,
    "maxResults": searching.MOST_RESULTS,
    "maxSeeds": MOST_SEEDS,
    "maxNodes": traverse.MOST_NODES,
    "defaultDepth": traverse.DEFAULT_DEPTH,
    "maxDepth": traverse.MOST_DEPTH,
    "defaultPathLength": traverse.DEFAULT_LENGTH,
    "maxPathLength": traverse.MOST_LENGTH,
    "maxOwned": MOST_OWNED,
}
Body = Mapping[str, Any]
Answer = Callable[[View, Ownership, Body], dict[str, Any]]


def capabilities(view: View) -> dict[str, Any]:
    """Return what the graph of a view consists of, and within which bounds it is asked."""
    labels = view.distinct("node", "label")
    types = view.distinct("edge", "type")
    tag = hashlib.blake2b("\0".join([VERSION, *labels, "", *types]).encode(), digest_size=8).hexdigest()
    return {
        "materializedViewId": view.id,
        "graph_contract_version": VERSION,
        "capabilities_etag": tag,
        "labels": labels,
        "relationshipTypes": types,
        "dependencyTypes": list(traverse.DEPENDENCIES),
        "scanSpaces": view.repositories(),
        "limits": LIMITS,
        "flags": {"owners": True, "reviewers": True, "paths": True, "database": "Table" in labels},
    }


def search(view: View, owners: Ownership, body: Body) -> dict[str, Any]:
    """Return the nodes that match words or the start of an identity, the best first."""
    query, prefix = _text(body, "query").strip(), _text(body, "identityPrefix")
    if not query and not prefix.strip():
        raise BadRequest("Give 'query' or 'identityPrefix'.")
    limit = _number(body, "limit", searching.DEFAULT_RESULTS, searching.MOST_RESULTS)
    found = searching.search(view, query, prefix, _space(view, body), limit)
    applications = view.applications()
    truncated = found.total > len(found.nodes)
    return {
        "status": "partial" if truncated else "ok",
        "nodes": [node_json(node, view.id, applications) for node in found.nodes],
        "total": found.total,
        "limit": limit,
        "truncated": truncated,
        "query_stats": {"nodes_matched": found.total, "nodes_returned": len(found.nodes)},
        "assumptions_applied": _assumptions(body),
        "static_analysis_gap": Gap([], [], _unread(view)).to_json(view),
    }


def impact(view: View, owners: Ownership, body: Body) -> dict[str, Any]:
    """Return what the seeds affect (upstream), need (downstream), or both."""
    seeds = _seeds(view, body)
    direction = _direction(body)
    depth = _number(body, "depth", traverse.DEFAULT_DEPTH, traverse.MOST_DEPTH)
    found = traverse.region(view, seeds, direction, depth)
    upstream, downstream = direction != "downstream", direction != "upstream"
    lacking = gap(view, found.nodes.values(), upstream=upstream, downstream=downstream)
    applications = view.applications()
    nodes = []
    for number, node in sorted(found.nodes.items(), key=lambda item: (found.distance[item[0]], item[0])):
        shown = node_json(node, view.id, applications)
        shown["properties"]["distance"] = found.distance[number]
        nodes.append(shown)
    return {
        "status": "partial" if found.truncated else "ok",
        "seedNodeIds": [seed.key for seed in seeds],
        "direction": direction,
        "depth": depth,
        "nodes": nodes,
        "relationships": [edge_json(edge, found.nodes) for edge in found.edges],
        "truncated": found.truncated,
        "moreBeyondDepth": found.beyond,
        "query_stats": {"nodes_examined": len(found.nodes), "edges_examined": len(found.edges)},
        "assumptions_applied": _assumptions(body),
        "static_analysis_gap": lacking.to_json(view),
    }


def path(view: View, owners: Ownership, body: Body) -> dict[str, Any]:
    """Return a shortest path from one node to another along what depends on what."""
    start, end = (_node(view, _text(body, name), name) for name in ("fromNodeId", "toNodeId"))
    longest = _number(body, "maxDepth", traverse.DEFAULT_LENGTH, traverse.MOST_LENGTH)
    found = traverse.shortest_path(view, start.id, end.id, longest)
    nodes = view.nodes(found.nodes)
    exists = bool(found.nodes)
    lacking = Gap([], [], _unread(view))
    if not exists:
        lacking = gap(view, view.nodes(found.examined).values(), upstream=False, downstream=True)
    return {
        "status": "partial" if found.cut else "ok",
        "found": exists,
        "length": len(found.edges) if exists else None,
        "maxDepth": longest,
        "nodes": [nodes[number].key for number in found.nodes],
        "relationships": [edge.type for edge in found.edges],
        "steps": [edge_json(edge, nodes) for edge in found.edges],
        "symbols": [nodes[number].symbol for number in found.nodes],
        "truncated": found.cut,
        "query_stats": {"nodes_examined": len(found.examined)},
        "assumptions_applied": _assumptions(body),
        "static_analysis_gap": lacking.to_json(view),
    }


def validate_change_scope(view: View, owners: Ownership, body: Body) -> dict[str, Any]:
    """Return the checklist for a change of the seeds."""
    seeds = _seeds(view, body)
    summary = _text(body, "proposedChangeSummary").strip()
    if not summary:
        raise BadRequest("Give 'proposedChangeSummary': a sentence about the change.")
    upstream = traverse.region(view, seeds, "upstream", traverse.MOST_DEPTH)
    downstream = traverse.region(view, seeds, "downstream", 1)
    lacking = gap(view, seeds, upstream=True, downstream=False)
    known = [owners.owners(seed.repository, seed.path) for seed in seeds]
    owned = None if any(item is None for item in known) else sum(bool(item) for item in known)
    return {
        "status": "partial" if upstream.truncated else "ok",
        "proposedChangeSummary": summary,
        "seedNodeIds": [seed.key for seed in seeds],
        **checklist(Scope(seeds, upstream, downstream, lacking, owned)),
        "truncated": upstream.truncated,
        "query_stats": {"nodes_examined": len(upstream.nodes), "edges_examined": len(upstream.edges)},
        "assumptions_applied": ["the summary is kept as it is: no check reads it", *_assumptions(body)],
        "static_analysis_gap": lacking.to_json(view),
    }


def owners(view: View, owners: Ownership, body: Body) -> dict[str, Any]:
    """Return who owns the file of a node, or of the nodes whose identity starts with a prefix."""
    identifier, prefix = _text(body, "nodeId"), _text(body, "identityPrefix")
    if not identifier and not prefix:
        raise BadRequest("Give 'nodeId' or 'identityPrefix'.")
    space = _space(view, body)
    if identifier:
        nodes, total = [_node(view, identifier, "nodeId")], 1
    else:
        found = searching.search(view, "", prefix, space, MOST_OWNED)
        nodes, total = found.nodes, found.total
    answers = [_owned(node, owners, deep=len(nodes) == 1) for node in nodes]
    first = answers[0] if answers else {}
    return {
        "status": "partial" if total > len(nodes) else "ok",
        "nodeId": first.get("nodeId"),
        "owners": first.get("owners", {}),
        "nodes": answers,
        "total": total,
        "truncated": total > len(nodes),
        "query_stats": {"nodes_examined": len(nodes)},
        "assumptions_applied": [
            "owners are those of the last matching line of the file CODEOWNERS",
            "reviewers are the authors of most of the last 50 changes of the file",
            *_assumptions(body),
        ],
        "static_analysis_gap": Gap([], [], _unread(view)).to_json(view),
    }


ANSWERS: dict[str, Answer] = {
    "search": search,
    "impact": impact,
    "path": path,
    "validate-change-scope": validate_change_scope,
    "owners": owners,
}
"""The endpoints that are asked by POST, by the last part of their path."""


def owner_properties(node: NodeRow, owners: Ownership, *, deep: bool = True) -> dict[str, list[str]]:
    """Return the properties of a node that tell who owns it, as far as that is known.

    Only if ``deep`` is the history searched for changes that are long ago.
    """
    found = {
        "lineai.owners": owners.owners(node.repository, node.path),
        "lineai.reviewers": owners.reviewers(node.repository, node.path, deep=deep),
    }
    return {name: value for name, value in found.items() if value is not None}


def _owned(node: NodeRow, owners: Ownership, *, deep: bool) -> dict[str, Any]:
    found = owner_properties(node, owners, deep=deep)
    unknown = [name for name in ("lineai.owners", "lineai.reviewers") if name not in found]
    return {
        "nodeId": node.key,
        "symbol": node.symbol,
        "identity": node.identity,
        "path": node.path,
        "owners": found,
        "unknown": unknown,
    }


def _unread(view: View) -> int:
    return len(view.files("status IN ('searched', 'skipped')"))


def _assumptions(body: Body) -> list[str]:
    return (
        ["a view holds one scan of each repository: it is the latest"] if body.get("preferLatestScan") else []
    )


def _text(body: Body, name: str) -> str:
    value = body.get(name)
    if value is None:
        return ""
    if not isinstance(value, str):
        raise BadRequest(f"{name!r} must be a text.")
    return value


def _number(body: Body, name: str, default: int, most: int) -> int:
    value = body.get(name)
    if value is None:
        return default
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        raise BadRequest(f"{name!r} must be a whole number, zero or more.")
    return min(value, most)


def _space(view: View, body: Body) -> str:
    name = _text(body, "scanSpace").strip()
    known = view.repositories()
    if name and name not in known:
        raise BadRequest(
            f"There is no scan space {name!r}; a scan space is a repository: {', '.join(known)}."
        )
    return name


def _direction(body: Body) -> traverse.Direction:
    value = body.get("direction") or "upstream"
    directions: tuple[traverse.Direction, ...] = ("upstream", "downstream", "both")
    for direction in directions:
        if value == direction:
            return direction
    raise BadRequest("'direction' must be 'upstream', 'downstream' or 'both'.")


def _seeds(view: View, body: Body) -> Sequence[NodeRow]:
    keys = body.get("seedNodeIds")
    if not isinstance(keys, list) or not keys or not all(isinstance(key, str) for key in keys):
        raise BadRequest("'seedNodeIds' must be a list of node ids that is not empty.")
    if len(keys) > MOST_SEEDS:
        raise BadRequest(f"'seedNodeIds' may hold at most {MOST_SEEDS} ids.")
    space = _space(view, body)
    known = view.keyed(keys)
    missing = [key for key in keys if key not in known or (space and known[key].repository != space)]
    if missing:
        raise NotFound(f"There is no node {', '.join(map(repr, missing))} in this materialized view.")
    return [known[key] for key in dict.fromkeys(keys)]


def _node(view: View, key: str, name: str) -> NodeRow:
    if not key:
        raise BadRequest(f"Give {name!r}.")
    found = view.node(key)
    if found is None:
        raise NotFound(f"There is no node {key!r} in this materialized view.")
    return found
