"""The list of a repository's files that matter, with what a cheap look tells of each."""

from __future__ import annotations

import os
import stat
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from pathspec import GitIgnoreSpec

from lineai_local.discovery.excludes import excluded_directory
from lineai_local.discovery.git import git_files
from lineai_local.discovery.kinds import Kind, kind_of
from lineai_local.discovery.paths import storable
from lineai_local.discovery.walk import walk_files
from lineai_local.problems import IndexingFailed


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """How much is indexed: bytes of one file, and number of files of one repository.

    Files that match a pattern in ``include``, written as in ``.gitignore``, are analysed whatever their
    size or look.
    """

    file_bytes: int = 1_500_000
    files: int = 100_000
    include: tuple[str, ...] = ()

    @property
    def key(self) -> str:
        """What tells these limits from others."""
        return "\0".join((str(self.file_bytes), *self.include))

    def includes(self, path: str) -> bool:
        """Tell whether the file is to be analysed in any case."""
        return bool(self.include) and _patterns(self.include).match_file(path)


@dataclass(frozen=True, slots=True)
class Entry:
    """A file that matters: its key, what it is, its size in bytes and its time of change in nanoseconds."""

    path: str
    kind: Kind
    size: int
    mtime_ns: int


@dataclass(frozen=True, slots=True)
class Skipped:
    """A file or directory that is not looked into, and why."""

    path: str
    reason: str


@dataclass(frozen=True, slots=True)
class Listing:
    """A repository's files and what was left out, both sorted by path."""

    entries: list[Entry] = field(default_factory=list)
    skipped: list[Skipped] = field(default_factory=list)


def list_repository(root: Path, limits: Limits = Limits()) -> Listing:
    """Return the files of the repository at ``root`` that matter to the index.

    Every real file is listed once, under its own path: links are never followed, and nothing outside
    ``root`` or on another file system is looked at. Raises ``IndexingFailed`` if ``root`` is not a
    directory or holds more source files than ``limits`` allows.
    """
    root = Path(os.path.realpath(root))
    if not root.is_dir():
        raise IndexingFailed(f"{root} is not a directory.")
    found = git_files(root) or walk_files(root)
    skipped = {path: reason for path, reason in found.skipped if _matters(root, path)}
    environments = {path.rpartition("/")[0] for path in found.paths if path.endswith("/pyvenv.cfg")}
    checker = _Checker(root)
    entries: list[Entry] = []
    for path, tracked in sorted(found.paths.items()):
        kind = kind_of(path)
        if kind is None:
            continue
        excluded = excluded_directory(path, tracked=tracked, environments=environments)
        if excluded is not None and not limits.includes(path):
            skipped[excluded[0]] = excluded[1]
            continue
        if not storable(path):
            skipped[path.encode("utf-8", "backslashreplace").decode("ascii", "replace")] = (
                "name is not Unicode"
            )
            continue
        checked = checker.check(path)
        if isinstance(checked, str):
            skipped[path] = checked
        elif checked is not None:
            entries.append(Entry(path, kind, checked.st_size, checked.st_mtime_ns))
    if len(entries) > limits.files:
        raise IndexingFailed(_too_many(root, entries, limits.files))
    return Listing(entries, [Skipped(path, reason) for path, reason in sorted(skipped.items())])


@cache
def _patterns(patterns: tuple[str, ...]) -> GitIgnoreSpec:
    return GitIgnoreSpec.from_lines(patterns)


class _Checker:
    """Looks at files without following a link anywhere on the way from the root."""

    def __init__(self, root: Path) -> None:
        self._root = str(root)
        self._device = root.stat().st_dev
        self._plain: dict[str, bool] = {"": True}

    def check(self, path: str) -> os.stat_result | str | None:
        """Return the file's status, the reason to skip it, or ``None`` if it is gone."""
        if not self._is_plain(path.rpartition("/")[0]):
            return "behind a symbolic link"
        try:
            status = os.lstat(os.path.join(self._root, path))  # noqa: PTH118 - hot loop
        except OSError:
            return None
        if stat.S_ISLNK(status.st_mode):
            return "symbolic link"
        if not stat.S_ISREG(status.st_mode):
            return "not a regular file"
        if status.st_dev != self._device:
            return "on another file system"
        return status

    def _is_plain(self, directory: str) -> bool:
        known = self._plain.get(directory)
        if known is None:
            parent = directory.rpartition("/")[0]
            known = self._is_plain(parent) and not os.path.islink(os.path.join(self._root, directory))  # noqa: PTH114, PTH118
            self._plain[directory] = known
        return known


def _matters(root: Path, path: str) -> bool:
    return kind_of(path) is not None or (root / path).is_dir()


def _too_many(root: Path, entries: list[Entry], limit: int) -> str:
    counts: dict[str, int] = {}
    for entry in entries:
        top = entry.path.partition("/")[0]
        counts[top] = counts.get(top, 0) + 1
    largest = sorted(counts.items(), key=lambda item: (-item[1], item[0]))[:5]
    places = ", ".join(f"{name} ({count})" for name, count in largest)
    return (
        f"{root} holds {len(entries)} source files, more than the limit of {limit}; most are in {places}. "
        "Index a part of it with `lineai index PATH`, or raise LINEAI_LOCAL_MAX_FILES."
    )
