"""The source under test: the installed core, and the plugins of this checkout."""

import ast
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import pytest

import lineai_core

CORE = Path(lineai_core.__file__).parent
ROOT = Path(__file__).parents[2]


@dataclass(frozen=True)
class Source:
    """One module: its file and its path inside its package, such as ``_http/wire.py``."""

    file: Path
    package: str
    place: str

    def __str__(self):
        return f"{self.package}/{self.place}"

    @cached_property
    def text(self):
        return self.file.read_text(encoding="utf-8")

    @cached_property
    def tree(self):
        return ast.parse(self.text)

    @property
    def room(self):
        """Name of the room: the first folder, or the module itself."""
        return self.place.partition("/")[0].removesuffix(".py")

    def imports(self, *, at_run_time=False):
        """Yield each imported module and what is taken from it; ``TYPE_CHECKING`` blocks may be left out."""
        for node in _walk(self.tree, skip_typing=at_run_time):
            if isinstance(node, ast.Import):
                for alias in node.names:
                    yield alias.name, ()
            elif isinstance(node, ast.ImportFrom) and node.level == 0:
                yield node.module, tuple(alias.name for alias in node.names)


def _walk(node, *, skip_typing):
    for child in ast.iter_child_nodes(node):
        if skip_typing and isinstance(child, ast.If) and ast.unparse(child.test) == "TYPE_CHECKING":
            continue
        yield child
        yield from _walk(child, skip_typing=skip_typing)


def _sources(folder, package):
    for file in sorted(folder.rglob("*.py")):
        yield Source(file, package, file.relative_to(folder).as_posix())


@pytest.fixture(scope="session")
def core():
    """All modules of the core."""
    return list(_sources(CORE, "lineai_core"))


@pytest.fixture(scope="session")
def plugins():
    """All modules of the plugins, without their tests."""
    return [
        source
        for project in sorted(ROOT.glob("plugins/*/pyproject.toml"))
        for package in sorted(project.parent.glob("lineai_*/__init__.py"))
        for source in _sources(package.parent, package.parent.name)
    ]


@pytest.fixture(scope="session")
def root():
    """The checkout."""
    return ROOT
