"""The exceptions that cross the plugin boundary.

Every failure a tool can meet is one of these, so that an error page can say what was asked, what
happened and what to do next. ``kind`` is the stable, machine-readable name of the failure.
"""

from __future__ import annotations

from typing import ClassVar


class LineaiError(Exception):
    """Base of every error raised on purpose; its text is fit for a reader and holds no secret."""

    kind: ClassVar[str] = "error"

    def __init__(self, message: str, *, hint: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint


class ConfigError(LineaiError):
    """A setting is missing or malformed, or the installed plugins contradict each other."""

    kind: ClassVar[str] = "configuration"


class ToolError(LineaiError):
    """A tool cannot answer this question as it was asked; the caller can mend it."""

    kind: ClassVar[str] = "tool"


class ApiError(LineaiError):
    """A request to the backend failed.

    ``endpoint`` is the request's method and path, ``status`` the HTTP status or ``None`` when no
    answer arrived, ``body`` an excerpt of the answer, and ``code`` the backend's own error code
    (``NOT_FOUND``, ``UNAUTHORIZED``, …) if it sent one.
    """

    kind: ClassVar[str] = "http_error"

    def __init__(
        self,
        message: str,
        *,
        endpoint: str,
        status: int | None = None,
        body: str = "",
        code: str | None = None,
        hint: str | None = None,
    ) -> None:
        super().__init__(message, hint=hint)
        self.endpoint = endpoint
        self.status = status
        self.body = body
        self.code = code


class ApiNotFound(ApiError):
    """The backend answered 404."""

    kind: ClassVar[str] = "not_found"


class NotDeployed(ApiError):
    """The backend lacks the whole part of the API that was asked, not just the thing asked for.

    A tool with a ``tier`` raises it; then all tools of that tier are withdrawn until it is there.
    """

    kind: ClassVar[str] = "not_deployed"


class ApiTimeout(ApiError):
    """No complete answer arrived before the deadline."""

    kind: ClassVar[str] = "timeout"


class GatewayTimeout(ApiError):
    """A gateway in front of the backend gave up waiting (HTTP 504)."""

    kind: ClassVar[str] = "gateway_timeout"


class ApiUnavailable(ApiError):
    """The backend could not be reached, or dropped the connection."""

    kind: ClassVar[str] = "unavailable"


class Busy(ApiError):
    """The backend asks its clients to come back later (HTTP 429, or 503 with ``Retry-After``).

    ``retry_after`` is the pause it asks for, in seconds; ``None`` if it states none.
    """

    kind: ClassVar[str] = "busy"

    def __init__(
        self,
        message: str,
        *,
        endpoint: str,
        status: int | None = None,
        body: str = "",
        code: str | None = None,
        hint: str | None = None,
        retry_after: float | None = None,
    ) -> None:
        super().__init__(message, endpoint=endpoint, status=status, body=body, code=code, hint=hint)
        self.retry_after = retry_after


class InvalidRequest(ApiError):
    """The request cannot be put into HTTP, for example because its address is too long; nothing was sent."""

    kind: ClassVar[str] = "invalid_request"


class AuthError(ApiError):
    """The backend refused the credentials, or does not accept the token that it gave for them."""

    kind: ClassVar[str] = "auth"


class PermissionDenied(ApiError):
    """The backend knows the account, and does not let it see this (HTTP 403 to a fresh token)."""

    kind: ClassVar[str] = "permission"


class InvalidResponse(ApiError):
    """The backend's answer does not have the documented shape."""

    kind: ClassVar[str] = "invalid_response"


class ViewNotFound(ApiError):
    """No workspace, or no finished materialized view, answers to that name."""

    kind: ClassVar[str] = "mv_not_found"


class NoDefaultView(ApiError):
    """No workspace was named and the backend has no default one."""

    kind: ClassVar[str] = "mv_no_default"


class ViewNotReady(ApiError):
    """The backend is still building the view; ``done`` of ``total`` steps are finished.

    ``total`` is ``None`` while the amount of work is unknown.
    """

    kind: ClassVar[str] = "not_ready"

    def __init__(
        self,
        message: str,
        *,
        endpoint: str,
        status: int | None = None,
        body: str = "",
        code: str | None = None,
        hint: str | None = None,
        done: float = 0.0,
        total: float | None = None,
        retry_after: float = 1.0,
    ) -> None:
        super().__init__(message, endpoint=endpoint, status=status, body=body, code=code, hint=hint)
        self.done = done
        self.total = total
        self.retry_after = retry_after
