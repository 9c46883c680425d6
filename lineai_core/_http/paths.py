"""Addresses: the base URL of a backend, and paths and queries that cannot be broken out of."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import quote, urlencode, urlsplit

from lineai_core.errors import ConfigError
from lineai_core.types import JsonObject

_SEGMENT_SAFE = "%!$&'()*+,;=:@~"
_SETTING = "LINEAI_SERVER_HOST"
_AUTHORITY = re.compile(r"(\[[^\[\]]+\]|[^\[\]:]+)(:\d*)?")


def base_url(text: str) -> str:
    """Return ``text`` as the base URL of a server: with a scheme, without blanks and a trailing slash.

    A host without a scheme is reached by https. A path prefix is kept. Raises ``ConfigError`` if the
    text is not the address of an HTTP server, or carries a user name or password.
    """
    text = text.strip()
    if not text:
        raise ConfigError(
            "There is no backend to ask.",
            hint=f"Either set {_SETTING} to the base URL of a Lineai server, or install the embedded "
            "backend, which answers from your own source code: `pip install lineai-core[local]`.",
        )
    if "://" not in text:
        text = f"https://{text}"
    try:
        parts = urlsplit(text)
        host, port = parts.hostname, parts.port
    except ValueError:
        raise _bad_host("is not a valid URL") from None
    if parts.username is not None or parts.password is not None:
        raise _bad_host("must not contain a user name or a password; use LINEAI_USERNAME and LINEAI_PASSWORD")
    if parts.scheme not in ("http", "https"):
        raise _bad_host("must start with http:// or https://")
    if (
        not host
        or port == 0
        or not _AUTHORITY.fullmatch(parts.netloc)
        or any(character.isspace() or character in '<>"\\^`{|}' for character in text)
    ):
        raise _bad_host("does not name a host")
    if parts.query or parts.fragment:
        raise _bad_host("must end with the path: it has a query or a fragment")
    return f"{parts.scheme}://{parts.netloc}{parts.path.rstrip('/')}"


def safe_path(path: str) -> str:
    """Return ``path`` with everything encoded that is not part of a path: ``?``, ``#``, dot segments.

    What is percent-encoded stays so: an id that may hold a slash is put into a path by
    ``urllib.parse.quote(id, safe="")``.
    """
    segments = (quote(segment, safe=_SEGMENT_SAFE, errors="replace") for segment in path.split("/"))
    return "/".join(s.replace(".", "%2E") if s in (".", "..") else s for s in segments)


def query_string(params: JsonObject | None) -> str:
    """Return ``params`` form-encoded, in their order; ``None`` values are left out."""
    pairs: list[tuple[str, Any]] = []
    for name, value in (params or {}).items():
        for item in value if isinstance(value, (list, tuple)) else [value]:
            if item is not None:
                pairs.append((name, str(item).lower() if isinstance(item, bool) else str(item)))
    return urlencode(pairs, errors="replace")


def _bad_host(problem: str) -> ConfigError:
    return ConfigError(
        f"{_SETTING} {problem}.",
        hint=f"Set {_SETTING} to the server's base URL, for example https://lineai.example.com.",
    )
