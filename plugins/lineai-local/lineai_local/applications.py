"""Applications: the directories of a repository that have a manifest, and what they are called."""

from __future__ import annotations

import configparser
import json
import re
import tomllib
from collections.abc import Callable, Mapping
from pathlib import PurePosixPath
from typing import Any

from lineai_local.store.records import Application

_POM_NAME = re.compile(r"<artifactId>\s*([^<\s]+)\s*</artifactId>")
_POM_OTHERS = re.compile(r"<(parent|dependencies|dependencyManagement|build|profiles)>.*?</\1>", re.DOTALL)
_GRADLE_NAME = re.compile(r"rootProject\.name\s*=\s*['\"]([^'\"]+)['\"]")
_GO_NAME = re.compile(r"^module\s+(\S+)", re.MULTILINE)


def applications(
    repository: str, configs: Mapping[str, bytes], *, fallback: bool = True
) -> list[Application]:
    """Return the applications of a repository, one for each directory with a manifest.

    ``configs`` maps paths to contents. A name comes from the manifest, else from the directory. With
    ``fallback`` a repository without a manifest at its top gets an application of its own name.
    """
    found: dict[str, tuple[int, Application]] = {}
    for path, data in sorted(configs.items()):
        place = PurePosixPath(path)
        rank = _rank(place.name)
        if rank is None:
            continue
        root = "" if str(place.parent) == "." else str(place.parent)
        name = _name_in(place.name, data.decode("utf-8", "replace"))
        rank += 0 if name else len(_MANIFESTS)
        known = found.get(root)
        if known is None or rank < known[0]:
            own = PurePosixPath(root).name if root else repository
            found[root] = (rank, Application(repository, root, name or own, path))
    if fallback and "" not in found:
        found[""] = (0, Application(repository, "", repository, ""))
    return sorted(application for _, application in found.values())


def _pyproject(text: str) -> str | None:
    data = tomllib.loads(text)
    poetry = data.get("tool", {}).get("poetry", {})
    return _text(data.get("project", {}).get("name") or poetry.get("name"))


def _setup_cfg(text: str) -> str | None:
    parser = configparser.ConfigParser(interpolation=None, strict=False)
    parser.read_string(text)
    return parser.get("metadata", "name", fallback=None)


def _package_json(text: str) -> str | None:
    return _text(json.loads(text).get("name"))


def _pom(text: str) -> str | None:
    match = _POM_NAME.search(_POM_OTHERS.sub("", text))
    return match[1] if match else None


def _gradle(text: str) -> str | None:
    match = _GRADLE_NAME.search(text)
    return match[1] if match else None


def _go_mod(text: str) -> str | None:
    match = _GO_NAME.search(text)
    return match[1].rpartition("/")[2] if match else None


_MANIFESTS: tuple[tuple[str, Callable[[str], str | None]], ...] = (
    ("pyproject.toml", _pyproject),
    ("pom.xml", _pom),
    ("settings.gradle", _gradle),
    ("settings.gradle.kts", _gradle),
    ("build.gradle", _gradle),
    ("build.gradle.kts", _gradle),
    ("go.mod", _go_mod),
    ("setup.cfg", _setup_cfg),
    ("package.json", _package_json),
)


def _rank(name: str) -> int | None:
    return next((rank for rank, (manifest, _) in enumerate(_MANIFESTS) if manifest == name), None)


def _name_in(manifest: str, text: str) -> str | None:
    reader = dict(_MANIFESTS)[manifest]
    try:
        return reader(text)
    except (ValueError, AttributeError, TypeError, configparser.Error, RecursionError):
        return None


def _text(value: Any) -> str | None:
    return value if isinstance(value, str) and value else None
