"""Java's type analysis of one program."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lineai_local.facts import Attribute
from lineai_local.languages.java.builder import method_key
from lineai_local.languages.java.conversions import JavaConversions
from lineai_local.languages.java.functional import FunctionalInterfaces
from lineai_local.languages.java.library import JavaViews, boxed
from lineai_local.languages.java.overloads import JavaOverloads
from lineai_local.languages.typed.analysis import Analysis
from lineai_local.languages.typed.inference import Inference
from lineai_local.link.values import FunctionValue, Values

if TYPE_CHECKING:
    from lineai_local.link.evaluate import Evaluator
    from lineai_local.link.program import Unit


def is_constructor_reference(unit: Unit, number: int) -> bool:
    """Return whether an expression is ``X::new``."""
    expression = unit.facts.expressions[number]
    return isinstance(expression, Attribute) and expression.name == method_key("new")


class JavaInference(Inference):
    """Type inference in a language in which type parameters stand for objects only."""

    def standing_for(self, values: Values) -> Values:
        """Return values with primitives as objects."""
        return boxed(values)


class JavaAnalysis(Analysis):
    """Java's functional interfaces, conversions and overloads."""

    def __init__(self, evaluator: Evaluator) -> None:
        views = JavaViews(evaluator)
        functional = FunctionalInterfaces(evaluator, views)
        self.overloads = JavaOverloads(evaluator, JavaConversions(evaluator, views, functional))
        inference = JavaInference(evaluator, views, functional)
        super().__init__(evaluator, views, functional, inference, self.overloads)

    def referenced(self, unit: Unit, number: int, values: Values) -> Values:
        """Return which of the overloads in ``values`` a method reference means, by the interface expected."""
        functions = [value for value in values if isinstance(value, FunctionValue)]
        if len(functions) < 2:
            return values
        for shape in self.expected_shapes(unit, number):
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
