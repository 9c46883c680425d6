"""Whether a function has a known caller, might have one, or has none on record."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from lineai_brick.model import Model, Record

CAVEAT = (
    "Static evidence only: a missing caller edge is a reason to look, "
    "never a proof that the function is dead."
)
_EXCLUDED = frozenset(("foreign-receiver", "macro"))
_EXAMPLES = 3
_OWN = ("virtual", "trait-impl", "external-base", "framework-attribute", "implicit-invocation")


def report(model: Model, function: Record, *, closed_world: bool) -> Record:
    """Return function, status, basis, reasons and caller edges; ``closed_world``: all was scanned."""
    callers = [edge for edge in model.incoming.get(function["id"], ()) if edge["kind"] == "calls"]
    reasons = [] if callers else list(_reasons(model, function, closed_world))
    return {
        "function": function,
        "status": "resolved" if callers else "unknown" if reasons else "unreferenced",
        "basis": "compiler" if function.get("path") in model.compiled else "heuristic",
        "reasons": reasons,
        "callers": callers,
    }


def _reasons(model: Model, function: Record, closed_world: bool) -> Iterator[Record]:
    """Yield why a function without known caller may have one, in a fixed order."""
    sites = [
        (record.get("attributes", {}).get("source.unresolved-reason", "unspecified"), record["provenance"])
        for record in _same_name(model, function, "unresolved-call")
    ]
    sites = [site for site in sites if site[0] not in _EXCLUDED]
    if sites:
        yield {
            "reason": "unresolved-call-sites",
            "count": len(sites),
            "by_reason": dict(sorted(Counter(reason for reason, _ in sites).items())),
            "examples": sorted({provenance for _, provenance in sites})[:_EXAMPLES],
        }
    references = [record["provenance"] for record in _same_name(model, function, "references-name")]
    if references:
        examples = sorted(set(references))[:_EXAMPLES]
        yield {"reason": "referenced-by-name", "count": len(references), "examples": examples}
    facts = function.get("attributes", {})
    files = [node.get("attributes", {}) for node in model.files.get(function.get("path", ""), ())]
    either = [facts, *files]
    held = {name: bool(facts.get(f"source.{name}")) for name in (*_OWN, "entry-point")}
    held["outside-class-member"] = bool(facts.get("source.outside-class"))
    held["parse-incomplete"] = any(each.get("source.parse-incomplete") for each in either)
    held["test-code"] = any(each.get("source.test") for each in either)
    held["exported"] = not closed_world and bool(facts.get("source.exported"))
    held["external-linkage"] = not closed_world and facts.get("source.linkage") == "external"
    order = (
        "outside-class-member",
        "parse-incomplete",
        "entry-point",
        "test-code",
        "exported",
        "external-linkage",
    )
    yield from ({"reason": name} for name in (*_OWN, *order) if held[name])


def _same_name(model: Model, function: Record, kind: str) -> Iterator[dict[str, Any]]:
    """Yield the evidence of edges of one kind to the function's name, in its language or in none."""
    language = function.get("language")
    for edge in model.named.get(function["name"], ()):
        other = model.nodes[edge["target"]].get("language")
        if edge["kind"] == kind and (language is None or other is None or language == other):
            yield from edge["evidence"]
