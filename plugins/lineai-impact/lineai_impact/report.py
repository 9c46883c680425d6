"""The answer to an impact question: a report in Markdown, and the same facts as data."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from lineai_core.plugin import Node, Place, Report, ViewRef, bullet, code, escape, fact, spell
from lineai_impact import facts, texts, words
from lineai_impact.impact import Impact
from lineai_impact.question import Question
from lineai_impact.risk import Risk, assess, has_rest_surface
from lineai_impact.sections import (
    ALTERNATIVES,
    APPLICATIONS,
    CONTROLLERS,
    DEPENDENTS,
    ENDPOINT_CALLS,
    ENDPOINTS,
    NODES,
    PEOPLE,
    RELATIONSHIPS,
    REST_METHODS,
    UNREAD,
    UNRESOLVED,
    sections,
)

DEEPEST = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """All that an answer is made of. ``note`` tells how the method found departs from the question."""

    question: Question
    view: ViewRef
    impact: Impact
    alternatives: Sequence[Node] = ()
    note: str | None = None


def report(answer: Answer) -> Report:
    """Return the report, to be read whole or in pages."""
    risk = assess(answer.impact)
    return Report(
        title=f"# Impact Analysis for Method: {code(answer.question.method)}",
        identification=_identification(answer),
        blocks=_blocks(answer, risk),
        sections=sections(answer.impact, answer.alternatives),
        facts=_base_facts(answer, risk),
    )


def _blocks(answer: Answer, risk: Risk) -> list[str | Place]:
    """Return the report's parts in order: finished text, and the places of lists."""
    impact = answer.impact
    surface = has_rest_surface(impact)
    reasons = [texts.MARKS[reason.verdict] + reason.message for reason in risk.reasons]
    blocks: list[str | Place] = [
        f"## Guidelines for AI\n\n{_bullets(texts.GUIDELINES)}",
        f"## Summary\n\n{_bullets([*_identification(answer), *_summary(answer, risk)])}",
        Place(ALTERNATIVES, before=texts.CHOOSE),
        Place(ENDPOINTS),
        f"## Risk Assessment\n\n{_bullets(reasons)}",
        f"### REST API Risk Assessment\n\n{texts.REST_ALERT if surface else texts.REST_CLEAR}",
        Place(REST_METHODS),
        Place(CONTROLLERS),
        Place(ENDPOINT_CALLS),
    ]
    if surface:
        blocks.append(f"### API Change Risk Factors\n\n{_bullets(texts.API_FACTORS)}")
    blocks += [
        Place(PEOPLE),
        Place(DEPENDENTS, before=_dependents_intro(impact), if_empty=_no_dependents(impact)),
        _transitive(impact),
        Place(UNRESOLVED),
        Place(UNREAD),
        Place(NODES, if_empty="The graph holds no node."),
        Place(RELATIONSHIPS, if_empty="The graph holds no relationship."),
    ]
    if len(impact.applications) > 1:
        blocks.append(Place(APPLICATIONS))
    return [block for block in blocks if block]


def _identification(answer: Answer) -> list[str]:
    target, view = answer.impact.target, answer.view
    where = f" – {code(f'{target.path}:{target.line}')}" if target.path and target.line else ""
    items = [
        f"**Method:** {code(target.name)} – {spell.node(target)} ({spell.label(target)}){where}",
        f"**Class:** {code(answer.question.class_name) if answer.question.class_name else spell.ABSENT}",
        f"**Materialized View:** {spell.view(view)}",
    ]
    return [*items, f"**Note:** {answer.note}"] if answer.note else items


def _summary(answer: Answer, risk: Risk) -> list[str]:
    impact = answer.impact
    owners = [person.name for person in impact.people if person.role == "owner"]
    reviewers = [person.name for person in impact.people if person.role == "reviewer"]
    items = [
        f"**Risk:** {risk.level}",
        f"**Direct Dependents:** {_dependents_count(impact)}",
        f"**Transitive Dependents:** {'at least ' if impact.graph.truncated else ''}"
        f"{sum(impact.depths.values()):,} (direct ones included)",
        f"**Complexity:** {spell.figure(impact.target.complexity, words.UNKNOWN)}",
        "**Instruction Count:** "
        + spell.figure(impact.target.number("statistics.instructionCount"), words.UNKNOWN),
        f"**Affected Applications:** {len(impact.applications) or words.UNKNOWN}",
        f"**Unresolved References:** {impact.unresolved_references:,}; places that could call the method: "
        f"{impact.possible_callers:,}",
    ]
    if answer.alternatives:
        items.append(f"**Ambiguous:** {len(answer.alternatives):,} more methods match; see below")
    if owners:
        items.append(f"**Code Owners:** {spell.several(owners, escape)}")
    if reviewers:
        items.append(f"**Code Reviewers:** {spell.several(reviewers, escape)}")
    if impact.graph.dangling or impact.graph.skipped:
        items.append(
            f"**Left Out:** {impact.graph.dangling:,} relationships with an end outside the graph, "
            f"{impact.graph.skipped:,} unreadable rows"
        )
    return items


def _dependents_count(impact: Impact) -> str:
    if impact.dependents or impact.status == "unreferenced":
        return f"{len(impact.dependents):,}"
    return words.UNKNOWN


def _dependents_intro(impact: Impact) -> str:
    text = f"These depend directly on {spell.node(impact.target)} and can break if it changes."
    return f"{text} There may be more: {'; '.join(impact.doubts)}." if impact.doubts else text


def _no_dependents(impact: Impact) -> str:
    if impact.status == "unreferenced":
        return (
            f"Nothing in this view depends on {spell.node(impact.target)}, and no unresolved reference "
            "could be a call of it: it is isolated here. Callers outside the view are not known."
        )
    return (
        f"It is unknown whether anything depends on {spell.node(impact.target)}: no dependent was found, "
        f"but {'; '.join(impact.doubts)}."
    )


def _transitive(impact: Impact) -> str:
    rows = depth_counts(impact)
    if len(rows) < 2:
        return ""
    lines = [bullet(f"Distance {row['depth']}: {row['count']:,}") for row in rows[:DEEPEST]]
    if deeper := sum(row["count"] for row in rows[DEEPEST:]):
        lines.append(bullet(f"Distance {DEEPEST + 1} to {rows[-1]['depth']}: {deeper:,}"))
    return "### Transitive Dependents by Distance\n\n" + "\n".join(lines)


def depth_counts(impact: Impact) -> list[dict[str, int]]:
    """Return how many dependents there are at each distance from the method."""
    return [{"depth": depth, "count": count} for depth, count in sorted(impact.depths.items())]


def _base_facts(answer: Answer, risk: Risk) -> dict[str, Any]:
    """Return the part of the data that every page repeats."""
    impact, view = answer.impact, answer.view
    depths = depth_counts(impact)
    return {
        "target": facts.target_facts(impact.target),
        "scope": fact.known(view_id=view.id, workspace=view.workspace),
        "status": impact.status,
        "doubts": list(impact.doubts),
        "totals": {
            "direct_dependents": len(impact.dependents),
            "transitive_dependents": sum(impact.depths.values()),
            "unresolved_references": impact.unresolved_references,
            "possible_callers": impact.possible_callers,
            "dangling_relationships": impact.graph.dangling,
            "unreadable_rows": impact.graph.skipped,
        },
        "transitive": depths[:DEEPEST],
        "deepest": depths[-1]["depth"] if depths else 0,
        "risk": {
            "level": risk.level,
            "reasons": [
                {"factor": reason.factor, "verdict": reason.verdict, "message": reason.message}
                for reason in risk.reasons
            ],
        },
    }


def _bullets(items: Iterable[str]) -> str:
    return "\n".join(map(bullet, items))
