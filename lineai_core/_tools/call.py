"""One call of a tool, as its handler sees it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from lineai_core._views import ViewChain, scope_of
from lineai_core.types import ApiClient, JsonObject, ViewRef

Progress = Callable[[float, float | None, str | None], Awaitable[None]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """Implements ``ToolCall``: the arguments, the API bound to this call, and its view."""

    tool: str
    arguments: JsonObject
    api: ApiClient
    views: ViewChain
    report: Progress | None
    fresh: bool = False

    async def view(self) -> ViewRef:
        """Return the view named by the scope arguments, the settings or the backend's default."""
        return await self.views.resolve(scope_of(self.arguments), self.api)

    async def progress(self, done: float, total: float | None = None, message: str | None = None) -> None:
        """Tell the caller how far the work is, if the caller asked to be told."""
        if self.report is not None:
            await self.report(done, total, message)
