"""What a call gives, and which definitions it runs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from lineai_local.facts import NONE, Attribute, Call, Name, New, This
from lineai_local.link.values import (
    ClassValue,
    External,
    ExternalFunction,
    ExternalInstance,
    FunctionValue,
    InstanceValue,
    ModuleValue,
    SuperValue,
    TypeVariable,
    Unknown,
    Values,
    known,
    present,
    union,
)

if TYPE_CHECKING:
    from lineai_local.link.evaluate import Evaluator
    from lineai_local.link.program import Unit


class Calls:
    """Calls of one program."""

    def __init__(self, evaluator: Evaluator) -> None:
        self._evaluator = evaluator
        self._program = evaluator.program
        self._results: dict[int, Values] = {}

    def callees(self, unit: Unit, number: int) -> Values:
        """Return what the call or construction ``number`` runs, overloads already chosen.

        A class stands for its construction, an object for its call method.
        """
        expression = unit.facts.expressions[number]
        if isinstance(expression, New):
            return self._evaluator.value(unit, expression.annotation)
        assert isinstance(expression, Call)
        callee = unit.callee(number)
        function = unit.facts.expressions[callee]
        values = unit.rules.lookup_called(self._evaluator, unit, number)
        if values is not None:
            return self._chosen(unit, values, expression.arguments)
        if isinstance(function, Attribute):
            receivers = self._evaluator.value(unit, function.value)
            members = self._evaluator.members
            key = unit.rules.method_key(function.name)
            values = present(union(members.find(unit, receiver, key) for receiver in receivers))
            values = members.got(values)
        elif isinstance(function, Name):
            values = unit.rules.lookup_callee(self._evaluator, unit, function)
        elif isinstance(function, This):
            owner = self._program.enclosing_class(self._program.scope_definition(unit, function.scope))
            values = () if owner == NONE else unit.rules.constructors(self._evaluator, owner)
        if values is None:
            values = self._evaluator.value(unit, callee)
        return self._chosen(unit, values, expression.arguments)

    def _chosen(self, unit: Unit, values: Values, arguments: Sequence[int]) -> Values:
        functions = [value for value in values if isinstance(value, FunctionValue)]
        if len(functions) < 2 and not unit.rules.overloads:
            return values
        chosen = set(unit.rules.select_overloads(self._evaluator, functions, unit, arguments))
        if functions and not chosen:
            return (Unknown(f"no overload in the index takes {len(arguments)} arguments"),)
        return tuple(value for value in values if not isinstance(value, FunctionValue) or value in chosen)

    def constructors(self, unit: Unit, value: ClassValue, arguments: Sequence[int]) -> Values:
        """Return the constructors in the program that run when the class is constructed."""
        rules = self._program.unit_of(value.definition).rules
        found = rules.constructors(self._evaluator, value.definition)
        functions = tuple(each for each in found if isinstance(each, FunctionValue))
        return self._chosen(unit, functions, arguments)

    def result(self, unit: Unit, number: int) -> Values:
        """Return the values of the call expression ``number``."""
        return union(self._result(unit, callee, number) for callee in self.callees(unit, number))

    def _result(self, unit: Unit, callee: Any, number: int) -> Values:
        rules = unit.rules
        match callee:
            case ClassValue():
                return self.constructed(unit, (callee,))
            case FunctionValue():
                return self.function_result(callee, unit, number)
            case InstanceValue() if rules.call_method:
                members = self._evaluator.members.find(unit, callee, rules.call_method)
                return union(self._result(unit, each, number) for each in members if each != callee)
            case ExternalFunction():
                return callee.results
            case External():
                found = rules.external_call(self._evaluator, unit, callee.name, number)
                if found is not None:
                    return found
                if rules.is_type_name(callee.name):
                    return (ExternalInstance(callee.name, callee.arguments),)
                return (Unknown(f"returned by {callee.name}, outside the index"),)
            case SuperValue() | ModuleValue():
                return ()
            case Unknown():
                return (callee,)
        return (Unknown("the result of calling a value of unknown type"),)

    def constructed(self, unit: Unit, values: Values) -> Values:
        """Return new objects of the classes in ``values``."""
        found: list[Values] = []
        for value in values:
            match value:
                case ClassValue():
                    exact = not value.or_subclass
                    found.append((InstanceValue(value.definition, value.arguments, exact=exact),))
                case External():
                    found.append((ExternalInstance(value.name, value.arguments),))
                case InstanceValue() | ExternalInstance() | Unknown():
                    found.append((value,))
                case FunctionValue():
                    found.append((Unknown("an object made by a constructor function"),))
                case _:
                    found.append((Unknown("an object of a class that is not known"),))
        return union(found)

    def function_result(self, value: FunctionValue, unit: Unit | None = None, number: int = NONE) -> Values:
        """Return what calling a function gives; with the call, its type parameters are inferred from it."""
        results = self._declared_result(value.definition)
        if not any(_has_variables(each) for each in results):
            return results
        evaluator = self._evaluator
        owner = self._program.enclosing_class(value.definition)
        for receiver in value.receiver:
            if isinstance(receiver, InstanceValue | ClassValue) and owner != NONE:
                bound = evaluator.hierarchy.arguments_for(receiver.definition, receiver.arguments, owner)
                results = evaluator.substitute(results, owner, bound)
        if unit is not None and number != NONE:
            inferred = self.inferred(value.definition, unit, number)
            results = evaluator.substitute(results, value.definition, inferred)
        return results

    def _declared_result(self, number: int) -> Values:
        found = self._results.get(number)
        if found is not None:
            return found
        unit = self._program.unit_of(number)
        definition = self._program.definitions[number]
        if definition.returns != NONE:
            results = self._evaluator.annotation(unit, definition.returns)
        else:
            results = union(self._evaluator.value(unit, each) for each in definition.results)
        results = unit.rules.function_result(self._evaluator, number, results)
        if results:
            self._results[number] = results
        return results

    def inferred(self, number: int, unit: Unit, call: int) -> dict[str, Values]:
        """Return what a generic function's type parameters stand for in one call, from its arguments."""
        definition = self._program.definitions[number]
        holder = self._program.unit_of(number)
        inferred = unit.rules.infer(self._evaluator, number, unit, call)
        if inferred is not None:
            return inferred
        expression = unit.facts.expressions[call]
        if not definition.type_parameters or not isinstance(expression, Call | New):
            return {}
        bound: dict[str, Values] = {}
        for parameter, argument in zip(definition.parameters, expression.arguments, strict=False):
            if parameter.annotation != NONE:
                declared = self._evaluator.annotation(holder, parameter.annotation)
                actual = known(self._evaluator.value(unit, argument))
                for each in declared:
                    _match(each, actual, number, bound)
        return bound


def _match(declared: Any, actual: Values, owner: int, bound: dict[str, Values]) -> None:
    """Bind the type parameters in a declared type so that it fits the actual values."""
    if isinstance(declared, TypeVariable):
        if declared.definition == owner and actual:
            bound[declared.name] = union((bound.get(declared.name, ()), actual))
        return
    for position, group in enumerate(getattr(declared, "arguments", ())):
        inner = [
            value.arguments[position]
            for value in actual
            if isinstance(value, InstanceValue | ExternalInstance | ClassValue)
            and len(value.arguments) > position
        ]
        for each in group:
            _match(each, union(inner), owner, bound)


def _has_variables(value: Any) -> bool:
    if isinstance(value, TypeVariable):
        return True
    return any(_has_variables(each) for group in getattr(value, "arguments", ()) for each in group)
