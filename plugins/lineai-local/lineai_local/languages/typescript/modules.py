"""Which file a module specifier means."""

from __future__ import annotations

import posixpath
from typing import TYPE_CHECKING, Any

from lineai_local.languages.typescript.configs import Configs, join, texts

if TYPE_CHECKING:
    from lineai_local.link.program import Program, Unit

_SUFFIXES = (".ts", ".tsx", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs", ".d.ts", ".d.mts", ".d.cts")
_SOURCES = {".js": (".ts", ".tsx"), ".jsx": (".tsx",), ".mjs": (".mts",), ".cjs": (".cts",)}
_ENTRIES = ("source", "types", "typings", "module", "main", "browser")
_BUILT = frozenset({"dist", "lib", "build", "out", "es", "esm", "cjs", "umd", "types", "prod", "dev"})


class Modules:
    """Module resolution in one program, by the rules of bundlers and of the TypeScript compiler."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._configs = Configs(program.configs)
        self._packages: dict[str, tuple[str, str, dict[str, Any]]] = {}
        self._found: dict[tuple[str, str, str], int | None] = {}
        for repository, directory, content in self._configs.packages():
            name = content.get("name")
            if isinstance(name, str) and name:
                self._packages.setdefault(name, (repository, directory, content))

    def resolve(self, unit: Unit, specifier: str) -> int | None:
        """Return the number of the file that ``specifier`` means in ``unit``; ``None`` if it is outside."""
        directory = posixpath.dirname(unit.path)
        key = (unit.repository, directory, specifier)
        if key not in self._found:
            self._found[key] = self._resolve(*key)
        return self._found[key]

    def _resolve(self, repository: str, directory: str, specifier: str) -> int | None:
        specifier = specifier.partition("?")[0]
        if specifier.startswith("."):
            return self._file(repository, join(directory, specifier))
        if specifier.startswith("#"):
            return self._internal(repository, directory, specifier)
        for candidate in self._configs.paths(repository, directory).candidates(specifier):
            found = self._file(repository, candidate)
            if found is not None:
                return found
        return self._package(specifier)

    def _file(self, repository: str, path: str) -> int | None:
        """Return the file that a path without, or with a compiled file's, ending means."""
        files = self._program.by_path
        path = "" if path == "." else path
        stem, ending = posixpath.splitext(path)
        written = [stem + source for source in _SOURCES.get(ending, ())]
        written += [path, *(path + suffix for suffix in _SUFFIXES)]
        written += [join(path, f"index{suffix}") for suffix in _SUFFIXES]
        for candidate in written:
            number = files.get((repository, candidate))
            if number is not None and candidate.endswith(_SUFFIXES):
                return number
        content = self._configs.json(repository, join(path, "package.json"))
        return self._entry(repository, path, content) if content else None

    def _package(self, specifier: str) -> int | None:
        """Return the file that the name of a package of this workspace, or a path in one, means."""
        parts = specifier.split("/")
        size = 2 if specifier.startswith("@") else 1
        package = self._packages.get("/".join(parts[:size]))
        if package is None:
            return None
        repository, directory, content = package
        inner = "/".join(parts[size:])
        if not inner:
            return self._entry(repository, directory, content)
        exported = _exported(content, f"./{inner}")
        return self._first(repository, directory, [*exported, inner, f"src/{inner}"])

    def _entry(self, repository: str, directory: str, content: dict[str, Any]) -> int | None:
        """Return the source file that a package starts with."""
        named = [each for key in _ENTRIES[:1] for each in texts(content.get(key))]
        named += _exported(content, ".")
        named += [each for key in _ENTRIES[1:] for each in texts(content.get(key))]
        return self._first(repository, directory, [*named, "src/index", "index", "src/main", "lib/index"])

    def _first(self, repository: str, directory: str, paths: list[str]) -> int | None:
        for path in paths:
            for candidate in _sources(path):
                target = join(directory, candidate)
                if target in ("", ".", directory):
                    continue
                found = self._file(repository, target)
                if found is not None:
                    return found
        return None

    def _internal(self, repository: str, directory: str, specifier: str) -> int | None:
        """Resolve ``#name`` by the ``imports`` of the nearest package."""
        while True:
            content = self._configs.json(repository, join(directory, "package.json"))
            if content:
                return self._first(repository, directory, _matching(content.get("imports"), specifier))
            if not directory:
                return None
            directory = posixpath.dirname(directory)


def _exported(content: dict[str, Any], name: str) -> list[str]:
    exports = content.get("exports")
    if isinstance(exports, dict) and any(key.startswith(".") for key in exports):
        return _matching(exports, name)
    return texts(exports) if name == "." else []


def _matching(table: object, name: str) -> list[str]:
    """Return the targets that a table of ``exports`` or ``imports`` gives for a name."""
    if not isinstance(table, dict):
        return []
    if name in table:
        return texts(table[name])
    for pattern, targets in table.items():
        before, star, after = pattern.partition("*")
        if star and name.startswith(before) and name.endswith(after) and len(name) >= len(pattern) - 1:
            rest = name[len(before) : len(name) - len(after)]
            return [target.replace("*", rest) for target in texts(targets)]
    return []


def _sources(path: str) -> list[str]:
    """Return the places where the source of a built file may be: ``dist/x.js`` is made from ``src/x.ts``."""
    path = posixpath.normpath(path)
    for ending in (".d.ts", ".d.mts", ".d.cts"):
        if path.endswith(ending):
            path = path.removesuffix(ending)
    found = [path]
    parts = path.split("/")
    while len(parts) > 1 and parts[0] in _BUILT:
        parts = parts[1:]
        found += ["/".join(("src", *parts)), "/".join(parts)]
    if "src" in parts:
        found.append("/".join(parts[parts.index("src") :]))
    return found
