"""Run a plugin's code for a limited time, and put back what it changed in the process."""

from __future__ import annotations

import asyncio
import builtins
import contextvars
import locale
import logging
import os
import socket
import sys
import threading
import warnings
from collections.abc import Callable, Iterator
from concurrent.futures import Future, wait
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Generic, TypeVar

T = TypeVar("T")


class Attempt(Generic[T]):
    """``function()``, begun in a daemon thread.

    A thread cannot be stopped: one that hangs goes on hanging, and does not keep the process alive.
    """

    def __init__(self, function: Callable[[], T]) -> None:
        self._function = function
        self._outcome: Future[T] = Future()
        context = contextvars.copy_context()
        threading.Thread(target=context.run, args=(self._run,), name="lineai-plugin", daemon=True).start()

    def finished(self, timeout: float) -> bool:
        """Wait for ``timeout`` seconds (0: as long as it takes), and return whether it has finished."""
        return bool(wait([self._outcome], timeout or None).done)

    def result(self) -> T:
        """Return what the function returned, once it has finished; raise what it raised."""
        return self._outcome.result()

    def when_finished(self, tell: Callable[[], object]) -> None:
        """Have ``tell`` called, in the thread, when the function has finished, or at once if it has."""
        self._outcome.add_done_callback(lambda _: tell())

    def _run(self) -> None:
        try:
            self._outcome.set_result(self._function())
        except BaseException as error:  # noqa: BLE001 - handed to the caller, whatever it is
            self._outcome.set_exception(error)


@contextmanager
def restored_state() -> Iterator[list[str]]:
    """Put the process-wide state back at exit, and name each thing that was changed in the list yielded.

    Covers the working directory, the standard streams, the root logger, the exception hook, the locale,
    the environment, ``print``, the default time limit of sockets, the module search path, the warning
    filters and the event loop policy. Signal handlers need no care: plugins load outside the main thread,
    where Python refuses to set one.
    """
    changed: list[str] = []
    directory = _working_directory()
    streams = sys.stdin, sys.stdout, sys.stderr
    excepthook = sys.excepthook
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    language = locale.setlocale(locale.LC_ALL)
    variables, write, patience = dict(os.environ), builtins.print, socket.getdefaulttimeout()
    path, filters, policy = sys.path[:], warnings.filters[:], _event_loop_policy()
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
        if dict(os.environ) != variables:
            os.environ.clear()
            os.environ.update(variables)
            changed.append("the environment")
        if builtins.print is not write:
            builtins.print = write
            changed.append("print")
        if socket.getdefaulttimeout() != patience:
            socket.setdefaulttimeout(patience)
            changed.append("the default time limit of sockets")
        if sys.path != path:
            sys.path[:] = path
            changed.append("the module search path")
        if warnings.filters != filters:
            warnings.filters[:] = filters  # type: ignore[index]  # a list, whatever its stub says
            changed.append("the warning filters")
        if _event_loop_policy() is not policy:
            asyncio.set_event_loop_policy(policy)
            changed.append("the event loop policy")


def _event_loop_policy() -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # policies are to go after Python 3.14
        return asyncio.get_event_loop_policy()


def _working_directory() -> Path | None:
    try:
        return Path.cwd()
    except OSError:
        return None
