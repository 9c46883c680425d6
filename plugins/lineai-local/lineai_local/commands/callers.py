"""``lineai callers``: who calls a definition."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, TextIO

from lineai_core.plugin import ApiNotFound, Command, ToolError

if TYPE_CHECKING:
    from lineai_core.plugin import CommandRun, PluginContext

PATH = "/api/local/callers"
_HEADLINES = {
    "resolved": "{count} callers of {target}.",
    "unknown": "No caller of {target} was found, but it may have some: see what is unresolved.",
    "unreferenced": "Nobody calls {target}, and nothing of that name is unresolved.",
}
_MOST_OPEN = 20


def command(ctx: PluginContext) -> Command:
    """Return the command."""

    async def run(run: CommandRun) -> int:
        answer = await _ask(run, ctx.settings.workspace)
        if run.arguments.json:
            print(json.dumps(answer, indent=2, ensure_ascii=False), file=run.out)
        else:
            _write(answer, run.out)
        return 0

    return Command(
        name="callers", help="Tell who calls a function, method or class.",
        configure=_configure, run=run, asks_code=True,
    )  # fmt: skip


def _configure(parser: ArgumentParser) -> None:
    parser.add_argument("symbol", metavar="SYMBOL", help="path/to/file.py::Qualified.Name, or a name")
    parser.add_argument("--json", action="store_true", help="print the answer as JSON")


async def _ask(run: CommandRun, workspace: str | None) -> Mapping[str, Any]:
    params = {"symbol": run.arguments.symbol, "workspace": workspace}
    try:
        answer: Mapping[str, Any] = await run.api.get(PATH, params=params)
    except ApiNotFound as error:
        if error.code == "NOT_FOUND" and workspace:
            raise
        raise ToolError(
            "The selected backend does not answer questions about callers.",
            hint="Unset LINEAI_SERVER_HOST, or set LINEAI_BACKEND=local, to ask the embedded backend.",
        ) from error
    return answer


def _write(answer: Mapping[str, Any], out: TextIO) -> None:
    callers, unresolved = answer["callers"], answer["unresolved"]
    headline = _HEADLINES[answer["status"]]
    if len(callers) == 1:
        headline = headline.replace("callers", "caller")
    print(headline.format(count=len(callers), target=answer["target"]), file=out)
    if callers:
        print(file=out)
        _table(("WHERE", "CALLER", "EVIDENCE"), [_caller(caller) for caller in callers], out)
    if unresolved:
        print(f"\nUnresolved ({len(unresolved)}): places that may be callers as well", file=out)
        rows = [(f"{o['path']}:{o['line']}", o["symbol"].partition("::")[2], o["reason"]) for o in unresolved]
        _table(("WHERE", "IN", "WHY"), rows[:_MOST_OPEN], out)
        if len(rows) > _MOST_OPEN:
            print(f"… {len(rows) - _MOST_OPEN} more; --json lists all", file=out)


def _caller(caller: Mapping[str, Any]) -> tuple[str, str, str]:
    best = caller["evidence"][0]
    sure = "" if best["lane"] == "Imported" else f", {best['confidence']:g}"
    kind = f"{best['lane'].lower()} ({best['backend']}{sure})"
    return (f"{caller['path']}:{caller['line']}", caller["symbol"].partition("::")[2], kind)


def _table(headings: tuple[str, ...], rows: Sequence[tuple[str, ...]], out: TextIO) -> None:
    widths = [max(map(len, column)) for column in zip(headings, *rows, strict=True)]
    for row in [headings, *rows]:
        cells = (cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        print("  ".join(cells).rstrip(), file=out)
