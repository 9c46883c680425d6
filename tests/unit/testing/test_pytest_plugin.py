"""The fixtures, and that nobody pays for them who does not ask."""

import asyncio
import subprocess
import sys
from pathlib import Path

from lineai_core import pytest_plugin
from lineai_core.plugin import ErrorPage, hookimpl

QUIET = """
import sys
import lineai_core.pytest_plugin
print(sorted(name for name in sys.modules if name.startswith("lineai_core.")))
"""


class Nothing:
    LINEAI_PLUGIN_API = 1

    @hookimpl
    def lineai_render_error(self, error, call):
        return ErrorPage(text="# Nothing works")


def test_the_fixtures_are_there_and_share_one_fake_server(
    lineai_api, lineai_call, lineai_connect, lineai_context
):
    async def conversation():
        async with lineai_connect(Nothing()) as client:
            return await client.list_tools()

    assert [tool["name"] for tool in asyncio.run(conversation())] == ["lineai_status"]
    assert not lineai_call(Nothing(), "lineai_status").is_error
    assert lineai_api.requests == []
    assert lineai_context("settings").settings == "settings"
    assert not lineai_context().data_dir.exists()


def test_loading_the_plugin_imports_nothing_of_the_core():
    """pytest does so in every project where Lineai Core happens to be installed."""
    done = subprocess.run([sys.executable, "-c", QUIET], capture_output=True, encoding="utf-8", check=True)
    assert done.stdout.strip() == "['lineai_core.pytest_plugin']"


def test_no_fixture_runs_by_itself():
    assert "autouse" not in Path(pytest_plugin.__file__).read_text(encoding="utf-8")
