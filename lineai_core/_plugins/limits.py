"""Run a plugin's code for a limited time, and put back what it changed in the process."""

from __future__ import annotations

import contextvars
import locale
import logging
import os
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TypeVar

T = TypeVar("T")


class TookTooLong(TimeoutError):
    """A plugin did not come back in time; its thread is left behind."""


def run_limited(function: Callable[[], T], timeout: float) -> T:
    """Return ``function()``, run in a daemon thread; raise what it raises.

    Raises ``TookTooLong`` after ``timeout`` seconds (0: no limit). A thread cannot be stopped, so a
    plugin that hangs goes on hanging there, and does not keep the process alive.
    """
    outcome: list[Callable[[], T]] = []
    context = contextvars.copy_context()

    def run() -> None:
        try:
            value = context.run(function)
        except BaseException as error:  # noqa: BLE001 - handed to the caller, whatever it is
            failure = error

            def fail() -> T:
                raise failure

            outcome.append(fail)
        else:
            outcome.append(lambda: value)

    thread = threading.Thread(target=run, name="lineai-plugin", daemon=True)
    thread.start()
    thread.join(timeout or None)
    if not outcome:
        raise TookTooLong(f"did not finish within {timeout:g} s")
    return outcome[0]()


@contextmanager
def restored_state() -> Iterator[list[str]]:
    """Put the process-wide state back at exit, and name each thing that was changed in the list yielded.

    Covers the working directory, the standard streams, the root logger, the exception hook and the
    locale. Signal handlers need no care: plugins load outside the main thread, where Python refuses to set
    one.
    """
    changed: list[str] = []
    directory = _working_directory()
    streams = sys.stdin, sys.stdout, sys.stderr
    excepthook = sys.excepthook
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    language = locale.setlocale(locale.LC_ALL)
    try:
        yield changed
    finally:
        if directory is not None and _working_directory() != directory:
            with suppress(OSError):
                os.chdir(directory)
            changed.append("the working directory")
        if (sys.stdin, sys.stdout, sys.stderr) != streams:
            sys.stdin, sys.stdout, sys.stderr = streams
            changed.append("the standard streams")
        if sys.excepthook is not excepthook:
            sys.excepthook = excepthook
            changed.append("the exception hook")
        if root.handlers != handlers or root.level != level:
            root.handlers[:] = handlers
            root.setLevel(level)
            changed.append("the root logger")
        if locale.setlocale(locale.LC_ALL) != language:
            locale.setlocale(locale.LC_ALL, language)
            changed.append("the locale")


def _working_directory() -> Path | None:
    try:
        return Path.cwd()
    except OSError:
        return None
