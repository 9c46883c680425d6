"""The error codes of JSON-RPC and of MCP, and the failure that is answered with one of them."""

from __future__ import annotations

from typing import Any

PARSE_ERROR = -32700
INVALID_REQUEST = -32600
METHOD_NOT_FOUND = -32601
INVALID_PARAMS = -32602
INTERNAL_ERROR = -32603
RESOURCE_NOT_FOUND = -32002
UNSUPPORTED_REVISION = -32022

INTERNAL_SENTENCE = "Internal error; the server's log on standard error has it"


class Refused(Exception):
    """A request that is answered with an error of the protocol: ``code``, ``message`` and maybe ``data``."""

    def __init__(self, code: int, message: str, data: Any = None) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.data = data

    def answer(self) -> dict[str, Any]:
        """Return the ``error`` member of the answer."""
        error = {"code": self.code, "message": self.message}
        return error if self.data is None else {**error, "data": self.data}
