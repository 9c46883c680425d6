"""Write the template out under new names.

The template is a copy, byte for byte, of ``examples/lineai-acme`` in the repository, where it is tested; each
file's name has a suffix, so that no tool takes it for a part of the core.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from lineai_core._scaffold.names import Names

SUFFIX = ".template"
EXAMPLE = Names("lineai-acme")


class Exists(Exception):
    """There is something in the place of the new package already; nothing was written."""


def write_package(names: Names, folder: Path) -> list[Path]:
    """Write a plugin of these names into ``folder``, which is made; return its files, in order.

    Raises ``Exists`` if ``folder`` exists and is no empty directory, ``OSError`` if it cannot be written.
    """
    if folder.is_symlink() or (folder.exists() and not (folder.is_dir() and not any(folder.iterdir()))):
        raise Exists(f"{folder} exists already, and nothing is overwritten")
    written = []
    for place, content in sorted(template()):
        target = folder / renamed(place, names)
        target.parent.mkdir(parents=True, exist_ok=True)
        with target.open("x", encoding="utf-8", newline="\n") as file:
            file.write(renamed(content, names))
        written.append(target)
    return written


def renamed(text: str, names: Names) -> str:
    """Return a text of the example with other names in it."""
    words = {
        EXAMPLE.distribution: names.distribution,
        EXAMPLE.module: names.module,
        EXAMPLE.variables: names.variables,
        EXAMPLE.title: names.title,
        EXAMPLE.short: names.short,
    }
    return re.sub("|".join(words), lambda found: words[found[0]], text)


def template() -> Iterator[tuple[str, str]]:
    """Yield the path of each file of the example, with ``/``, and its text."""
    yield from _below(files(__package__) / "template", "")


def _below(folder: Traversable, place: str) -> Iterator[tuple[str, str]]:
    for entry in folder.iterdir():
        if entry.is_dir():
            yield from _below(entry, f"{place}{entry.name}/")
        elif entry.name.endswith(SUFFIX):
            yield place + entry.name.removesuffix(SUFFIX), entry.read_text(encoding="utf-8")
