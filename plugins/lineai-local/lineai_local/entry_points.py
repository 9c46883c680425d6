"""The functions that a manifest declares as entry points: programs and plugins call them from outside."""

from __future__ import annotations

import configparser
import re
import tomllib
from collections.abc import Iterator, Mapping
from typing import Any

_REFERENCE = re.compile(r"[\w.]+\s*:\s*([\w.]+)")


def entry_points(path: str, data: bytes) -> list[str]:
    """Return, sorted, the names of the objects that the manifest at ``path`` declares as entry points.

    The forms are those of the Python packaging specification (``[project.scripts]``, ``gui-scripts``,
    ``entry-points``), of setuptools (``[options.entry_points]``) and of Poetry (``scripts``, ``plugins``).
    A manifest that cannot be read declares none.
    """
    name, text = path.rpartition("/")[2], data.decode("utf-8", "replace")
    try:
        if name == "pyproject.toml":
            references = list(_in_pyproject(tomllib.loads(text)))
        elif name == "setup.cfg":
            references = list(_in_setup_cfg(text))
        else:
            return []
    except (tomllib.TOMLDecodeError, configparser.Error):
        return []
    found = (_REFERENCE.match(reference) for reference in references)
    return sorted({match[1].rpartition(".")[2] for match in found if match is not None})


def _in_pyproject(data: Mapping[str, Any]) -> Iterator[str]:
    project, poetry = _table(data, "project"), _table(_table(data, "tool"), "poetry")
    groups = [_table(project, "scripts"), _table(project, "gui-scripts"), _table(poetry, "scripts")]
    for parent in (_table(project, "entry-points"), _table(poetry, "plugins")):
        groups += [_table(parent, group) for group in parent]
    for group in groups:
        for value in group.values():
            reference = value.get("reference", value.get("callable")) if isinstance(value, dict) else value
            if isinstance(reference, str):
                yield reference


def _in_setup_cfg(text: str) -> Iterator[str]:
    parser = configparser.ConfigParser(interpolation=None, strict=False)
    parser.read_string(text)
    if parser.has_section("options.entry_points"):
        for lines in parser["options.entry_points"].values():
            for line in lines.splitlines():
                yield line.partition("=")[2].strip()


def _table(data: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    found = data.get(key)
    return found if isinstance(found, dict) else {}
