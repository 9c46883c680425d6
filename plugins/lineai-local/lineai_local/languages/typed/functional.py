"""What a lambda or method reference gets and gives, whatever type stands for functions in a language."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Protocol

from lineai_local.link.values import ExternalInstance, FunctionValue, InstanceValue, Value, Values, union

if TYPE_CHECKING:
    from lineai_local.link.evaluate import Evaluator


class Shape(NamedTuple):
    """A function as a type describes it: its parameters' types and its result."""

    parameters: tuple[Values, ...]
    result: Values

    @property
    def gives(self) -> bool:
        """Whether the function returns a value."""
        return self.result != (ExternalInstance("void"),)


class Functional(Protocol):
    """The functional types of a language."""

    def shape(self, value: Value) -> Shape | None:
        """Return the shape of a functional type, or ``None`` if ``value`` is not known to be one."""

    def result_of(self, value: FunctionValue) -> Values:
        """Return what a lambda or a referenced method gives."""


def result_of(evaluator: Evaluator, value: FunctionValue) -> Values:
    """Return what a lambda, a referenced method or a referenced constructor gives."""
    item = evaluator.program.definitions[value.definition]
    if item.kind == "constructor":
        return (InstanceValue(evaluator.program.parent(value.definition)),)
    if item.kind == "lambda":
        unit = evaluator.program.unit_of(value.definition)
        return union(evaluator.value(unit, each) for each in item.results)
    return evaluator.calls.function_result(value)
