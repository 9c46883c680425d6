"""The wire format of the stdio transport: one JSON-RPC message in UTF-8 per line."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from typing import Any, NoReturn

from lineai_core._server.jsonrpc import INVALID_REQUEST, PARSE_ERROR, Refused

MAX_LINE_BYTES = 32 * 1024 * 1024
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"

Message = dict[str, Any]


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
        known = identity if is_identity(identity) else None
        self.answer: Message = {"jsonrpc": "2.0", "id": known, "error": Refused(code, text).answer()}


def is_identity(value: object) -> bool:
    """Return whether ``value`` can identify a request: it is a string or a whole number."""
    return isinstance(value, int | str) and not isinstance(value, bool)


def decode(line: bytes | None) -> Message:
    """Return the message in ``line``, where ``None`` stands for a line that was too long to read.

    A request has a ``method`` and an ``id``, a notification only a ``method``, an answer only an ``id``;
    ``params`` is an object or absent. Raises ``Malformed``, whose answer carries the request's id if the
    line is JSON and has one.
    """
    if line is None:
        raise Malformed(INVALID_REQUEST, f"Invalid request: a message is limited to {MAX_LINE_BYTES} bytes")
    try:
        text = line.removeprefix(_BYTE_ORDER_MARK).decode("utf-8")
        message = json.loads(text, parse_constant=_refuse)
        if "\\ud" in text or "\\uD" in text:
            message = json.loads(_text(message))
    except (ValueError, RecursionError):
        raise Malformed(PARSE_ERROR, "Parse error: the line is not valid JSON in UTF-8") from None
    if isinstance(message, list):
        raise Malformed(INVALID_REQUEST, "Invalid request: batches are not supported")
    if not isinstance(message, dict):
        raise Malformed(INVALID_REQUEST, "Invalid request: not a JSON-RPC 2.0 message")
    if not _is_message(message):
        raise Malformed(INVALID_REQUEST, "Invalid request: not a JSON-RPC 2.0 message", message.get("id"))
    if message.get("params", ...) is None:
        del message["params"]
    return message


def encode(message: Mapping[str, Any]) -> bytes:
    """Return the line that carries ``message``, with its terminator.

    Text that cannot be encoded (half of a surrogate pair, as in an undecodable file name) is replaced, and
    so is a number that JSON does not know. Raises ``TypeError`` or ``RecursionError`` if the message holds
    what is no JSON, or is nested without end.
    """
    try:
        text = _text(message)
    except ValueError:
        text = _text(_finite(message))
    return text.encode() + b"\n"


def _text(value: object) -> str:
    text = json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"), default=_plain)
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace") if _has_halves(text) else text


def _has_halves(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return True
    return False


def _plain(value: object) -> object:
    if isinstance(value, Mapping):
        return dict(value)
    if isinstance(value, Sequence | Set):
        return list(value)
    raise TypeError(f"a {type(value).__name__} is not JSON")


def _finite(value: object) -> object:
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, Mapping):
        return {key: _finite(member) for key, member in value.items()}
    if isinstance(value, list | tuple):
        return [_finite(member) for member in value]
    return value


def _refuse(constant: str) -> NoReturn:
    raise ValueError(f"{constant} is not JSON")


def _is_message(message: Message) -> bool:
    if message.get("jsonrpc") != "2.0":
        return False
    if "method" in message:
        params = message.get("params")
        named = isinstance(message["method"], str) and (params is None or isinstance(params, dict))
        return named and ("id" not in message or is_identity(message["id"]))
    identity = message.get("id")
    if "error" in message:
        return isinstance(message["error"], dict) and (identity is None or is_identity(identity))
    return isinstance(message.get("result"), dict) and is_identity(identity)
