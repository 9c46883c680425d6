"""The parts of a typed language's analysis, wired together for one program."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from lineai_local.facts import Call, Function, New
from lineai_local.languages.typed.expectations import Expectations, Passing
from lineai_local.languages.typed.functional import Functional, Shape
from lineai_local.languages.typed.inference import Inference
from lineai_local.languages.typed.library import Views
from lineai_local.link.values import FunctionValue, Values, union

if TYPE_CHECKING:
    from lineai_local.link.evaluate import Evaluator
    from lineai_local.link.program import Unit


class OverloadChoice(Protocol):
    """How a language passes arguments."""

    def passing(self, unit: Unit, call: int, function: FunctionValue) -> Passing:
        """Return what a call passes to one of the functions that it may mean."""


class Analysis:
    """Library calls, type inference, and what the place of a lambda or reference says of it."""

    def __init__(
        self,
        evaluator: Evaluator,
        views: Views,
        functional: Functional,
        inference: Inference,
        overloads: OverloadChoice,
    ) -> None:
        self._evaluator = evaluator
        self.views = views
        self._functional = functional
        self._inference = inference
        self._choice = overloads
        self.expectations = Expectations(evaluator, views, inference, overloads.passing)
        self._functions: dict[int, dict[int, int]] = {}

    def library_call(self, unit: Unit, name: str, call: int) -> Values | None:
        """Return what a call of a library's method gives, or ``None`` if the method is not known."""
        expression = unit.facts.expressions[call]
        assert isinstance(expression, Call)
        arguments = tuple(self._evaluator.value(unit, each) for each in expression.arguments)
        found = [
            self._inference.library_result(method, bound, arguments)
            for method, bound in self.views.called(unit, expression, name)
        ]
        return union(found) if found else None

    def inferred(self, definition: int, unit: Unit, call: int) -> dict[str, Values]:
        """Return what the type parameters of a method stand for in a call, lambdas' results included."""
        expression = unit.facts.expressions[call]
        item = self._evaluator.program.definitions[definition]
        if not item.type_parameters or not isinstance(expression, Call | New):
            return {}
        passing = self._choice.passing(unit, call, FunctionValue(definition))
        return self._inference.of_method(definition, passing.declared, passing.given, bodies=True)

    def expected_shapes(self, unit: Unit, number: int) -> list[Shape]:
        """Return the functions that the place of a lambda or method reference may expect."""
        shapes = [self._functional.shape(each) for each in self.expectations.of(unit, number)]
        return [shape for shape in shapes if shape is not None]

    def lambda_parameter(self, unit: Unit, definition: int, position: int) -> Values | None:
        """Return the type of a lambda's parameter, or ``None`` if its place does not tell."""
        functions = self._functions.get(unit.index)
        if functions is None:
            functions = self._functions[unit.index] = {
                expression.definition: number
                for number, expression in enumerate(unit.facts.expressions)
                if isinstance(expression, Function)
            }
        shapes = self.expected_shapes(unit, functions[definition])
        found = [shape.parameters[position] for shape in shapes if position < len(shape.parameters)]
        return union(found) or None
