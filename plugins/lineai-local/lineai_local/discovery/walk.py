"""The files of a directory tree without the help of git."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from pathspec import GitIgnoreSpec

from lineai_local.discovery.excludes import excluded_directory
from lineai_local.discovery.git import Found

Ignores = tuple[tuple[str, GitIgnoreSpec], ...]


def walk_files(root: Path) -> Found:
    """Return the files below ``root`` that no ``.gitignore`` excludes; links are not followed.

    Hidden directories, other people's code, build output, other file systems and nested repositories
    that are not submodules are left out, each with its reason.
    """
    found = Found()
    device = root.stat().st_dev
    modules = _submodules(root)
    pending: list[tuple[str, Ignores]] = [("", ())]
    while pending:
        directory, ignores = pending.pop()
        ignores = (*ignores, *_own_ignores(root, directory))
        for name, entry in _entries(root / directory, directory, found):
            path = f"{directory}/{name}" if directory else name
            if entry.is_symlink() or _is_junction(entry):
                found.skipped.append((path, "symbolic link"))
            elif not entry.is_dir(follow_symlinks=False):
                if not _ignored(path, ignores):
                    found.paths[path] = False
            elif not _ignored(path + "/", ignores):
                reason = _left_out(root, path, name, device, modules)
                if reason is None:
                    pending.append((path, ignores))
                else:
                    found.skipped.append((path, reason))
    return found


def _left_out(root: Path, path: str, name: str, device: int, modules: frozenset[str]) -> str | None:
    excluded = excluded_directory(path + "/", tracked=False)
    if excluded is not None:
        return excluded[1]
    if name.startswith("."):
        return "hidden directory"
    directory = root / path
    try:
        if directory.stat().st_dev != device:
            return "on another file system"
        if (directory / "pyvenv.cfg").exists():
            return "Python virtual environment"
        if path not in modules and (directory / ".git").exists():
            return "nested repository that is not a submodule"
    except OSError as error:
        return f"cannot be read ({error.strerror})"
    return None


def _entries(directory: Path, path: str, found: Found) -> Iterator[tuple[str, os.DirEntry[str]]]:
    try:
        with os.scandir(directory) as entries:
            yield from sorted((entry.name, entry) for entry in entries)
    except OSError as error:
        found.skipped.append((path or ".", f"cannot be read ({error.strerror})"))


def _own_ignores(root: Path, directory: str) -> Ignores:
    try:
        text = (root / directory / ".gitignore").read_text("utf-8", "replace")
    except OSError:
        return ()
    return ((directory + "/" if directory else "", GitIgnoreSpec.from_lines(text.splitlines())),)


def _ignored(path: str, ignores: Ignores) -> bool:
    for base, spec in reversed(ignores):
        verdict = spec.check_file(path.removeprefix(base)).include
        if verdict is not None:
            return verdict
    return False


def _submodules(root: Path) -> frozenset[str]:
    try:
        lines = (root / ".gitmodules").read_text("utf-8", "replace").splitlines()
    except OSError:
        return frozenset()
    pairs = (line.partition("=") for line in lines)
    return frozenset(value.strip() for key, _, value in pairs if key.strip() == "path")


def _is_junction(entry: os.DirEntry[str]) -> bool:
    check = getattr(entry, "is_junction", None)
    return bool(check is not None and check())
