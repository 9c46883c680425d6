"""pytest's fixtures: the value of a test's parameter comes from the function of the same name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lineai_local.facts import NONE
from lineai_local.languages.python.decorators import decorator_names

if TYPE_CHECKING:
    from lineai_local.link.program import Program, Unit

_MODULE_FIXTURES = "conftest.py"


class Fixtures:
    """The fixtures of one program, by file and name."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._by_file: dict[int, dict[str, int]] = {}
        for unit in program.units:
            found = {
                item.name: unit.first + number
                for number, item in enumerate(unit.facts.definitions)
                if "fixture" in decorator_names(item)
            }
            if found:
                self._by_file[unit.index] = found

    def find(self, definition: int, position: int) -> int:
        """Return the fixture that a parameter of a test or fixture asks for, or ``NONE``."""
        item = self._program.definitions[definition]
        unit = self._program.unit_of(definition)
        own = self._by_file.get(unit.index, {})
        if not item.name.startswith("test") and own.get(item.name) != definition:
            return NONE
        name = item.parameters[position].name
        for fixtures in (own, *self._around(unit)):
            found = fixtures.get(name, NONE)
            if found not in (NONE, definition):
                return found
        return NONE

    def _around(self, unit: Unit) -> list[dict[str, int]]:
        """Return the fixtures of the ``conftest.py`` files that apply to a file, nearest first."""
        folders = unit.path.split("/")[:-1]
        found = []
        for depth in range(len(folders), -1, -1):
            path = "/".join((*folders[:depth], _MODULE_FIXTURES))
            index = self._program.by_path.get((unit.repository, path))
            if index is not None and index in self._by_file:
                found.append(self._by_file[index])
        return found
