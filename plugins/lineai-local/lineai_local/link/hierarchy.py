"""Which class inherits from which: bases, linearisation, subclasses, and type arguments along the way."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lineai_local.facts import NONE
from lineai_local.link.program import TYPE_KINDS
from lineai_local.link.values import (
    ClassValue,
    External,
    ExternalInstance,
    InstanceValue,
    TypeVariable,
    Unknown,
)

if TYPE_CHECKING:
    from lineai_local.link.evaluate import Evaluator
    from lineai_local.link.values import Values


class Hierarchy:
    """The inheritance relation of a program, computed class by class on demand."""

    def __init__(self, evaluator: Evaluator) -> None:
        self._evaluator = evaluator
        self._program = evaluator.program
        self._bases: dict[int, tuple[Values, ...]] = {}
        self._evaluating = 0
        self._linear: dict[int, tuple[int, ...]] = {}
        self._open: dict[int, tuple[str, ...]] = {}
        self._children: dict[int, list[int]] | None = None

    def bases(self, definition: int) -> tuple[Values, ...]:
        """Return the values of a class's base expressions, in source order."""
        found = self._bases.get(definition)
        if found is None:
            self._bases[definition] = ()
            self._evaluating += 1
            found = tuple(
                self._evaluator.value(self._program.unit_of(part), base)
                for part in self._program.parts(definition)
                for base in self._program.definitions[part].bases
            )
            self._evaluating -= 1
            self._bases[definition] = found
        return found

    def base_classes(self, definition: int) -> list[int]:
        """Return the global numbers of the bases that are classes of the program, in source order."""
        found: dict[int, None] = {}
        for values in self.bases(definition):
            for value in values:
                if isinstance(value, ClassValue | InstanceValue) and value.definition != definition:
                    found[value.definition] = None
        return list(found)

    def linearisation(self, definition: int) -> tuple[int, ...]:
        """Return the class and its ancestors in the order in which members are looked up.

        C3 (the method resolution order of Python, Dylan and others); where C3 has no solution, or the
        hierarchy is cyclic, depth first without repetitions. While a base expression is being evaluated
        (``class A extends B<A.C>``), what is known so far is returned and not kept.
        """
        found = self._linear.get(definition)
        if found is None:
            self._linear[definition] = (definition,)
            bases = self.base_classes(definition)
            orders = [list(self.linearisation(base)) for base in bases]
            merged = _merge([*orders, list(bases)])
            if merged is None or definition in merged:
                merged = list(dict.fromkeys(item for order in orders for item in order if item != definition))
            found = (definition, *merged)
            if self._evaluating:
                del self._linear[definition]
            else:
                self._linear[definition] = found
        return found

    def open_bases(self, definition: int) -> tuple[str, ...]:
        """Return the names of the ancestors outside the index; for an unknown one, why it is unknown."""
        found = self._open.get(definition)
        if found is None:
            names: dict[str, None] = {}
            for ancestor in self.linearisation(definition):
                for value in (value for values in self.bases(ancestor) for value in values):
                    if isinstance(value, External | ExternalInstance):
                        names[value.name] = None
                    elif isinstance(value, Unknown):
                        names[value.reason] = None
            found = self._open[definition] = tuple(names)
        return found

    def open_base(self, definition: int) -> str:
        """Return the first of ``open_bases``, or an empty text if there is none."""
        return next(iter(self.open_bases(definition)), "")

    def subclasses(self, definition: int) -> list[int]:
        """Return all classes whose objects may stand in for one of a class: those below it, nearest first."""
        fitting = self._program.unit_of(definition).rules.implementers(self._evaluator, definition)
        if fitting is not None:
            return list(fitting)
        if self._children is None:
            self._children = {}
            for number, item in enumerate(self._program.definitions):
                if item.kind in TYPE_KINDS and self._program.whole(number) == number:
                    for base in self.base_classes(number):
                        self._children.setdefault(base, []).append(number)
        found: dict[int, None] = {}
        level = [definition]
        while level:
            level = [
                child for parent in level for child in self._children.get(parent, ()) if child not in found
            ]
            found.update(dict.fromkeys(level))
        found.pop(definition, None)
        return list(found)

    def arguments_for(
        self, definition: int, arguments: tuple[Values, ...], ancestor: int
    ) -> dict[str, Values]:
        """Return what the type parameters of ``ancestor`` stand for, seen from an applied subclass."""
        mapping = self._mapping(definition, arguments)
        if definition == ancestor:
            return mapping
        seen = {definition}
        pending = [(definition, mapping)]
        while pending:
            current, bound = pending.pop()
            for values in self.bases(current):
                for value in values:
                    if not isinstance(value, ClassValue) or value.definition in seen:
                        continue
                    seen.add(value.definition)
                    applied = tuple(
                        self._evaluator.substitute(argument, current, bound) for argument in value.arguments
                    )
                    inherited = self._mapping(value.definition, applied)
                    if value.definition == ancestor:
                        return inherited
                    pending.append((value.definition, inherited))
        return {}

    def _mapping(self, definition: int, arguments: tuple[Values, ...]) -> dict[str, Values]:
        names = self._program.definitions[definition].type_parameters
        return dict(zip(names, arguments, strict=False))

    def bound(self, variable: TypeVariable) -> Values:
        """Return an instance of a type variable's bound, or an unknown value."""
        item = self._program.definitions[variable.definition]
        if variable.name in item.type_parameters:
            position = item.type_parameters.index(variable.name)
            if position < len(item.type_bounds) and item.type_bounds[position] != NONE:
                unit = self._program.unit_of(variable.definition)
                return self._evaluator.annotation(unit, item.type_bounds[position])
        return (Unknown(f"type parameter {variable.name}"),)


def _merge(orders: list[list[int]]) -> list[int] | None:
    """Return the C3 merge of the orders, or ``None`` if there is none."""
    result: list[int] = []
    orders = [list(order) for order in orders if order]
    while orders:
        for order in orders:
            head = order[0]
            if not any(head in other[1:] for other in orders):
                break
        else:
            return None
        result.append(head)
        orders = [[item for item in order if item != head] for order in orders]
        orders = [order for order in orders if order]
    return result
