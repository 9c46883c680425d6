"""The six tools."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from lineai_core.plugin import ApiNotFound, Tool, ToolCall, ToolResult
from lineai_graph import pages, questions, schema
from lineai_graph.api import TIER, ask, probe
from lineai_graph.questions import Arguments, Question
from lineai_graph.report import Answer, report, whole_text

_PAGES = "A long answer is cut and carries a cursor."
# A report on so many values takes one or two milliseconds; only longer ones would hold up other calls,
# and for shorter ones the way into a thread and back costs about as much as the report.
_FEW = 500
_LONG_TEXT = 100  # characters that count as another value


def _tool(
    name: str,
    title: str,
    description: str,
    read: Callable[[Arguments], Question],
    schemas: tuple[dict[str, Any], dict[str, Any]],
    **more: Any,
) -> Tool:
    async def handler(call: ToolCall) -> ToolResult:
        """Return the answer; raise ``ToolError`` for a question that cannot be asked, and ``ApiError``."""
        question = read(call.arguments)
        view = await call.view()
        try:
            response = await ask(call.api, question, view_id=view.id)
        except ApiNotFound as error:
            return pages.not_found(tool, question, view, error)
        answer = Answer(tool=tool, question=question, view=view, response=response)
        if _is_short(response):
            return report(answer, whole)
        return await asyncio.to_thread(report, answer, whole)

    async def whole(call: ToolCall) -> str:
        """Return the uncut answer; raise as the handler does."""
        question = replace(read(call.arguments), cursor=None)
        view = await call.view()
        response = await ask(call.api, question, view_id=view.id)
        answer = Answer(tool=tool, question=question, view=view, response=response)
        return await asyncio.to_thread(whole_text, answer)

    tool = Tool(
        name=f"lineai-graph-{name}",
        title=title,
        description=f"{description} {_PAGES}",
        handler=handler,
        input_schema=schemas[0],
        output_schema=schemas[1],
        tier=TIER,
        **more,
    )
    return tool


def _is_short(response: Any) -> bool:
    """Return whether a response holds so few values, nested ones included, that a report is quick."""
    waiting, seen = [response], 0
    while waiting and seen <= _FEW:
        value = waiting.pop()
        inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
        seen += len(value) // _LONG_TEXT if isinstance(value, str) else len(inner)
        waiting.extend(inner)
    return seen <= _FEW


TOOLS = (
    _tool(
        "capabilities",
        "Graph capabilities",
        "What the code graph of a view holds and allows: labels, relationship types, limits. "
        "Call it before other graph questions if you do not know them.",
        questions.capabilities,
        (schema.CAPABILITIES_INPUT, schema.CAPABILITIES_OUTPUT),
        probe=probe,
    ),
    _tool(
        "search",
        "Graph search",
        "Finds nodes of the code graph (methods, classes, tables, endpoints …) by name, or by the beginning "
        "of their identity. Their ids are what the other graph tools ask for.",
        questions.search,
        (schema.SEARCH_INPUT, schema.SEARCH_OUTPUT),
        aliases={"q": "query"},
    ),
    _tool(
        "impact",
        "Graph impact",
        "The part of the code graph that a change of some nodes touches, upstream, downstream or both: one "
        "merged, bounded subgraph for all of them.",
        questions.impact,
        (schema.IMPACT_INPUT, schema.IMPACT_OUTPUT),
    ),
    _tool(
        "path-explain",
        "Graph path",
        "How one node of the code graph leads to another: a path with its relationships, or none.",
        questions.path,
        (schema.PATH_INPUT, schema.PATH_OUTPUT),
    ),
    _tool(
        "validate-change-scope",
        "Change scope check",
        "Checks a proposed change of some nodes against the code graph: a fixed list of checks. "
        "Call it before you start on the change.",
        questions.validate,
        (schema.VALIDATE_INPUT, schema.VALIDATE_OUTPUT),
    ),
    _tool(
        "owners",
        "Graph owners",
        "Who is in charge of a node, or of everything below an identity prefix, as far as that is recorded.",
        questions.owners,
        (schema.OWNERS_INPUT, schema.OWNERS_OUTPUT),
    ),
)
NAMES = frozenset(tool.name for tool in TOOLS)
