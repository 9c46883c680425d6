"""Every way in which the HTTP library can fail, as an error of ours: what failed, and what to do."""

from __future__ import annotations

import ssl
from typing import TYPE_CHECKING

import httpx

from lineai_core._http.requests import ApiRequest
from lineai_core._http.tls import CA_SETTING
from lineai_core.errors import ApiError, ApiTimeout, ApiUnavailable, InvalidRequest, InvalidResponse

if TYPE_CHECKING:
    from lineai_core._render.redact import Redactor

_UNTRUSTED = (
    "If the server's certificate comes from your organisation's own authority, name that authority's file "
    f"in {CA_SETTING}, or set LINEAI_TRUST_STORE=system if the operating system trusts it."
)
_WRONG_NAME = "Use the name that the server's certificate is made out to in LINEAI_SERVER_HOST."
_UNKNOWN_CLIENT = (
    "If the server asks its clients for a certificate, name yours in LINEAI_CLIENT_CERT and its key in "
    "LINEAI_CLIENT_KEY."
)
_NOT_TLS = "Check that the address is one of HTTPS, and not of plain HTTP."


class Failures:
    """Tells failures of one connection; the limits are in seconds, ``None`` for none.

    ``anonymous``: this client shows no certificate. A server that wants one just hangs up.
    """

    def __init__(
        self,
        base: str,
        limit: float | None,
        connect_limit: float | None,
        redactor: Redactor,
        *,
        anonymous: bool,
    ) -> None:
        self._base = base
        self._hang_up = anonymous and base.startswith("https:")
        self._limit = limit
        self._connect_limit = connect_limit
        self._redactor = redactor

    def endpoint(self, request: httpx.Request) -> str:
        """Return how error pages name a request: method and path below the base URL."""
        return f"{request.method} {str(request.url).removeprefix(self._base).partition('?')[0]}"

    def too_slow(self, endpoint: str) -> ApiTimeout:
        """Return the error for an answer that was not complete within the request timeout."""
        within = "in time" if self._limit is None else f"within {self._limit:g} s"
        return ApiTimeout(
            f"No complete answer arrived from {self._base} {within}.",
            endpoint=endpoint,
            hint="Ask again later, or raise LINEAI_REQUEST_TIMEOUT (seconds).",
        )

    def told(self, error: Exception, request: ApiRequest) -> ApiError:
        """Return the error that tells ``error``, met while ``request`` or its login was sent."""
        endpoint = request.endpoint
        if isinstance(error, httpx.RequestError):
            try:
                endpoint = self.endpoint(error.request)
            except RuntimeError:  # the library did not say which request failed
                endpoint = request.endpoint
        reason = self._redactor.excerpt(str(error) or type(error).__name__, 200).rstrip(".")
        if isinstance(error, httpx.ConnectTimeout):
            return self._no_connection(endpoint)
        if isinstance(error, httpx.TimeoutException):
            return self.too_slow(endpoint)
        if isinstance(error, httpx.DecodingError):
            return InvalidResponse(f"The answer cannot be unpacked: {reason}.", endpoint=endpoint)
        if isinstance(error, httpx.NetworkError | httpx.RemoteProtocolError | httpx.ProxyError):
            message, hint = self._unreachable(error, reason)
            return ApiUnavailable(message, endpoint=endpoint, hint=hint)
        return InvalidRequest(f"The request cannot be put into HTTP: {reason}.", endpoint=endpoint[:200])

    def _no_connection(self, endpoint: str) -> ApiTimeout:
        within = "in time" if self._connect_limit is None else f"within {self._connect_limit:g} s"
        return ApiTimeout(
            f"No connection to {self._base} came about {within}.",
            endpoint=endpoint,
            hint="Check the address and the network, or raise LINEAI_CONNECT_TIMEOUT (seconds).",
        )

    def _unreachable(self, error: Exception, reason: str) -> tuple[str, str]:
        """Return what happened, and what to do about it."""
        if is_tls(error):
            return f"No secure connection to {self._base}: {reason}.", _advice(reason)
        if isinstance(error, httpx.ProxyError):
            return (
                f"The proxy in front of {self._base} refused: {reason}.",
                "Check HTTPS_PROXY, HTTP_PROXY and NO_PROXY in the environment of this server.",
            )
        if isinstance(error, httpx.ConnectError):
            return (
                f"Cannot connect to {self._base}: {reason}.",
                "Check the address, the network and the proxy settings.",
            )
        return (
            f"The connection to {self._base} failed before the answer was complete: {reason}.",
            "Ask again; if it happens again, look at the server's log."
            + (f" {_UNKNOWN_CLIENT}" if self._hang_up else ""),
        )


def is_tls(error: BaseException) -> bool:
    """Return whether the cause of ``error`` lies in securing the connection."""
    cause: BaseException | None = error
    while cause is not None:
        if isinstance(cause, ssl.SSLError):
            return True
        cause = cause.__cause__ or cause.__context__
    return False


def _advice(reason: str) -> str:
    if "mismatch" in reason:
        return _WRONG_NAME
    if "CERTIFICATE_VERIFY_FAILED" in reason:
        return _UNTRUSTED
    if "alert" in reason.lower():
        return _UNKNOWN_CLIENT
    return f"{_NOT_TLS} {_UNTRUSTED}"
