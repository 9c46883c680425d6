"""The whole host in memory: no network, no installed plugin, no subprocess."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from lineai_core._config.settings import Settings
from lineai_core._tools.call import Progress
from lineai_core.application import Application
from lineai_core.hookspecs import API_VERSION, hookimpl
from lineai_core.testing.fake_api import FakeApi
from lineai_core.types import Backend, JsonObject, PluginContext, ToolResult


def application(
    *plugins: object, api: FakeApi | None = None, environ: Mapping[str, str] | None = None
) -> Application:
    """Return an application made of ``plugins`` alone; enter it with ``async with`` to call tools.

    With ``api`` the tools talk to that fake, else to a backend that one of the plugins offers.
    ``environ`` stands in for the environment variables; the real ones are not read.
    """
    given = dict(environ or {})
    if api is not None:
        given.setdefault("LINEAI_BACKEND", _FakeBackend.NAME)
        plugins = (*plugins, _FakeBackend(api))
    return Application.load(Settings.load(given), plugins=plugins)


def call_tool(
    plugin: object,
    name: str,
    arguments: JsonObject | None = None,
    *,
    api: FakeApi | None = None,
    environ: Mapping[str, str] | None = None,
    progress: Progress | None = None,
) -> ToolResult:
    """Return what a tool of ``plugin`` answers; see ``application`` for ``api`` and ``environ``.

    Raises ``KeyError`` if the tool is not offered, for example because the plugin failed. It runs an
    event loop of its own, so call it from synchronous tests.
    """

    async def run() -> ToolResult:
        async with application(plugin, api=api, environ=environ) as host:
            return await host.call(name, arguments or {}, progress=progress)

    return asyncio.run(run())


def plugin_context(
    settings: Any = None, *, plugin: str = "under-test", data_dir: Path | None = None
) -> PluginContext:
    """Return what a hook is given, to call a hook by itself; ``data_dir`` is a folder that does not exist."""
    return PluginContext(
        plugin=plugin,
        settings=settings,
        data_dir=data_dir or Path("no-such-data-directory"),
        log=logging.getLogger(f"lineai.plugins.{plugin}"),
    )


class _FakeBackend:
    """The plugin through which the fake API is offered."""

    LINEAI_PLUGIN_API = API_VERSION
    NAME = "fake"

    def __init__(self, api: FakeApi) -> None:
        self._backend = Backend(
            name=self.NAME,
            base_url="http://fake.test",
            app=lambda: api,
            needs_login=api.needs_login,
            capabilities=api.capabilities,
        )

    @hookimpl
    def lineai_backends(self) -> list[Backend]:
        """Return the backend ``fake``."""
        return [self._backend]
