"""Which language a file is written in."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lineai_local.languages.base import Language

_MODULES = {
    ".py": "python",
    ".pyi": "python",
    ".pyw": "python",
    ".ipynb": "python",
    ".java": "java",
    ".ts": "typescript",
    ".tsx": "typescript",
    ".mts": "typescript",
    ".cts": "typescript",
    ".js": "typescript",
    ".jsx": "typescript",
    ".mjs": "typescript",
    ".cjs": "typescript",
    ".sql": "sql",
    ".ddl": "sql",
    ".psql": "sql",
}


def language_for(path: str) -> str | None:
    """Return the name of the language of the file at ``path``, or ``None`` if it is not one we index."""
    return _MODULES.get(PurePosixPath(path).suffix.lower())


@cache
def language(name: str) -> Language:
    """Return the language called ``name``; its grammar is imported on the first call."""
    module = import_module(f"lineai_local.languages.{name}")
    found: Language = module.LANGUAGE
    return found


def languages() -> tuple[str, ...]:
    """Return the names of all languages, sorted."""
    return tuple(sorted(set(_MODULES.values())))
