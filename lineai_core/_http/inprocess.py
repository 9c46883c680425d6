"""An HTTP transport that calls an ASGI application in this process, as if it were a server."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable

import httpx

from lineai_core._http.lifespan import ASGI, Lifespan
from lineai_core.errors import InvalidResponse
from lineai_core.types import AsgiApp, Scope

_logger = logging.getLogger("lineai.http")


class InProcessTransport(httpx.AsyncBaseTransport):
    """Starts the application on the first request and stops it when closed.

    An exception in the application is logged and answered with status 500, as a server would do. A
    body of more than ``max_body`` bytes is refused with ``InvalidResponse``. Cancelling the request
    cancels the application's work on it.
    """

    def __init__(self, make_app: Callable[[], AsgiApp], *, max_body: int) -> None:
        self._app = make_app()
        self._lifespan = Lifespan(self._app)
        self._max_body = max_body

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        """Return the application's answer to ``request``."""
        await self._lifespan.startup()
        exchange = _Exchange(await request.aread(), self._max_body)
        try:
            await self._app(self._scope(request), exchange.receive, exchange.send)
        except Exception:
            _logger.exception("The embedded backend failed in %s %s.", request.method, request.url.path)
            exchange.fail()
        if exchange.too_long:
            raise InvalidResponse(
                f"The embedded backend's answer is longer than {self._max_body} bytes.",
                endpoint=f"{request.method} {request.url.path}",
                status=exchange.status,
            )
        return exchange.response()

    async def aclose(self) -> None:
        """Stop the application."""
        await self._lifespan.shutdown()

    def _scope(self, request: httpx.Request) -> Scope:
        url = request.url
        return {
            "type": "http",
            "asgi": ASGI,
            "http_version": "1.1",
            "method": request.method,
            "scheme": url.scheme,
            "path": url.path,
            "raw_path": url.raw_path.partition(b"?")[0],
            "query_string": url.query,
            "root_path": "",
            "headers": [(name.lower(), value) for name, value in request.headers.raw],
            "client": ("127.0.0.1", 0),
            "server": (url.host, url.port or 80),
            "state": self._lifespan.state.copy(),
        }


class _Exchange:
    """One request and its answer, as the two ASGI callables see them."""

    def __init__(self, body: bytes, max_body: int) -> None:
        self.status = 500
        self.too_long = False
        self._body: bytes | None = body
        self._max_body = max_body
        self._headers: list[tuple[bytes, bytes]] = []
        self._chunks: list[bytes] = []
        self._size = 0
        self._complete = asyncio.Event()

    async def receive(self) -> Scope:
        """Return the request's body; when the answer is complete, that the client has gone."""
        if self._body is not None:
            body, self._body = self._body, None
            return {"type": "http.request", "body": body, "more_body": False}
        await self._complete.wait()
        return {"type": "http.disconnect"}

    async def send(self, message: Scope) -> None:
        """Take a part of the answer; raise ``OverflowError`` when the body grows too long."""
        if message["type"] == "http.response.start":
            self.status = message["status"]
            self._headers = list(message.get("headers", []))
        elif message["type"] == "http.response.body":
            chunk = message.get("body", b"")
            self._size += len(chunk)
            if self._size > self._max_body:
                self.too_long = True
                self._chunks.clear()
                raise OverflowError("the response body is too long")
            self._chunks.append(chunk)
            if not message.get("more_body", False):
                self._complete.set()

    def fail(self) -> None:
        """Answer 500 if the application failed before its answer was complete."""
        if not self._complete.is_set():
            self.status, self._headers, self._chunks = 500, [], []

    def response(self) -> httpx.Response:
        """Return the answer."""
        stream = httpx.ByteStream(b"".join(self._chunks))
        return httpx.Response(self.status, headers=self._headers, stream=stream)
