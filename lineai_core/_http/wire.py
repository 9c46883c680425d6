"""The only user of the HTTP library: sends one request, and turns every way to fail into our errors."""

from __future__ import annotations

import asyncio
import json
import ssl
from typing import TYPE_CHECKING

import httpx

from lineai_core import __version__
from lineai_core._http.answers import Answer, check
from lineai_core._http.inprocess import InProcessTransport
from lineai_core._http.paths import base_url
from lineai_core._http.requests import ApiRequest
from lineai_core.errors import ApiError, ApiTimeout, ApiUnavailable, InvalidResponse
from lineai_core.types import Credentials

if TYPE_CHECKING:
    from lineai_core._config.settings import Settings
    from lineai_core._render.redact import Redactor
    from lineai_core.types import AuthScheme, Backend

MAX_BODY = 256 * 1024 * 1024
CONNECT_RETRIES = (0.1, 0.4)
_LIMITS = httpx.Limits(max_connections=100, max_keepalive_connections=20)
_HEADERS = {
    "Accept": "application/json, */*;q=0.5",
    "User-Agent": f"lineai-core/{__version__}",
}


class Wire:
    """One shared HTTP client for one backend, reached over the network or in-process.

    Over the network, proxies and certificate authorities are those of the environment
    (``HTTPS_PROXY``, ``NO_PROXY``, ``SSL_CERT_FILE``, …). Raises ``ConfigError`` if the backend's
    address is malformed.
    """

    def __init__(
        self, backend: Backend, settings: Settings, *, scheme: AuthScheme | None, redactor: Redactor
    ) -> None:
        self._base = base_url(backend.base_url)
        self._limit = settings.request_timeout or None
        self._connect_limit = settings.connect_timeout or None
        self._redactor = redactor
        transport = InProcessTransport(backend.app, max_body=MAX_BODY) if backend.app else None
        self._client = httpx.AsyncClient(
            auth=self._auth(scheme, settings) if scheme else None,
            transport=transport,
            trust_env=transport is None,
            timeout=httpx.Timeout(self._limit, connect=self._connect_limit),
            limits=_LIMITS,
            headers=_HEADERS,
            event_hooks={"request": [self._learn_credentials]},
        )

    async def exchange(self, request: ApiRequest) -> bytes:
        """Return the body of a successful answer; raise ``ApiError`` for anything else.

        The whole exchange, login and retries included, takes at most the request timeout.
        """
        try:
            async with asyncio.timeout(self._limit):
                answer = await self._send_and_retry(request)
        except TimeoutError:
            raise self._too_slow(request.endpoint) from None
        except httpx.HTTPError as error:
            raise self._transport_error(error, request) from error
        except ApiError as error:  # raised by the authentication scheme
            error.body = self._redactor.excerpt(error.body)
            raise
        check(answer, self._redactor)
        return answer.body

    async def aclose(self) -> None:
        """Close the client, and stop the application if it runs in-process."""
        await self._client.aclose()

    async def _send_and_retry(self, request: ApiRequest) -> Answer:
        """Send, and send again while no connection comes about: then nothing has reached the server."""
        for delay in CONNECT_RETRIES:
            try:
                return await self._send(request)
            except httpx.ConnectError as error:
                if _is_tls(error):
                    raise
            await asyncio.sleep(delay)
        return await self._send(request)

    async def _send(self, request: ApiRequest) -> Answer:
        content, headers = None, {}
        if request.json is not None:
            content = json.dumps(request.json, separators=(",", ":")).encode()
            headers["Content-Type"] = "application/json"
        outgoing = self._client.build_request(
            request.method, self._base + request.target, content=content, headers=headers
        )
        response = await self._client.send(outgoing, stream=True)
        endpoint = self._endpoint(response.request) if response.request is not outgoing else request.endpoint
        try:
            body = await self._read(response, endpoint)
        finally:
            await response.aclose()
        return Answer(
            endpoint, response.status_code, response.headers, body, response.request is not outgoing
        )

    async def _read(self, response: httpx.Response, endpoint: str) -> bytes:
        chunks, size = [], 0
        async for chunk in response.aiter_bytes():
            size += len(chunk)
            if size > MAX_BODY:
                raise InvalidResponse(
                    f"The backend's answer is longer than {MAX_BODY // 2**20} MiB.",
                    endpoint=endpoint,
                    status=response.status_code,
                )
            chunks.append(chunk)
        return b"".join(chunks)

    def _auth(self, scheme: AuthScheme, settings: Settings) -> httpx.Auth:
        credentials = Credentials(
            base_url=self._base,
            username=settings.username,
            password=settings.password,
            token_ttl=settings.token_ttl,
        )
        return scheme.build(credentials)

    async def _learn_credentials(self, request: httpx.Request) -> None:
        """Teach the redactor what is about to be sent, whichever scheme signed the request."""
        header = request.headers.get("authorization", "")
        self._redactor.add(header.partition(" ")[2] or header)

    def _endpoint(self, request: httpx.Request) -> str:
        return f"{request.method} {str(request.url).removeprefix(self._base).partition('?')[0]}"

    def _too_slow(self, endpoint: str) -> ApiTimeout:
        return ApiTimeout(
            f"No complete answer arrived from {self._base} within {self._limit:g} s.",
            endpoint=endpoint,
            hint="Ask again later, or raise LINEAI_REQUEST_TIMEOUT (seconds).",
        )

    def _transport_error(self, error: httpx.HTTPError, request: ApiRequest) -> ApiError:
        try:
            endpoint = self._endpoint(error.request)
        except RuntimeError:
            endpoint = request.endpoint
        reason = self._redactor.excerpt(str(error) or type(error).__name__, 200)
        if isinstance(error, httpx.ConnectTimeout):
            return ApiTimeout(
                f"No connection to {self._base} came about within {self._connect_limit:g} s.",
                endpoint=endpoint,
                hint="Check the address and the network, or raise LINEAI_CONNECT_TIMEOUT (seconds).",
            )
        if isinstance(error, httpx.TimeoutException):
            return self._too_slow(endpoint)
        if _is_tls(error):
            return ApiUnavailable(
                f"No secure connection to {self._base}: {reason}.",
                endpoint=endpoint,
                hint="If the server's certificate comes from your organisation's own authority, name that "
                "authority's certificate file in SSL_CERT_FILE.",
            )
        if isinstance(error, httpx.ConnectError):
            return ApiUnavailable(
                f"Cannot connect to {self._base}: {reason}.",
                endpoint=endpoint,
                hint="Check the address, the network and the proxy settings.",
            )
        return ApiUnavailable(
            f"The connection to {self._base} failed before the answer was complete: {reason}.",
            endpoint=endpoint,
            hint="Ask again; if it happens again, look at the server's log.",
        )


def _is_tls(error: BaseException) -> bool:
    cause: BaseException | None = error
    while cause is not None:
        if isinstance(cause, ssl.SSLError):
            return True
        cause = cause.__cause__ or cause.__context__
    return False
