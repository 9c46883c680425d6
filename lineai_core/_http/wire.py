"""The HTTP client of one backend: sends one request, and again where that is safe."""

from __future__ import annotations

import asyncio
import json
import logging
import time
from contextvars import ContextVar
from io import BytesIO
from typing import TYPE_CHECKING

import httpx

from lineai_core import __version__
from lineai_core._http.answers import Answer, check
from lineai_core._http.clients import CONNECTIONS, MOST, Clients
from lineai_core._http.failures import Failures, is_tls
from lineai_core._http.inprocess import InProcessTransport
from lineai_core._http.paths import base_url
from lineai_core._http.pauses import CONNECT_PAUSES, DROPPED_PAUSES, jittered
from lineai_core._http.requests import ApiRequest
from lineai_core._http.tls import tls_context
from lineai_core.errors import ApiError, ConfigError, InvalidResponse
from lineai_core.types import Credentials

if TYPE_CHECKING:
    from lineai_core._config.settings import Settings
    from lineai_core._debug import DebugLog
    from lineai_core._render.redact import Redactor
    from lineai_core.types import AuthScheme, Backend

_logger = logging.getLogger("lineai.http")
_sent: ContextVar[httpx.Request] = ContextVar("lineai_sent")  # by this task, the login included
MAX_BODY = 256 * 1024 * 1024
# As many are kept as there may be: beyond the bound, the library closes each one after its first answer.
_LIMITS = httpx.Limits(max_connections=CONNECTIONS, max_keepalive_connections=CONNECTIONS)
_HEADERS = {
    "Accept": "application/json, */*;q=0.5",
    "User-Agent": f"lineai-core/{__version__}",
}


class Wire:
    """The HTTP clients for one backend, reached over the network or in-process.

    Over the network, proxies are those of the environment (``HTTPS_PROXY``, ``NO_PROXY``, …) and
    certificates those of the settings, for the login as for everything else. Raises ``ConfigError`` if
    the backend's address, a proxy or a certificate cannot be used.
    """

    def __init__(
        self,
        backend: Backend,
        settings: Settings,
        *,
        scheme: AuthScheme | None,
        redactor: Redactor,
        debug: DebugLog | None = None,
    ) -> None:
        self._base = base_url(backend.base_url)
        self._limit = settings.request_timeout or None
        self._redactor = redactor
        self._debug = debug
        connect_limit = settings.connect_timeout or None
        self._failures = Failures(
            self._base, self._limit, connect_limit, redactor, anonymous=settings.client_cert is None
        )
        transport = InProcessTransport(backend.app, max_body=MAX_BODY) if backend.app else None
        verify = tls_context(settings, base=self._base) if transport is None else True
        auth = self._auth(scheme, settings) if scheme else None

        def client() -> httpx.AsyncClient:
            return httpx.AsyncClient(
                auth=auth,
                transport=transport,
                trust_env=transport is None,
                verify=verify,
                timeout=httpx.Timeout(self._limit, connect=connect_limit),
                limits=_LIMITS,
                headers=_HEADERS,
                event_hooks={"request": [self._note]},
            )

        try:
            self._clients = Clients(client, most=MOST if transport is None else 1)
        except (ValueError, ImportError, httpx.InvalidURL) as error:
            raise ConfigError(
                "The proxy settings of the environment cannot be used.",
                hint="Look at HTTP_PROXY, HTTPS_PROXY and ALL_PROXY: each is http://HOST:PORT. "
                "A SOCKS proxy needs `pip install httpx[socks]`.",
            ) from error

    async def exchange(self, request: ApiRequest) -> bytes:
        """Return the body of a successful answer; raise ``ApiError`` for anything else.

        The whole exchange, login and repetitions included, takes at most the request timeout.
        """
        started = time.monotonic()
        answer: Answer | None = None
        outcome = "cancelled"
        try:
            answer = await self._answer(request)
            check(answer, self._redactor)
            outcome = "ok"
        except ApiError as error:
            outcome = error.kind
            raise
        finally:
            self._record(request, answer, outcome, seconds=time.monotonic() - started)
        return answer.body

    async def aclose(self) -> None:
        """Close the clients, and stop the application if it runs in-process."""
        await self._clients.aclose()

    def _record(self, request: ApiRequest, answer: Answer | None, outcome: str, *, seconds: float) -> None:
        facts = {
            "endpoint": request.endpoint,
            "status": answer.status if answer else None,
            "outcome": outcome,
            "ms": round(seconds * 1000, 1),
        }
        _logger.debug("%s: %s in %s ms", request.endpoint, outcome, facts["ms"], extra={"facts": facts})
        if self._debug is not None:
            self._debug.exchange(request, answer, seconds=seconds, outcome=outcome)

    async def _answer(self, request: ApiRequest) -> Answer:
        outgoing = self._build(request)
        _sent.set(outgoing)
        try:
            async with asyncio.timeout(self._limit):
                return await self._send_and_repeat(outgoing, request)
        except TimeoutError:
            last = _sent.get()
            slow = self._failures.endpoint(last) if last is not outgoing else request.endpoint
            raise self._failures.too_slow(slow) from None
        except (httpx.HTTPError, UnicodeError) as error:
            raise self._failures.told(error, request) from error
        except ApiError as error:  # raised by the authentication scheme
            error.body = self._redactor.excerpt(error.body)
            raise

    async def _send_and_repeat(self, outgoing: httpx.Request, request: ApiRequest) -> Answer:
        """Send; send again while no connection comes about, and once if a read's connection is dropped."""
        connect = iter(CONNECT_PAUSES)
        dropped = iter(DROPPED_PAUSES if request.is_read else ())
        while True:
            try:
                return await self._send(outgoing, request)
            except (httpx.NetworkError, httpx.RemoteProtocolError) as error:
                unsent = isinstance(error, httpx.ConnectError)
                if is_tls(error) or not (unsent or error.request is outgoing):
                    raise
                pause = next(connect if unsent else dropped, None)
                if pause is None:
                    raise
            await asyncio.sleep(jittered(pause))

    def _build(self, request: ApiRequest) -> httpx.Request:
        """Return the request for the HTTP library; raise ``InvalidRequest`` if it cannot be put into HTTP."""
        content, headers = None, {}
        if request.json is not None:
            content = json.dumps(request.json, separators=(",", ":")).encode()
            headers["Content-Type"] = "application/json"
        url = self._base + request.target
        try:
            return self._clients.first.build_request(request.method, url, content=content, headers=headers)
        except (httpx.InvalidURL, UnicodeError) as error:
            raise self._failures.told(error, request) from error

    async def _send(self, outgoing: httpx.Request, request: ApiRequest) -> Answer:
        with self._clients.one() as client:
            response = await client.send(outgoing, stream=True)
            login = response.request is not outgoing
            endpoint = self._failures.endpoint(response.request) if login else request.endpoint
            try:
                body = await self._read(response, endpoint)
            finally:
                await response.aclose()
        return Answer(endpoint, response.status_code, response.headers, body, login)

    async def _read(self, response: httpx.Response, endpoint: str) -> bytes:
        body = BytesIO()  # gives its content away without a copy
        async for chunk in response.aiter_bytes():
            if body.tell() + body.write(chunk) > MAX_BODY:
                raise InvalidResponse(
                    f"The backend's answer is longer than {MAX_BODY // 2**20} MiB.",
                    endpoint=endpoint,
                    status=response.status_code,
                )
        return body.getvalue()

    def _auth(self, scheme: AuthScheme, settings: Settings) -> httpx.Auth:
        credentials = Credentials(
            base_url=self._base,
            username=settings.username,
            password=settings.password,
            token_ttl=settings.token_ttl,
        )
        return scheme.build(credentials)

    async def _note(self, request: httpx.Request) -> None:
        """Remember what is about to be sent, and teach the redactor its credentials, whoever signed it."""
        _sent.set(request)
        header = request.headers.get("authorization", "")
        self._redactor.add(header.partition(" ")[2] or header)
