"""What type the place expects in which a lambda or method reference stands."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from lineai_local.facts import NONE, Attribute, Call, Choice, Function, New
from lineai_local.languages.typed.inference import Inference
from lineai_local.languages.typed.library import Views, is_variable
from lineai_local.link.values import ClassValue, External, FunctionValue, Values, union

if TYPE_CHECKING:
    from lineai_local.link.evaluate import Evaluator
    from lineai_local.link.program import Unit


class Passing(NamedTuple):
    """What a call passes to a function: the declared types and the values, in the order of the arguments.

    ``shift`` tells how many come before the written arguments: the receiver of an extension method.
    """

    declared: tuple[Values, ...]
    given: tuple[Values, ...]
    shift: int = 0


PassingOf = Callable[["Unit", int, FunctionValue], Passing]

_Place = tuple[str, int, int]
"""How a value is used: as ``argument`` of a call at a position, or as a value of an ``annotation``."""


class Expectations:
    """The types that arguments, initialisers and results are expected to have."""

    def __init__(self, evaluator: Evaluator, views: Views, inference: Inference, passing: PassingOf) -> None:
        self._evaluator = evaluator
        self._views = views
        self._inference = inference
        self._passing = passing
        self._places: dict[int, dict[int, _Place]] = {}

    def of(self, unit: Unit, number: int) -> Values:
        """Return the type expected of expression ``number``; nothing if the place does not say."""
        places = self._places.get(unit.index)
        if places is None:
            places = self._places[unit.index] = _find_places(unit)
        place = places.get(number)
        if place is None:
            return ()
        use, where, position = place
        if use == "annotation":
            return self._evaluator.annotation(unit, where)
        return self._argument(unit, where, position)

    def _argument(self, unit: Unit, call: int, position: int) -> Values:
        expression = unit.facts.expressions[call]
        assert isinstance(expression, Call | New)
        evaluator = self._evaluator
        arguments = tuple(evaluator.value(unit, each) for each in expression.arguments)
        found: list[Values] = []
        for callee in evaluator.calls.callees(unit, call):
            functions: Values = (callee,)
            if isinstance(callee, ClassValue):
                functions = evaluator.calls.constructors(unit, callee, expression.arguments)
            for function in functions:
                if isinstance(function, FunctionValue):
                    found.append(self._parameter(unit, call, function, position))
                elif isinstance(function, External) and isinstance(expression, Call):
                    found.append(self._library_parameter(unit, call, function, arguments, position))
        return union(found)

    def _parameter(self, unit: Unit, call: int, function: FunctionValue, position: int) -> Values:
        passing = self._passing(unit, call, function)
        position += passing.shift
        if position >= len(passing.declared):
            return ()
        owner = function.definition
        bound = self._inference.of_method(owner, passing.declared, passing.given, bodies=False)
        item = self._evaluator.program.definitions[owner]
        if any(name not in bound for name in item.type_parameters) and item.returns != NONE:
            given = self._evaluator.annotation(self._evaluator.program.unit_of(owner), item.returns)
            expected = self.of(unit, call)
            bound = {**self._inference.of_method(owner, [given], [expected], bodies=False), **bound}
        return self._evaluator.substitute(passing.declared[position], owner, bound)

    def _library_parameter(
        self, unit: Unit, call: int, callee: External, arguments: tuple[Values, ...], position: int
    ) -> Values:
        expression = unit.facts.expressions[call]
        assert isinstance(expression, Call)
        found: list[Values] = []
        for method, bound in self._views.called(unit, expression, callee.name):
            if method.parameters:
                declared = method.parameters[min(position, len(method.parameters) - 1)]
                inferred = self._inference.of_library(method, bound, arguments, bodies=False)
                if any(is_variable(each) and each.name not in inferred for each in declared.arguments):
                    inferred = self._inference.of_library_result(method, inferred, self.of(unit, call))
                found.append(self._views.library.resolved(declared, inferred))
        return union(found)


def _find_places(unit: Unit) -> dict[int, _Place]:
    """Return the place of each lambda, method reference and call of a file."""
    facts = unit.facts
    places: dict[int, _Place] = {}
    for number, expression in enumerate(facts.expressions):
        if isinstance(expression, Call | New):
            for position, argument in enumerate(expression.arguments):
                places[argument] = ("argument", number, position)
    typed = [(item.value, item.annotation) for item in facts.bindings]
    typed += [(item.value, item.annotation) for item in facts.members]
    for initial, annotation in typed:
        if initial != NONE and annotation != NONE:
            places[initial] = ("annotation", annotation, 0)
    for definition in facts.definitions:
        if definition.returns != NONE:
            for result in definition.results:
                places[result] = ("annotation", definition.returns, 0)
    for number in range(len(facts.expressions) - 1, -1, -1):
        expression = facts.expressions[number]
        if isinstance(expression, Choice) and number in places:
            for option in expression.options:
                places.setdefault(option, places[number])
    return {
        number: place
        for number, place in places.items()
        if isinstance(facts.expressions[number], Function | Attribute | Call | New)
    }
