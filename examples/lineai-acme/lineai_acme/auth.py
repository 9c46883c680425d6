"""The login of Acme's service account: one key for a server that runs without a person."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator

from lineai_core.http import Auth, Request, Response
from lineai_core.plugin import AuthError, ConfigError, Secret

LOGIN = "/api/authenticate"


class ServiceKeyAuth(Auth):
    """Exchanges the key for a token, once for any number of calls, and again when the token is refused."""

    def __init__(self, base_url: str, key: Secret) -> None:
        self._url = base_url + LOGIN
        self._key = key
        self._lock = asyncio.Lock()
        self._token: str | None = None

    async def async_auth_flow(self, request: Request) -> AsyncGenerator[Request, Response]:
        """Yield a login if there is no token, then ``request``; both once more if the token is refused."""
        for repeated in (False, True):
            async with self._lock:
                if self._token is None:
                    answer = yield self._login(request)
                    await answer.aread()
                    self._token = _token(answer)
                token = self._token
            request.headers["Authorization"] = f"Bearer {token}"
            answer = yield request
            if answer.status_code not in (401, 403) or repeated:
                return
            if self._token == token:  # else a parallel call has a newer one by now
                self._token = None

    def _login(self, request: Request) -> Request:
        if not self._key:
            raise ConfigError("LINEAI_AUTH is acme-key, but LINEAI_ACME_SERVICE_KEY is not set.")
        form = {"grant_type": "service_key", "service_key": self._key.reveal()}
        return Request("POST", self._url, data=form, extensions=request.extensions)  # with its deadline


def _token(answer: Response) -> str:
    if not answer.is_success:
        raise AuthError(
            "The server refused Acme's service key.", endpoint=f"POST {LOGIN}", status=answer.status_code
        )
    return str(answer.json()["access_token"])
