"""Which language a file is written in: the languages of this package, and those that plugins add.

A plugin declares one entry point in the group ``lineai_local.languages`` for each file suffix: its name is
the suffix without the dot, its value the module that has a ``LANGUAGE``. The last part of the module's name
is the language's. So the metadata alone tells what a file is; the module is imported, with its grammar, when
the first file of its suffix is read.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from importlib import import_module, metadata
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lineai_local.languages.base import Language

GROUP = "lineai_local.languages"

_BUILT_IN = {
    "go": ".go",
    "java": ".java",
    "python": ".py .pyi .pyw .ipynb",
    "sql": ".sql .ddl .psql",
    "typescript": ".ts .tsx .mts .cts .js .jsx .mjs .cjs",
}


class BrokenLanguage(Exception):
    """A language's module does not hold what its entry point promises; the message says what is wrong."""


@dataclass(frozen=True, slots=True)
class Source:
    """Where a language comes from: its module, and the distribution that brings it (empty: this one)."""

    module: str
    distribution: str = ""


@dataclass(frozen=True, slots=True)
class _Table:
    suffixes: dict[str, str] = field(default_factory=dict)
    sources: dict[str, Source] = field(default_factory=dict)
    conflicts: list[str] = field(default_factory=list)

    def add(self, suffix: str, source: Source) -> None:
        name = source.module.rpartition(".")[2]
        holder = self.sources.setdefault(name, source)
        if holder != source:
            what = f"a language called {name}"
        elif suffix in self.suffixes:
            holder, what = self.sources[self.suffixes[suffix]], f"the suffix {suffix}"
        else:
            self.suffixes[suffix] = name
            return
        if holder != source:
            self.conflicts.append(
                f"{source.distribution} and {holder.distribution or 'lineai-local'} both bring {what}; "
                f"the one of {holder.distribution or 'lineai-local'} is used. Uninstall one of them."
            )


@cache
def _table() -> _Table:
    """Return what is installed; this package's own languages come first, then distributions by name."""
    table = _Table()
    for name, suffixes in _BUILT_IN.items():
        for suffix in suffixes.split():
            table.add(suffix, Source(f"lineai_local.languages.{name}"))
    points = [(_distribution(point), point.name, point.value) for point in metadata.entry_points(group=GROUP)]
    for distribution, suffix, module in sorted(set(points)):
        table.add(f".{suffix.lower()}", Source(module, distribution))
    return table


def _distribution(point: metadata.EntryPoint) -> str:
    return "an unknown distribution" if point.dist is None else point.dist.name


def language_for(path: str) -> str | None:
    """Return the name of the language of the file at ``path``, or ``None`` if it is not one we index."""
    return _table().suffixes.get(PurePosixPath(path).suffix.lower())


@cache
def language(name: str) -> Language:
    """Return the language called ``name``; its grammar is imported on the first call.

    Raises ``BrokenLanguage`` if the module of a plugin holds no such language, and whatever importing it
    or making its rules raises.
    """
    source = _table().sources[name]
    module = import_module(source.module)
    found: Language | None = getattr(module, "LANGUAGE", None)
    if source.distribution:
        from lineai_local.languages.base import Language

        if not isinstance(found, Language) or found.name != name:
            raise BrokenLanguage(
                f"{source.module} of {source.distribution} must have a LANGUAGE whose name is {name!r}"
            )
        found.rules()
    assert found is not None
    return found


def languages() -> tuple[str, ...]:
    """Return the names of all languages, sorted."""
    return tuple(sorted(set(_table().suffixes.values())))


def plugins() -> dict[str, Source]:
    """Return the languages that plugins add, by name."""
    return {name: source for name, source in sorted(_table().sources.items()) if source.distribution}


def conflicts() -> list[str]:
    """Return a sentence for each suffix or name that two distributions claim."""
    return sorted(set(_table().conflicts))
