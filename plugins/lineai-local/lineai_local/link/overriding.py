"""What runs in place of a method, or of an attribute, if an object is of a subclass."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from lineai_local.link.values import FunctionValue

if TYPE_CHECKING:
    from lineai_local.facts import Definition
    from lineai_local.link.evaluate import Evaluator


def is_property(definition: Definition) -> bool:
    """Return whether reading the attribute runs the definition."""
    return definition.kind == "property" or "property" in definition.modifiers


class Overriding:
    """Class hierarchy analysis (Dean, Grove and Chambers, 1995) over one program.

    What an object of a subclass has under a name is found as the language does, along the linearisation of
    the subclass: declared there, or by a class that is mixed in beside the one the receiver is known by.
    """

    def __init__(self, evaluator: Evaluator) -> None:
        self._evaluator = evaluator
        self._program = evaluator.program
        self._methods: dict[tuple[int, int], tuple[int, ...]] = {}
        self._getters: dict[tuple[str, int], tuple[int, ...]] = {}
        self._property_names = {item.name for item in self._program.definitions if is_property(item)}

    def methods(self, method: int, receiver: int) -> tuple[int, ...]:
        """Return the methods that run in place of ``method`` for objects of subclasses of ``receiver``."""
        found = self._methods.get((method, receiver))
        if found is None:
            item, rules = self._program.definitions[method], self._program.unit_of(method).rules
            numbers: dict[int, None] = {}
            for value in self._in_subclasses(receiver, rules.method_key(item.name)):
                if isinstance(value, FunctionValue) and value.definition != method:
                    other = value.definition
                    if not rules.overloads or rules.overrides(self._evaluator, other, method):
                        numbers[other] = None
            found = self._methods[method, receiver] = tuple(numbers)
        return found

    def properties(self, name: str, receiver: int) -> tuple[int, ...]:
        """Return the getters that subclasses of ``receiver`` have in place of a plain attribute."""
        if name not in self._property_names:
            return ()
        found = self._getters.get((name, receiver))
        if found is None:
            values = self._in_subclasses(receiver, name)
            getters = (value.definition for value in values if isinstance(value, FunctionValue))
            definitions = self._program.definitions
            found = tuple(dict.fromkeys(each for each in getters if is_property(definitions[each])))
            self._getters[name, receiver] = found
        return found

    def _in_subclasses(self, definition: int, name: str) -> Iterator[Any]:
        hierarchy, members = self._evaluator.hierarchy, self._evaluator.members
        for child in hierarchy.subclasses(definition):
            for ancestor in hierarchy.linearisation(child):
                own = members.own(ancestor, name)
                if own is not None:
                    yield from own
                    break
