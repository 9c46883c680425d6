"""What the parameters of a lambda hold, told by the function it is passed to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lineai_local.facts import NONE, Attribute, Call
from lineai_local.languages.python.library import plain_name
from lineai_local.link.values import ClassValue, External, ExternalInstance, FunctionValue, Values, union

if TYPE_CHECKING:
    from lineai_local.link.evaluate import Evaluator
    from lineai_local.link.program import Unit

_PER_ELEMENT = frozenset(
    (
        "filter",
        "map",
        "max",
        "min",
        "sorted",
        "itertools.groupby",
        "itertools.takewhile",
        "itertools.dropwhile",
    )
)


def parameter(evaluator: Evaluator, unit: Unit, definition: int, position: int) -> Values | None:
    """Return the values of parameter ``position`` of a lambda, or ``None`` if nothing tells."""
    context = unit.argument_context(definition)
    if context is None:
        return None
    number, place = context
    call = unit.facts.expressions[number]
    if not isinstance(call, Call):
        return None
    function = unit.facts.expressions[call.function]
    if isinstance(function, Attribute) and function.name == "sort":
        return _elements(evaluator, unit, function.value)
    found = []
    for callee in evaluator.calls.callees(unit, number):
        if isinstance(callee, External) and plain_name(callee.name) in _PER_ELEMENT and position == 0:
            found += [
                _elements(evaluator, unit, each) for each in call.arguments if each != call.arguments[place]
            ]
        elif isinstance(callee, FunctionValue | ClassValue):
            found.append(_declared(evaluator, callee, place, position))
    return union(found) or None


def _elements(evaluator: Evaluator, unit: Unit, number: int) -> Values:
    return union(evaluator.element(unit, value) for value in evaluator.value(unit, number))


def _declared(evaluator: Evaluator, callee: FunctionValue | ClassValue, place: int, position: int) -> Values:
    """Return what the annotation ``Callable[[A, B], C]`` of the parameter at ``place`` says of a position."""
    functions: Values = (callee,)
    if isinstance(callee, ClassValue):
        unit = evaluator.program.unit_of(callee.definition)
        functions = unit.rules.constructors(evaluator, callee.definition)
    found: list[Values] = []
    for function in functions:
        if not isinstance(function, FunctionValue):
            continue
        bound = bool(function.receiver) or isinstance(callee, ClassValue)
        parameters = evaluator.program.definitions[function.definition].parameters[bound:]
        if place >= len(parameters) or parameters[place].annotation == NONE:
            continue
        unit = evaluator.program.unit_of(function.definition)
        for value in evaluator.value(unit, parameters[place].annotation):
            found.append(_accepted(evaluator, unit, value, position))
    return union(found)


def _accepted(evaluator: Evaluator, unit: Unit, value: object, position: int) -> Values:
    if not isinstance(value, External) or plain_name(value.name) != "Callable" or not value.arguments:
        return ()
    for accepted in value.arguments[0]:
        if isinstance(accepted, ExternalInstance) and position < len(accepted.arguments):
            return evaluator.instances(unit, accepted.arguments[position])
    return ()
