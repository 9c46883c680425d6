"""``lineai doctor``: tell what is set up, and what does not work."""

from __future__ import annotations

import asyncio
import platform
from argparse import ArgumentParser, Namespace
from dataclasses import asdict, replace

from lineai_core import __version__
from lineai_core._config.settings import Settings
from lineai_core._operation.required import unmet
from lineai_core._operation.status import reach
from lineai_core.application import Application
from lineai_core.cli.output import write_json, write_line, write_table
from lineai_core.cli.parser import add_repo
from lineai_core.cli.plugins import write_costs, write_reports
from lineai_core.errors import LineaiError
from lineai_core.types import Check

_TIMEOUT = 30.0


def configure(parser: ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument("--json", action="store_true", help="print the findings as JSON")
    add_repo(parser)


def run(arguments: Namespace, settings: Settings) -> int:
    """Print the findings; return 1 if something does not work."""
    application = Application.load(replace(settings, strict_plugins=False))
    checks = [*_required(application), *asyncio.run(_check(application))]
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
                "toolsLeftOut": [asdict(missing) for missing in application.left_out.values()],
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
    write_costs(application.reports)
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
        assert application.backend is not None
        checks.append(await reach(application.backend, application.api(timeout=_TIMEOUT, wait=0.0)))
        for check in application.health_checks:
            try:
                checks += await check.run(application.api(timeout=_TIMEOUT, wait=0.0))
            except Exception as error:  # noqa: BLE001 - a plugin's check may raise anything
                checks.append(_failure(check.name, error))
    return checks


def _required(application: Application) -> list[Check]:
    """Return a check of the required plugins, if there are to be any."""
    sentences = unmet(application.settings, application.reports)
    if sentences:
        return [Check(name="required plugins", ok=False, detail=" ".join(sentences))]
    names = ", ".join(application.settings.plugins_required)
    return [Check(name="required plugins", ok=True, detail=f"{names}: active")] if names else []


def _failure(name: str, error: Exception) -> Check:
    if isinstance(error, LineaiError):
        return Check(name=name, ok=False, detail=error.message, hint=error.hint)
    return Check(name=name, ok=False, detail=f"the check itself failed ({type(error).__name__})")
