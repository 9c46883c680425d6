"""What a worker process does: extract one file after the other, within a time limit each."""

from __future__ import annotations

import faulthandler
import os
import signal
from importlib import import_module
from multiprocessing.connection import Connection
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

TIME_LIMIT_STATUS = 1
"""Exit status of a worker that ended itself because a file took too long."""


def extract(language: str, path: str, data: bytes) -> bytes:
    """Return the encoded facts of a file of the named language."""
    from lineai_local.facts import encode
    from lineai_local.languages.registry import language as find

    return encode(find(language).extract(path, data))


def serve(connection: Connection, extractor: str, seconds: float) -> None:
    """Answer jobs from ``connection`` until it closes; each is ``(language, path, data)``.

    The answer is ``(True, facts)`` or ``(False, reason)``. A file that takes longer than ``seconds``
    ends the process: a watchdog thread of the interpreter does that even while native code runs.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    module, _, name = extractor.partition(":")
    run: Callable[[str, str, bytes], bytes] = getattr(import_module(module), name)
    with open(os.devnull, "w") as nowhere:  # noqa: PTH123 - the null device is not a path
        while True:
            try:
                jobs = connection.recv()
            except (EOFError, OSError):
                return
            for language, path, data in jobs:
                faulthandler.dump_traceback_later(seconds, exit=True, file=nowhere)
                try:
                    answer: tuple[bool, bytes | str] = (True, run(language, path, data))
                except Exception as error:  # noqa: BLE001 - whatever it is, it costs this file only
                    answer = (False, f"could not be analysed ({type(error).__name__}: {error})")
                finally:
                    faulthandler.cancel_dump_traceback_later()
                try:
                    connection.send(answer)
                except OSError:
                    return
