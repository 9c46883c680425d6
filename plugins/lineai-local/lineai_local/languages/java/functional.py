"""Functional interfaces: what a lambda or method reference gets and gives where it is passed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lineai_local.facts import NONE
from lineai_local.languages.java.jdk import library
from lineai_local.languages.typed.functional import Shape, result_of
from lineai_local.languages.typed.library import Views
from lineai_local.link.values import ExternalInstance, FunctionValue, InstanceValue, Value, Values

if TYPE_CHECKING:
    from lineai_local.link.evaluate import Evaluator

_OF_OBJECT = frozenset({("equals", 1), ("hashCode", 0), ("toString", 0)})


class FunctionalInterfaces:
    """Functional interfaces of a program and of the library."""

    def __init__(self, evaluator: Evaluator, views: Views) -> None:
        self._evaluator = evaluator
        self._views = views
        self._abstract: dict[int, int] = {}

    def shape(self, value: Value) -> Shape | None:
        """Return the shape of a functional interface, or ``None`` if ``value`` is not known to be one."""
        if isinstance(value, ExternalInstance):
            return _library_shape(value)
        if not isinstance(value, InstanceValue):
            return None
        evaluator = self._evaluator
        method = self._method(value.definition)
        if method == NONE:
            for each in self._views.library_objects(value):
                found = _library_shape(each)
                if found is not None:
                    return found
            return None
        item = evaluator.program.definitions[method]
        unit = evaluator.program.unit_of(method)
        owner = evaluator.program.parent(method)
        bound = evaluator.hierarchy.arguments_for(value.definition, value.arguments, owner)
        parameters = tuple(
            evaluator.substitute(evaluator.annotation(unit, each.annotation), owner, bound)
            for each in item.parameters
            if each.annotation != NONE
        )
        return Shape(parameters, evaluator.substitute(evaluator.annotation(unit, item.returns), owner, bound))

    def is_interface(self, value: InstanceValue) -> bool:
        """Return whether a value is declared with an interface as its type."""
        return self._evaluator.program.definitions[value.definition].kind == "interface"

    def _method(self, definition: int) -> int:
        """Return the only abstract method of an interface, its own or inherited, or ``NONE``."""
        found = self._abstract.get(definition)
        if found is None:
            found = self._abstract[definition] = self._find_method(definition)
        return found

    def _find_method(self, definition: int) -> int:
        program = self._evaluator.program
        if program.definitions[definition].kind != "interface":
            return NONE
        concrete: set[tuple[str, int]] = set(_OF_OBJECT)
        abstract: dict[tuple[str, int], int] = {}
        for ancestor in self._evaluator.hierarchy.linearisation(definition):
            for number in self.methods(ancestor):
                item = program.definitions[number]
                key = (item.name, len(item.parameters))
                if "abstract" not in item.modifiers:
                    concrete.add(key)
                elif key not in concrete:
                    abstract.setdefault(key, number)
        return next(iter(abstract.values())) if len(abstract) == 1 else NONE

    def methods(self, definition: int) -> list[int]:
        """Return the methods that a class itself declares, in source order."""
        unit = self._evaluator.program.unit_of(definition)
        local = definition - unit.first
        return [
            unit.first + number
            for number in range(local + 1, len(unit.facts.definitions))
            if unit.facts.definitions[number].parent == local
            and unit.facts.definitions[number].kind == "method"
        ]

    def result_of(self, value: FunctionValue) -> Values:
        """Return what a lambda or a referenced method gives."""
        return result_of(self._evaluator, value)


def _library_shape(value: ExternalInstance) -> Shape | None:
    item = library().types.get(value.name)
    if item is None:
        return None
    if item.functional:
        method = item.functional[0]
        bound = library().bound_to(value)
        return Shape(
            tuple(library().resolved(each, bound) for each in method.parameters),
            library().resolved(method.result, bound),
        )
    for base in library().bases(value):
        found = _library_shape(base)
        if found is not None:
            return found
    return None
