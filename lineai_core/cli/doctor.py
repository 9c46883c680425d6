"""``lineai doctor``: tell what is set up, and what does not work."""

from __future__ import annotations

import asyncio
import platform
from argparse import ArgumentParser, Namespace
from dataclasses import asdict, replace

from lineai_core import __version__
from lineai_core._config.settings import Settings
from lineai_core.application import Application
from lineai_core.cli.output import write_json, write_line, write_table
from lineai_core.cli.parser import add_repo
from lineai_core.cli.plugins import write_reports
from lineai_core.errors import ApiNotFound, LineaiError
from lineai_core.types import Check

_TIMEOUT = 30.0
_ANY_VIEW = "/api/materialized-view/default"


def configure(parser: ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument("--json", action="store_true", help="print the findings as JSON")
    add_repo(parser)


def run(arguments: Namespace, settings: Settings) -> int:
    """Print the findings; return 1 if something does not work."""
    application = Application.load(replace(settings, strict_plugins=False))
    checks = asyncio.run(_check(application))
    failed = any(report.state == "failed" for report in application.reports)
    healthy = not failed and all(check.ok for check in checks)
    backend = application.backend
    if arguments.json:
        write_json(
            {
                "ok": healthy,
                "version": __version__,
                "python": platform.python_version(),
                "settings": application.setting_rows(),
                "problems": list(application.problems),
                "plugins": [asdict(report) for report in application.reports],
                "backend": None if backend is None else backend.name,
                "checks": [asdict(check) for check in checks],
            }
        )
        return int(not healthy)
    write_line(f"Lineai {__version__} on Python {platform.python_version()}, {platform.platform()}\n")
    rows = [(row["variable"], row["value"] or "-", row["source"]) for row in application.setting_rows()]
    write_table(("SETTING", "VALUE", "FROM"), rows)
    write_line()
    write_reports(application.reports)
    write_line()
    for problem in application.problems:
        write_line(f"warning  {problem}")
    for check in checks:
        write_line(f"{'ok     ' if check.ok else 'FAILED '}  {check.name}: {check.detail}")
        if check.hint and not check.ok:
            write_line(f"         {check.hint}")
    return int(not healthy)


async def _check(application: Application) -> list[Check]:
    if application.setup_error is not None:
        return [_failure("backend", application.setup_error)]
    checks: list[Check] = []
    async with application:
        checks.append(await _backend_check(application))
        for check in application.health_checks:
            try:
                checks += await check.run(application.api(timeout=_TIMEOUT, wait=0.0))
            except Exception as error:  # noqa: BLE001 - a plugin's check may raise anything
                checks.append(_failure(check.name, error))
    return checks


async def _backend_check(application: Application) -> Check:
    """Ask a server over the network for something small; an embedded one is only named."""
    backend = application.backend
    assert backend is not None
    if backend.app is not None:
        return Check(name="backend", ok=True, detail=f"{backend.name}, in this process")
    try:
        await application.api(timeout=_TIMEOUT, wait=0.0).get(_ANY_VIEW)
    except ApiNotFound:
        return Check(name="backend", ok=True, detail=f"{backend.name} answers; it has no default view")
    except LineaiError as error:
        return _failure("backend", error)
    return Check(name="backend", ok=True, detail=f"{backend.name} answers")


def _failure(name: str, error: Exception) -> Check:
    if isinstance(error, LineaiError):
        return Check(name=name, ok=False, detail=error.message, hint=error.hint)
    return Check(name=name, ok=False, detail=f"the check itself failed ({type(error).__name__})")
