"""``lineai index``: index directories, and tell what came of it."""

from __future__ import annotations

import sqlite3
from argparse import ArgumentParser
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from lineai_core.plugin import Command, ToolError
from lineai_local.commands.imported import STALE, describe

if TYPE_CHECKING:
    from lineai_core.plugin import CommandRun, PluginContext
    from lineai_local.report import Report
    from lineai_local.workspace import Workspace, Workspaces

_MOST_PLACES = 3


def command(ctx: PluginContext) -> Command:
    """Return the command."""

    async def run(run: CommandRun) -> int:
        import msgspec

        from lineai_local.problems import LocalError, StorageFailed

        try:
            report = await _index(ctx, run)
        except LocalError as error:
            raise ToolError(error.message) from error
        except (OSError, sqlite3.Error) as error:
            raise ToolError(StorageFailed(error).message) from error
        if run.arguments.json:
            print(msgspec.json.format(msgspec.json.encode(report)).decode(), file=run.out)
        else:
            _write(report, run.out)
        return 0

    return Command(name="index", help="Index repositories.", configure=_configure, run=run)


def _configure(parser: ArgumentParser) -> None:
    parser.add_argument(
        "paths", nargs="*", type=Path, metavar="PATH", help="directory to index (default: the project here)"
    )
    parser.add_argument("--workspace", metavar="NAME", help="name for these directories taken together")
    scip = parser.add_mutually_exclusive_group()
    scip.add_argument(
        "--scip",
        action="append",
        type=Path,
        metavar="FILE",
        help="SCIP index to take evidence from (repeatable)",
    )
    scip.add_argument("--no-scip", action="store_true", help="forget the SCIP indexes imported before")
    parser.add_argument("--json", action="store_true", help="print the report as JSON")


async def _index(ctx: PluginContext, run: CommandRun) -> Report:
    from lineai_local.jobs import Job
    from lineai_local.wiring import job_options, workspaces

    workspace = _workspace(workspaces(ctx), run.arguments.paths, run.arguments.workspace)

    def notify(phase: str, done: int, total: int | None) -> None:
        run.progress(done, total, phase.capitalize())

    job = Job(workspace, job_options(ctx), retry_failed=True, scip=_scip(run), notify=notify)
    try:
        return await job.result()
    finally:
        await job.cancel()


def _scip(run: CommandRun) -> list[str] | None:
    """Return the SCIP indexes to use from now on, or ``None`` to keep those in use."""
    from lineai_local.problems import LocalError

    if run.arguments.no_scip:
        return []
    if run.arguments.scip is None:
        return None
    paths = [path.expanduser().absolute() for path in run.arguments.scip]
    for path in paths:
        if not path.is_file():
            raise LocalError(f"{path} is not a file; --scip takes a SCIP index.")
    return [str(path) for path in paths]


def _workspace(workspaces: Workspaces, paths: list[Path], name: str | None) -> Workspace:
    if paths:
        return workspaces.define([path.expanduser() for path in paths], name)
    here = workspaces.default(asked=True)
    return here if here.explicit and not name else workspaces.define(here.roots, name)


def _write(report: Report, out: TextIO) -> None:
    def line(label: str, text: str) -> None:
        print(f"{label:<12}{text}", file=out)

    line("workspace", f"{report.workspace} ({', '.join(report.repositories)})")
    languages = (f"{name} {n.files} ({n.lines} lines)" for name, n in report.languages.items())
    generated = f", {report.generated} of them generated" if report.generated else ""
    line("files", f"{report.files}, {report.lines} lines{generated}: {', '.join(languages) or 'none'}")
    line("graph", f"{report.nodes} nodes, {report.edges} edges, {report.unresolved} unresolved sites")
    if report.imported:
        line("imported", describe(report.imported))
    line("view", f"{report.view}{'' if report.changed else ' (unchanged)'}")
    line("time", f"{report.seconds:.2f} s")
    if report.skipped:
        print(f"\nNot analysed ({len(report.skipped)}):", file=out)
        reasons = Counter(skipped.reason for skipped in report.skipped)
        for reason, count in sorted(reasons.items(), key=lambda item: (-item[1], item[0])):
            places = [skipped.path for skipped in report.skipped if skipped.reason == reason]
            more = f", … {count - _MOST_PLACES} more" if count > _MOST_PLACES else ""
            print(f"  {count:>5}  {reason}: {', '.join(places[:_MOST_PLACES])}{more}", file=out)
    if report.imported and report.imported["stale"]:
        stale = report.imported["stale"]
        more = f", … {len(stale) - _MOST_PLACES} more" if len(stale) > _MOST_PLACES else ""
        print(f"\nImported, but not used ({len(stale)}):", file=out)
        print(f"  {len(stale):>5}  {STALE}: {', '.join(stale[:_MOST_PLACES])}{more}", file=out)
    if report.problems:
        print(f"\nProblems ({len(report.problems)}):", file=out)
        for problem in report.problems:
            print(f"  {problem.path}: {problem.problem}", file=out)
