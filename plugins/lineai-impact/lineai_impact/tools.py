"""The tool ``lineai-method-impact``."""

from __future__ import annotations

import asyncio

from lineai_core.plugin import (
    ApiClient,
    ImpactGraph,
    Node,
    Report,
    Tool,
    ToolCall,
    ToolResult,
    ViewRef,
    fetch_impact,
)
from lineai_impact import pages, queries
from lineai_impact.analysis import analyse
from lineai_impact.question import Question
from lineai_impact.report import Answer, report
from lineai_impact.schema import INPUT, OUTPUT
from lineai_impact.selection import Selection, select

NAME = "lineai-method-impact"
_STEPS = 3


async def method_impact(call: ToolCall) -> ToolResult:
    """Return the impact report of the method asked for, or a page that says why there is none.

    Raises ``ToolError`` for a question without a method or with a stale cursor, and ``ApiError`` if the
    backend cannot answer.
    """
    question = Question.parse(call.arguments)
    found = await _report(call, question)
    if isinstance(found, ToolResult):
        return found
    result = await asyncio.to_thread(found.answer, question.cursor, whole=whole_report)
    await call.progress(_STEPS, _STEPS, "Done")
    return result


async def whole_report(call: ToolCall) -> str:
    """Return the report that a call asks for in full, whatever its length; raise as ``method_impact``."""
    found = await _report(call, Question.parse(call.arguments))
    return found.text if isinstance(found, ToolResult) else await asyncio.to_thread(found.markdown)


async def _report(call: ToolCall, question: Question) -> Report | ToolResult:
    """Return the report, or the page that says why there is none."""
    view = await call.view()
    await call.progress(1, _STEPS, "Searching for the method")
    selection = await _search(call.api, view, question)
    if selection is None or not selection.methods:
        return pages.no_match(question, view, selection)
    if selection.chosen is None:
        return pages.no_candidate(question, view, selection)
    await call.progress(2, _STEPS, "Reading its impact")
    graph = await fetch_impact(call.api, view_id=view.id, node_id=selection.chosen.id)
    return await asyncio.to_thread(_compose, question, view, selection, selection.chosen, graph)


def _compose(
    question: Question, view: ViewRef, selection: Selection, chosen: Node, graph: ImpactGraph
) -> Report:
    impact = analyse(graph, chosen, selection.unresolved)
    answer = Answer(
        question=question,
        view=view,
        impact=impact,
        alternatives=selection.alternatives,
        note=selection.note,
    )
    return report(answer)


async def _search(api: ApiClient, view: ViewRef, question: Question) -> Selection | None:
    """Return the selection for the first reading that any method answers to, else the last one made."""
    selection = None
    for reading in question.readings:
        rows = await queries.search(api, view_id=view.id, short_name=reading.short_name)
        if rows:
            selection = select(rows, reading)
            if selection.methods:
                break
    return selection


TOOL = Tool(
    name=NAME,
    title="Method impact",
    description=(
        "What breaks if a method or function changes: direct and transitive dependents with evidence, "
        "affected applications and REST endpoints, owners, unresolved references and risk. "
        "Call it before you change or delete a method. Names are exact; add the class, or use a symbol "
        "(path/to/file.py::Class.method), if the name is common. A long list is cut and carries a cursor."
    ),
    handler=method_impact,
    input_schema=INPUT,
    output_schema=OUTPUT,
)
