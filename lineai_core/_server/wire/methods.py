"""The methods that both eras of the protocol have: tools and resources."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from contextlib import nullcontext
from dataclasses import dataclass
from typing import Any

from lineai_core._server.frames import Message
from lineai_core._server.offer import Offer, Result
from lineai_core._server.progress import Progress
from lineai_core._server.wire.envelope import Params, optional_object, optional_text, progress_token, text

Send = Callable[[Message], Awaitable[None]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """One request, and the revision by whose rules it is answered."""

    identity: int | str
    method: str
    params: Params
    revision: str


Method = Callable[[Request], Awaitable[Result]]


class Methods:
    """The methods by name: each returns the result, or raises ``Refused``."""

    def __init__(self, offer: Offer, send: Send) -> None:
        self.offer = offer
        self.send = send
        self.table: Mapping[str, Method] = {
            "tools/list": self._list_tools,
            "tools/call": self._call_tool,
            "resources/list": self._list_resources,
            "resources/templates/list": self._list_templates,
            "resources/read": self._read_resource,
        }

    async def notify(self, method: str, params: Mapping[str, Any] | None = None) -> None:
        """Send a notification."""
        message = {"jsonrpc": "2.0", "method": method}
        await self.send(message if params is None else {**message, "params": params})

    async def _list_tools(self, request: Request) -> Result:
        return self.offer.tools(optional_text(request.params, "cursor"))

    async def _call_tool(self, request: Request) -> Result:
        params = request.params
        name, arguments = text(params, "name"), optional_object(params, "arguments")
        token = progress_token(params)

        async def report(done: float, total: float | None, message: str | None) -> None:
            told = {"progressToken": token, "progress": done, "total": total, "message": message}
            await self.notify(
                "notifications/progress", {key: value for key, value in told.items() if value is not None}
            )

        with nullcontext() if token is None else Progress(report) as progress:
            return await self.offer.call(name, arguments, revision=request.revision, progress=progress)

    async def _list_resources(self, request: Request) -> Result:
        return self.offer.resources(optional_text(request.params, "cursor"))

    async def _list_templates(self, request: Request) -> Result:
        return self.offer.resource_templates(optional_text(request.params, "cursor"))

    async def _read_resource(self, request: Request) -> Result:
        return await self.offer.read(text(request.params, "uri"), revision=request.revision)
