"""The files of a working tree as git sees them."""

from __future__ import annotations

import os
import subprocess
from dataclasses import dataclass, field
from pathlib import Path

from lineai_local.discovery.paths import from_git

_TIMEOUT = 60.0
_LINK_MODE = "120000"
_MODULE_MODE = "160000"


@dataclass(slots=True)
class Found:
    """Paths relative to a root, each with whether version control tracks it; and what was left out, why."""

    paths: dict[str, bool] = field(default_factory=dict)
    skipped: list[tuple[str, str]] = field(default_factory=list)


def git_files(root: Path) -> Found | None:
    """Return the tracked and the unignored files below ``root``, submodules included.

    ``None`` means that git cannot tell: it is not installed, refuses, or knows no file here.
    """
    tracked = _git(root, "ls-files", "-s", "-z")
    others = _git(root, "ls-files", "-o", "--exclude-standard", "-z")
    if tracked is None or others is None or not (tracked or others):
        return None
    found = Found()
    modules: list[str] = []
    for row in tracked:
        head, _, raw = row.partition(b"\t")
        mode, path = head.split(b" ", 1)[0].decode("ascii"), from_git(raw)
        if mode == _MODULE_MODE:
            modules.append(path)
        elif mode == _LINK_MODE:
            found.skipped.append((path, "symbolic link"))
        else:
            found.paths[path] = True
    for raw in others:
        path = from_git(raw)
        if path.endswith("/"):
            found.skipped.append((path.rstrip("/"), "nested repository that is not a submodule"))
        else:
            found.paths.setdefault(path, False)
    if modules:
        _add_submodules(root, sorted(set(modules)), found)
    return found


def is_ignored(directory: Path) -> bool:
    """Return whether the working tree around ``directory`` ignores it."""
    return bool(_git(directory.parent, "check-ignore", "--", directory.name))


def _add_submodules(root: Path, modules: list[str], found: Found) -> None:
    ignored = {from_git(raw) for raw in _git(root, "ls-files", "-ci", "--exclude-standard", "-z") or ()}
    for module in modules:
        if module in ignored:
            found.skipped.append((module, "ignored by version control"))
            continue
        inside = git_files(root / module) if (root / module / ".git").exists() else None
        if inside is None:
            found.skipped.append((module, "submodule that is not initialised"))
            continue
        found.paths.update({f"{module}/{path}": tracked for path, tracked in inside.paths.items()})
        found.skipped.extend((f"{module}/{path}", reason) for path, reason in inside.skipped)


def _git(root: Path, *arguments: str) -> list[bytes] | None:
    environment = {k: v for k, v in os.environ.items() if not k.upper().startswith("GIT_")}
    environment |= {"GIT_OPTIONAL_LOCKS": "0", "GIT_TERMINAL_PROMPT": "0", "LC_ALL": "C"}
    try:
        done = subprocess.run(
            ["git", "-c", "core.fsmonitor=false", "-c", "core.quotepath=off", *arguments],
            cwd=root,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            timeout=_TIMEOUT,
            check=True,
            creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
        )
    except (OSError, subprocess.SubprocessError):
        return None
    return [row for row in done.stdout.split(b"\0") if row]
