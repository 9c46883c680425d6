"""Files of JSON lines in a private directory, bounded in size and number."""

from __future__ import annotations

import os
from pathlib import Path

MAX_BYTES = 4 * 1024 * 1024
MAX_FILES = 20
_PRIVATE_DIRECTORY, _PRIVATE_FILE = 0o700, 0o600


def private_directory(path: Path) -> Path:
    """Return ``path``, made and closed to everybody else, with room for new files.

    Raises ``OSError`` if it cannot be made, or belongs to somebody else.
    """
    path.mkdir(mode=_PRIVATE_DIRECTORY, parents=True, exist_ok=True)
    path.chmod(_PRIVATE_DIRECTORY)
    files = sorted(path.glob("*.jsonl"), key=lambda file: (file.stat().st_mtime, file.name), reverse=True)
    for file in files[MAX_FILES:]:
        file.unlink(missing_ok=True)
    return path


class Lines:
    """One file of this process; when it is full it becomes the ``.old`` one, and a new one is begun."""

    def __init__(self, directory: Path, name: str) -> None:
        self._path = directory / f"{name}-{os.getpid()}.jsonl"
        self._old = directory / f"{name}-{os.getpid()}.old.jsonl"

    def write(self, line: bytes) -> None:
        """Append one line; raise ``OSError`` if that fails."""
        if self._path.exists() and self._path.stat().st_size + len(line) > MAX_BYTES:
            self._path.replace(self._old)
        descriptor = os.open(self._path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, _PRIVATE_FILE)
        with os.fdopen(descriptor, "ab") as file:
            file.write(line)
