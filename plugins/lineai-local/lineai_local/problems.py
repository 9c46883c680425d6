"""What can go wrong while an index is made or asked, each with a sentence fit for the user."""

from __future__ import annotations


class LocalError(Exception):
    """Base of this package's own failures; ``code`` and ``status`` are those of the HTTP answer."""

    code = "FAILED"
    status = 500

    def __init__(self, message: str, *, details: list[object] | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.details = details or []


class NotFound(LocalError):
    """What was asked for does not exist."""

    code = "NOT_FOUND"
    status = 404


class BadRequest(LocalError):
    """A question is not put as it must be; the message says how."""

    code = "BAD_REQUEST"
    status = 400


class BadSymbol(LocalError):
    """The text names no symbol, or more than one."""

    code = "BAD_SYMBOL"
    status = 400


class NotIndexed(LocalError):
    """A directory that is never indexed unless the user names it."""

    code = "NOT_INDEXED"
    status = 409


class Unauthorized(LocalError):
    """The login or the token is not accepted."""

    code = "UNAUTHORIZED"
    status = 403


class IndexingFailed(LocalError):
    """The index could not be made."""

    code = "INDEXING_FAILED"
    status = 500


class StorageFailed(LocalError):
    """The index cannot be read or kept; made from what the system or the database says."""

    code = "STORAGE_FAILED"
    status = 500

    def __init__(self, error: Exception) -> None:
        said = str(error)
        if isinstance(error, OSError) and error.strerror:
            said = error.strerror + (f": {error.filename}" if error.filename else "")
        super().__init__(
            f"The index cannot be read or kept ({said}). "
            "LINEAI_HOME names its directory: it must be writable and have space."
        )


class Indexing(LocalError):
    """The view is still being built; ``done`` of ``total`` steps of ``phase`` are finished."""

    code = "INDEXING"
    status = 503

    def __init__(self, phase: str, done: int, total: int | None) -> None:
        self.phase, self.done, self.total = phase, done, total
        so_far = f"{done} of {total}" if total else str(done)
        super().__init__(
            f"The index is being built ({phase}: {so_far}).",
            details=[{"done": done, "total": total, "phase": phase}],
        )
