"""The project files that steer module resolution: ``tsconfig.json``, ``jsconfig.json``, ``package.json``."""

from __future__ import annotations

import json
import posixpath
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

_TOKENS = re.compile(r'"(?:\\.|[^"\\])*"|//[^\n]*|/\*.*?\*/', re.DOTALL)
_TRAILING = re.compile(r'"(?:\\.|[^"\\])*"|,(?=\s*[}\]])', re.DOTALL)

MAX_EXTENDS = 20
"""Configurations that may extend each other before the chain is taken for a circle."""

CONFIG_NAMES = ("tsconfig.json", "jsconfig.json", "tsconfig.base.json")


def parse_relaxed(text: bytes) -> dict[str, Any]:
    """Return the object in JSON with comments and trailing commas; an empty one if it is malformed."""
    plain = _TOKENS.sub(
        lambda match: match[0] if match[0][0] == '"' else " ", text.decode("utf-8-sig", "replace")
    )
    plain = _TRAILING.sub(lambda match: match[0] if match[0][0] == '"' else "", plain)
    try:
        found = json.loads(plain)
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


@dataclass(frozen=True, slots=True)
class Paths:
    """Where specifiers without a dot lead: patterns with one optional ``*``, and a base directory."""

    patterns: tuple[tuple[str, tuple[str, ...]], ...] = ()
    base: str | None = None

    def candidates(self, specifier: str) -> list[str]:
        """Return the paths in the repository that a specifier may mean, best first."""
        matches: list[tuple[int, str, tuple[str, ...]]] = []
        for pattern, targets in self.patterns:
            before, star, after = pattern.partition("*")
            if not star:
                if pattern == specifier:
                    matches.append((len(pattern) + 1_000_000, "", targets))
            elif _fits(specifier, before, after):
                rest = specifier[len(before) : len(specifier) - len(after)]
                matches.append((len(before), rest, targets))
        matches.sort(key=lambda match: -match[0])
        found = [target.replace("*", rest, 1) for _, rest, targets in matches for target in targets]
        if self.base is not None:
            found.append(join(self.base, specifier))
        return found


def _fits(text: str, before: str, after: str) -> bool:
    return text.startswith(before) and text.endswith(after) and len(text) >= len(before) + len(after)


def join(directory: str, path: str) -> str:
    """Return ``path``, taken from ``directory``, as a normal path in the repository."""
    return posixpath.normpath(posixpath.join(directory, path)).removeprefix("./")


def texts(value: object) -> list[str]:
    """Return all strings in a JSON value, in order."""
    if isinstance(value, str):
        return [value]
    if isinstance(value, list):
        return [text for each in value for text in texts(each)]
    if isinstance(value, dict):
        return [text for each in value.values() for text in texts(each)]
    return []


class Configs:
    """The configurations of one program, read when first asked for."""

    def __init__(self, files: Mapping[tuple[str, str], bytes]) -> None:
        self._files = files
        self._json: dict[tuple[str, str], dict[str, Any]] = {}
        self._paths: dict[tuple[str, str], Paths] = {}

    def json(self, repository: str, path: str) -> dict[str, Any]:
        """Return what a project file says; an empty object if it does not exist."""
        key = (repository, path)
        if key not in self._json:
            self._json[key] = parse_relaxed(self._files[key]) if key in self._files else {}
        return self._json[key]

    def packages(self) -> list[tuple[str, str, dict[str, Any]]]:
        """Return repository, directory and contents of every ``package.json``, sorted."""
        keys = sorted(key for key in self._files if posixpath.basename(key[1]) == "package.json")
        return [(key[0], posixpath.dirname(key[1]), self.json(*key)) for key in keys]

    def paths(self, repository: str, directory: str) -> Paths:
        """Return the paths that hold for the files in a directory: those of the nearest configuration."""
        key = (repository, directory)
        found = self._paths.get(key)
        if found is None:
            config = next(
                (path for name in CONFIG_NAMES if (repository, path := join(directory, name)) in self._files),
                None,
            )
            if config is not None:
                found = self._read(repository, config)
            elif directory:
                found = self.paths(repository, posixpath.dirname(directory))
            else:
                found = Paths()
            self._paths[key] = found
        return found

    def _read(self, repository: str, config: str) -> Paths:
        """Return the paths of a configuration, of what it extends, or of the projects it refers to."""
        pending, seen = [config], set[str]()
        patterns: tuple[tuple[str, tuple[str, ...]], ...] = ()
        base: str | None = None
        while pending and len(seen) < MAX_EXTENDS:
            current = pending.pop(0)
            if current in seen:
                continue
            seen.add(current)
            content = self.json(repository, current)
            directory = posixpath.dirname(current)
            options = content.get("compilerOptions")
            options = options if isinstance(options, dict) else {}
            own = options.get("baseUrl")
            root = join(directory, own) if isinstance(own, str) else directory
            if base is None and isinstance(own, str):
                base = root
            listed = options.get("paths")
            if not patterns and isinstance(listed, dict):
                patterns = tuple(
                    (name, tuple(join(root, target) for target in texts(targets)))
                    for name, targets in listed.items()
                )
            pending += self._related(repository, directory, content)
        return Paths(patterns, base)

    def _related(self, repository: str, directory: str, content: dict[str, Any]) -> list[str]:
        related = [each for each in texts(content.get("extends")) if each.startswith(".")]
        references = content.get("references")
        for each in references if isinstance(references, list) else []:
            related += texts(each.get("path")) if isinstance(each, dict) else []
        found = []
        for each in related:
            path = join(directory, each)
            for candidate in (path, f"{path}.json", join(path, "tsconfig.json")):
                if (repository, candidate) in self._files:
                    found.append(candidate)
                    break
        return found
