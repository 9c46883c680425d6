"""From the plugin's settings to the options of its parts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lineai_local.discovery import Limits
from lineai_local.jobs import JobOptions
from lineai_local.service import ServiceOptions

if TYPE_CHECKING:
    from lineai_core.plugin import PluginContext


def service_options(ctx: PluginContext) -> ServiceOptions:
    """Return the options of a server of the index."""
    return ServiceOptions(home=ctx.data_dir, here=ctx.settings.repo, job=job_options(ctx))


def job_options(ctx: PluginContext) -> JobOptions:
    """Return how to index."""
    settings = ctx.settings
    return JobOptions(
        workers=settings.workers,
        limits=Limits(file_bytes=settings.max_file_bytes, files=settings.max_files, include=settings.include),
    )
