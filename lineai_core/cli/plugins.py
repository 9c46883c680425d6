"""``lineai plugins``: list what became of each plugin."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from dataclasses import asdict, replace

from lineai_core._config.settings import Settings
from lineai_core.application import Application
from lineai_core.cli.output import write_json, write_line, write_table
from lineai_core.state import PluginReport


def configure(parser: ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument("--json", action="store_true", help="print the reports as JSON")


def run(arguments: Namespace, settings: Settings) -> int:
    """Print the plugins; return 1 if one of them failed."""
    application = Application.load(replace(settings, strict_plugins=False))
    if arguments.json:
        reports = [asdict(report) for report in application.reports]
        write_json({"plugins": reports, "problems": list(application.problems)})
    else:
        write_reports(application.reports)
        for problem in application.problems:
            write_line(f"warning: {problem}")
    return int(any(report.state == "failed" for report in application.reports))


def write_reports(reports: Sequence[PluginReport]) -> None:
    """Write a table of plugins, and below it why some are not active."""
    rows = [
        (
            r.name,
            r.state,
            r.version or "-",
            r.distribution,
            "-" if r.state == "disabled" else f"{r.load_ms:.1f} ms",
            ", ".join(r.tools) or "-",
        )
        for r in reports
    ]
    write_table(("PLUGIN", "STATE", "VERSION", "DISTRIBUTION", "LOAD TIME", "TOOLS"), rows)
    for report in reports:
        if report.reason:
            stage = f" at stage {report.stage}" if report.stage else ""
            write_line(f"{report.name}: {report.state}{stage}: {report.reason}")
        for note in report.notes:
            write_line(f"{report.name}: {note}")


def write_costs(reports: Sequence[PluginReport]) -> None:
    """Write what each plugin that was loaded cost the start, the dearest first."""
    loaded = [report for report in reports if report.load_ms]
    loaded.sort(key=lambda report: (-report.load_ms, report.name))
    rows = [(r.name, f"{r.load_ms:.1f} ms", f"{r.load_cpu_ms:.1f} ms") for r in loaded]
    wall, cpu = sum(r.load_ms for r in loaded), sum(r.load_cpu_ms for r in loaded)
    rows.append(("all", f"{wall:.1f} ms", f"{cpu:.1f} ms"))
    write_table(("START-UP COST", "WALL", "CPU"), rows)
