"""Who owns a file, by the repository's own list, and who worked on it lately, by its history."""

from __future__ import annotations

import os
import subprocess
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from pathspec import GitIgnoreSpec

PLACES = ("CODEOWNERS", ".github/CODEOWNERS", ".gitlab/CODEOWNERS", "docs/CODEOWNERS")
"""Where the list of owners may be; the first that exists counts."""

_COMMITS = 50
_RECENT = 1_000
_MOST_REVIEWERS = 3
_TIMEOUT = 5.0
_MOST_KEPT = 5_000
_MOST_BYTES = 3_000_000


@dataclass(frozen=True, slots=True)
class Rule:
    """A line of the list: which files it is about, and their owners (none takes the owners away)."""

    pattern: GitIgnoreSpec
    owners: tuple[str, ...]


@dataclass(slots=True)
class Ownership:
    """Answers for the repositories with these root directories; what was found is kept.

    An answer of ``None`` means unknown: there is no list of owners, or no history.
    """

    roots: Mapping[str, Path]
    _rules: dict[str, list[Rule] | None] = field(default_factory=dict)
    _recent: dict[str, dict[str, list[str]] | None] = field(default_factory=dict)
    _reviewers: dict[tuple[str, str], list[str] | None] = field(default_factory=dict)

    def owners(self, repository: str, path: str) -> list[str] | None:
        """Return the owners of a file: those of the last line that matches."""
        if repository not in self._rules:
            root = self.roots.get(repository)
            self._rules[repository] = None if root is None else _read(root)
        rules = self._rules[repository]
        if rules is None:
            return None
        for rule in reversed(rules):
            if rule.pattern.match_file(path):
                return list(rule.owners)
        return []

    def reviewers(self, repository: str, path: str, *, deep: bool = True) -> list[str] | None:
        """Return the authors of most of the last changes of a file, the busiest first; needs git.

        The last ``_RECENT`` commits of the repository are read once for all files; what they do not touch is
        only looked up, one file at a time, if ``deep``.
        """
        root = self.roots.get(repository)
        if root is None or not path:
            return None
        if repository not in self._recent:
            self._recent[repository] = _recent_authors(root)
        recent = self._recent[repository]
        if recent is None:
            return None
        if path in recent or not deep:
            return _busiest(recent.get(path, []))
        key = (repository, path)
        if key not in self._reviewers:
            if len(self._reviewers) >= _MOST_KEPT:
                self._reviewers.clear()
            log = _git(root, f"--max-count={_COMMITS}", "--format=%aE", "--", path)
            self._reviewers[key] = _busiest(log.splitlines()) if log is not None else None
        return self._reviewers[key]


def parse(text: str) -> list[Rule]:
    """Return the rules of a list of owners; section heads give default owners to the lines below them."""
    rules = []
    defaults: tuple[str, ...] = ()
    for raw in text.splitlines():
        line = raw.split(" #")[0].strip()
        if not line or line.startswith("#"):
            continue
        if line.startswith(("[", "^[")):
            defaults = tuple(line.rpartition("]")[2].split())
            continue
        pattern, *owners = line.replace("\\ ", "\0").split()
        pattern = pattern.replace("\0", "\\ ")
        rules.append(Rule(GitIgnoreSpec.from_lines([pattern]), tuple(owners) or defaults))
    return rules


def _read(root: Path) -> list[Rule] | None:
    for place in PLACES:
        file = root / place
        try:
            if file.stat().st_size <= _MOST_BYTES:
                return parse(file.read_text("utf-8", "replace"))
        except (OSError, ValueError):
            continue
    return None


def _recent_authors(root: Path) -> dict[str, list[str]] | None:
    """Return the authors of the last changes of each file that the last commits touched, newest first."""
    log = _git(root, f"--max-count={_RECENT}", "--format=%x01%aE", "--name-only", "--relative")
    if log is None:
        return None
    found: dict[str, list[str]] = {}
    for commit in log.split("\x01")[1:]:
        author, *paths = (line for line in commit.splitlines() if line)
        for path in paths:
            authors = found.setdefault(path, [])
            if len(authors) < _COMMITS:
                authors.append(author)
    return found


def _busiest(authors: list[str]) -> list[str] | None:
    counts = Counter(author for author in authors if author)
    return sorted(counts, key=lambda author: (-counts[author], author))[:_MOST_REVIEWERS] or None


def _git(root: Path, *arguments: str) -> str | None:
    """Return what ``git log`` says, or ``None`` if it cannot: no git, no history, or too slow."""
    environment = {k: v for k, v in os.environ.items() if not k.upper().startswith("GIT_")}
    environment |= {"GIT_OPTIONAL_LOCKS": "0", "GIT_TERMINAL_PROMPT": "0", "LC_ALL": "C"}
    try:
        done = subprocess.run(
            ["git", "-c", "core.quotepath=off", "log", "--no-merges", *arguments],
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
    return done.stdout.decode("utf-8", "replace")
