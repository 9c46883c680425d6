"""What an answer means: its data, or the error that it stands for."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any
from urllib.parse import urlsplit

from lineai_core._http.pauses import retry_after
from lineai_core._render.redact import Redactor
from lineai_core.errors import (
    ApiError,
    ApiNotFound,
    AuthError,
    Busy,
    GatewayTimeout,
    InvalidResponse,
    NoDefaultView,
    PermissionDenied,
    ViewNotReady,
)

_ESCAPE = re.compile(
    r"\\(?:u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|(u[dD][89a-fA-F][0-9a-fA-F]{2})|.)", re.S
)

_CLASSES: Mapping[int, type[ApiError]] = {
    401: AuthError,
    403: PermissionDenied,
    404: ApiNotFound,
    504: GatewayTimeout,
}


@dataclass(frozen=True, slots=True)
class Answer:
    """An HTTP answer: whose request it answers, and its parts; header names are in lower case.

    ``login`` tells that the authentication scheme's own request was answered, not the caller's.
    """

    endpoint: str
    status: int
    headers: Mapping[str, str]
    body: bytes
    login: bool = False


@dataclass(frozen=True, slots=True)
class Form:
    """In which form a caller wants data: ``any_json`` without an envelope, too; ``raw`` as JSON text."""

    any_json: bool = False
    raw: bool = False


def decode(body: bytes, *, endpoint: str, redactor: Redactor, form: Form = Form()) -> Any:
    """Return the ``data`` member of a success envelope; raise ``InvalidResponse`` if there is none.

    Unpaired surrogates, which no text may hold, become U+FFFD; NaN and infinities become ``None``.
    """
    if form.raw and (data := _raw_data(body)) is not None:
        return data
    text = body.decode("utf-8", "replace")
    try:
        found = _parse(text)
        if not form.any_json or (isinstance(found, dict) and "data" in found):
            found = found["data"]
    except (ValueError, RecursionError):
        problem = "is not JSON"
    except (KeyError, TypeError):
        problem = "has no data"
    else:
        return json.dumps(found).encode() if form.raw else found
    raise InvalidResponse(
        f"The backend's answer {problem}.", endpoint=endpoint, status=200, body=redactor.excerpt(text)
    )


def _raw_data(body: bytes) -> memoryview | None:
    """Return the text of the ``data`` member of a sound envelope; ``None`` if it needs a closer look."""
    import msgspec

    try:
        envelope = msgspec.json.decode(body, type=dict[str, msgspec.Raw])
        if "data" not in envelope or not (body.isascii() or body.decode("utf-8")):
            return None
    except (msgspec.MsgspecError, UnicodeDecodeError):
        return None
    if b"\\" in body and (b"\\ud" in body or b"\\uD" in body):
        return None
    return memoryview(envelope["data"])


def check(answer: Answer, redactor: Redactor) -> None:
    """Raise the error that ``answer`` stands for; return if it is a success with a body."""
    status = answer.status
    if 200 <= status < 300 and answer.body:
        return
    details = _error_details(answer.body)
    code = details.get("code")
    stated = redactor.excerpt(str(details.get("message") or ""))
    facts: dict[str, Any] = {
        "endpoint": answer.endpoint,
        "status": status,
        "body": redactor.excerpt(answer.body[:8000].decode("utf-8", "replace")),
        "code": str(code) if code else None,
    }
    if status < 300:
        raise InvalidResponse("The backend answered without a body.", **facts)
    if status < 400:
        raise _redirect(answer.headers.get("location", ""), facts)
    if status == 503 and code == "INDEXING":
        raise _not_ready(stated, details, answer.headers, facts)
    if status == 409 and code == "NOT_INDEXED":
        raise NoDefaultView(stated or "The project has not been indexed.", **facts)
    pause = retry_after(answer.headers.get("retry-after"))
    if status == 429 or (status == 503 and pause is not None):
        raise Busy(stated or _describe(status), retry_after=pause, **facts)
    if answer.login and status == 404:
        raise ApiError(
            "The server has no login endpoint at this address.",
            hint="Check that LINEAI_SERVER_HOST is the base URL of a Lineai server.",
            **facts,
        )
    raise _class_of(status)(stated or _describe(status), **facts)


def _class_of(status: int) -> type[ApiError]:
    return _CLASSES.get(status, ApiError)


def _describe(status: int) -> str:
    try:
        return f"The backend answered HTTP {status} ({HTTPStatus(status).phrase})."
    except ValueError:
        return f"The backend answered HTTP {status}."


def _redirect(location: str, facts: dict[str, Any]) -> ApiError:
    try:
        parts = urlsplit(location)
        port = f":{parts.port}" if parts.port else ""
        target = (
            f"{parts.scheme or 'https'}://{parts.hostname}{port}"
            if parts.hostname
            else "another path of this host"
        )
    except ValueError:
        target = "a malformed address"
    return ApiError(
        f"The server redirects this request to {target}; redirects are not followed.",
        hint="If that is the Lineai server, put its address into LINEAI_SERVER_HOST.",
        **facts,
    )


def _not_ready(
    stated: str, details: Mapping[str, Any], headers: Mapping[str, str], facts: dict[str, Any]
) -> ViewNotReady:
    listed = details.get("details")
    pause = retry_after(headers.get("retry-after"))
    progress = listed[0] if isinstance(listed, list) and listed and isinstance(listed[0], dict) else {}
    return ViewNotReady(
        stated or "The view is still being built.",
        done=_number(progress.get("done")) or 0.0,
        total=_number(progress.get("total")),
        retry_after=1.0 if pause is None else pause,
        **facts,
    )


def _number(value: Any) -> float | None:
    return float(value) if isinstance(value, (int, float)) and not isinstance(value, bool) else None


def _error_details(body: bytes) -> Mapping[str, Any]:
    """Return the ``error`` member of an error envelope, or nothing."""
    try:
        envelope = _parse(body.decode("utf-8", "replace"))
    except (ValueError, RecursionError):
        return {}
    error = envelope.get("error") if isinstance(envelope, dict) else None
    return error if isinstance(error, dict) else {}


def _parse(text: str) -> Any:
    if "\\ud" in text or "\\uD" in text:
        text = _ESCAPE.sub(lambda match: "\\ufffd" if match[1] else match[0], text)
    return json.loads(text, parse_constant=lambda _: None)
