"""The answer to an impact question: a report in Markdown, and the same facts as data."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from lineai_core.plugin import Budget, Document, Node, ToolResult, ViewRef, bullet, code, escape
from lineai_impact import facts, texts, words
from lineai_impact.impact import Impact
from lineai_impact.paging import Page, Section, cut, first_pages, resume
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
# Bytes of the structured part around the rows: around all, and for the place of each section; bytes of
# the sentence that closes a list that was cut.
_ENVELOPE = 250
_PLACE = 170
_CLOSING = 230


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """All that an answer is made of. ``note`` tells how the method found departs from the question."""

    question: Question
    view: ViewRef
    impact: Impact
    alternatives: Sequence[Node] = ()
    note: str | None = None


def report(answer: Answer, *, allowance: Callable[[], Budget] = Budget) -> ToolResult:
    """Return the report, or the page of it that the question's cursor names, within the allowance.

    Raises ``ToolError`` if the cursor leads nowhere.
    """
    risk = assess(answer.impact)
    lists = sections(answer.impact, answer.alternatives)
    blocks = _blocks(answer, risk)
    base = _base_facts(answer, risk)
    budget = allowance()
    budget.spend(facts.as_json(base) + " " * _ENVELOPE)
    for block in blocks:
        budget.spend(block if isinstance(block, str) else block.frame(lists[block.name]))
    pages = first_pages(list(lists.values()), budget)
    following = {page.section.name: page.cursor for page in pages}
    if answer.question.cursor is None:
        by_name = {page.section.name: page for page in pages}
        return _result(_document(blocks, by_name), base, pages, _next(following))

    section, offset = resume(list(lists.values()), answer.question.cursor)
    document = Document()
    document.add(_title(answer))
    document.bullets(_identification(answer))
    document.add(f"{section.heading} (continued)")
    budget = allowance()
    budget.spend(facts.as_json(base) + " " * _ENVELOPE)
    budget.spend(document.text() + _List(section.name).frame(section))
    page = cut(section, budget, offset=offset, at_least=1)
    document.add(page.markdown())
    names = list(following)
    later = {name: following[name] for name in names[names.index(section.name) + 1 :]}
    return _result(document.text(), base, (page,), page.cursor or _next(later))


@dataclass(frozen=True, slots=True)
class _List:
    """The place of a section in the report."""

    name: str
    before: str = ""
    if_empty: str = ""

    def frame(self, section: Section[Any]) -> str:
        """Return at least as much text as the section takes without its rows, its place in data included."""
        if not section.items:
            return self.if_empty + " " * _PLACE
        return "".join((section.heading, self.before, *section.headers, " " * (_PLACE + _CLOSING)))


def _blocks(answer: Answer, risk: Risk) -> list[str | _List]:
    """Return the report's parts in order: finished text, and the places of lists."""
    impact = answer.impact
    surface = has_rest_surface(impact)
    reasons = [texts.MARKS[reason.verdict] + reason.message for reason in risk.reasons]
    blocks: list[str | _List] = [
        _title(answer),
        f"## Guidelines for AI\n\n{_bullets(texts.GUIDELINES)}",
        f"## Summary\n\n{_bullets([*_identification(answer), *_summary(answer, risk)])}",
        _List(ALTERNATIVES, before=texts.CHOOSE),
        _List(ENDPOINTS),
        f"## Risk Assessment\n\n{_bullets(reasons)}",
        f"### REST API Risk Assessment\n\n{texts.REST_ALERT if surface else texts.REST_CLEAR}",
        _List(REST_METHODS),
        _List(CONTROLLERS),
        _List(ENDPOINT_CALLS),
    ]
    if surface:
        blocks.append(f"### API Change Risk Factors\n\n{_bullets(texts.API_FACTORS)}")
    blocks += [
        _List(PEOPLE),
        _List(DEPENDENTS, before=_dependents_intro(impact), if_empty=_no_dependents(impact)),
        _transitive(impact),
        _List(UNRESOLVED),
        _List(UNREAD),
        _List(NODES, if_empty="The graph holds no node."),
        _List(RELATIONSHIPS, if_empty="The graph holds no relationship."),
    ]
    if len(impact.applications) > 1:
        blocks.append(_List(APPLICATIONS))
    return [block for block in blocks if block]


def _document(blocks: Sequence[str | _List], pages: Mapping[str, Page]) -> str:
    document = Document()
    for block in blocks:
        if isinstance(block, str):
            document.add(block)
            continue
        page = pages[block.name]
        if page.total or block.if_empty:
            document.add(page.section.heading)
            document.add(block.before if page.total else block.if_empty)
            document.add(page.markdown() if page.total else "")
    return document.text()


def _title(answer: Answer) -> str:
    return f"# Impact Analysis for Method: {code(answer.question.method)}"


def _identification(answer: Answer) -> list[str]:
    target, view = answer.impact.target, answer.view
    where = f" – {code(f'{target.path}:{target.line}')}" if target.path and target.line else ""
    items = [
        f"**Method:** {code(target.name)} – {words.spelled(target)} ({words.label(target)}){where}",
        f"**Class:** {code(answer.question.class_name) if answer.question.class_name else words.ABSENT}",
        f"**Materialized View:** {code(view.id)}"
        + (f" of workspace {code(view.workspace)}" if view.workspace else ""),
    ]
    return [*items, f"**Note:** {answer.note}"] if answer.note else items


def _summary(answer: Answer, risk: Risk) -> list[str]:
    impact = answer.impact
    owners = [person.name for person in impact.people if person.role == "owner"]
    reviewers = [person.name for person in impact.people if person.role == "reviewer"]
    items = [
        f"**Risk:** {risk.level}",
        f"**Direct Dependents:** {_dependents_count(impact)}",
        f"**Transitive Dependents:** {'at least ' if impact.graph.truncated else ''}{len(impact.depths):,} "
        "(direct ones included)",
        f"**Complexity:** {words.figure(impact.target.complexity, words.UNKNOWN)}",
        "**Instruction Count:** "
        + words.figure(impact.target.number("statistics.instructionCount"), words.UNKNOWN),
        f"**Affected Applications:** {len(impact.applications) or words.UNKNOWN}",
        f"**Unresolved References:** {impact.unresolved_references:,}; places that could call the method: "
        f"{impact.possible_callers:,}",
    ]
    if answer.alternatives:
        items.append(f"**Ambiguous:** {len(answer.alternatives):,} more methods match; see below")
    if owners:
        items.append(f"**Code Owners:** {words.several(owners, escape)}")
    if reviewers:
        items.append(f"**Code Reviewers:** {words.several(reviewers, escape)}")
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
    text = f"These depend directly on {words.spelled(impact.target)} and can break if it changes."
    return f"{text} There may be more: {'; '.join(impact.doubts)}." if impact.doubts else text


def _no_dependents(impact: Impact) -> str:
    if impact.status == "unreferenced":
        return (
            f"Nothing in this view depends on {words.spelled(impact.target)}, and no unresolved reference "
            "could be a call of it: it is isolated here. Callers outside the view are not known."
        )
    return (
        f"It is unknown whether anything depends on {words.spelled(impact.target)}: no dependent was found, "
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
    counts: dict[int, int] = {}
    for depth in impact.depths.values():
        counts[depth] = counts.get(depth, 0) + 1
    return [{"depth": depth, "count": counts[depth]} for depth in sorted(counts)]


def _base_facts(answer: Answer, risk: Risk) -> dict[str, Any]:
    """Return the part of the data that every page repeats."""
    impact, view = answer.impact, answer.view
    depths = depth_counts(impact)
    return {
        "target": facts.target_facts(impact.target),
        "scope": facts.known(view_id=view.id, workspace=view.workspace),
        "status": impact.status,
        "doubts": list(impact.doubts),
        "totals": {
            "direct_dependents": len(impact.dependents),
            "transitive_dependents": len(impact.depths),
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


def _result(text: str, base: dict[str, Any], pages: Sequence[Page], next_cursor: str | None) -> ToolResult:
    structured = {
        **base,
        **{page.section.name: [row.data for row in page.rows] for page in pages},
        "pages": [page.facts() for page in pages],
        "truncated": next_cursor is not None,
    }
    if next_cursor is not None:
        structured["next_cursor"] = next_cursor
    return ToolResult(text=text, structured=structured)


def _next(cursors: Mapping[str, str | None]) -> str | None:
    return next((cursor for cursor in cursors.values() if cursor), None)


def _bullets(items: Iterable[str]) -> str:
    return "\n".join(map(bullet, items))
