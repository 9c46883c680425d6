"""Progress on standard error, if that is a terminal."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID


class ProgressBar:
    """A bar that appears with the first report and goes when it is closed; silent without a terminal."""

    def __init__(self) -> None:
        self._visible = sys.stderr is not None and sys.stderr.isatty()
        self._bar: Progress | None = None
        self._task: TaskID | None = None

    def show(self, done: float, total: float | None = None, message: str | None = None) -> None:
        """Draw ``done`` of ``total`` (``None``: unknown)."""
        if not self._visible:
            return
        if self._bar is None:
            from rich.console import Console
            from rich.progress import Progress

            self._bar = Progress(console=Console(stderr=True), transient=True)
            self._bar.start()
        if self._task is None:
            self._task = self._bar.add_task(message or "Working", total=total)
        self._bar.update(self._task, completed=done, total=total, description=message or "Working")

    async def report(self, done: float, total: float | None = None, message: str | None = None) -> None:
        """Draw, for callers that await."""
        self.show(done, total, message)

    def close(self) -> None:
        """Remove the bar."""
        if self._bar is not None:
            self._bar.stop()
            self._bar = self._task = None
