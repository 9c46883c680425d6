"""A standard error that never blocks: a client that does not read it must not stop the server."""

from __future__ import annotations

import io
import logging
import os
import select
import sys
from typing import Any

from lineai_core._server.stdout import STDERR

_CHUNK_BYTES = 4096  # a pipe that has room takes this much at once


if sys.platform == "win32":

    def never_block_on_stderr() -> None:
        """Do nothing: Windows cannot tell whether a pipe has room."""

else:

    def never_block_on_stderr() -> None:
        """Let what this process prints and logs be dropped, instead of waited for, while nobody reads it."""
        if sys.stderr is None:
            return
        stream = io.TextIOWrapper(
            io.BufferedWriter(_Lossy()), encoding="utf-8", errors="backslashreplace", line_buffering=True
        )
        sys.stdout = sys.stderr = stream
        for handler in logging.getLogger("lineai").handlers:
            if isinstance(handler, logging.StreamHandler):
                handler.setStream(stream)

    class _Lossy(io.RawIOBase):
        """Descriptor 2, written to as long as that does not wait."""

        def __init__(self) -> None:
            super().__init__()
            self._room = select.poll()
            self._room.register(STDERR, select.POLLOUT)

        def writable(self) -> bool:
            return True

        def fileno(self) -> int:
            return STDERR

        def isatty(self) -> bool:
            return os.isatty(STDERR)

        def write(self, data: Any, /) -> int:
            """Return how many bytes are done with: written, or dropped for want of room."""
            if not self._room.poll(0):
                return len(data)
            try:
                return os.write(STDERR, data[:_CHUNK_BYTES])
            except OSError:
                return len(data)
