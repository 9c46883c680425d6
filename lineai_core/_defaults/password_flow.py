"""The password grant as an authentication flow: the only place that attaches the bearer header."""

from __future__ import annotations

import asyncio
import json
import math
import time
from collections.abc import AsyncGenerator, Callable
from dataclasses import dataclass
from typing import Any

from lineai_core.http import Auth, Request, Response
from lineai_core.plugin import AuthError, ConfigError, Credentials, InvalidResponse

LOGIN = "/api/authenticate"
_REFUSED = (401, 403)
_MARGIN_SHARE = 0.1
_LONGEST_MARGIN = 30.0


@dataclass(frozen=True, slots=True)
class _Token:
    value: str
    expires: float


class PasswordAuth(Auth):
    """Logs in once for any number of concurrent requests, and again when the token is refused.

    A token is reused until shortly before it expires: a tenth of its life, at most 30 s, is left as a
    margin. A refused token is thrown away only if it is still the current one, so a late refusal of an
    old token leaves the newer one alone. Each request is repeated at most once. ``clock`` returns
    seconds and never runs backwards.
    """

    def __init__(self, credentials: Credentials, *, clock: Callable[[], float] = time.monotonic) -> None:
        self._credentials = credentials
        self._clock = clock
        self._lock = asyncio.Lock()
        self._token: _Token | None = None
        self._refusals = 0
        self._last_refusal: Response | None = None

    async def async_auth_flow(self, request: Request) -> AsyncGenerator[Request, Response]:
        """Yield the login if there is no token, then ``request``; both again if the token is refused.

        A login that fails for another reason than the credentials ends the flow with its own answer.
        Without credentials ``request`` is sent as it is, for a server that needs none. Raises
        ``ConfigError`` if that server needs them after all or only one of them is set, ``AuthError`` if
        they are refused, and ``InvalidResponse`` if the login's answer holds no token.
        """
        if not self._credentials.username and not self._credentials.password:
            answer = yield request
            if answer.status_code not in _REFUSED:
                return
        self._require_credentials()
        for repeated in (False, True):
            refusals = self._refusals
            token = self._live_token()
            if token is None:
                async with self._lock:
                    token = self._live_token()
                    if token is None:
                        if self._refusals != refusals:
                            raise self._refused()
                        answer = yield self._login_request(request)
                        await answer.aread()
                        if answer.status_code in _REFUSED:
                            self._refusals, self._last_refusal = self._refusals + 1, answer
                            raise self._refused()
                        if not answer.is_success:
                            return
                        token = self._token = self._read_token(answer)
            request.headers["Authorization"] = f"Bearer {token.value}"
            answer = yield request
            if repeated or answer.status_code not in _REFUSED:
                return
            if self._token is token:
                self._token = None

    def _live_token(self) -> _Token | None:
        token = self._token
        return token if token is not None and self._clock() < token.expires else None

    def _require_credentials(self) -> None:
        names = {"LINEAI_USERNAME": self._credentials.username, "LINEAI_PASSWORD": self._credentials.password}
        missing = [name for name, value in names.items() if not value]
        if missing:
            raise ConfigError(
                f"The Lineai server needs a login, but {' and '.join(missing)} "
                f"{'is' if len(missing) == 1 else 'are'} not set.",
                hint="Set LINEAI_USERNAME and LINEAI_PASSWORD in the environment of this server.",
            )

    def _login_request(self, request: Request) -> Request:
        form = {
            "grant_type": "password",
            "username": self._credentials.username,
            "password": self._credentials.password.reveal(),
        }
        return Request(
            "POST",
            self._credentials.base_url + LOGIN,
            data=form,
            headers={"Accept": "application/json", "User-Agent": request.headers.get("User-Agent", "")},
            extensions=request.extensions,
        )

    def _refused(self) -> AuthError:
        """Return the error for the last refusal, which all who waited for that login share."""
        answer = self._last_refusal
        return AuthError(
            "The Lineai server refused the user name or the password.",
            endpoint=f"POST {LOGIN}",
            status=answer.status_code if answer else None,
            body=answer.text if answer else "",
            hint="Check LINEAI_USERNAME and LINEAI_PASSWORD.",
        )

    def _read_token(self, answer: Response) -> _Token:
        try:
            grant = json.loads(answer.content)
        except (ValueError, RecursionError):
            grant = None
        value = grant.get("access_token") if isinstance(grant, dict) else None
        if not isinstance(value, str) or not value.isascii() or not value.isprintable() or not value.strip():
            raise InvalidResponse(
                "The server accepted the login, but its answer holds no usable access token.",
                endpoint=f"POST {LOGIN}",
                status=answer.status_code,
                hint="Check that LINEAI_SERVER_HOST is the base URL of a Lineai server.",
            )
        return _Token(value, self._clock() + self._lifetime(grant.get("expires_in")))

    def _lifetime(self, stated: Any) -> float:
        """Return for how many seconds a token is reused, given what the server states about it."""
        longest = self._credentials.token_ttl
        try:
            seconds = float(stated) if isinstance(stated, (int, float, str)) else math.nan
        except (ValueError, OverflowError):
            seconds = math.nan
        if isinstance(stated, bool) or not seconds > 0:
            return longest
        return min(longest, seconds - min(_LONGEST_MARGIN, seconds * _MARGIN_SHARE))
