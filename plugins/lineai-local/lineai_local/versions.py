"""Which code made a piece of the index: it may be reused only by the same."""

from __future__ import annotations

import hashlib
import sys
from functools import cache
from importlib import metadata
from pathlib import Path

LAYOUT = 3
"""Number of the layout of a view's tables; raised by hand when they change."""

_GRAMMARS = (
    "sqlglot",
    "tree-sitter",
    "tree-sitter-java",
    "tree-sitter-javascript",
    "tree-sitter-python",
    "tree-sitter-typescript",
)
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
)


@cache
def extraction_rules() -> str:
    """Return the version of everything that turns a file's bytes into facts.

    It is computed from the code itself and from the installed grammars, so it cannot be forgotten.
    """
    return _digest(_EXTRACTION)


@cache
def content_rules() -> str:
    """Return the version of everything that decides what a view contains."""
    return _digest((*_CONTENT, "versions.py"))


def _digest(names: tuple[str, ...]) -> str:
    package = Path(__file__).parent
    digest = hashlib.blake2b(f"{LAYOUT}\0{sys.version_info[:2]}".encode(), digest_size=8)
    for distribution in (*_GRAMMARS, "lineai-local"):
        digest.update(f"\0{distribution}={_version(distribution)}".encode())
    files = [file for name in names for file in _sources(package / name)]
    for file in sorted(files):
        digest.update(b"\0" + file.relative_to(package).as_posix().encode() + b"\0")
        digest.update(file.read_bytes())
    return digest.hexdigest()


def _sources(path: Path) -> list[Path]:
    if not path.is_dir():
        return [path] if path.exists() else []
    return [file for file in path.rglob("*") if file.is_file() and file.suffix != ".pyc"]


def _version(distribution: str) -> str:
    try:
        return metadata.version(distribution)
    except metadata.PackageNotFoundError:
        return ""
