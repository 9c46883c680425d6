"""One call of a tool, as its handler sees it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from lineai_core._views import ViewChain, scope_of
from lineai_core.errors import ConfigError
from lineai_core.state import ServerStatus
from lineai_core.types import ApiClient, JsonObject, ViewRef

Progress = Callable[[float, float | None, str | None], Awaitable[None]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """Implements ``ToolCall``: the arguments, the API bound to this call, and its view.

    ``backend`` is that API, or why there is none.
    """

    tool: str
    arguments: JsonObject
    backend: ApiClient | ConfigError
    views: ViewChain
    report: Progress | None
    tell: Callable[[], ServerStatus]
    fresh: bool = False

    @property
    def api(self) -> ApiClient:
        """The backend's API; raise ``ConfigError`` if there is no backend."""
        if isinstance(self.backend, ConfigError):
            raise self.backend
        return self.backend

    def status(self) -> ServerStatus:
        """Return what runs in this server and what does not."""
        return self.tell()

    async def view(self) -> ViewRef:
        """Return the view named by the scope arguments, the settings or the backend's default."""
        return await self.views.resolve(scope_of(self.arguments), self.api)

    async def progress(self, done: float, total: float | None = None, message: str | None = None) -> None:
        """Tell the caller how far the work is, if the caller asked to be told."""
        if self.report is not None:
            await self.report(done, total, message)
