"""What is written in debug mode, and by whom: a thread that no call ever waits for."""

from __future__ import annotations

import contextlib
import json
import logging
import queue
import secrets
import threading
import time
from collections.abc import Iterator
from contextvars import ContextVar
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lineai_core._debug.files import Lines, private_directory

if TYPE_CHECKING:
    from lineai_core._http.answers import Answer
    from lineai_core._http.requests import ApiRequest
    from lineai_core._render.redact import Redactor
    from lineai_core.types import JsonObject, ToolResult

_logger = logging.getLogger("lineai")
_call: ContextVar[str | None] = ContextVar("lineai_debug_call", default=None)
_QUEUE = 256
_EXCERPT = 64 * 1024
_FAREWELL = 2.0
Record = tuple[str, dict[str, Any]]


class CallRecord:
    """What became of one call, to be filled in before it ends."""

    result: ToolResult | None = None


class DebugLog:
    """Writes ``timing`` and ``payloads`` files into a private directory.

    Records are handed to a thread through a bounded queue: when the disk is slow they are dropped and
    counted, and when it fails nothing happens but a warning. Every line passes the redaction of secrets.
    """

    def __init__(self, directory: Path, redactor: Redactor) -> None:
        self._redactor = redactor
        self._directory = directory
        self._records: queue.Queue[Record | None] = queue.Queue(_QUEUE)
        self._lost = 0
        self._thread = threading.Thread(target=self._write_all, name="lineai-debug", daemon=True)
        self._thread.start()

    @contextlib.contextmanager
    def call(self, tool: str, arguments: JsonObject) -> Iterator[CallRecord]:
        """Record one call of a tool; requests made within it carry its id."""
        identity, record, started = secrets.token_hex(4), CallRecord(), time.monotonic()
        token = _call.set(identity)
        try:
            yield record
        finally:
            result = record.result
            outcome = "cancelled" if result is None else "error" if result.is_error else "ok"
            about = {"event": "call", "tool": tool, "outcome": outcome}
            self._put("timing", {**about, "ms": _ms(time.monotonic() - started)})
            text = result.text[:_EXCERPT] if result else ""
            self._put("payloads", {**about, "arguments": arguments, "text": text})
            _call.reset(token)

    def exchange(self, request: ApiRequest, answer: Answer | None, *, seconds: float, outcome: str) -> None:
        """Record one request to the backend and its answer, if one came."""
        status = answer.status if answer else None
        size = len(answer.body) if answer else 0
        about = {"event": "request", "endpoint": request.endpoint, "status": status, "outcome": outcome}
        self._put("timing", {**about, "ms": _ms(seconds), "bytes": size})
        body = answer.body[:_EXCERPT] if answer else b""
        asked = {"query": request.query, "json": request.json}
        self._put("payloads", {**about, **asked, "bytes": size, "body": body})

    def close(self) -> None:
        """Write what is left, for at most two seconds."""
        with contextlib.suppress(queue.Full):
            self._records.put(None, timeout=_FAREWELL)
        self._thread.join(_FAREWELL)

    def _put(self, file: str, record: dict[str, Any]) -> None:
        head = {"time": datetime.now(UTC).isoformat(timespec="milliseconds"), "call": _call.get()}
        try:
            self._records.put_nowait((file, head | record))
        except queue.Full:
            self._lost += 1

    def _write_all(self) -> None:
        """Write records until ``None`` comes; after a failure, only take them away."""
        try:
            directory = private_directory(self._directory)
            files = {name: Lines(directory, name) for name in ("timing", "payloads")}
            while (item := self._records.get()) is not None:
                name, record = item
                files[name].write(self._line(record))
        except Exception as error:  # noqa: BLE001 - debugging must never break what it watches
            reason = getattr(error, "strerror", None) or type(error).__name__
            _logger.warning("Debug files cannot be written to %s: %s.", self._directory, reason)
            while self._records.get() is not None:
                pass

    def _line(self, record: dict[str, Any]) -> bytes:
        if self._lost:
            record, self._lost = {**record, "lost": self._lost}, 0
        cleaned = {name: self._cleaned(value) for name, value in record.items()}
        text = json.dumps(cleaned, ensure_ascii=False, default=str)
        return self._redactor.clean(text).encode("utf-8", "replace") + b"\n"

    def _cleaned(self, value: Any) -> Any:
        """Return a text without secrets: before it is quoted, which would give them one more spelling."""
        text = value.decode("utf-8", "replace") if isinstance(value, bytes) else value
        return self._redactor.clean(text) if isinstance(text, str) else text


def _ms(seconds: float) -> float:
    return round(seconds * 1000, 1)
