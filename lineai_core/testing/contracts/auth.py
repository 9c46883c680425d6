"""What the core expects of an authentication scheme, which signs many requests at once with few tokens."""

from __future__ import annotations

import asyncio
import traceback
from collections.abc import Awaitable, Callable
from typing import Any, ClassVar

from lineai_core.errors import LineaiError
from lineai_core.http import Auth, Request, Response
from lineai_core.types import AuthScheme, Credentials, Secret

Answer = Callable[[Request], Awaitable[Response]]
_URL = "http://lineai.test/api/materialized-view/default"
_MOST_REQUESTS = 10


class AuthContract:
    """Subclass it, and return your scheme from ``scheme``.

    By default a login is a request to ``/api/authenticate`` that is answered with an ``access_token``, and
    the token comes back as ``Authorization: Bearer``. A scheme that works otherwise overrides ``is_login``,
    ``grant`` and ``token``; one that never logs in sets ``logs_in`` to ``False``. ``secrets`` are the texts
    that must not show anywhere: the password, and whatever your settings add.
    """

    logs_in: ClassVar[bool] = True
    secrets: ClassVar[tuple[str, ...]] = ("hunter2-of-the-account",)
    credentials: ClassVar[Credentials] = Credentials(
        base_url="http://lineai.test",
        username="ana",
        password=Secret("hunter2-of-the-account"),
        token_ttl=3600,
    )

    def scheme(self) -> AuthScheme:
        """Return the scheme to be tested; override it."""
        raise NotImplementedError

    def is_login(self, request: Request) -> bool:
        """Return whether a request of the flow is a login."""
        return request.url.path.endswith("/api/authenticate")

    def grant(self, token: str) -> Response:
        """Return the answer to a login that hands out ``token``."""
        return Response(200, json={"access_token": token, "token_type": "bearer"})

    def token(self, request: Request) -> str:
        """Return the token with which a request is signed."""
        return str(request.headers.get("Authorization", "")).removeprefix("Bearer ")

    def test_every_request_is_signed_and_no_address_holds_a_secret(self) -> None:
        """Addresses end up in the logs of proxies."""
        server = _Server(self)
        answer, sent = asyncio.run(server.one_request())
        assert answer.status_code == 200
        assert self.token(sent[-1])
        for request in sent:
            assert not any(secret in str(request.url) for secret in self.secrets)

    def test_parallel_requests_log_in_once(self) -> None:
        """Eight calls of an assistant must not be eight logins."""
        server = _Server(self)

        async def check() -> None:
            answers = await asyncio.gather(*(server.request() for _ in range(8)))
            assert [answer.status_code for answer in answers] == [200] * 8

        asyncio.run(check())
        assert server.logins == (1 if self.logs_in else 0)

    def test_a_refused_token_is_replaced_and_the_request_repeated(self) -> None:
        """Tokens end early when a server restarts."""
        if not self.logs_in:
            return
        server = _Server(self)

        async def check() -> None:
            await server.request()
            server.end_tokens()
            assert (await server.request()).status_code == 200

        asyncio.run(check())
        assert server.logins == 2

    def test_a_late_refusal_of_an_old_token_leaves_the_newer_one_alone(self) -> None:
        """The slow request was sent with the first token; meanwhile there is a second."""
        if not self.logs_in:
            return
        server = _Server(self)

        async def check() -> None:
            await server.request()
            held = asyncio.Event()
            slow = asyncio.create_task(server.request(before_answer=held))
            await server.arrived(2)
            server.end_tokens()
            await server.request()
            held.set()
            assert (await slow).status_code == 200

        asyncio.run(check())
        assert server.logins == 2

    def test_a_refusal_in_spite_of_a_fresh_token_is_handed_on(self) -> None:
        """It is a matter of rights, not of the token: to log in for ever would lock the account."""
        server = _Server(self, allowed=False)
        answer, sent = asyncio.run(server.one_request())
        assert answer.status_code == 403
        assert len([request for request in sent if not self.is_login(request)]) <= 2

    def test_no_secret_is_shown(self) -> None:
        """Neither by ``repr`` nor by the error of a refused login, with all its causes."""
        auth = self.scheme().build(self.credentials)
        shown = [repr(auth), str(auth), repr(self.scheme())]
        server = _Server(self, accepts_login=False)
        try:
            asyncio.run(server.one_request())
        except LineaiError as error:
            shown += ["".join(traceback.format_exception(error)), repr(vars(error))]
        for secret in self.secrets:
            assert not any(secret in text for text in shown)


class _Server:
    """Plays the server for one flow per request; the newest token alone is good."""

    def __init__(self, contract: AuthContract, *, allowed: bool = True, accepts_login: bool = True) -> None:
        self._contract = contract
        self._auth: Auth = contract.scheme().build(contract.credentials)
        self._allowed = allowed
        self._accepts_login = accepts_login
        self._refused: set[str] = set()
        self._requests = 0
        self._arrival = asyncio.Condition()
        self.logins = 0

    def end_tokens(self) -> None:
        """Refuse every token that was handed out so far."""
        self._refused = {f"token-{number}" for number in range(1, self.logins + 1)}

    async def arrived(self, number: int) -> None:
        """Wait until that many requests, besides logins, have arrived."""
        async with self._arrival:
            await self._arrival.wait_for(lambda: self._requests >= number)

    async def request(self, before_answer: asyncio.Event | None = None) -> Response:
        """Return what a request comes to; its first answer is decided after ``before_answer`` is set."""
        return (await self.one_request(before_answer))[0]

    async def one_request(self, before_answer: asyncio.Event | None = None) -> tuple[Response, list[Request]]:
        """Return what a request comes to, and all that was sent for it."""
        flow = self._auth.async_auth_flow(Request("GET", _URL))
        sent: list[Request] = []
        answer: Any = None
        request = await anext(flow)
        try:
            while True:
                sent.append(request)
                assert len(sent) <= _MOST_REQUESTS, "the scheme repeats its requests without end"
                answer = await self._answer(request, before_answer)
                answer.request = request
                request = await flow.asend(answer)
        except StopAsyncIteration:
            return answer, sent
        finally:
            await flow.aclose()

    async def _answer(self, request: Request, before_answer: asyncio.Event | None) -> Response:
        await asyncio.sleep(0)
        if self._contract.is_login(request):
            self.logins += 1
            return self._contract.grant(f"token-{self.logins}") if self._accepts_login else Response(401)
        async with self._arrival:
            self._requests += 1
            self._arrival.notify_all()
        if before_answer is not None:
            await before_answer.wait()
        token = self._contract.token(request)
        return Response(200 if self._allowed and token and token not in self._refused else 403)
