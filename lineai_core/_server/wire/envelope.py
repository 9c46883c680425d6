"""The parameters of requests: what every revision asks of them, and what the stateless one adds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from lineai_core._server.frames import is_identity
from lineai_core._server.jsonrpc import INVALID_PARAMS, UNSUPPORTED_REVISION, Refused
from lineai_core._server.offer import STATELESS_REVISIONS

_PREFIX = "io.modelcontextprotocol/"
REVISION_KEY = f"{_PREFIX}protocolVersion"
CAPABILITIES_KEY = f"{_PREFIX}clientCapabilities"
SERVER_INFO_KEY = f"{_PREFIX}serverInfo"
SUBSCRIPTION_KEY = f"{_PREFIX}subscriptionId"

Params = Mapping[str, Any]


def is_stateless(params: Params) -> bool:
    """Return whether a request says of itself which revision it is of, as only the stateless one does."""
    meta = params.get("_meta")
    return isinstance(meta, dict) and REVISION_KEY in meta


def check_envelope(params: Params) -> str:
    """Return the revision of a stateless request; raise ``Refused`` if it is not complete or not served."""
    meta = params.get("_meta")
    missing = [
        key for key in (REVISION_KEY, CAPABILITIES_KEY) if not isinstance(meta, dict) or key not in meta
    ]
    if missing or not isinstance(meta, dict):
        raise Refused(INVALID_PARAMS, f"params._meta lacks {' and '.join(missing)}")
    revision = meta[REVISION_KEY]
    if not isinstance(revision, str):
        raise Refused(INVALID_PARAMS, f"{REVISION_KEY} must be a string")
    if revision not in STATELESS_REVISIONS:
        raise unsupported("Unsupported protocol version", revision)
    if not isinstance(meta[CAPABILITIES_KEY], dict):
        raise Refused(INVALID_PARAMS, f"{CAPABILITIES_KEY} must be an object")
    return revision


def unsupported(sentence: str, requested: object) -> Refused:
    """Return the refusal of a revision, which names those that are served."""
    data: dict[str, Any] = {"supported": list(STATELESS_REVISIONS)}
    if isinstance(requested, str):
        data["requested"] = requested
    return Refused(UNSUPPORTED_REVISION, sentence, data)


def progress_token(params: Params) -> int | str | None:
    """Return the token of the caller who wants progress, or ``None``; raise ``Refused`` if it is no token."""
    meta = optional_object(params, "_meta") or {}
    token: int | str | None = meta.get("progressToken")
    if "progressToken" in meta and not is_identity(token):
        raise Refused(INVALID_PARAMS, "_meta.progressToken must be a string or a whole number")
    return token


def text(params: Params, name: str) -> str:
    """Return a parameter that has to be there; raise ``Refused`` if it is not a string."""
    value = params.get(name)
    if not isinstance(value, str):
        raise Refused(INVALID_PARAMS, f"{name} must be a string")
    return value


def optional_text(params: Params, name: str) -> str | None:
    """Return a parameter or ``None``; raise ``Refused`` if it is there and not a string."""
    return None if params.get(name) is None else text(params, name)


def optional_object(params: Params, name: str) -> Params | None:
    """Return a parameter or ``None``; raise ``Refused`` if it is there and not an object."""
    value = params.get(name)
    if value is not None and not isinstance(value, dict):
        raise Refused(INVALID_PARAMS, f"{name} must be an object")
    return value
