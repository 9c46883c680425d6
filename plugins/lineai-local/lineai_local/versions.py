"""Which code made a piece of the index: it may be reused only by the same."""

from __future__ import annotations

import hashlib
import re
import sys
from collections.abc import Iterator
from functools import cache
from importlib import metadata
from pathlib import Path

from lineai_local.languages.registry import plugins

LAYOUT = 3
"""Number of the layout of a view's tables; raised by hand when they change."""

_REQUIRED = re.compile(r"[\w.-]+")
_EXTRACTION = ("facts.py", "sql_facts.py", "languages")
_CONTENT = (
    *_EXTRACTION,
    "graph.py",
    "link",
    "database",
    "discovery",
    "extract",
    "store",
    "applications.py",
    "collect.py",
    "reading.py",
    "scip",
)


@cache
def extraction_rules() -> str:
    """Return the version of everything that turns a file's bytes into facts.

    It is computed from the code itself and from what is installed, so it cannot be forgotten.
    """
    return _digest(_EXTRACTION)


@cache
def content_rules() -> str:
    """Return the version of everything that decides what a view contains."""
    return _digest((*_CONTENT, "versions.py"))


def _digest(names: tuple[str, ...]) -> str:
    package = Path(__file__).parent
    digest = hashlib.blake2b(f"{LAYOUT}\0{sys.version_info[:2]}".encode(), digest_size=8)
    for each in _distributions():
        digest.update(f"\0{each}".encode())
    files = [file for name in names for file in _sources(package / name)]
    for file in sorted(files):
        digest.update(b"\0" + file.relative_to(package).as_posix().encode() + b"\0")
        digest.update(file.read_bytes())
    return digest.hexdigest()


def _sources(path: Path) -> list[Path]:
    if not path.is_dir():
        return [path] if path.exists() else []
    return [file for file in path.rglob("*") if file.is_file() and file.suffix != ".pyc"]


def _distributions() -> Iterator[str]:
    """Yield what is installed of this package, of the plugins that add languages, and of what they need."""
    for name in sorted({"lineai-local", *(source.distribution for source in plugins().values())}):
        try:
            found = metadata.distribution(name)
        except metadata.PackageNotFoundError:
            continue
        yield f"{name}={found.version} {found.read_text('RECORD') if name != 'lineai-local' else ''}"
        for requirement in sorted(found.requires or ()):
            needed = _REQUIRED.match(requirement)
            if needed is not None:
                yield f"{needed[0]}={_version(needed[0])}"


def _version(distribution: str) -> str:
    try:
        return metadata.version(distribution)
    except metadata.PackageNotFoundError:
        return ""
