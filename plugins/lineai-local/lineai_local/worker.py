"""The process that indexes: ``python -m lineai_local.worker``.

One line of JSON on standard input says what to do; the process lives as long as standard input stays
open. On standard output it writes one JSON object a line: ``{"progress": [phase, done, total]}`` any
number of times, then ``{"report": …}`` or ``{"failed": message, "code": code}``.
"""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import sys
import threading
import time
from typing import Any

_PROGRESS_SECONDS = 0.1
_ORPHANED = 3


def main() -> int:
    """Index what standard input says, and return the exit status."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    out = _claim_stdout()
    request = _read_request()
    threading.Thread(target=_end_with_parent, daemon=True).start()
    speaker = _Speaker(out)
    try:
        speaker.say({"report": _index(request, speaker)})
    except (OSError, sqlite3.Error) as error:
        from lineai_local.problems import StorageFailed

        failure = StorageFailed(error)
        speaker.say({"failed": failure.message, "code": failure.code})
        return 1
    except Exception as error:  # noqa: BLE001 - the parent tells the user
        code = getattr(error, "code", "INDEXING_FAILED")
        message = getattr(error, "message", None) or f"{type(error).__name__}: {error}"
        if code == "INDEXING_FAILED" and not hasattr(error, "message"):
            import traceback

            traceback.print_exc()
        speaker.say({"failed": message, "code": code})
        return 1
    return 0


def _index(request: dict[str, Any], speaker: _Speaker) -> Any:
    from pathlib import Path

    import msgspec

    from lineai_local.discovery import Limits
    from lineai_local.pipeline import Options, index
    from lineai_local.problems import IndexingFailed
    from lineai_local.versions import content_rules
    from lineai_local.workspace import Workspace

    if request["rules"] != content_rules():
        raise IndexingFailed("lineai-local or a language plugin was replaced; restart the server.")
    workspace = Workspace.from_json(request["workspace"])
    scip = request.get("scip")
    options = Options(
        workers=request["workers"],
        limits=msgspec.convert(request["limits"], Limits),
        retry_failed=request["retry_failed"],
        scip=None if scip is None else tuple(Path(path) for path in scip),
    )
    return msgspec.to_builtins(index(workspace, options, speaker.progress))


class _Speaker:
    """Writes JSON lines, progress no more often than a reader can use."""

    def __init__(self, out: int) -> None:
        self._out = out
        self._last = ("", 0.0)

    def say(self, message: dict[str, Any]) -> None:
        data = json.dumps(message).encode() + b"\n"
        while data:
            data = data[os.write(self._out, data) :]

    def progress(self, phase: str, done: int, total: int | None) -> None:
        now = time.monotonic()
        if phase != self._last[0] or now - self._last[1] >= _PROGRESS_SECONDS:
            self._last = (phase, now)
            self.say({"progress": [phase, done, total]})


def _claim_stdout() -> int:
    """Return a private descriptor of standard output; whatever else prints goes to standard error."""
    out = os.dup(1)
    os.dup2(2, 1)
    return out


def _read_request() -> dict[str, Any]:
    data = b""
    while not data.endswith(b"\n"):
        part = os.read(0, 65536)
        if not part:
            raise SystemExit(_ORPHANED)
        data += part
    request: dict[str, Any] = json.loads(data)
    return request


def _end_with_parent() -> None:
    while os.read(0, 4096):
        pass
    import multiprocessing

    for child in multiprocessing.active_children():
        child.kill()
    os._exit(_ORPHANED)


if __name__ == "__main__":
    sys.exit(main())
