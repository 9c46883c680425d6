"""Removal of secrets from everything that leaves the process: pages, excerpts and log records."""

from __future__ import annotations

import base64
import html
import json
import logging
import re
from collections import OrderedDict
from collections.abc import Collection, Iterable, Iterator
from urllib.parse import quote, quote_plus

MASK = "***"
_MIN_LENGTH = 4
_MIN_BASE64 = 6
_MAX_LEARNT = 64

_HEADER = re.compile(
    r"(?i)(authorization(?:[\"']?\s*[:=]\s*|[\"']\s*,\s*)(?:b?[\"'])?)(?:[a-z]+[ \t]+)?[^\s\"',;]+"
)
_BEARER = re.compile(r"(?i)\b(bearer|basic)[ \t]+(?=[^\s\"',;]*\d)[^\s\"',;]{4,}")
_FIELD = re.compile(
    r"(?i)((?:password|passwd|access_token|refresh_token|client_secret)(?:[\"']\s*:\s*|[\"']?=))"
    r"(\"(?:[^\"\\]|\\.)*\"?|'[^']*'?|[^\s&,;\"']+)"
)
_COOKIE = re.compile(r"(?im)^((?:set-)?cookie:)[^\r\n]*")
_USERINFO = re.compile(r"(?i)\b([a-z][a-z0-9+.-]*://)[^\s/?#@\"']+@")


class Redactor:
    """Knows this process's secrets and masks them in any spelling in which they may leak.

    A secret is masked as it is, URL-encoded, in base64 at any alignment, and escaped as in JSON, HTML
    or Python source. Authorization headers, password fields and user information in URLs are masked
    whatever they hold. Secrets shorter than four characters are left to those patterns, because
    masking them everywhere would destroy the text. The secrets given at first are known for good, of
    those learnt later the 64 most recent ones.
    """

    def __init__(self, secrets: Iterable[str] = ()) -> None:
        self._given = frozenset(secret for secret in secrets if len(secret) >= _MIN_LENGTH)
        self._learnt: OrderedDict[str, None] = OrderedDict()
        self._known = _any_spelling(self._given)

    def add(self, secret: str) -> None:
        """Mask ``secret`` from now on."""
        if len(secret) < _MIN_LENGTH or secret in self._given or secret in self._learnt:
            return
        self._learnt[secret] = None
        while len(self._learnt) > _MAX_LEARNT:
            self._learnt.popitem(last=False)
        self._known = _any_spelling({*self._given, *self._learnt})

    def clean(self, text: str) -> str:
        """Return ``text`` with every secret replaced by ``***``."""
        if self._known is not None:
            text = self._known.sub(MASK, text)
        text = _USERINFO.sub(rf"\1{MASK}@", text)
        text = _HEADER.sub(rf"\1{MASK}", text)
        text = _BEARER.sub(rf"\1 {MASK}", text)
        text = _COOKIE.sub(rf"\1 {MASK}", text)
        return _FIELD.sub(rf"\1{MASK}", text)

    def excerpt(self, text: str, limit: int = 500) -> str:
        """Return the cleaned beginning of ``text``, at most ``limit`` characters.

        The text is cleaned before it is cut, so that no part of a secret survives at the edge.
        """
        cleaned = self.clean(text[: 8 * limit])
        return cleaned if len(cleaned) <= limit else cleaned[: limit - 1] + "…"


class RedactingFilter(logging.Filter):
    """Cleans every log record: its message, its arguments, its facts and its traceback."""

    def __init__(self, redactor: Redactor) -> None:
        super().__init__()
        self._redactor = redactor

    def filter(self, record: logging.LogRecord) -> bool:
        """Clean ``record`` in place and let it pass."""
        record.msg = self._redactor.clean(record.getMessage())
        record.args = None
        if facts := getattr(record, "facts", None):
            record.facts = {name: self._clean(value) for name, value in facts.items()}
        if record.exc_info and not record.exc_text:
            record.exc_text = logging.Formatter().formatException(record.exc_info)
        if record.exc_text:
            record.exc_text = self._redactor.clean(record.exc_text)
        if record.stack_info:
            record.stack_info = self._redactor.clean(record.stack_info)
        return True

    def _clean(self, value: object) -> object:
        return self._redactor.clean(value) if isinstance(value, str) else value


def _any_spelling(secrets: Collection[str]) -> re.Pattern[str] | None:
    """Return the pattern of all spellings of all ``secrets``, the longest first; ``None`` without any."""
    spellings = {spelling for secret in secrets for spelling in _spellings(secret)}
    longest_first = sorted(spellings, key=lambda spelling: (-len(spelling), spelling))
    return re.compile("|".join(map(_pattern, longest_first))) if longest_first else None


def _pattern(spelling: str) -> str:
    """Return the regular expression for a spelling; percent-encoding may use either case."""
    return re.sub("%[0-9A-Fa-f]{2}", lambda match: f"(?i:{match[0]})", re.escape(spelling))


def _spellings(secret: str) -> Iterator[str]:
    data = secret.encode("utf-8", "replace")
    yield secret
    yield from (quote(data, safe=""), quote(data), quote_plus(data))
    yield json.dumps(secret)[1:-1]
    yield json.dumps(secret, ensure_ascii=False)[1:-1]
    yield repr(secret)[1:-1]
    yield repr(data)[2:-1]
    yield html.escape(secret)
    yield from _base64_spellings(data)


def _base64_spellings(data: bytes) -> Iterator[str]:
    """Yield what of ``data`` is invariant in base64, for each of the three alignments."""
    for offset in range(3):
        encoded = base64.b64encode(bytes(offset) + data).decode()
        end = (offset + len(data)) * 8 // 6
        invariant = encoded[-(-offset * 8 // 6) : end]
        if len(invariant) >= _MIN_BASE64:
            yield invariant
            yield invariant.translate(str.maketrans("+/", "-_"))
