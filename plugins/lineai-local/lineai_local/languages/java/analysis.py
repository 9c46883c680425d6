"""The parts of Java's type analysis, wired together for one program."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lineai_local.facts import Attribute, Call, Function
from lineai_local.languages.java.builder import method_key
from lineai_local.languages.java.conversions import Conversions
from lineai_local.languages.java.expectations import Expectations
from lineai_local.languages.java.functional import Functional
from lineai_local.languages.java.inference import Inference
from lineai_local.languages.java.library import Views
from lineai_local.languages.java.overloads import Overloads
from lineai_local.link.values import FunctionValue, Values, union

if TYPE_CHECKING:
    from lineai_local.link.evaluate import Evaluator
    from lineai_local.link.program import Unit


def is_constructor_reference(unit: Unit, number: int) -> bool:
    """Return whether an expression is ``X::new``."""
    expression = unit.facts.expressions[number]
    return isinstance(expression, Attribute) and expression.name == method_key("new")


class Analysis:
    """Views of the library, functional interfaces, conversions, overloads, inference, expectations."""

    def __init__(self, evaluator: Evaluator) -> None:
        self._evaluator = evaluator
        self.views = Views(evaluator)
        self._functional = Functional(evaluator, self.views)
        conversions = Conversions(evaluator, self.views, self._functional)
        self.overloads = Overloads(evaluator, conversions)
        self.inference = Inference(evaluator, self.views, self._functional)
        self._expectations = Expectations(evaluator, self.views, self.inference, self.overloads)
        self._functions: dict[int, dict[int, int]] = {}

    def library_call(self, unit: Unit, name: str, call: int) -> Values | None:
        """Return what a call of a library's method gives, or ``None`` if the method is not known."""
        expression = unit.facts.expressions[call]
        assert isinstance(expression, Call)
        arguments = tuple(self._evaluator.value(unit, each) for each in expression.arguments)
        found = [
            self.inference.library_result(method, bound, arguments)
            for method, bound in self.views.called(unit, expression, name)
        ]
        return union(found) if found else None

    def referenced(self, unit: Unit, number: int, values: Values) -> Values:
        """Return which of the overloads in ``values`` a method reference means, by the interface expected."""
        functions = [value for value in values if isinstance(value, FunctionValue)]
        if len(functions) < 2:
            return values
        shapes = [self._functional.shape(each) for each in self._expectations.of(unit, number)]
        for shape in shapes:
            if shape is not None:
                chosen = self._fitting(functions, shape.parameters)
                return (*(value for value in values if not isinstance(value, FunctionValue)), *chosen)
        return values

    def _fitting(self, functions: list[FunctionValue], arguments: tuple[Values, ...]) -> list[FunctionValue]:
        """Return the functions that can be called with ``arguments``, or on the first with the others."""
        unbound = [each for each in functions if not each.receiver and self._is_instance_method(each)]
        bound = [each for each in functions if each not in unbound]
        chosen = self.overloads.applicable(bound, arguments) if bound else []
        if unbound and arguments:
            chosen += self.overloads.applicable(unbound, arguments[1:])
        return chosen or functions

    def _is_instance_method(self, function: FunctionValue) -> bool:
        item = self._evaluator.program.definitions[function.definition]
        return item.kind == "method" and "static" not in item.modifiers

    def lambda_parameter(self, unit: Unit, definition: int, position: int) -> Values | None:
        """Return the type of a lambda's parameter, or ``None`` if its place does not tell."""
        functions = self._functions.get(unit.index)
        if functions is None:
            functions = self._functions[unit.index] = {
                expression.definition: number
                for number, expression in enumerate(unit.facts.expressions)
                if isinstance(expression, Function)
            }
        found: list[Values] = []
        for expected in self._expectations.of(unit, functions[definition]):
            shape = self._functional.shape(expected)
            if shape is not None and position < len(shape.parameters):
                found.append(shape.parameters[position])
        return union(found) or None
