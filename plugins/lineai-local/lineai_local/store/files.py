"""The files of a workspace's state: which view is current, what it was made from, what may go."""

from __future__ import annotations

import contextlib
import json
import os
import sqlite3
import time
from pathlib import Path

import msgspec

from lineai_local.store.view import View
from lineai_local.versions import content_rules

_KEEP_VIEWS = 3
_KEEP_OTHERS_SECONDS = 14 * 24 * 3600.0
_STALE_PARTIAL_SECONDS = 3600.0


class Stamp(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """What the index knows of a file: its outside (size, time of change) and what was found inside."""

    path: str
    size: int
    mtime_ns: int
    digest: str
    reason: str = ""
    generated: bool = False


class RepositoryStamps(msgspec.Struct, frozen=True, array_like=True):
    """The files of a repository when it was last looked at, and what was left out, sorted by path."""

    files: list[Stamp]
    skipped: list[tuple[str, str]]


class Manifest(msgspec.Struct, frozen=True):
    """From which files, by which code, the view ``view`` was made.

    ``limits`` is the key of those that held, ``taken_ns`` the time at which the files were listed.
    """

    rules: str
    view: str
    limits: str
    taken_ns: int
    repositories: dict[str, RepositoryStamps]


class StateFiles:
    """The state directory of a workspace."""

    def __init__(self, directory: Path) -> None:
        self.directory = directory
        self.views = directory / "views"
        self.lock = directory / "writer.lock"
        self.facts = directory / "facts.sqlite"
        self._pointer = directory / "current.json"
        self._manifest = directory / "manifest.msgpack"

    def create(self) -> None:
        """Make the directories."""
        self.views.mkdir(parents=True, exist_ok=True)

    def view_path(self, view: str) -> Path:
        """Return where the view with this id is, or would be; an id that is no id leads nowhere."""
        return self.views / f"{view if view.isalnum() else 'none'}.sqlite"

    def current(self) -> str | None:
        """Return the id of the current view if this version of the code made it and its file is there."""
        try:
            pointer = json.loads(self._pointer.read_text("utf-8"))
            view, rules = pointer["view"], pointer["rules"]
        except (OSError, ValueError, KeyError, TypeError):
            return None
        if rules != content_rules() or not isinstance(view, str) or not self.view_path(view).is_file():
            return None
        return view

    def manifest(self) -> Manifest | None:
        """Return the manifest of the current view, or ``None`` if there is none that fits."""
        try:
            manifest = msgspec.msgpack.decode(self._manifest.read_bytes(), type=Manifest)
        except (OSError, msgspec.DecodeError):
            return None
        return manifest if manifest.rules == content_rules() else None

    def publish(self, manifest: Manifest) -> None:
        """Make the manifest's view, which is written, the current one."""
        pointer = json.dumps({"view": manifest.view, "rules": manifest.rules})
        os.utime(self.view_path(manifest.view))
        _replace(self._pointer, pointer.encode())
        self.save(manifest)

    def save(self, manifest: Manifest) -> None:
        """Keep the manifest."""
        _replace(self._manifest, msgspec.msgpack.encode(manifest))

    def remove_stale(self) -> None:
        """Remove old views and remains of interrupted writers, as far as nobody holds them.

        The newest few stay, for those who still ask them by id; so do views that another version of
        the code may have made recently.
        """
        now = time.time()
        dated = sorted(
            ((_age(path, now), path) for path in self.views.glob("*.sqlite")), key=lambda item: item[0]
        )
        for position, (age, path) in enumerate(dated):
            if position >= _KEEP_VIEWS and age > (_KEEP_OTHERS_SECONDS if self._foreign(path) else 0):
                _remove(path)
        for path in [*self.views.glob("*.partial"), *self.directory.glob("*.partial")]:
            if _age(path, now) > _STALE_PARTIAL_SECONDS:
                _remove(path)

    def _foreign(self, path: Path) -> bool:
        try:
            view = View(path)
        except sqlite3.Error:
            return True
        try:
            return view.rules() != content_rules()
        finally:
            view.close()


def _age(path: Path, now: float) -> float:
    try:
        return now - path.stat().st_mtime
    except OSError:
        return 0.0


def _remove(path: Path) -> None:
    with contextlib.suppress(OSError):
        path.unlink()


def _replace(path: Path, data: bytes) -> None:
    """Write ``data`` under ``path`` so that a reader sees the old or the new content, never a part."""
    partial = path.with_name(f"{path.name}.{os.getpid()}.partial")
    with partial.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    for attempt in range(20):
        try:
            partial.replace(path)
        except PermissionError:  # Windows: somebody is reading the old one
            time.sleep(0.01 * (attempt + 1))
        else:
            return
    partial.replace(path)
