"""End the process within a bound, whatever is still running in it.

A client closes the pipe, sends a signal or simply dies; it then waits about two seconds before it kills.
Shutting down is orderly first: input ends, calls are cancelled, the backend is closed. A plugin may still
block the event loop or leave a thread behind, so a timer thread ends the process when that takes too long.
"""

from __future__ import annotations

import os
import select
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable
from queue import Empty, SimpleQueue
from types import FrameType

EXIT_WITHIN = 1.5
WATCH_INTERVAL = 0.5
_SIGNALS = ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK")


class Shutdown:
    """The one place that decides when, and with which exit status, this process ends.

    A signal handler runs in the middle of whatever the main thread does, which may hold any lock, and it
    runs only once that thread wakes: a signal that comes just before the thread falls asleep stays unheard.
    So threads of their own listen to signals, as the interpreter writes them to a socket, and act.
    """

    def __init__(self) -> None:
        self.status = 0
        self._notes: SimpleQueue[int | None] = SimpleQueue()
        self._begun = threading.Event()
        self._stop: Callable[[], None] = lambda: None

    def on_stop(self, stop: Callable[[], None]) -> None:
        """Have ``stop``, which must be quick and thread-safe, called when the process has to end now."""
        self._stop = stop

    def begin(self) -> None:
        """Have the process end at the latest ``EXIT_WITHIN`` seconds from now."""
        self._notes.put(None)

    def stop(self, status: int = 0) -> None:
        """Begin, and end the serving at once; ``status`` is the exit status."""
        self._notes.put(status)

    def catch_signals(self) -> None:
        """Act from now on, and stop on a signal that asks to end. Call it from the main thread."""
        ear, mouth = socket.socketpair()
        mouth.setblocking(False)
        numbers = [number for name in _SIGNALS if (number := getattr(signal, name, None))]
        for target, arguments in ((self._act, ()), (self._listen, (ear, mouth, numbers))):
            threading.Thread(target=target, args=arguments, name="lineai-exit", daemon=True).start()
        signal.set_wakeup_fd(mouth.fileno(), warn_on_full_buffer=False)
        for number in numbers:
            signal.signal(number, self._on_signal)

    def watch(self, output: int) -> None:
        """Stop on a signal, when the parent process dies, or when nobody reads descriptor ``output``.

        Call it from the main thread.
        """
        self.catch_signals()
        threading.Thread(target=self._watch_client, args=(output,), name="lineai-watch", daemon=True).start()

    def _on_signal(self, number: int, _frame: FrameType | None) -> None:
        """Leave the same note again: an event loop may have put its own socket in place of ours."""
        self._notes.put(128 + number)

    def _listen(self, ear: socket.socket, mouth: socket.socket, numbers: list[int]) -> None:
        """Leave a note for each signal; ``mouth`` stays open as long as this runs."""
        while True:
            for number in ear.recv(64):
                if number in numbers:
                    self._notes.put(128 + number)

    def _act(self) -> None:
        """Do what the notes say; once the end has begun, see that it comes."""
        note = self._notes.get()
        last = time.monotonic() + EXIT_WITHIN
        self._begun.set()
        while True:
            if note is not None:
                self.status = self.status or note
                self._stop()
            try:
                note = self._notes.get(timeout=max(0.0, last - time.monotonic()))
            except Empty:
                os._exit(self.status)

    def _watch_client(self, output: int) -> None:
        parent_gone = _parent_watcher()
        while not self._begun.wait(WATCH_INTERVAL):
            if parent_gone() or _nobody_reads(output):
                self.stop()


if sys.platform == "win32":

    def _nobody_reads(_output: int) -> bool:
        """Return ``False``: Windows tells that a pipe is closed only when one writes to it."""
        return False

    def _parent_watcher() -> Callable[[], bool]:
        """Return a function that tells whether the process that started this one has ended."""
        import ctypes

        synchronize, signalled = 0x00100000, 0
        kernel = ctypes.windll.kernel32
        kernel.OpenProcess.restype = ctypes.c_void_p
        parent = kernel.OpenProcess(synchronize, False, os.getppid())
        if not parent:
            return lambda: False
        handle = ctypes.c_void_p(parent)
        return lambda: bool(kernel.WaitForSingleObject(handle, 0) == signalled)

else:

    def _nobody_reads(output: int) -> bool:
        """Return whether the other end of the pipe ``output`` is closed."""
        poll = select.poll()
        poll.register(output, 0)
        return any(events & (select.POLLERR | select.POLLHUP) for _, events in poll.poll(0))

    def _parent_watcher() -> Callable[[], bool]:
        """Return a function that tells whether the process that started this one has ended."""
        parent = os.getppid()
        return lambda: os.getppid() != parent
