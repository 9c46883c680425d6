"""The tool ``lineai-database-impact``."""

from __future__ import annotations

import asyncio

from lineai_core.plugin import (
    ApiClient,
    AuthError,
    PermissionDenied,
    Report,
    Tool,
    ToolCall,
    ToolResult,
    ViewRef,
)
from lineai_database import pages, queries
from lineai_database.batch import PER_ANSWER, first_match, read
from lineai_database.question import Question
from lineai_database.report import Answer, report
from lineai_database.schema import INPUT, OUTPUT
from lineai_database.selection import Selection, select

NAME = "lineai-database-impact"
WHOLE = 50


async def database_impact(call: ToolCall) -> ToolResult:
    """Return the impact report of the objects asked for, or a page that says why there is none.

    Raises ``ToolError`` for a question that names nothing or has a stale cursor, and ``ApiError`` if the
    backend cannot answer.
    """
    found = await _report(call, PER_ANSWER)
    if isinstance(found, ToolResult):
        return found
    made, cursor = found
    return await asyncio.to_thread(made.answer, cursor, whole=whole_report)


async def whole_report(call: ToolCall) -> str:
    """Return the report that a call asks for in full, about up to ``WHOLE`` matches.

    Raises as ``database_impact``.
    """
    found = await _report(call, WHOLE)
    return found.text if isinstance(found, ToolResult) else await asyncio.to_thread(found[0].markdown)


async def _report(call: ToolCall, most: int) -> tuple[Report, str | None] | ToolResult:
    """Return the report and the cursor of the list wanted, or the page that says why there is none."""
    question = Question.parse(call.arguments)
    view = await call.view()
    await call.progress(1, None, "Searching for the database object")
    selection = await _search(call.api, view, question)
    if selection is None or not (selection.hits or selection.elsewhere):
        return pages.no_match(question, view, selection)
    if not selection.hits:
        return pages.no_candidate(question, view, selection)
    first, cursor = first_match(selection.hits, question.cursor)
    batch = await read(call, view, selection, first, most)
    if not batch.entities:
        errors = [failure.error for failure in batch.failures if failure.error is not None]
        refused = (error for error in errors if isinstance(error, (AuthError, PermissionDenied)))
        if (
            error := next(refused, errors[0] if len(batch.failures) == len(errors) == 1 else None)
        ) is not None:
            raise error
        return pages.nothing_read(question, batch.failures)
    answer = Answer(question=question, view=view, selection=selection, batch=batch)
    return await asyncio.to_thread(report, answer), cursor


async def _search(api: ApiClient, view: ViewRef, question: Question) -> Selection | None:
    """Return the selection for the first reading that any object answers to, else the last one made."""
    selection = None
    for reading in question.readings:
        rows = await queries.search(api, view_id=view.id, entity_type=question.entity_type, reading=reading)
        if rows:
            selection = select(rows, reading)
            if selection.hits or selection.elsewhere:
                break
    return selection


TOOL = Tool(
    name=NAME,
    title="Database impact",
    description=(
        "What breaks if a table, view or column changes: code that uses it, directly or through other "
        "objects, related objects and foreign keys, affected applications, owners, unresolved references "
        "and risk. Call it before you change or drop one. Names are exact; a schema may be put before the "
        "name (SALES.ORDERS), and a column needs its table. Long lists and many matches carry a cursor."
    ),
    handler=database_impact,
    input_schema=INPUT,
    output_schema=OUTPUT,
)
