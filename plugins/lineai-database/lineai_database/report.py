"""The answer about database objects: a report in Markdown, and the same facts as data."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from lineai_core.plugin import Place, Report, ViewRef, bullet, code, fact, spell
from lineai_database import facts, texts, words
from lineai_database.batch import PER_ANSWER, Batch, cursor_to
from lineai_database.entity import Entity
from lineai_database.question import Question
from lineai_database.risk import worst
from lineai_database.sections import (
    APPLICATIONS,
    CODE,
    FAILURES,
    OBJECTS,
    PEOPLE,
    REST,
    UNREAD,
    UNRESOLVED,
    named,
    sections,
    unresolved_references,
)
from lineai_database.selection import Selection

# Names of a match are told up to this length; up to the shorter one if all those of an answer, as UTF-8,
# come to more than the bytes allowed: they are repeated on every page.
_LONG, _SHORT, _NAME_BYTES = 200, 40, 2_500


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """All that an answer is made of."""

    question: Question
    view: ViewRef
    selection: Selection
    batch: Batch


def report(answer: Answer) -> Report:
    """Return the report, to be read whole or in pages."""
    hits, batch = answer.selection.hits, answer.batch
    longest = _longest(batch.entities)
    return Report(
        title=title(answer.question),
        identification=_identification(answer),
        blocks=_blocks(answer, longest),
        sections=sections(batch, hits),
        facts=_base_facts(answer, longest),
        further=cursor_to(hits, batch.end),
    )


def title(question: Question) -> str:
    """Return the heading of every answer that has a report."""
    where = f" in {code(question.table)}" if question.table else ""
    kind = words.PLURALS[question.entity_type]
    return f"# Database Impact Analysis: {kind} matching {code(question.name)}{where}"


def _blocks(answer: Answer, longest: int) -> list[str | Place]:
    """Return the report's parts in order: finished text, and the places of lists."""
    batch = answer.batch
    number = batch.first + 1
    further = cursor_to(answer.selection.hits, batch.end)
    blocks: list[str | Place] = [f"## Overview\n\n{_bullets([*_identification(answer), *_overview(answer)])}"]
    if not any(entity.applications for entity in batch.entities):
        blocks.append(
            "## Application Impact\n\nThe graph names no application that uses what was analysed, so it is "
            "unknown which applications are affected."
        )
    blocks += [Place(named(APPLICATIONS, number)), "## Detailed Analysis"]
    for entity in batch.entities:
        blocks += _entity(answer.question, entity, longest)
    blocks += [
        Place(named(FAILURES, number), before=texts.FAILED),
        Place(
            named(REST, number),
            before=f"One answer analyses up to {PER_ANSWER} matches. Ask again with `cursor` set to "
            f"`{further}` for the next ones.",
        ),
        f"## Best Practices for Database Changes\n\n### Guidelines for AI\n\n{_bullets(texts.GUIDELINES)}",
        f"### Risk Mitigation Strategies\n\n{_bullets(texts.STRATEGIES)}",
        Place(named(UNRESOLVED, number)),
        Place(named(UNREAD, number)),
    ]
    return blocks


def _entity(question: Question, entity: Entity, longest: int) -> list[str | Place]:
    kind = question.entity_type.capitalize()
    blocks: list[str | Place] = [
        f"### {entity.number}. {kind}: {words.dotted(entity.names, limit=longest)}",
        _bullets(_about(question, entity, longest)),
        Place(named(PEOPLE, entity.number)),
        Place(named(CODE, entity.number)),
    ]
    if not entity.code:
        blocks.append(f"#### Code Dependencies\n\n{_no_code(entity)}")
    reasons = [texts.MARKS[reason.verdict] + reason.message for reason in entity.risk.reasons]
    blocks += [
        Place(named(OBJECTS, entity.number)),
        f"#### Risk Assessment\n\n{_bullets([f'**Risk:** {entity.risk.level}', *reasons])}",
    ]
    return blocks


def _about(question: Question, entity: Entity, longest: int) -> list[str]:
    items = [f"**Id:** {code(entity.node.id, limit=longest)}"]
    if entity.node.identity:
        items.append(f"**Identity:** {code(entity.node.identity, limit=longest)}")
    if entity.schema is None:
        items.append("**Schema:** unknown")
    if question.entity_type == "column":
        parent = entity.parent
        items.append(
            f"**Parent:** {spell.label(parent)} {code(parent.name, limit=longest)}"
            if parent is not None
            else "**Parent:** unknown: the graph does not tell which table or view contains the column"
        )
    return items


def _no_code(entity: Entity) -> str:
    if not entity.doubts:
        return "No code in this view uses it, directly or through another object."
    return f"No code that uses it was found, but {'; '.join(entity.doubts)}."


def _identification(answer: Answer) -> list[str]:
    items = [f"**Materialized View:** {spell.view(answer.view)}"]
    note = answer.selection.note
    return [*items, f"**Note:** {note}"] if note else items


def _overview(answer: Answer) -> list[str]:
    hits, batch = answer.selection.hits, answer.batch
    analysed = f"{batch.first + 1:,} to {batch.end:,}" if batch.end - batch.first > 1 else f"{batch.end:,}"
    items = [
        f"**Matches:** {len(hits):,}; analysed here: {analysed}",
        f"**Risk:** {_level(batch)} (the gravest of those analysed here)",
    ]
    if batch.failures:
        items.append(
            f"**Incomplete:** the impact of {len(batch.failures):,} of them could not be read; "
            "their risk is unknown"
        )
    if left := len(hits) - batch.end:
        items.append(f"**Not Analysed:** {left:,} more matches; their risk is unknown")
    if elsewhere := len(answer.selection.elsewhere):
        items.append(f"**Other Schemas:** {elsewhere:,} more of that name; leave the schema out to see them")
    if references := len(unresolved_references(batch.entities)):
        items.append(f"**Unresolved References:** {references:,}")
    return items


def _level(batch: Batch) -> str:
    levels = [entity.risk.level for entity in batch.entities]
    return worst([*levels, "unknown"] if batch.failures else levels)


def _base_facts(answer: Answer, longest: int) -> dict[str, Any]:
    """Return the part of the data that every page repeats."""
    batch = answer.batch
    return {
        **outline(answer.question, answer.view, status="analysed"),
        "risk": _level(batch),
        "totals": {
            "matches": len(answer.selection.hits),
            "first": batch.first + 1,
            "analysed": len(batch.entities),
            "failed": len(batch.failures),
            "not_analysed": len(answer.selection.hits) - batch.end,
            "unresolved_references": len(unresolved_references(batch.entities)),
        },
        "entities": [facts.entity(entity, longest=longest) for entity in batch.entities],
    }


def outline(question: Question, view: ViewRef, *, status: str) -> dict[str, Any]:
    """Return what is true of every answer to a question."""
    return {
        "entity_type": question.entity_type,
        "name": fact.exact(question.name, longest=_LONG),
        **({"table_or_view": fact.exact(question.table, longest=_LONG)} if question.table else {}),
        "scope": fact.known(view_id=view.id, workspace=view.workspace),
        "status": status,
    }


def _longest(entities: Iterable[Entity]) -> int:
    names = [name for each in entities for name in (*each.names, each.node.id, each.node.identity)]
    size = sum(len(name[:_LONG].encode("utf-8", "surrogatepass")) for name in names)
    return _LONG if size <= _NAME_BYTES else _SHORT


def _bullets(items: Iterable[str]) -> str:
    return "\n".join(map(bullet, items))
