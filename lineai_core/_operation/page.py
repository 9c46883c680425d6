"""The answer of the tool ``lineai_status``: the state of the server as Markdown and data, within bounds."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from lineai_core._config.suggestion import meant
from lineai_core._operation.status import reach
from lineai_core._render import Budget, Document, code, escape, table
from lineai_core._render.escaping import visible
from lineai_core._render.fact import as_json
from lineai_core.state import MissingTool, PluginReport, ServerStatus
from lineai_core.types import Check, ToolCall, ToolResult

T = TypeVar("T")
Data = dict[str, Any]

PROBE_SECONDS = 10.0
_LONGEST = 500
_TOOLS_OF_A_PLUGIN = 20
_ADVICE = {
    "filtered": "Change LINEAI_TOOLS, or the option --tools, and start the server again.",
    "capability": "Use another backend: this one cannot do what the tool needs.",
    "not_deployed": "Ask those who run the Lineai server for it; the tool comes back by itself.",
    "disabled": "Change LINEAI_PLUGINS or LINEAI_DISABLE_PLUGINS, and start the server again.",
    "failed": "Mend or upgrade the plugin; lineai doctor, in a terminal, tells more.",
    "loading": "Wait: its tools come by themselves. The start waits for it as long as LINEAI_PLUGIN_TIMEOUT.",
    "not_installed": "Install the plugin where lineai-core is installed, and start the server again.",
}


async def status_page(call: ToolCall) -> ToolResult:
    """Return the answer to a call; with the argument ``probe`` the backend is asked for a sign of life.

    Both forms together stay within a reader's budget; every list says how long it really is.
    """
    status = call.status()
    data: Data = {"version": status.version, "backend": _backend(status)}
    facts = [f"**Version:** {code(status.version)}", f"**Backend:** {_backend_words(status)}"]
    if call.arguments.get("probe") is True and status.backend is not None:
        probe = await _probe(call)
        data["backend"] |= {"reachable": probe.ok, "probe": _cut(_words(probe))}
        facts.append(f"**Reachable:** {'yes' if probe.ok else 'no'}: {_sentence(_words(probe))}")
    if "tool" in call.arguments:
        data["asked"] = _asked(status, call.arguments["tool"])
        facts.insert(0, f"**{code(call.arguments['tool'])}:** {_sentence(data['asked']['detail'])}")

    budget = Budget()
    budget.spend(as_json(data) + "\n".join(facts) + "\n".join(_ADVICE.values()))

    def fit(name: str, items: Sequence[T], line: Callable[[T], str], show: Callable[[T], Any]) -> list[T]:
        shown = budget.take(items, lambda item: line(item) + as_json(show(item)), share=0.5)
        data[name], data[f"{name}_total"] = [show(item) for item in shown], len(items)
        return shown

    missing = fit("missing", status.missing, _missing_words, _missing)
    problems = fit("problems", status.problems, _sentence, _cut)
    plugins = fit("plugins", status.plugins, lambda report: "".join(_cells(report)), _plugin)
    tools = fit("tools", status.tools, code, str)

    page = Document()
    page.heading(1, "Lineai status")
    page.bullets(facts)
    if status.missing:
        page.heading(2, f"Not on offer ({_of(missing, status.missing)})")
        page.bullets(map(_missing_words, missing))
        page.bullets(f"**What to do:** {_ADVICE[why]}" for why in sorted({each.why for each in missing}))
    if status.problems:
        page.heading(2, f"Problems ({_of(problems, status.problems)})")
        page.bullets(map(_sentence, problems))
    page.heading(2, f"Plugins ({_of(plugins, status.plugins)})")
    page.add(table(("plugin", "state", "version", "distribution"), map(_cells, plugins)))
    page.heading(2, f"Tools on offer ({_of(tools, status.tools)})")
    page.add(", ".join(map(code, tools)))
    return ToolResult(text=page.text(), structured=data)


async def _probe(call: ToolCall) -> Check:
    backend = call.status().backend
    assert backend is not None
    try:
        async with asyncio.timeout(PROBE_SECONDS):
            return await reach(backend, call.api)
    except TimeoutError:
        detail = f"{backend.name} did not answer within {PROBE_SECONDS:g} seconds"
        return Check(name="backend", ok=False, detail=detail)


def _asked(status: ServerStatus, tool: str) -> Data:
    """Return whether a tool is on offer, and why not."""
    if tool in status.tools:
        return {"tool": tool, "offered": True, "detail": "It is on offer."}
    for each in status.missing:
        if each.tool == tool:
            detail = f"It is not offered: {each.detail}."
            return {"tool": tool, "offered": False, "why": each.why, "detail": _cut(detail)}
    inactive = [each.plugin for each in status.missing if not each.tool]
    known = (*status.tools, *(each.tool for each in status.missing if each.tool))
    detail = f"No active plugin offers it.{meant(tool, known)}"
    if inactive:
        detail += f" It may belong to a plugin that is not active: {', '.join(inactive)}."
    else:
        detail += " If the name is right, the plugin that brings it is not installed here."
    return {"tool": tool, "offered": False, "why": "unknown", "detail": _cut(detail)}


def _backend(status: ServerStatus) -> Data:
    if status.backend is None:
        return {"embedded": False, "problem": _cut(status.backend_problem)}
    return {"embedded": status.backend.embedded, "name": _cut(status.backend.name)}


def _backend_words(status: ServerStatus) -> str:
    if status.backend is None:
        return f"none. {_sentence(status.backend_problem)}"
    return f"{code(status.backend.name)}{', in this process' if status.backend.app else ''}"


def _words(check: Check) -> str:
    return " ".join(filter(None, (check.detail, check.hint)))


def _missing(each: MissingTool) -> Data:
    data = {"plugin": _cut(each.plugin), "why": each.why, "detail": _cut(each.detail)}
    return {"tool": each.tool, **data} if each.tool else data


def _missing_words(each: MissingTool) -> str:
    if each.tool:
        return f"{code(each.tool)} of the plugin {code(each.plugin)}: {_sentence(each.detail)}"
    return f"All tools of the plugin {code(each.plugin)}: it {_sentence(each.detail)}"


def _plugin(report: PluginReport) -> Data:
    data: Data = {
        "name": _cut(report.name),
        "version": _cut(report.version),
        "distribution": _cut(report.distribution),
        "state": report.state,
    }
    optional = {
        "stage": report.stage,
        "reason": _cut(report.reason),
        "tools": list(report.tools[:_TOOLS_OF_A_PLUGIN]),
        "tools_total": len(report.tools),
    }
    return data | {name: value for name, value in optional.items() if value}


def _cells(report: PluginReport) -> tuple[str, ...]:
    return code(report.name), report.state, escape(report.version or "-"), escape(report.distribution)


def _of(shown: Sequence[object], every: Sequence[object]) -> str:
    return str(len(every)) if len(shown) == len(every) else f"{len(shown)} of {len(every)}"


def _sentence(text: str) -> str:
    return escape(text, limit=_LONGEST)


def _cut(text: str) -> str:
    return visible(text, limit=_LONGEST)
