"""Failures of a tool that nobody foresaw: the caller is told that there was one, the log what it was."""

from __future__ import annotations

import logging
import secrets

from lineai_core.errors import LineaiError

log = logging.getLogger("lineai")


def unexpected(tool: str, error: BaseException) -> LineaiError:
    """Log an unforeseen failure, and return an error that tells nothing of it but where to look."""
    incident = secrets.token_hex(4)
    log.error("Incident %s: %s failed unexpectedly.", incident, tool, exc_info=error)
    return LineaiError(
        f"{tool} failed unexpectedly ({type(error).__name__}, incident {incident}).",
        hint="The server's log on standard error has the details under that incident number.",
    )


def foreseen(group: ExceptionGroup[Exception]) -> LineaiError | None:
    """Return the first error of a group all of whose errors were raised on purpose, else ``None``."""
    expected, others = group.split(LineaiError)
    if expected is None or others is not None:
        return None
    error: Exception = expected
    while isinstance(error, ExceptionGroup):
        error = error.exceptions[0]
    assert isinstance(error, LineaiError)
    return error
