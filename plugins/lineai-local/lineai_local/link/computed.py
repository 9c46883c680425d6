"""Which definitions a computed attribute name may mean."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING

from lineai_local.facts import ANY_NAME, NONE, Attribute
from lineai_local.link.program import CALLABLE_KINDS
from lineai_local.link.values import ClassValue, InstanceValue, ModuleValue, SuperValue

if TYPE_CHECKING:
    from lineai_local.link.evaluate import Evaluator
    from lineai_local.link.program import Unit

_SHORTEST = 3
"""Known letters that a name must have to be looked for in everything, not only in known receivers."""


class ComputedNames:
    """Finds the names of callables that fit a pattern; ``callables`` are those of the whole program."""

    def __init__(self, evaluator: Evaluator, callables: Iterable[str]) -> None:
        self._evaluator = evaluator
        self._program = evaluator.program
        self._callables = callables
        self._inside: dict[int, set[str]] | None = None

    def names(self, unit: Unit, attribute: Attribute) -> list[str]:
        """Return, sorted, what ``attribute``, whose name has ``ANY_NAME`` in it, may mean.

        Only what a receiver has counts if all receivers are known; else, all names if enough is known of it.
        """
        known: set[str] = set()
        is_known = True
        for receiver in self._evaluator.value(unit, attribute.value):
            found = self._offered(receiver)
            is_known = is_known and found is not None
            known |= found or set()
        if not is_known and len(attribute.name.replace(ANY_NAME, "")) >= _SHORTEST:
            known.update(self._callables)
        return sorted(name for name in known if fnmatchcase(name, attribute.name))

    def _offered(self, receiver: object) -> set[str] | None:
        """Return the names of the callables that a value has, or ``None`` if it is not of the index."""
        hierarchy = self._evaluator.hierarchy
        match receiver:
            case InstanceValue() | ClassValue() | SuperValue():
                number = receiver.definition
                classes = {*hierarchy.linearisation(number), *hierarchy.subclasses(number)}
                return set().union(*(self._callables_in(each) for each in classes))
            case ModuleValue():
                return self._callables_in(self._program.units[receiver.file].first)
        return None

    def _callables_in(self, definition: int) -> set[str]:
        if self._inside is None:
            self._inside = defaultdict(set)
            for number, item in enumerate(self._program.definitions):
                if item.kind in CALLABLE_KINDS and item.name and item.parent != NONE:
                    self._inside[self._program.parent(number)].add(item.name)
        return self._inside.get(definition, set())
