"""Who may ask: logins, tokens, and which host name a request may carry."""

from __future__ import annotations

import hmac
import secrets
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from urllib.parse import parse_qs

from lineai_local.problems import Unauthorized

TOKEN_SECONDS = 3600
_MOST_TOKENS = 10_000


@dataclass(slots=True)
class Access:
    """The accepted login, or none: then every login is accepted and no token is asked for.

    ``hosts`` are the accepted host names of requests; empty accepts any.
    """

    username: str = ""
    password: str = ""
    hosts: frozenset[str] = frozenset()
    _tokens: dict[str, float] = field(default_factory=dict)

    def log_in(self, form: bytes) -> dict[str, object]:
        """Return a new token for the form-encoded login; raises ``Unauthorized`` if it is not accepted."""
        values = parse_qs(form.decode("utf-8", "replace"), keep_blank_values=True)
        given = (values.get("username", [""])[0], values.get("password", [""])[0])
        if self.username and not all(
            hmac.compare_digest(mine.encode(), theirs.encode("utf-8", "replace"))
            for mine, theirs in zip((self.username, self.password), given, strict=True)
        ):
            raise Unauthorized("Bad credentials.")
        now = time.monotonic()
        self._tokens = {token: end for token, end in self._tokens.items() if end > now}
        while len(self._tokens) >= _MOST_TOKENS:
            del self._tokens[next(iter(self._tokens))]
        token = secrets.token_urlsafe(32)
        self._tokens[token] = now + TOKEN_SECONDS
        return {"access_token": token, "token_type": "bearer", "expires_in": TOKEN_SECONDS}

    def check_token(self, headers: Mapping[str, str]) -> None:
        """Raise ``Unauthorized`` unless the request carries a valid token, or none is needed."""
        if not self.username:
            return
        scheme, _, token = headers.get("authorization", "").partition(" ")
        if scheme.lower() != "bearer" or self._tokens.get(token.strip(), 0.0) <= time.monotonic():
            raise Unauthorized("The access token is missing, unknown or expired.")

    def check_host(self, headers: Mapping[str, str]) -> None:
        """Raise ``Unauthorized`` if the request was meant for another host: a page in a browser may lie."""
        host = headers.get("host", "")
        name = host.partition("]")[0].lstrip("[") if host.startswith("[") else host.partition(":")[0]
        if self.hosts and name.lower() not in self.hosts:
            raise Unauthorized(f"This server does not answer for the host {host!r}.")
