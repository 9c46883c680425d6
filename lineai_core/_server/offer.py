"""What the application offers, as the JSON results of MCP's methods: the same over every transport."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, Any

from lineai_core import __version__
from lineai_core._server.jsonrpc import INTERNAL_ERROR, INVALID_PARAMS, RESOURCE_NOT_FOUND, Refused
from lineai_core._tools.call import Progress
from lineai_core.errors import ToolError
from lineai_core.types import Tool

if TYPE_CHECKING:
    from lineai_core._reports import Report
    from lineai_core.application import Application

NAME, TITLE, VERSION = "lineai", "Lineai", __version__
HANDSHAKE_REVISIONS = ("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25")
STATELESS_REVISIONS = ("2026-07-28",)
_LINKS_SINCE = "2025-06-18"
_MARKDOWN = "text/markdown"

TTL_MS: Mapping[str, int] = {
    "tools/list": 60_000,
    "resources/list": 0,
    "resources/templates/list": 3_600_000,
    "resources/read": 60_000,
}
"""How long, in milliseconds, a client of the stateless revision may reuse an answer."""

Result = dict[str, Any]


class Offer:
    """The results of each method; a method raises ``Refused`` if the request cannot be met."""

    def __init__(self, application: Application) -> None:
        self._application = application
        self._wire_tool = cache(lambda name: _wire_tool(application.tools[name]))

    @property
    def instructions(self) -> str | None:
        """What the server tells the model about itself."""
        return self._application.instructions or None

    @property
    def tools_change(self) -> bool:
        """Whether the list of tools can change while the server runs."""
        return self._application.tools_change

    def tools(self, cursor: str | None) -> Result:
        """Return the result of ``tools/list``."""
        _one_page(cursor)
        return {"tools": [self._wire_tool(tool.name) for tool in self._application.offered_tools()]}

    async def call(
        self, name: str, arguments: Mapping[str, Any] | None, *, revision: str, progress: Progress | None
    ) -> Result:
        """Return the result of ``tools/call``."""
        if name in self._application.left_out:
            return {"content": [{"type": "text", "text": self._application.absence(name)}], "isError": True}
        if name not in self._application.tools:
            loading = [each.name for each in self._application.reports if each.state == "loading"]
            late = f" (plugins still loading: {', '.join(loading)}; try again later)" if loading else ""
            raise Refused(INVALID_PARAMS, f"Unknown tool: {name}{late}")
        result = await self._application.call(name, arguments or {}, progress=progress)
        answer: Result = {"content": [{"type": "text", "text": result.text}], "isError": result.is_error}
        if result.is_error or result.structured is None:  # no schema describes an error
            return answer
        report = self._application.keep_report(name, arguments or {}, result)
        if report is not None:
            answer["content"].append(_link(report, revision))
        return {**answer, "structuredContent": result.structured}

    def resources(self, cursor: str | None) -> Result:
        """Return the result of ``resources/list``."""
        _one_page(cursor)
        return {"resources": [_wire_report(report) for report in self._application.kept_reports.all()]}

    def resource_templates(self, cursor: str | None) -> Result:
        """Return the result of ``resources/templates/list``."""
        _one_page(cursor)
        template = {
            "uriTemplate": "lineai://reports/{digest}/{page}",
            "name": "report",
            "title": "A page of a whole report",
            "description": "Pages count from 1. Answers that had to be cut link to their report.",
            "mimeType": _MARKDOWN,
        }
        return {"resourceTemplates": [template]}

    async def read(self, uri: str, *, revision: str) -> Result:
        """Return the result of ``resources/read``."""
        try:
            text = await self._application.read_report(uri)
        except ToolError as error:
            raise Refused(INTERNAL_ERROR, error.message) from None
        if text is None:
            code = RESOURCE_NOT_FOUND if revision in HANDSHAKE_REVISIONS else INVALID_PARAMS
            raise Refused(code, "There is no such report, or none any more: ask the tool again", {"uri": uri})
        return {"contents": [{"uri": uri, "mimeType": _MARKDOWN, "text": text}]}


def _one_page(cursor: str | None) -> None:
    if cursor is not None:
        raise Refused(INVALID_PARAMS, "Unknown cursor: the list has one page")


def _wire_tool(tool: Tool) -> Result:
    return {
        "name": tool.name,
        "title": tool.title,
        "description": tool.description,
        "inputSchema": tool.input_schema,
        "outputSchema": tool.output_schema,
        "annotations": {
            "title": tool.title,
            "readOnlyHint": tool.read_only,
            "destructiveHint": tool.destructive,
            "idempotentHint": tool.idempotent,
            "openWorldHint": tool.open_world,
        },
    }


def _wire_report(report: Report) -> Result:
    about = {
        "uri": report.uri,
        "name": f"report-{report.digest[:8]}",
        "title": f"{report.title}: the whole report",
        "description": "Complete and uncut; a long one has pages, and each names the next.",
        "mimeType": _MARKDOWN,
    }
    return {**about, "size": report.size} if report.pages else about


def _link(report: Report, revision: str) -> Result:
    """Return a content block that leads to the report; revisions without links get a sentence."""
    if revision >= _LINKS_SINCE:
        return {"type": "resource_link", **_wire_report(report)}
    return {"type": "text", "text": f"The whole report is the resource {report.uri}"}
