"""A Lineai server with scripted answers, which records what it is asked."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qsl

from lineai_core.types import Scope

DEFAULT_VIEW = "/api/materialized-view/default"


@dataclass(frozen=True, slots=True, kw_only=True)
class Recorded:
    """One request that reached the fake API; ``json`` is the parsed body, ``None`` if it is no JSON."""

    method: str
    path: str
    query: Mapping[str, str]
    headers: Mapping[str, str]
    json: Any = None
    body: bytes = b""


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """A whole HTTP answer, for what an ordinary success does not cover; a ``str`` body is sent as it is.

    It is sent after ``delay`` seconds.
    """

    status: int = 200
    body: Any = None
    headers: Mapping[str, str] = field(default_factory=dict)
    delay: float = 0.0


def failure(status: int, code: str, message: str, **more: Any) -> Answer:
    """Return an answer with the API's error envelope; ``more`` joins the error object."""
    error = {"code": code, "message": message, "details": [], **more}
    return Answer(status=status, body={"status": "error", "error": error})


def in_turn(*answers: Any) -> Callable[[Recorded], Any]:
    """Return a script that gives one answer after the other, and the last one for ever."""
    left = list(answers)
    return lambda _: left.pop(0) if len(left) > 1 else left[0]


class FakeApi:
    """A Lineai server with canned answers, as an ASGI application that records what it is asked.

    ``answers`` maps ``"METHOD /path"`` to the ``data`` of a success, to an ``Answer``, or to a function
    that takes the ``Recorded`` request and returns either. Everything else is answered with 404, except
    the default view, which is ``view``. With ``needs_login`` the host logs in to it: the selected
    authentication scheme signs each request, and ``answers`` say what becomes of the login.
    """

    def __init__(
        self,
        answers: Mapping[str, Any] | None = None,
        *,
        view: str = "view-1",
        capabilities: frozenset[str] = frozenset(),
        needs_login: bool = False,
    ) -> None:
        self.needs_login = needs_login
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
        await asyncio.sleep(answer.delay)
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
        json=_parsed(body),
        body=body,
    )


def _parsed(body: bytes) -> Any:
    try:
        return json.loads(body)
    except ValueError:
        return None
