"""The wire format of the stdio transport: one JSON-RPC message in UTF-8 per line."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator

from mcp_types import (
    INVALID_REQUEST,
    PARSE_ERROR,
    ErrorData,
    JSONRPCError,
    JSONRPCMessage,
    JSONRPCNotification,
    jsonrpc_message_adapter,
)
from pydantic import ValidationError
from pydantic_core import PydanticSerializationError

MAX_LINE_BYTES = 32 * 1024 * 1024
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"


def split_lines(chunks: Iterable[bytes], limit: int = MAX_LINE_BYTES) -> Iterator[bytes | None]:
    """Yield the non-blank lines of a byte stream, without their ends; the last needs no terminator.

    A line longer than ``limit`` bytes is thrown away as it arrives, and ``None`` is yielded in its place.
    """
    head, oversize = bytearray(), False
    for chunk in chunks:
        *lines, rest = chunk.split(b"\n")
        for line in lines:
            whole = bytes(head + line).strip()
            if oversize or len(whole) > limit:
                yield None
            elif whole:
                yield whole
            head.clear()
            oversize = False
        head += rest
        if len(head) > limit:
            head.clear()
            oversize = True
    if oversize:
        yield None
    elif last := bytes(head).strip():
        yield last


class Malformed(Exception):
    """A line is no message; ``answer`` tells the sender so."""

    def __init__(self, code: int, text: str, identity: object = None) -> None:
        super().__init__(text)
        known = identity if isinstance(identity, int | str) and not isinstance(identity, bool) else None
        self.answer = JSONRPCError(jsonrpc="2.0", id=known, error=ErrorData(code=code, message=text))


def decode(line: bytes | None) -> JSONRPCMessage:
    """Return the message in ``line``, where ``None`` stands for a line that was too long to read.

    Raises ``Malformed``, whose answer carries the request's id if the line is JSON and has one.
    """
    if line is None:
        raise Malformed(INVALID_REQUEST, f"Invalid request: a message is limited to {MAX_LINE_BYTES} bytes")
    line = line.removeprefix(_BYTE_ORDER_MARK)
    try:
        message = jsonrpc_message_adapter.validate_json(line, by_name=False)
    except ValidationError:
        raise _fault(line) from None
    if isinstance(message, JSONRPCNotification) and b'"id"' in line and "id" in json.loads(line):
        raise _fault(line)  # a request whose id is neither a string nor a whole number
    return message


def _fault(line: bytes) -> Malformed:
    try:
        message = json.loads(line)
    except (ValueError, RecursionError):
        return Malformed(PARSE_ERROR, "Parse error: the line is not valid JSON in UTF-8")
    if isinstance(message, list):
        return Malformed(INVALID_REQUEST, "Invalid request: batches are not supported")
    identity = message.get("id") if isinstance(message, dict) else None
    return Malformed(INVALID_REQUEST, "Invalid request: not a JSON-RPC 2.0 message", identity)


def encode(message: JSONRPCMessage) -> bytes:
    """Return the line that carries ``message``, with its terminator.

    Text that cannot be encoded (half of a surrogate pair, as in an undecodable file name) is replaced.
    """
    try:
        text = message.model_dump_json(by_alias=True, exclude_unset=True)
    except PydanticSerializationError:
        text = json.dumps(message.model_dump(by_alias=True, exclude_unset=True), ensure_ascii=False)
        text = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return text.encode() + b"\n"
