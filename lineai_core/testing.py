"""A kit for the authors of plugins: the whole host in memory, against canned answers.

No network, no installed plugin, no subprocess, and no dependency on a test framework::

    from lineai_core.testing import FakeApi, call_tool

    def test_release_risk_counts_callers():
        api = FakeApi({"GET /api/acme/risk": {"callers": 3}})
        result = call_tool(plugin, "acme-release-risk", {"branch": "v2"}, api=api)
        assert result.structured == {"callers": 3}
        assert api.requests[-1].query["branch"] == "v2"
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qsl

from lineai_core._config.settings import Settings
from lineai_core._tools.call import Progress
from lineai_core.application import Application
from lineai_core.hookspecs import API_VERSION, hookimpl
from lineai_core.types import AsgiApp, Backend, JsonObject, Scope, ToolResult

__all__ = ["Answer", "FakeApi", "Recorded", "application", "call_tool", "failure"]

DEFAULT_VIEW = "/api/materialized-view/default"


@dataclass(frozen=True, slots=True, kw_only=True)
class Recorded:
    """One request that reached the fake API; ``json`` is the parsed body, ``None`` if it was empty."""

    method: str
    path: str
    query: Mapping[str, str]
    headers: Mapping[str, str]
    json: Any = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """A whole HTTP answer, for what an ordinary success does not cover; a ``str`` body is sent as it is."""

    status: int = 200
    body: Any = None
    headers: Mapping[str, str] = field(default_factory=dict)


def failure(status: int, code: str, message: str, **more: Any) -> Answer:
    """Return an answer with the API's error envelope; ``more`` joins the error object."""
    error = {"code": code, "message": message, "details": [], **more}
    return Answer(status=status, body={"status": "error", "error": error})


class FakeApi:
    """A Lineai server with canned answers, as an ASGI application that records what it is asked.

    ``answers`` maps ``"METHOD /path"`` to the ``data`` of a success, to an ``Answer``, or to a function
    that takes the ``Recorded`` request and returns either. Everything else is answered with 404, except
    the default view, which is ``view``.
    """

    def __init__(
        self,
        answers: Mapping[str, Any] | None = None,
        *,
        view: str = "view-1",
        capabilities: frozenset[str] = frozenset(),
    ) -> None:
        self.answers = {f"GET {DEFAULT_VIEW}": view, **(answers or {})}
        self.capabilities = capabilities
        self.requests: list[Recorded] = []

    async def __call__(self, scope: Scope, receive: Callable[[], Any], send: Callable[[Scope], Any]) -> None:
        """Serve ASGI."""
        if scope["type"] == "lifespan":
            for event in ("startup", "shutdown"):
                await receive()
                await send({"type": f"lifespan.{event}.complete"})
            return
        request = await _record(scope, receive)
        self.requests.append(request)
        answer = self._answer(request)
        body = answer.body.encode() if isinstance(answer.body, str) else json.dumps(answer.body).encode()
        headers = {"content-type": "application/json", **answer.headers}
        await send(
            {
                "type": "http.response.start",
                "status": answer.status,
                "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
            }
        )
        await send({"type": "http.response.body", "body": body})

    def _answer(self, request: Recorded) -> Answer:
        key = f"{request.method} {request.path}"
        if key not in self.answers:
            return failure(404, "NOT_FOUND", f"the fake API has no answer for {key}")
        answer = self.answers[key]
        if callable(answer):
            answer = answer(request)
        return answer if isinstance(answer, Answer) else Answer(body={"status": "success", "data": answer})


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
        plugins = (*plugins, _FakeBackend(api, api.capabilities))
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


class _FakeBackend:
    """The plugin through which the fake API is offered."""

    LINEAI_PLUGIN_API = API_VERSION
    NAME = "fake"

    def __init__(self, app: AsgiApp, capabilities: frozenset[str]) -> None:
        self._backend = Backend(
            name=self.NAME,
            base_url="http://fake.test",
            app=lambda: app,
            needs_login=False,
            capabilities=capabilities,
        )

    @hookimpl
    def lineai_backends(self) -> list[Backend]:
        """Return the backend ``fake``."""
        return [self._backend]


async def _record(scope: Scope, receive: Callable[[], Any]) -> Recorded:
    body, more = b"", True
    while more:
        message = await receive()
        body += message.get("body", b"")
        more = message.get("more_body", False)
    return Recorded(
        method=scope["method"],
        path=scope["path"],
        query=dict(parse_qsl(scope["query_string"].decode(), keep_blank_values=True)),
        headers={name.decode().lower(): value.decode() for name, value in scope["headers"]},
        json=json.loads(body) if body else None,
    )
