"""Where the packages of a program are: directories, module files, vendored copies."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from lineai_local.facts import Binding, Import
    from lineai_local.link.program import Program, Unit

_MODULE = re.compile(r"^module\s+\"?([^\s\"]+)", re.MULTILINE)
_REPLACE = re.compile(r"^(?:replace\s+|[ \t]+)(\S+)(?:\s+v\S+)?\s+=>\s+(\.\.?(?:/\S*)?)\s*$", re.MULTILINE)
_VERSION = re.compile(r"v\d+")
_DOTTED_VERSION = re.compile(r"\.v\d+$")


class Package(NamedTuple):
    """A package: the repository and directory of its files, and the name they declare."""

    repository: str
    directory: str
    name: str


class Module(NamedTuple):
    """A module: where its file is, its path, and the import paths that it replaces by directories."""

    repository: str
    directory: str
    path: str
    replaced: tuple[tuple[str, str], ...]


class Modules:
    """The packages of a program's Go files, by place and by import path."""

    def __init__(self, program: Program) -> None:
        self.files: dict[Package, list[Unit]] = {}
        self.names: dict[Package, dict[str, list[tuple[Unit, Binding]]]] = {}
        self._in_directory: dict[tuple[str, str], list[Package]] = {}
        self._imports: dict[int, dict[str, Import]] = {}
        self._found: dict[tuple[str, str, str], Package | None] = {}
        for unit in program.units:
            if unit.facts.language == "go":
                self._add(unit)
        configs = sorted(key for key in program.configs if posixpath.basename(key[1]) == "go.mod")
        self._modules = [_module(*key, program.configs[key].decode("utf-8", "replace")) for key in configs]

    def _add(self, unit: Unit) -> None:
        package = package_of(unit)
        if package not in self.files:
            self._in_directory.setdefault(package[:2], []).append(package)
        self.files.setdefault(package, []).append(unit)
        names = self.names.setdefault(package, {})
        for (scope, name), bindings in unit.bindings.items():
            if scope == 0:
                names.setdefault(name, []).extend(
                    (unit, binding) for binding in bindings if binding.imported < 0
                )

    def find(self, unit: Unit, path: str) -> Package | None:
        """Return the package that an import path means in a file, or ``None`` if it is not in the index."""
        directory = posixpath.dirname(unit.path)
        key = (unit.repository, directory, path)
        if key not in self._found:
            places = self._places(unit.repository, directory, path)
            self._found[key] = next(
                (package for place in places if (package := self._importable(place)) is not None), None
            )
        return self._found[key]

    def _places(self, repository: str, directory: str, path: str) -> Iterator[tuple[str, str]]:
        """Yield the repositories and directories in which a package may be, the most likely first."""
        if path.startswith("."):
            yield repository, _join(directory, path)
            return
        own = [module for module in self._modules if module.repository == repository]
        own = [module for module in own if _is_below(directory, module.directory)]
        own.sort(key=lambda module: -len(module.directory))
        for module in own[:1]:
            for old, new in module.replaced:
                if _is_below(path, old):
                    yield repository, _join(_join(module.directory, new), path[len(old) :].strip("/"))
        for place in _upwards(directory):
            yield repository, _join(_join(place, "vendor"), path)
        others = [module for module in self._modules if _is_below(path, module.path)]
        others.sort(
            key=lambda module: (-len(module.path), module not in own, module.repository != repository)
        )
        for module in others:
            yield module.repository, _join(module.directory, path[len(module.path) :].strip("/"))
        parts = path.split("/")
        if not own and len(parts) >= 3 and "." in parts[0] and parts[2] == repository:
            yield repository, "/".join(parts[3:])

    def _importable(self, place: tuple[str, str]) -> Package | None:
        packages = [each for each in self._in_directory.get(place, ()) if not each.name.endswith("_test")]
        packages.sort(key=lambda each: (each.name == "main", -len(self.files[each]), each.name))
        return packages[0] if packages else None

    def imported(self, unit: Unit, name: str) -> Import | None:
        """Return the import without a name of its own that a file knows as ``name``."""
        found = self._imports.get(unit.index)
        if found is None:
            found = self._imports[unit.index] = {}
            for item in unit.facts.imports:
                if not item.name and not item.symbol:
                    package = self.find(unit, item.module)
                    for each in likely_names(item.module) if package is None else [package.name]:
                        found.setdefault(each, item)
        return found.get(name)


def package_of(unit: Unit) -> Package:
    """Return the package that a file belongs to."""
    return Package(unit.repository, posixpath.dirname(unit.path), unit.facts.package)


def likely_names(path: str) -> list[str]:
    """Return what a package outside the index may be called, judged by its import path."""
    parts = [part for part in path.split("/") if not _VERSION.fullmatch(part)] or [path]
    last = _DOTTED_VERSION.sub("", parts[-1])
    return [
        last, last.replace("-", "_"), last.replace("-", ""), last.removeprefix("go-"),
        last.removesuffix("-go"), last.rpartition("-")[2], last.removesuffix(".go"),
    ]  # fmt: skip


def _module(repository: str, file: str, text: str) -> Module:
    match = _MODULE.search(text)
    replaced = tuple((found[1].strip('"'), found[2]) for found in _REPLACE.finditer(text))
    return Module(repository, posixpath.dirname(file), match[1] if match else "", replaced)


def _join(directory: str, path: str) -> str:
    joined = posixpath.normpath(posixpath.join(directory, path))
    return "" if joined == "." else joined


def _is_below(path: str, top: str) -> bool:
    return not top or path == top or path.startswith(f"{top}/")


def _upwards(directory: str) -> Iterator[str]:
    while directory:
        yield directory
        directory = posixpath.dirname(directory)
    yield ""
