"""Run a plugin's command inside an open application."""

from __future__ import annotations

import asyncio
from argparse import Namespace
from typing import TextIO

from lineai_core._config.suggestion import meant
from lineai_core.application import Application
from lineai_core.cli.output import standard_output, write_markdown
from lineai_core.cli.progress import ProgressBar
from lineai_core.errors import ToolError
from lineai_core.types import ApiClient, Command, JsonObject, ToolResult


class Run:
    """Implements ``CommandRun``."""

    def __init__(self, application: Application, arguments: Namespace, bar: ProgressBar) -> None:
        self.arguments = arguments
        self._application = application
        self._bar = bar

    @property
    def out(self) -> TextIO:
        """The real standard output."""
        return standard_output()

    @property
    def api(self) -> ApiClient:
        """The backend's API, without a deadline; raise ``ConfigError`` if there is no backend."""
        return self._application.api(progress=self._bar.report)

    async def call_tool(self, name: str, arguments: JsonObject) -> ToolResult:
        """Call a tool without a deadline; raise ``ToolError`` if it is not offered."""
        require_tool(self._application, name)
        try:
            return await self._application.call(name, arguments, progress=self._bar.report, patient=True)
        finally:
            self._bar.close()

    def progress(self, done: float, total: float | None = None, message: str | None = None) -> None:
        """Draw progress on standard error, if that is a terminal."""
        self._bar.show(done, total, message)

    def print_markdown(self, text: str) -> None:
        """Write Markdown to ``out``, rendered if that is a terminal."""
        self._bar.close()
        write_markdown(text)


def execute(application: Application, command: Command, arguments: Namespace) -> int:
    """Run a command to its end and return its exit status."""

    async def run() -> int:
        bar = ProgressBar()
        try:
            async with application:
                return await command.run(Run(application, arguments, bar))
        finally:
            bar.close()

    return asyncio.run(run())


def require_tool(application: Application, name: str) -> None:
    """Raise ``ToolError`` that suggests another name if the tool is not offered."""
    if name in application.left_out:
        raise ToolError(application.absence(name))
    if name not in application.tools:
        loading = [report.name for report in application.reports if report.state == "loading"]
        if loading:
            raise ToolError(
                f"No plugin that has finished loading offers the tool {name!r}; "
                f"still loading: {', '.join(loading)}.",
                hint="If one of them has it, set LINEAI_PLUGIN_TIMEOUT to more seconds.",
            )
        raise ToolError(
            f"No installed plugin offers the tool {name!r}.{meant(name, application.tools)}",
            hint="See: lineai tools",
        )
