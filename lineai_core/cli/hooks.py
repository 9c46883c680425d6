"""``lineai hooks``: list the hooks, and who implements each."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from dataclasses import replace

from lineai_core._config.settings import Settings
from lineai_core._config.suggestion import meant
from lineai_core.application import Application
from lineai_core.cli.output import write_json, write_table
from lineai_core.hookspecs import HOOK_NAMES


def configure(parser: ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument("hook", metavar="NAME", nargs="?", help="the hook to tell about (default: all)")
    parser.add_argument("--json", action="store_true", help="print the hooks as JSON")


def run(arguments: Namespace, settings: Settings) -> int:
    """Print the hooks in the order in which they are called; return 2 if there is none of that name."""
    name = arguments.hook
    if name is not None and name not in HOOK_NAMES:
        print(f"lineai hooks: there is no hook {name!r}.{meant(name, HOOK_NAMES)}", file=sys.stderr)
        return 2
    application = Application.load(replace(settings, strict_plugins=False))
    names = HOOK_NAMES if name is None else (name,)
    hooks = {name: application.implementers(name) for name in names}
    if arguments.json:
        write_json(
            {
                "hooks": [
                    {
                        "name": name,
                        "answers": _answers(first),
                        "implementations": [
                            {"plugin": r.name, "distribution": r.distribution, "version": r.version}
                            for r in reports
                        ],
                    }
                    for name, (first, reports) in hooks.items()
                ]
            }
        )
        return 0
    rows = []
    for name, (first, reports) in hooks.items():
        for report in reports:
            rows.append((name, _answers(first), report.name, f"{report.distribution} {report.version}"))
        if not reports:
            rows.append((name, _answers(first), "-", "-"))
    write_table(("HOOK", "ANSWERS", "PLUGIN", "DISTRIBUTION"), rows)
    return 0


def _answers(first: bool) -> str:
    return "first" if first else "all"
