"""What runs in a server and what does not, and whether its backend can be reached."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace

from lineai_core import __version__
from lineai_core._config.settings import Settings
from lineai_core._operation.required import inactive
from lineai_core.errors import ApiNotFound, ConfigError, LineaiError
from lineai_core.state import MissingTool, PluginReport, ServerStatus
from lineai_core.types import ApiClient, Backend, Check, Tool

_ANY_VIEW = "/api/materialized-view/default"


def server_status(
    settings: Settings,
    *,
    backend: Backend | None,
    setup_error: ConfigError | None,
    reports: Iterable[PluginReport],
    tools: Mapping[str, Tool],
    offers: Callable[[Tool], bool],
    left_out: Iterable[MissingTool],
    problems: Iterable[str],
    clean: Callable[[str], str],
) -> ServerStatus:
    """Return the state of a server. ``tools`` are the callable ones, those that ``offers`` denies excepted.

    ``clean`` removes secrets from every text that a plugin or a setting may have put one into.
    """
    reports = tuple(reports)
    owners = {name: report.name for report in reports for name in report.tools}
    missing = [
        *left_out,
        *_withdrawn((tool for tool in tools.values() if not offers(tool)), owners),
        *_inactive(settings, reports),
    ]
    return ServerStatus(
        version=__version__,
        backend=backend,
        backend_problem=clean(_sentences(setup_error)) if setup_error else "",
        plugins=tuple(_cleaned(report, clean) for report in reports),
        tools=tuple(tool.name for tool in tools.values() if offers(tool)),
        missing=tuple(replace(each, detail=clean(each.detail)) for each in missing),
        problems=tuple(map(clean, problems)),
    )


async def reach(backend: Backend, api: ApiClient) -> Check:
    """Ask a server over the network for something small; an embedded one is only named."""
    if backend.app is not None:
        return Check(name="backend", ok=True, detail=f"{backend.name}, in this process")
    try:
        await api.get(_ANY_VIEW)
    except ApiNotFound:
        return Check(name="backend", ok=True, detail=f"{backend.name} answers; it has no default view")
    except LineaiError as error:
        return Check(name="backend", ok=False, detail=error.message, hint=error.hint)
    return Check(name="backend", ok=True, detail=f"{backend.name} answers")


def _withdrawn(tools: Iterable[Tool], owners: Mapping[str, str]) -> Iterator[MissingTool]:
    for tool in tools:
        detail = f"the backend lacks the part of the API that it needs ({tool.tier})"
        yield MissingTool(tool=tool.name, plugin=owners[tool.name], why="not_deployed", detail=detail)


def _inactive(settings: Settings, reports: tuple[PluginReport, ...]) -> Iterator[MissingTool]:
    for report in reports:
        if report.state == "disabled":
            yield MissingTool(plugin=report.name, why="disabled", detail=inactive(report))
        elif report.state != "active":
            why = report.state
            yield MissingTool(plugin=report.name, why=why, detail=inactive(report))
    for name in settings.plugins_required:
        if all(report.name != name for report in reports):
            detail = "is required by LINEAI_REQUIRED_PLUGINS and not installed"
            yield MissingTool(plugin=name, why="not_installed", detail=detail)


def _sentences(error: ConfigError) -> str:
    return " ".join(filter(None, (error.message, error.hint)))


def _cleaned(report: PluginReport, clean: Callable[[str], str]) -> PluginReport:
    notes = tuple(map(clean, report.notes))
    return replace(report, reason=clean(report.reason), notes=notes, origin=clean(report.origin))
