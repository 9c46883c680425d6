"""The pytest plugin: ``lineai_core.testing`` as fixtures.

pytest loads it wherever Lineai Core is installed, so it imports nothing before a fixture is asked for, and
does nothing by itself.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from lineai_core.testing import Client, FakeApi
    from lineai_core.types import PluginContext, ToolResult


@pytest.fixture
def lineai_api() -> FakeApi:
    """Return a fake Lineai server that knows nothing yet: set ``answers``, look at ``requests``."""
    from lineai_core.testing import FakeApi

    return FakeApi()


@pytest.fixture
def lineai_call(lineai_api: FakeApi) -> Callable[..., ToolResult]:
    """Return ``call_tool`` with ``lineai_api`` as its server."""
    from lineai_core.testing import call_tool

    def call(plugin: object, name: str, arguments: Any = None, **options: Any) -> ToolResult:
        return call_tool(plugin, name, arguments, **{"api": lineai_api, **options})

    return call


@pytest.fixture
def lineai_connect(lineai_api: FakeApi) -> Callable[..., AbstractAsyncContextManager[Client]]:
    """Return ``connect`` with ``lineai_api`` as its server."""
    from lineai_core.testing import connect

    def open_client(*plugins: object, **options: Any) -> AbstractAsyncContextManager[Client]:
        return connect(*plugins, **{"api": lineai_api, **options})

    return open_client


@pytest.fixture
def lineai_context(tmp_path: Any) -> Callable[..., PluginContext]:
    """Return ``plugin_context`` with a data directory of the test."""
    from lineai_core.testing import plugin_context

    def context(settings: Any = None, **options: Any) -> PluginContext:
        return plugin_context(settings, **{"data_dir": tmp_path / "lineai", **options})

    return context
