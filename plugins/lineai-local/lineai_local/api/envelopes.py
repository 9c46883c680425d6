"""The shapes of an answer: success and error envelopes."""

from __future__ import annotations

from typing import Any

import msgspec
from starlette.responses import Response

from lineai_local.problems import Indexing, LocalError

_JSON = "application/json"


def success(data: Any) -> Response:
    """Return the envelope of a successful answer."""
    return Response(msgspec.json.encode({"status": "success", "data": data}), media_type=_JSON)


def failure(error: LocalError, *, status: int | None = None) -> Response:
    """Return the envelope of a failed answer; what is being worked on may be asked for again at once."""
    body = {"code": error.code, "message": error.message, "details": error.details}
    headers = {"Retry-After": "0"} if isinstance(error, Indexing) else None
    content = msgspec.json.encode({"status": "error", "error": body})
    return Response(content, status or error.status, headers, _JSON)
