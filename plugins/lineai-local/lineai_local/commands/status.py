"""``lineai status``: what the index holds, and every file that it does not, with the reason."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, TextIO

from lineai_core.plugin import ApiNotFound, Command, ToolError
from lineai_local.commands.imported import STALE, describe

if TYPE_CHECKING:
    from lineai_core.plugin import CommandRun, PluginContext

PATH = "/api/local/status"


def command(ctx: PluginContext) -> Command:
    """Return the command."""

    async def run(run: CommandRun) -> int:
        answer = await _ask(run)
        if run.arguments.json:
            print(json.dumps(answer, indent=2, ensure_ascii=False), file=run.out)
        else:
            _write(answer, run.out)
        return 0

    return Command(
        name="status", help="Tell what the index holds, and which files it does not.",
        configure=_configure, run=run, asks_code=True,
    )  # fmt: skip


def _configure(parser: ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="print the answer as JSON")


async def _ask(run: CommandRun) -> Mapping[str, Any]:
    try:
        answer: Mapping[str, Any] = await run.api.get(PATH, params={"files": "true"})
    except ApiNotFound as error:
        raise ToolError(
            "The selected backend has no index of its own.",
            hint="Unset LINEAI_SERVER_HOST, or set LINEAI_BACKEND=local, to ask the embedded backend.",
        ) from error
    return answer


def _write(answer: Mapping[str, Any], out: TextIO) -> None:
    def line(label: str, text: str) -> None:
        print(f"{label:<12}{text}", file=out)

    line("workspace", f"{answer['workspace']} ({', '.join(answer['roots'])})")
    line("directory", answer["directory"])
    if answer["indexing"] is not None:
        so_far = answer["indexing"]
        line("indexing", f"{so_far['phase']}: {so_far['done']} of {so_far['total'] or '?'}")
    for conflict in answer["conflicts"]:
        line("conflict", conflict)
    if answer["view"] is None:
        line("view", "none yet; run lineai index, or ask a question")
        return
    line("view", f"{answer['view']} ({_freshness(answer)})")
    languages = ", ".join(f"{name} {count}" for name, count in answer["languages"].items())
    line("files", f"{answer['files']}: {languages or 'none'}")
    line(
        "graph", f"{answer['nodes']} nodes, {answer['edges']} edges, {answer['unresolved']} unresolved sites"
    )
    if answer.get("imported"):
        line("imported", describe(answer["imported"]))
    _list("Not analysed", ((each["path"], each["reason"]) for each in answer["notAnalysed"]), out)
    problems = ((each["path"], problem) for each in answer["withProblems"] for problem in each["problems"])
    _list("Problems", problems, out)
    stale = (answer.get("imported") or {}).get("stale", [])
    _list("Imported, but older than the file and not used", ((path, STALE) for path in stale), out)


def _freshness(answer: Mapping[str, Any]) -> str:
    if "problem" in answer:
        return f"it cannot be told whether it is up to date: {answer['problem']}"
    return "up to date" if answer["fresh"] else "older than the files; the next question renews it"


def _list(title: str, rows: Iterable[tuple[str, str]], out: TextIO) -> None:
    listed = list(rows)
    if listed:
        print(f"\n{title} ({len(listed)}):", file=out)
        for path, reason in listed:
            print(f"  {path}: {reason}", file=out)
