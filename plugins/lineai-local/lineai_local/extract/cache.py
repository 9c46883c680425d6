"""What was extracted from a file, kept under a key of its content and of the code that read it."""

from __future__ import annotations

import hashlib
import sqlite3
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

_KEEP_RUNS = 8
_COMMIT_EVERY = 500
ExtractedKind = Literal["facts", "mentions", "failed"]


@dataclass(frozen=True, slots=True)
class Extracted:
    """Encoded facts, encoded names, or (UTF-8) the reason why there is neither."""

    kind: ExtractedKind
    blob: bytes


def cache_key(rules: str, language: str, path: str, digest: str) -> bytes:
    """Return the key of what the code version ``rules`` extracts from a file with that content digest."""
    text = "\0".join((rules, language, path, digest))
    return hashlib.blake2b(text.encode(), digest_size=16).digest()


class FactsCache:
    """A file of extracted facts. One process uses it at a time; a damaged file is started afresh."""

    def __init__(self, path: Path) -> None:
        self._path = path
        try:
            self._open()
        except sqlite3.DatabaseError as error:
            self._connection.close()
            if type(error) is not sqlite3.DatabaseError:
                raise  # busy, full disk, …: not a damaged file
            path.unlink()
            self._open()
        self._closed = False
        self._used: set[bytes] = set()
        self._waiting = 0

    def _open(self) -> None:
        self._connection = sqlite3.connect(self._path, timeout=30, isolation_level=None)
        self._connection.executescript(
            "PRAGMA journal_mode = TRUNCATE; PRAGMA synchronous = OFF;"
            "CREATE TABLE IF NOT EXISTS extracted"
            " (key BLOB PRIMARY KEY, kind TEXT NOT NULL, blob BLOB NOT NULL, run INTEGER NOT NULL)"
            " WITHOUT ROWID;"
        )
        row = self._connection.execute("SELECT coalesce(max(run), 0) + 1 FROM extracted").fetchone()
        self._run: int = row[0]
        self._connection.execute("BEGIN")

    def get(self, key: bytes) -> Extracted | None:
        """Return what is kept under ``key``, or ``None``."""
        row = self._connection.execute("SELECT kind, blob FROM extracted WHERE key = ?", (key,)).fetchone()
        if row is None:
            return None
        self._used.add(key)
        return Extracted(row[0], row[1])

    def put(self, key: bytes, value: Extracted) -> None:
        """Keep ``value`` under ``key``."""
        self._connection.execute(
            "INSERT OR REPLACE INTO extracted VALUES (?, ?, ?, ?)", (key, value.kind, value.blob, self._run)
        )
        self._waiting += 1
        if self._waiting >= _COMMIT_EVERY:
            self._connection.execute("COMMIT")
            self._connection.execute("BEGIN")
            self._waiting = 0

    def finish(self) -> None:
        """Forget what no recent run used, and close."""
        rows = ((self._run, key) for key in self._used)
        self._connection.executemany("UPDATE extracted SET run = ? WHERE key = ?", rows)
        self._connection.execute("DELETE FROM extracted WHERE run <= ?", (self._run - _KEEP_RUNS,))
        self.close()

    def close(self) -> None:
        """Write what is waiting, and close; closing again does nothing."""
        if not self._closed:
            self._closed = True
            self._connection.execute("COMMIT")
            self._connection.close()
