"""What a change of a method touches: the judgement and the words, without any request."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from lineai_core.plugin import Document, ImpactGraph, Relationship, code, table

Verdict = Literal["guarded", "unknown", "clear"]


@dataclass(frozen=True, kw_only=True)
class MethodRisk:
    """What one method touches. ``doubts`` say why there may be more, as sentences without a full stop."""

    method: str
    definitions: tuple[str, ...]
    applications: tuple[str, ...]
    guarded: tuple[str, ...]
    doubts: tuple[str, ...]

    @property
    def verdict(self) -> Verdict:
        """``guarded`` if a guarded application is touched; ``clear`` only if nothing is left in doubt."""
        if self.guarded:
            return "guarded"
        return "unknown" if self.doubts else "clear"


def method_risk(
    method: str, graphs: Iterable[tuple[str, ImpactGraph]], guarded: Sequence[str], *, left_out: int = 0
) -> MethodRisk:
    """Return the risk of a method from the id and the impact graph of each definition of that name.

    ``left_out`` is the number of definitions that were not looked at.
    """
    definitions: list[str] = []
    applications: set[str] = set()
    doubts: dict[str, None] = {}
    for identifier, graph in graphs:
        target = graph.node(identifier)
        if target is None:
            doubts["the backend's answer about a definition does not hold it"] = None
            continue
        definitions.append(target.symbol or target.identity or target.name)
        found, homeless = _applications(graph, identifier)
        applications |= found
        doubts |= dict.fromkeys(_doubts(graph, identifier, homeless))
    if not definitions and not doubts:
        doubts["the view defines no method of that name"] = None
    if left_out:
        doubts[f"definitions of that name that were not looked at: {left_out}"] = None
    return MethodRisk(
        method=method,
        definitions=tuple(definitions),
        applications=tuple(sorted(applications)),
        guarded=tuple(sorted(applications & set(guarded))),
        doubts=tuple(doubts),
    )


def overall(risks: Iterable[MethodRisk]) -> Verdict:
    """Return the verdict on a release: the most serious one of its methods."""
    verdicts = {risk.verdict for risk in risks}
    return "guarded" if "guarded" in verdicts else "unknown" if "unknown" in verdicts else "clear"


def markdown(view: str, risks: Sequence[MethodRisk]) -> str:
    """Return the report for a reader; every value from the backend is set as code."""
    page = Document()
    page.heading(1, f"Release risk: {overall(risks)}")
    page.add(f"Materialized view {code(view)}.")
    rows = [(code(r.method), r.verdict, _codes(r.guarded), _codes(r.applications)) for r in risks]
    page.add(table(("Method", "Verdict", "Guarded applications", "All applications"), rows))
    doubts = [f"{code(risk.method)}: {doubt}." for risk in risks for doubt in risk.doubts]
    if doubts:
        page.heading(2, "What is not known")
        page.bullets(doubts)
    return page.text()


def _applications(graph: ImpactGraph, target: str) -> tuple[set[str], int]:
    """Return the applications of the target and its dependents, and how many of these have none."""
    names: set[str] = set()
    homeless = 0
    for identifier in _walk(graph, target, lambda step: step.is_dependency):
        node = graph.nodes[identifier]
        own = {group.name for key in node.texts("groupIds") if (group := graph.node(key))}
        for place in _walk(graph, identifier, lambda step: step.contains):
            own |= {step.start.name for step in graph.incoming(place) if step.group}
        names |= own
        homeless += not own and (node.is_method or node.is_class)
    return names, homeless


def _walk(graph: ImpactGraph, start: str, follow: Callable[[Relationship], bool]) -> Iterator[str]:
    """Yield ``start`` and the ids of all nodes that lead to it over relationships to ``follow``."""
    seen, waiting = {start}, [start]
    while waiting:
        yield (reached := waiting.pop())
        fresh = {step.start.id for step in graph.incoming(reached) if follow(step)} - seen
        seen |= fresh
        waiting += fresh


def _doubts(graph: ImpactGraph, target: str, homeless: int) -> Iterator[str]:
    name = graph.nodes[target].name
    sites = sum(open_.sites for open_ in graph.unresolved if open_.short_name in (None, name))
    if sites:
        yield f"unresolved places that may call it: {sites}"
    if homeless:
        yield f"elements in reach that belong to no known application: {homeless}"
    if graph.unread:
        yield f"files that may mention it but could not be analysed: {len(graph.unread)}"
    if graph.truncated:
        yield "the backend left out distant dependents"
    if graph.dangling or graph.skipped:
        yield "the backend's answer has gaps"


def _codes(names: Iterable[str]) -> str:
    return ", ".join(map(code, names)) or "–"
