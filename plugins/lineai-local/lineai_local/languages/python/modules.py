"""Which file an import statement means.

Python finds modules along a path of root directories that a repository does not write down. For each
importing file the likely roots are tried, nearest first: the directory that holds its top package (or the
script itself), the directories above it, each also with ``src``; then every top package of the workspace.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING

from lineai_local.link.values import ModuleValue, PackageValue

if TYPE_CHECKING:
    from lineai_local.link.program import Program, Unit

_INIT = ("__init__.py", "__init__.pyi")


class Modules:
    """The modules and packages of one program."""

    def __init__(self, program: Program) -> None:
        self._files = program.by_path
        self._folders: set[tuple[str, str]] = set()
        self._tops: dict[str, list[tuple[str, str]]] = {}
        self._found: dict[tuple[str, str, str, int], ModuleValue | PackageValue | None] = {}
        for unit in program.units:
            if unit.facts.language == "python":
                self._add(unit)

    def _add(self, unit: Unit) -> None:
        folder = _parent(unit.path)
        while folder and (unit.repository, folder) not in self._folders:
            self._folders.add((unit.repository, folder))
            folder = _parent(folder)
        name = unit.path.rpartition("/")[2]
        if name in _INIT:
            folder = _parent(unit.path)
            if folder and not self._is_package(unit.repository, _parent(folder)):
                self._add_top(folder.rpartition("/")[2], unit.repository, _parent(folder))
        elif _parent(unit.path) in ("", "src"):
            self._add_top(name.rpartition(".")[0], unit.repository, _parent(unit.path))

    def _add_top(self, name: str, repository: str, root: str) -> None:
        roots = self._tops.setdefault(name, [])
        if (repository, root) not in roots:
            roots.append((repository, root))

    def find(self, unit: Unit, module: str, level: int) -> ModuleValue | PackageValue | None:
        """Return the module called ``module``, seen from a file, ``level`` packages up if that is not 0.

        ``None`` means that it is not in the program.
        """
        key = (unit.repository, unit.path if level else _parent(unit.path), module, level)
        if key not in self._found:
            self._found[key] = self._relative(unit, module, level) if level else self._absolute(unit, module)
        return self._found[key]

    def submodule(
        self, module: ModuleValue | PackageValue, unit: Unit | None, name: str
    ) -> ModuleValue | PackageValue | None:
        """Return the module ``name`` inside a package; ``unit`` is the package's file if it has one."""
        if isinstance(module, PackageValue):
            repository, _, folder = module.name.partition("\0")
            return self._at(repository, _joined(folder, name))
        if unit is None or unit.path.rpartition("/")[2] not in _INIT:
            return None
        return self._at(unit.repository, _joined(_parent(unit.path), name))

    def _relative(self, unit: Unit, module: str, level: int) -> ModuleValue | PackageValue | None:
        folder = _parent(unit.path)
        for _ in range(level - 1):
            if not folder:
                return None
            folder = _parent(folder)
        return self._at(unit.repository, _joined(folder, module.replace(".", "/")) if module else folder)

    def _absolute(self, unit: Unit, module: str) -> ModuleValue | PackageValue | None:
        path = module.replace(".", "/")
        top = module.partition(".")[0]
        for repository, root in self._roots(unit, top):
            if self._at(repository, _joined(root, top)) is not None:
                found = self._at(repository, _joined(root, path))
                if found is not None:
                    return found
        return None

    def _roots(self, unit: Unit, top: str) -> Iterator[tuple[str, str]]:
        """Yield the directories in which the top package of an import may lie, nearest first."""
        root = _parent(unit.path)
        while root and self._is_package(unit.repository, root):
            root = _parent(root)
        yield unit.repository, root
        if top in sys.stdlib_module_names:
            return
        while True:
            yield unit.repository, _joined(root, "src")
            if not root:
                break
            root = _parent(root)
            yield unit.repository, root
        tops = self._tops.get(top, ())
        yield from (each for each in tops if each[0] == unit.repository)
        yield from (each for each in tops if each[0] != unit.repository)

    def _is_package(self, repository: str, folder: str) -> bool:
        return any((repository, _joined(folder, name)) in self._files for name in _INIT)

    def _at(self, repository: str, path: str) -> ModuleValue | PackageValue | None:
        """Return the package or module at a path without ending."""
        for candidate in (*(_joined(path, name) for name in _INIT), f"{path}.py", f"{path}.pyi"):
            file = self._files.get((repository, candidate))
            if file is not None:
                return ModuleValue(file)
        if not path or (repository, path) in self._folders:
            return PackageValue("python", f"{repository}\0{path}")
        return None


def _parent(path: str) -> str:
    return path.rpartition("/")[0]


def _joined(folder: str, name: str) -> str:
    return f"{folder}/{name}" if folder and name else folder or name
