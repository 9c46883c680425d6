"""What has to be said before anything else: how far a response can be trusted, and what it found."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from lineai_core.plugin import Node, escape, spell
from lineai_graph.chain import path_length
from lineai_graph.kinds import CHECKS, Kind, compact, owners_of, passed
from lineai_graph.shape import WRAPPED, Part

Kinds = list[tuple[Part, Kind]]

_STATES = {
    "partial": "⚠️ The server calls this answer partial: something that belongs to it is missing.",
    "timeout": "⚠️ The server ran out of time: what it had not reached is missing from this answer.",
    "error": "⚠️ The server reports an error inside its answer, so what is missing from it is unknown.",
}
_TRUNCATED = (
    "⚠️ The server cut this answer at its own limits (truncated): what is not listed may exist "
    "nevertheless. Raise the limit if the question has one, or ask narrower questions."
)
_GAPS = ("static_analysis_gap", "staticAnalysisGap")
_TOLD = frozenset(
    {
        "status",
        "truncated",
        "found",
        "length",
        "assumptions_applied",
        "assumptionsApplied",
        "materializedViewId",
    }
)


def doubts(response: Any) -> list[str]:
    """Return sentences on what the response itself says is missing from it, or was taken for granted."""
    if not isinstance(response, Mapping):
        return []
    found = []
    status = response.get("status")
    state = status.casefold() if isinstance(status, str) else ""
    if state in _STATES:
        found.append(_STATES[state])
    elif state not in ("", "ok", "success"):
        found.append(f"The server gives this answer the status {compact(status)}.")
    if any(response.get(name) is True for name in ("truncated", "isTruncated")):
        found.append(_TRUNCATED)
    if gap := _gap(response):
        told = "" if gap is True else f": {_several(gap)}"
        found.append(f"❓ The code could not be analysed in full, and this answer has that gap{told}.")
    if assumed := response.get("assumptions_applied") or response.get("assumptionsApplied"):
        found.append(f"The answer rests on assumptions: {_several(assumed)}.")
    return found


def is_open(response: Any) -> bool:
    """Return whether more may exist than the response says."""
    if not isinstance(response, Mapping):
        return False
    status = response.get("status")
    incomplete = isinstance(status, str) and status.casefold() not in ("ok", "success")
    return bool(
        response.get("truncated") is True
        or response.get("isTruncated") is True
        or _gap(response)
        or incomplete
    )


def is_told(path: tuple[str, ...]) -> bool:
    """Return whether the value at a place in a response is told in sentences, or by the view's id."""
    place = path[1:] if path[0] == WRAPPED and len(path) > 1 else path
    return place[0] in _GAPS or (len(place) == 1 and place[0] in _TOLD)


def unresolved(nodes: list[Node]) -> list[str]:
    """Return the sentence about nodes that are references without a definition, if there are any."""
    count = sum(node.is_unresolved for node in nodes)
    if not count:
        return []
    told = spell.count(count, "node")
    return [
        f"❓ {told} here {'is an unresolved reference' if count == 1 else 'are unresolved references'}: "
        "the code names something whose definition this view does not hold. What stands behind is unknown."
    ]


def outcome(operation: str, response: Any, kinds: Kinds) -> str:
    """Return a sentence on what was found; it never calls a thing absent that may only be unknown."""
    if operation == "path":
        return _path(response)
    if operation == "validate-change-scope":
        return _checks(kinds)
    if operation == "owners":
        return "" if _names_anybody(response) else _NOBODY
    if operation in _NOTHING and _is_empty(response):
        return _PERHAPS if is_open(response) else _NOTHING[operation]
    return ""


_NOBODY = "The response names nobody: who is in charge is not recorded, which does not mean nobody is."
_PERHAPS = "❓ Nothing is listed, but the answer is incomplete: whether there is something is unknown."
_NOTHING = {
    "search": "The search worked, and nothing in this view matches it.",
    "impact": "The server lists no node: as far as its graph reaches, nothing is touched.",
}


def _path(response: Any) -> str:
    found = response.get("found") if isinstance(response, Mapping) else None
    length = path_length(response)
    if found is True or (found is None and length is not None):
        of = "" if length is None else f" of {spell.count(length, 'relationship')}"
        return f"**Found:** a path{of}."
    if found is False and not is_open(response):
        return "**Not found:** as far as the server looked, no path leads from the one to the other."
    return "❓ It is unknown whether there is a path: the answer does not say so for certain."


def _checks(kinds: Kinds) -> str:
    outcomes = [passed(item) for part, kind in kinds if kind is CHECKS for item in part.items]
    if not outcomes:
        return "❓ The response holds no checks: whether the change stays within bounds is unknown."
    failed, unknown = outcomes.count(False), outcomes.count(None)
    told = f"**Checks:** {outcomes.count(True):,} passed, {failed:,} failed"
    return told + (f", {unknown:,} without a verdict that can be read." if unknown else ".")


def _is_empty(response: Any) -> bool:
    if isinstance(response, Mapping) and "nodes" in response:
        return not (response["nodes"] or response.get("relationships"))
    return response is None or response in ([], {})


def _names_anybody(response: Any) -> bool:
    return any(owners_of(holder) for holder in _objects(response, 4))


def _objects(value: Any, levels: int) -> Iterator[Any]:
    if isinstance(value, Mapping):
        yield value
        value = list(value.values())
    if isinstance(value, list) and levels:
        for item in value:
            yield from _objects(item, levels - 1)


def _gap(response: Mapping[str, Any]) -> Any:
    """Return what the analysis could not see; nothing if the response says that it is complete."""
    for name in _GAPS:
        gap = response.get(name)
        if isinstance(gap, Mapping):
            gap = None if gap.get("complete") is True else {key: value for key, value in gap.items() if value}
        if gap:
            return gap
    return None


def _member(value: Any) -> str:
    return f"({len(value):,}, see below)" if isinstance(value, list) else compact(value)


def _several(value: Any) -> str:
    if isinstance(value, Mapping):
        return ", ".join(f"{escape(name)} {_member(member)}" for name, member in list(value.items())[:8])
    return spell.several(value if isinstance(value, list) else [value], compact, most=5)
