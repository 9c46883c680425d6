"""A checklist for a change: how far it reaches, what it touches, and what is not known about it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from lineai_local.queries.gaps import Gap
from lineai_local.queries.traverse import Region
from lineai_local.store import NodeRow

TEST = re.compile(
    r"(?:^|/)(?:tests?|__tests__|spec)/|(?:^|/)test_[^/]*$|(?:_test|\.test|\.spec|Test|Tests|IT)\.\w+$"
)
_ENDPOINT = re.compile(
    r"(?i)mapping\b|\b(?:route|get|post|put|delete|patch|websocket|api_view|path|http\w*)\s*\("
)
_LIMITS = {
    "fan-in": 10, "fan-out": 20, "affected-nodes": 50, "applications": 1, "endpoints": 0, "complexity": 10,
    "unresolved-callers": 0, "tests-reached": 1,
}  # fmt: skip
_MORE_IS_BETTER = frozenset({"tests-reached", "owners-known"})
_GAPS = frozenset({"unresolved-callers"})
_MEDIUM, _HIGH = 1, 3


@dataclass(frozen=True, slots=True)
class Scope:
    """What the checks look at: the nodes to change, all that uses them, and what each of them needs."""

    seeds: Sequence[NodeRow]
    upstream: Region
    downstream: Region
    gap: Gap
    owners: int | None


def checklist(scope: Scope) -> dict[str, Any]:
    """Return the checks, each with its value, threshold and whether it is met, and the risk they add up to.

    A value that is not known is null and its check not met. The risk is ``unknown`` while anything could
    still be missing from the answer.
    """
    seeds = {seed.id for seed in scope.seeds}
    affected = [node for number, node in scope.upstream.nodes.items() if number not in seeds]
    everything = scope.upstream.nodes.values()
    fan_in = {e.source for e in scope.upstream.edges if e.target in seeds and e.source not in seeds}
    fan_out = {e.target for e in scope.downstream.edges if e.source in seeds and e.target not in seeds}
    values: dict[str, int | None] = {
        "fan-in": len(fan_in),
        "fan-out": len(fan_out),
        "affected-nodes": len(affected),
        "applications": len({node.application for node in everything if node.application}),
        "endpoints": sum(is_endpoint(node) for node in everything),
        "complexity": max((seed.complexity for seed in scope.seeds), default=0),
        "unresolved-callers": len(scope.gap.sites) + len(scope.gap.files),
        "tests-reached": sum(TEST.search(node.path) is not None for node in affected),
        "owners-known": scope.owners,
    }
    limits = _LIMITS | {"owners-known": len(seeds)}
    checks = [_check(name, value, limits[name]) for name, value in values.items()]
    failed = sum(not check["ok"] for check in checks if check["name"] not in _GAPS)
    risk = "high" if failed >= _HIGH else "medium" if failed >= _MEDIUM else "low"
    known = not scope.gap.open and not scope.upstream.truncated and not scope.upstream.beyond
    return {"risk": risk if known else "unknown", "riskOfWhatIsKnown": risk, "checks": checks}


def is_endpoint(node: NodeRow) -> bool:
    """Return whether an annotation of the node makes it answer requests from outside."""
    return any(_ENDPOINT.search(annotation) for annotation in node.annotation_list())


def _check(name: str, value: int | None, threshold: int) -> dict[str, Any]:
    met = value is not None and (value >= threshold if name in _MORE_IS_BETTER else value <= threshold)
    comparison = "at least" if name in _MORE_IS_BETTER else "at most"
    return {"name": name, "value": value, "threshold": threshold, "comparison": comparison, "ok": met}
