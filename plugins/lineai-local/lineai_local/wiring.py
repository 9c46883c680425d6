"""From the plugin's settings to the options of its parts."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from lineai_local.discovery import Limits
from lineai_local.jobs import JobOptions
from lineai_local.service import ServiceOptions
from lineai_local.workspace import Workspaces

if TYPE_CHECKING:
    from lineai_core.plugin import PluginContext


def service_options(ctx: PluginContext) -> ServiceOptions:
    """Return the options of a server of the index."""
    return ServiceOptions(workspaces=workspaces(ctx), job=job_options(ctx))


def workspaces(ctx: PluginContext) -> Workspaces:
    """Return the workspaces as seen from the repository that is named, or from the working directory."""
    named: Path | None = ctx.settings.repo
    return Workspaces(ctx.data_dir, named or _working_directory(), named=named is not None)


def _working_directory() -> Path:
    try:
        return Path.cwd()
    except OSError:  # the directory was removed under the process
        return Path.home()


def job_options(ctx: PluginContext) -> JobOptions:
    """Return how to index."""
    settings = ctx.settings
    return JobOptions(
        workers=settings.workers,
        limits=Limits(file_bytes=settings.max_file_bytes, files=settings.max_files, include=settings.include),
    )
