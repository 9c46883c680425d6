"""Workspaces: names for one or more repositories, and the directory that holds the state of each."""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from lineai_local.discovery.git import is_ignored
from lineai_local.problems import LocalError, NotFound, NotIndexed

MARKERS = (
    ".git", ".hg", ".svn", "pyproject.toml", "setup.py", "setup.cfg", "requirements.txt", "Pipfile",
    "package.json", "tsconfig.json", "deno.json", "pom.xml", "build.gradle", "build.gradle.kts",
    "settings.gradle", "settings.gradle.kts", "build.xml", "go.mod", "Cargo.toml", "Gemfile",
    "composer.json", "CMakeLists.txt", "mix.exs",
)  # fmt: skip
_FILE = "workspace.json"


@dataclass(frozen=True, slots=True)
class Repository:
    """A repository of a workspace: its name, unique there, and its real root directory."""

    name: str
    root: Path


@dataclass(frozen=True, slots=True)
class Workspace:
    """A named set of repositories; ``directory`` holds its state, and its last part is the workspace's id.

    ``explicit`` is set once the user asked for it by ``lineai index``.
    """

    name: str
    repositories: tuple[Repository, ...]
    directory: Path
    explicit: bool = False

    @property
    def id(self) -> str:
        """The id under which the API knows the workspace."""
        return self.directory.name

    def to_json(self) -> dict[str, Any]:
        """Return the workspace as plain data, for another process."""
        return {
            "name": self.name,
            "repositories": [[repository.name, str(repository.root)] for repository in self.repositories],
            "directory": str(self.directory),
            "explicit": self.explicit,
        }

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Workspace:
        """Return the workspace that ``to_json`` wrote."""
        repositories = tuple(Repository(name, Path(root)) for name, root in data["repositories"])
        return cls(data["name"], repositories, Path(data["directory"]), data["explicit"])

    @property
    def roots(self) -> tuple[Path, ...]:
        """The repositories' root directories, sorted."""
        return tuple(repository.root for repository in self.repositories)


class Workspaces:
    """All workspaces under the data directory ``home``.

    ``here`` is the directory the user is in or, if ``named``, the repository the user named.
    """

    def __init__(self, home: Path, here: Path, *, named: bool = False) -> None:
        self._base = home / "workspaces"
        self._here = here
        self._named = named

    def default(self, *, asked: bool = False) -> Workspace:
        """Return the workspace of the repository that is named, or is around the current directory.

        That is the directory itself if it is named and has a project marker, else the nearest directory
        above which the user indexed by name, else the root of the version-controlled tree, else the
        nearest directory with a project marker, else, if the user ``asked`` for an index here, the current
        directory. A tree does not count if it ignores the directory. Raises ``NotIndexed`` if there is
        none, and for a home directory or a file system's root.
        """
        here = _real(self._here)
        if not here.is_dir():
            raise NotIndexed(f"There is no directory {here}. Name a project with --repo or LINEAI_REPO.")
        known = list(self._all())
        itself = self._named and here in _allowed(here) and _is_project(here)
        for directory in (here,) if itself else (here, *here.parents):
            for workspace in known:
                if workspace.explicit and workspace.roots == (directory,):
                    return workspace
            if any(w.explicit and directory in w.roots for w in known):
                return self._of(directory.name, (directory,))
        root = here if itself else _project_root(here, asked=asked)
        return self._of(root.name, (root,))

    def named(self, name: str) -> Workspace:
        """Return the workspace called ``name``; raises ``NotFound`` if there is none."""
        with contextlib.suppress(NotIndexed):
            if (default := self.default()).name == name:
                return default
        known = [workspace for workspace in self._all() if workspace.explicit]
        found = [workspace for workspace in known if workspace.name == name]
        if found:
            return max(found, key=lambda workspace: _changed(workspace.directory / _FILE))
        names = ", ".join(sorted({workspace.name for workspace in known})) or "none"
        raise NotFound(f"There is no workspace named {name!r}; the indexed ones are: {names}.")

    def by_id(self, identifier: str) -> Workspace:
        """Return the workspace with that id; raises ``NotFound`` if there is none."""
        with contextlib.suppress(NotIndexed):
            if (default := self.default()).id == identifier:
                return default
        for workspace in self._all():
            if workspace.id == identifier:
                return workspace
        raise NotFound(f"There is no workspace with the id {identifier!r}.")

    def define(self, roots: Sequence[Path], name: str | None = None) -> Workspace:
        """Keep and return the workspace of these directories, as the user asked for it.

        Without ``name`` it is called like its first directory. A name that another workspace was given
        moves to this one. Raises ``LocalError`` if a root is not a directory or lies inside another.
        """
        real = tuple(sorted({_real(root) for root in roots}))
        _check(real)
        chosen = self._of(name or _real(roots[0]).name or "root", real)
        for other in self._all():
            if name and other.explicit and other.name == name and other.id != chosen.id:
                _save(other, explicit=False)
        _save(chosen, explicit=True)
        return Workspace(chosen.name, chosen.repositories, chosen.directory, explicit=True)

    def remember(self, workspace: Workspace) -> None:
        """Write down what the workspace is, so that its id can be resolved later."""
        if not (workspace.directory / _FILE).exists():
            _save(workspace, explicit=workspace.explicit)

    def holding(self, view: str) -> Path | None:
        """Return the file of the view with that id, in whichever workspace, or ``None``."""
        if not view.isalnum():
            return None
        return next(iter(sorted(self._base.glob(f"*/views/{view}.sqlite"))), None)

    def _of(self, name: str, roots: tuple[Path, ...]) -> Workspace:
        key = "\0".join(os.path.normcase(root) for root in roots)
        digest = hashlib.blake2b(key.encode("utf-8", "surrogateescape"), digest_size=6).hexdigest()
        slug = re.sub(r"[^\w.-]+", "-", name).strip("-.")[:60] or "workspace"
        return Workspace(name, _repositories(roots), self._base / f"{slug}-{digest}")

    def _all(self) -> Iterator[Workspace]:
        for file in sorted(self._base.glob(f"*/{_FILE}")):
            try:
                data = json.loads(file.read_text("utf-8"))
                roots = tuple(Path(root) for root in data["roots"])
                yield Workspace(
                    data["name"], _repositories(roots), file.parent, explicit=bool(data["explicit"])
                )
            except (OSError, ValueError, KeyError, TypeError):
                continue


def _check(roots: tuple[Path, ...]) -> None:
    for root in roots:
        if not root.is_dir():
            raise LocalError(f"{root} is not a directory.")
        for outer in roots:
            if outer != root and root.is_relative_to(outer):
                raise LocalError(f"{root} lies inside {outer}; name one of them.")


def _allowed(here: Path) -> list[Path]:
    """Return ``here`` and the directories around it, below the home directory and the file system's root."""
    home = _real(Path.home())
    found = []
    for directory in (here, *here.parents):
        if directory == directory.parent or home.is_relative_to(directory):
            break
        found.append(directory)
    return found


def _is_project(directory: Path) -> bool:
    return any((directory / marker).exists() for marker in MARKERS)


def _project_root(here: Path, *, asked: bool) -> Path:
    allowed = _allowed(here)
    tree = next((directory for directory in allowed if (directory / ".git").exists()), None)
    if tree is not None and (tree == here or not is_ignored(here)):
        return tree
    for directory in allowed:
        if directory != tree and _is_project(directory):
            return directory
    if asked and allowed:
        return here
    what = "is a home directory" if here == _real(Path.home()) else "is not inside a project"
    if here == here.parent:
        what = "is the root of a file system"
    raise NotIndexed(
        f"{here} {what}, so it is not indexed unasked. "
        "Run `lineai index PATH` to index a directory, or name a project with --repo or LINEAI_REPO."
    )


def _repositories(roots: tuple[Path, ...]) -> tuple[Repository, ...]:
    taken: set[str] = set()
    found = []
    for root in roots:
        base = name = root.name or "root"
        number = 2
        while name in taken:
            name, number = f"{base}-{number}", number + 1
        taken.add(name)
        found.append(Repository(name, root))
    return tuple(found)


def _save(workspace: Workspace, *, explicit: bool) -> None:
    workspace.directory.mkdir(parents=True, exist_ok=True)
    data = {"name": workspace.name, "roots": [str(root) for root in workspace.roots], "explicit": explicit}
    partial = workspace.directory / f"{_FILE}.{os.getpid()}.partial"
    partial.write_text(json.dumps(data), "utf-8")
    partial.replace(workspace.directory / _FILE)


def _real(path: Path) -> Path:
    return Path(os.path.realpath(path))


def _changed(path: Path) -> int:
    try:
        return path.stat().st_mtime_ns
    except OSError:
        return 0
