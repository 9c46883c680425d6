"""Which of several methods of one name a call means: the most specific one that fits."""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from typing import TYPE_CHECKING, NamedTuple, Protocol

from lineai_local.facts import NONE
from lineai_local.languages.typed.library import ARRAY
from lineai_local.link.values import ClassValue, ExternalInstance, FunctionValue, InstanceValue, Values

if TYPE_CHECKING:
    from lineai_local.link.evaluate import Evaluator


class Fit(IntEnum):
    """How well an argument fits a parameter."""

    NO = 0
    MAYBE = 1
    YES = 2


class Conversions(Protocol):
    """A language's conversions between types."""

    def fit(self, argument: Values, parameter: Values, *, loose: bool) -> Fit:
        """Return whether an argument can be passed; ``loose`` allows all that the language ever allows."""

    def more_specific(self, left: Values, right: Values) -> bool:
        """Return whether every value of the type ``left`` is one of the type ``right``."""


class Option(NamedTuple):
    """A method that a call may mean, the types of the parameters that take its arguments, and their fit."""

    function: FunctionValue
    types: tuple[Values, ...]
    fit: Fit


class Overloads:
    """What the overload resolutions of languages share."""

    def __init__(self, evaluator: Evaluator, conversions: Conversions) -> None:
        self._evaluator = evaluator
        self._conversions = conversions
        self._types: dict[int, tuple[Values, ...]] = {}

    def parameter_types(self, function: FunctionValue) -> tuple[Values, ...]:
        """Return the types of a method's parameters as its receiver sees them; ``T...`` is an array."""
        number = function.definition
        types = self._declared(number)
        evaluator = self._evaluator
        owner = evaluator.program.enclosing_class(number)
        for receiver in function.receiver:
            if isinstance(receiver, InstanceValue | ClassValue) and receiver.arguments and owner != NONE:
                bound = evaluator.hierarchy.arguments_for(receiver.definition, receiver.arguments, owner)
                types = tuple(evaluator.substitute(each, owner, bound) for each in types)
        return types

    def _declared(self, number: int) -> tuple[Values, ...]:
        found = self._types.get(number)
        if found is None:
            evaluator = self._evaluator
            unit = evaluator.program.unit_of(number)
            types: list[Values] = []
            for parameter in evaluator.program.definitions[number].parameters:
                values = (
                    () if parameter.annotation == NONE else evaluator.annotation(unit, parameter.annotation)
                )
                if parameter.kind == "variadic":
                    values = (ExternalInstance(ARRAY, (values,)),)
                types.append(values)
            found = self._types[number] = tuple(types)
        return found

    def best(self, options: Sequence[Option], arguments: Sequence[Values]) -> list[FunctionValue]:
        """Return the methods that are meant: one if everything is known, else all that may be."""
        open_ = self._without_overridden(options)
        if len(open_) > 1 and any(each.fit == Fit.MAYBE for each in options):
            sure = [each for each in open_ if each.fit == Fit.YES]
            if not sure or self._telling(open_, arguments):
                return [each.function for each in open_]
            open_ = sure
        best = [
            each for each in open_ if all(other is each or self._specific(each, other) for other in open_)
        ]
        return [each.function for each in (self.preferred(best)[:1] if best else open_)]

    def preferred(self, options: list[Option]) -> list[Option]:
        """Return methods that are equally specific, the one that the language prefers first."""
        return options

    def _telling(self, options: Sequence[Option], arguments: Sequence[Values]) -> bool:
        """Return whether the options differ where an argument's type is not known.

        A parameter of exactly the argument's type settles it, whatever else the argument may be.
        """
        for position, argument in enumerate(arguments):
            types = {each.types[position] for each in options}
            if len(types) > 1 and argument not in types:
                fits = [self._conversions.fit(argument, wanted, loose=True) for wanted in types]
                if Fit.MAYBE in fits:
                    return True
        return False

    def _specific(self, left: Option, right: Option) -> bool:
        """Return whether ``left`` is at least as specific as ``right``."""
        return all(map(self._conversions.more_specific, left.types, right.types))

    def _without_overridden(self, options: Sequence[Option]) -> list[Option]:
        """Leave out methods that an earlier option, from a class further down, overrides."""
        program = self._evaluator.program
        kept: list[Option] = []
        for each in options:
            number = each.function.definition
            if not any(
                program.parent(other.function.definition) != program.parent(number)
                and self.same_parameters(other.function.definition, number)
                for other in kept
            ):
                kept.append(each)
        return kept

    def same_parameters(self, left: int, right: int) -> bool:
        """Return whether two methods have parameters of the same erased types, type variables aside."""
        first, second = self._declared(left), self._declared(right)
        return len(first) == len(second) and all(map(_same_erasure, first, second))


def _same_erasure(left: Values, right: Values) -> bool:
    if len(left) != 1 or len(right) != 1:
        return True
    first, second = left[0], right[0]
    if isinstance(first, InstanceValue) and isinstance(second, InstanceValue):
        return first.definition == second.definition
    if isinstance(first, ExternalInstance) and isinstance(second, ExternalInstance):
        if first.name == second.name == ARRAY:
            return _same_erasure(element_of(left), element_of(right))
        return first.name == second.name
    kinds = (InstanceValue, ExternalInstance)
    return not (isinstance(first, kinds) and isinstance(second, kinds))


def element_of(array: Values) -> Values:
    """Return the elements of the first array in ``array``; nothing if there is none."""
    for value in array:
        if isinstance(value, ExternalInstance) and value.name == ARRAY and value.arguments:
            return value.arguments[0]
    return ()
