"""The strict server: MCP 2025-06-18 as newline-delimited JSON-RPC 2.0, six tools, nothing else."""

from __future__ import annotations

from typing import Any, BinaryIO

from lineai_brick.model import Model
from lineai_brick.queries import Missing, ask
from lineai_brick.reading import Refused, parse, write
from lineai_brick.tools import TOOLS, wrong

PROTOCOL = "2025-06-18"
_NOT_JSON, _INVALID_REQUEST, _NO_METHOD, _INVALID_PARAMS = -32700, -32600, -32601, -32602


class _Error(Exception):
    def __init__(self, code: int, sentence: str) -> None:
        super().__init__(sentence)
        self.code = code


class Session:
    """One client's conversation about one model."""

    def __init__(self, model: Model) -> None:
        self._model = model
        self._initialized = self._ready = False

    def answer(self, line: bytes) -> str | None:
        """Return the answer to a line as JSON without line end; ``None`` if there is none to give."""
        try:
            message = parse(line.decode("utf-8"))
        except (Refused, UnicodeDecodeError) as error:
            return _failure(None, _NOT_JSON, str(error))
        if not isinstance(message, dict):
            return _failure(None, _INVALID_REQUEST, "A message must be one JSON object.")
        request = "id" in message
        known = type(message.get("id")) in (str, int)
        identity = message["id"] if request and known else None
        if problem := _malformed(message, known=known or not request):
            return _failure(identity, _INVALID_REQUEST, problem) if request else None
        if not request:
            if message["method"] == "notifications/initialized" and self._initialized:
                self._ready = True
            return None
        try:
            result = self._result(message["method"], message.get("params", {}))
        except _Error as error:
            return _failure(identity, error.code, str(error))
        return write({"jsonrpc": "2.0", "id": identity, "result": result})

    def _result(self, method: str, params: dict[str, Any]) -> dict[str, Any]:
        if method == "ping":
            return {}
        if method == "initialize":
            if self._initialized:
                raise _Error(_INVALID_REQUEST, "The session is initialized already.")
            self._initialized = True
            server = {"name": "lineai-brick", "version": "0.1.0"}
            return {"protocolVersion": PROTOCOL, "capabilities": {"tools": {}}, "serverInfo": server}
        if method not in ("tools/list", "tools/call"):
            raise _Error(_NO_METHOD, f"There is no method {method!r}.")
        if not self._ready:
            raise _Error(
                _INVALID_REQUEST,
                "The session is not initialized: send initialize, then notifications/initialized.",
            )
        return {"tools": list(TOOLS)} if method == "tools/list" else self._call(params)

    def _call(self, params: dict[str, Any]) -> dict[str, Any]:
        name, arguments = params.get("name"), params.get("arguments", {})
        if problem := wrong(name, arguments):
            raise _Error(_INVALID_PARAMS, problem)
        try:
            found = ask(self._model, str(name), arguments)
        except Missing as missing:
            text = [{"type": "text", "text": str(missing)}]
            return {"content": text, "structuredContent": {"entity": missing.entity}, "isError": True}
        return {
            "content": [{"type": "text", "text": write(found)}],
            "structuredContent": found,
            "isError": False,
        }


def serve(model: Model, source: BinaryIO, target: BinaryIO) -> None:
    """Answer the lines of ``source`` on ``target`` until it ends."""
    session = Session(model)
    for line in source:
        if line.strip() and (answer := session.answer(line)) is not None:
            target.write(answer.encode("ascii") + b"\n")
            target.flush()


def _malformed(message: dict[str, Any], *, known: bool) -> str | None:
    if message.get("jsonrpc") != "2.0":
        return "jsonrpc must be 2.0."
    if not isinstance(message.get("method"), str):
        return "method must be text."
    if not known:
        return "id must be text or a whole number."
    if not isinstance(message.get("params", {}), dict):
        return "params must be an object."
    return None


def _failure(identity: str | int | None, code: int, sentence: str) -> str:
    return write({"jsonrpc": "2.0", "id": identity, "error": {"code": code, "message": sentence}})
