"""What this plugin contributes to Lineai: the embedded backend and the commands around its index."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from lineai_core.plugin import Backend, Command, HealthCheck, hookimpl

if TYPE_CHECKING:
    from lineai_core.plugin import AsgiApp, PluginContext
    from lineai_local.settings import LocalSettings

LINEAI_PLUGIN_API = 1
BASE_URL = "http://lineai.local"


@hookimpl
def lineai_settings() -> type[LocalSettings]:
    """Read which repository to answer about, and how to index."""
    from lineai_local.settings import LocalSettings

    return LocalSettings


@hookimpl
def lineai_backends(ctx: PluginContext) -> Iterable[Backend]:
    """Offer the backend ``local``: an index of the user's own repositories, in this process."""

    def app() -> AsgiApp:
        from lineai_local.api.app import create_app
        from lineai_local.wiring import service_options

        return create_app(service_options(ctx))

    return [
        Backend(
            name="local",
            base_url=BASE_URL,
            app=app,
            embedded=True,
            needs_login=False,
            view_ttl=0.0,
        )
    ]


@hookimpl
def lineai_commands(ctx: PluginContext) -> Iterable[Command]:
    """Offer ``lineai callers``, ``index``, ``serve-api``, ``status`` and ``unused``."""
    from lineai_local.commands import callers, index, serve_api, status, unused

    return [module.command(ctx) for module in (callers, index, serve_api, status, unused)]


@hookimpl
def lineai_health_checks() -> Iterable[HealthCheck]:
    """Check the index and the grammars."""
    from lineai_local.health import check_grammars, check_index

    return [HealthCheck(name="index", run=check_index), HealthCheck(name="grammars", run=check_grammars)]
