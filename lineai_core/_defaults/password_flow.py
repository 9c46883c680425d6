"""The password grant as an authentication flow: the only place that attaches the bearer header."""

from __future__ import annotations

import asyncio
import json
import math
import time
from collections.abc import AsyncGenerator, Callable
from dataclasses import dataclass
from typing import Any

from lineai_core._defaults.denials import Denials
from lineai_core._http.pauses import retry_after
from lineai_core.http import Auth, Request, Response
from lineai_core.plugin import (
    ApiError,
    AuthError,
    Busy,
    ConfigError,
    Credentials,
    GatewayTimeout,
    InvalidResponse,
)

LOGIN = "/api/authenticate"
_REFUSED = (401, 403)
_BAD_LOGIN = (400, 401, 403)
_COOL_DOWN = 60.0
_BUSY = {429: 5.0, 503: 0.0}  # seconds without a login, if the server states none
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

    No login is tried for a minute after the credentials were refused, so that no account is locked, nor
    before the time that the server asks to wait for. A request that is refused with a fresh token as well
    is not a matter of the token: for half a minute, refusals of the same view cause no further login.
    """

    def __init__(self, credentials: Credentials, *, clock: Callable[[], float] = time.monotonic) -> None:
        self._credentials = credentials
        self._clock = clock
        self._lock = asyncio.Lock()
        self._token: _Token | None = None
        self._failures = 0
        self._failed: Response | None = None
        self._next_login = 0.0
        self._denied = Denials(clock)

    async def async_auth_flow(self, request: Request) -> AsyncGenerator[Request, Response]:
        """Yield the login if there is no token, then ``request``; both again if the token is refused.

        A login that fails for another reason than the credentials ends the flow with its own answer; who
        waited for it shares that failure. Without credentials ``request`` is sent as it is, for a server
        that needs none. Raises ``ConfigError`` if that server needs them after all or only one of them is
        set, ``AuthError`` if they are refused, ``Busy`` while the server wants no login, and
        ``InvalidResponse`` if the login's answer holds no token.
        """
        if not self._credentials.username and not self._credentials.password:
            answer = yield request
            if answer.status_code not in _REFUSED:
                return
        self._require_credentials()
        for repeated in (False, True):
            failures = self._failures
            token = self._live_token()
            if token is None:
                async with self._lock:
                    token = self._live_token()
                    if token is None:
                        if self._failures != failures or self._clock() < self._next_login:
                            raise self._login_failed()
                        answer = yield self._login_request(request)
                        await answer.aread()
                        if not answer.is_success:
                            self._note(answer)
                            if answer.status_code in _BAD_LOGIN:
                                raise self._login_failed()
                            return
                        token = self._token = self._read_token(answer)
            request.headers["Authorization"] = f"Bearer {token.value}"
            answer = yield request
            if answer.status_code not in _REFUSED or self._denied.holds(request):
                return
            if repeated:
                self._denied.add(request)
            elif self._token is token:
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

    def _note(self, answer: Response) -> None:
        """Remember a login that failed, and until when none is tried."""
        self._failures, self._failed = self._failures + 1, answer
        pause = 0.0
        if answer.status_code in _BAD_LOGIN:
            pause = _COOL_DOWN
        elif answer.status_code in _BUSY:
            stated = retry_after(answer.headers.get("retry-after"))
            pause = stated if stated is not None else _BUSY[answer.status_code]
        self._next_login = self._clock() + pause

    def _login_failed(self) -> ApiError:
        """Return the error for the last login that failed, for all who waited for it or come too early."""
        answer = self._failed
        assert answer is not None
        left = max(self._next_login - self._clock(), 0.0)
        facts: dict[str, Any] = {
            "endpoint": f"POST {LOGIN}",
            "status": answer.status_code,
            "body": answer.text,
        }
        if answer.status_code in _BAD_LOGIN:
            return AuthError(
                "The Lineai server refused the user name or the password.",
                hint="Check LINEAI_USERNAME and LINEAI_PASSWORD. So that the account is not locked, the "
                f"next login is tried in {math.ceil(left)} s at the earliest.",
                **facts,
            )
        if left:
            return Busy("The server asks to wait before the next login.", retry_after=left, **facts)
        kind = GatewayTimeout if answer.status_code == 504 else ApiError
        return kind(f"The login failed (HTTP {answer.status_code}).", **facts)

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
