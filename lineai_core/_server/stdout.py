"""Reserve the process's standard input and output for the protocol.

Anything in the process may print: a plugin while it is imported, a library, a child process. One stray
byte on standard output breaks the client's parser. So before any plugin is imported the two descriptors
move elsewhere, and what stays behind at 0 and 1 is harmless.
"""

from __future__ import annotations

import functools
import os
import sys
from io import TextIOWrapper

STDIN, STDOUT, STDERR = 0, 1, 2


@functools.cache
def divert_stdout() -> tuple[int, int]:
    """Move standard input and output to private descriptors, and return the pair ``(input, output)``.

    Afterwards descriptor 0 reads end-of-file and descriptor 1 writes to standard error, for this process
    and for every child it starts; ``sys.stdout`` and ``sys.stderr`` write UTF-8 and never fail to encode.
    The private descriptors are binary and are not inherited by children. Later calls return the same pair.
    """
    _open_missing_descriptors()
    for stream in (sys.stdout, sys.stderr):  # now: they ask their descriptors where they stand in a file
        if isinstance(stream, TextIOWrapper):
            stream.flush()
            stream.reconfigure(encoding="utf-8", errors="backslashreplace", line_buffering=True)
    wire = os.dup(STDIN), os.dup(STDOUT)
    null = os.open(os.devnull, os.O_RDONLY)
    os.dup2(null, STDIN)
    os.close(null)
    os.dup2(STDERR, STDOUT)
    if sys.platform == "win32":
        _settle_windows_handles(wire)
    return wire


def _open_missing_descriptors() -> None:
    """Open the null device wherever a standard descriptor is closed, so that none is reused by accident."""
    for descriptor in (STDIN, STDOUT, STDERR):
        try:
            os.fstat(descriptor)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # takes the lowest free number, which is this one


if sys.platform == "win32":

    def _settle_windows_handles(wire: tuple[int, int]) -> None:
        """Switch the private descriptors to binary, and hand the diverted ones to child processes."""
        import ctypes
        import msvcrt

        for descriptor in wire:
            msvcrt.setmode(descriptor, os.O_BINARY)
        for descriptor, standard_handle in ((STDIN, -10), (STDOUT, -11)):
            handle = ctypes.c_void_p(msvcrt.get_osfhandle(descriptor))
            ctypes.windll.kernel32.SetStdHandle(standard_handle, handle)
