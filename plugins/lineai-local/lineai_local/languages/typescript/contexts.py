"""Which type the surroundings expect of an expression: the parameter it is passed for, the variable it fills.

A callback rarely writes the types of its parameters; they follow from where it stands.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from lineai_local.facts import NONE, Applied, Attribute, Call, Choice, Collection, Function, New
from lineai_local.languages.typescript import library
from lineai_local.link.values import (
    ClassValue,
    External,
    ExternalInstance,
    FunctionValue,
    InstanceValue,
    TypeVariable,
    Value,
    Values,
    known,
    union,
)

if TYPE_CHECKING:
    from lineai_local.link.evaluate import Evaluator
    from lineai_local.link.program import Unit

_PASSED_ON = frozenset({"useCallback", "memo", "useMemo", "debounce", "throttle"})
_COMPONENTS = frozenset({"FC", "FunctionComponent", "VFC", "SFC", "ComponentType"})


class _Argument(NamedTuple):
    call: int
    position: int


class _Property(NamedTuple):
    collection: int
    key: str


class _Annotated(NamedTuple):
    annotation: int


class _Returned(NamedTuple):
    definition: int


class _Part(NamedTuple):
    whole: int


_Place = _Argument | _Property | _Annotated | _Returned | _Part


class _Places:
    """Where each expression of a file stands, and which expression each function is."""

    def __init__(self, unit: Unit) -> None:
        self.functions: dict[int, int] = {}
        self.of_function: dict[int, _Place] = {}
        self.of: dict[int, _Place] = {}
        facts = unit.facts
        for number, expression in enumerate(facts.expressions):
            match expression:
                case Function():
                    self.functions.setdefault(expression.definition, number)
                case Call() | New():
                    for position, argument in enumerate(expression.arguments):
                        self.of[argument] = _Argument(number, position)
                case Collection(kind="object"):
                    for element, key in zip(expression.elements, expression.keys, strict=False):
                        self.of[element] = _Property(number, key)
                case Choice():
                    for option in expression.options:
                        self.of.setdefault(option, _Part(number))
        for binding in facts.bindings:
            if binding.annotation != NONE:
                if binding.definition != NONE:
                    self.of_function[binding.definition] = _Annotated(binding.annotation)
                elif binding.value != NONE:
                    self.of[binding.value] = _Annotated(binding.annotation)
        for member in facts.members:
            if member.annotation != NONE and member.value != NONE:
                self.of[member.value] = _Annotated(member.annotation)
        for number, definition in enumerate(facts.definitions):
            if definition.returns != NONE:
                for result in definition.results:
                    self.of.setdefault(result, _Returned(number))
            for parameter in definition.parameters:
                if parameter.annotation != NONE and parameter.default != NONE:
                    self.of[parameter.default] = _Annotated(parameter.annotation)

    def function(self, definition: int) -> _Place | None:
        """Return where the function stands that makes a definition."""
        return self.of_function.get(definition) or self.of.get(self.functions.get(definition, NONE))


class Contexts:
    """Contextual types in one program."""

    def __init__(self) -> None:
        self._places: dict[int, _Places] = {}
        self._open: set[tuple[int, _Place]] = set()

    def parameter(self, evaluator: Evaluator, definition: int, position: int) -> Values | None:
        """Return the type of an unannotated parameter; ``definition`` is a global number."""
        unit = evaluator.program.unit_of(definition)
        place = self._of(unit).function(definition - unit.first)
        if place is None:
            return None
        if isinstance(place, _Argument):
            found = self._callback_parameter(evaluator, unit, place, position)
            if found is not None:
                return found
        values = known(self._expected(evaluator, unit, place))
        found = union(self._parameter(evaluator, value, position) for value in values)
        return self._applied(evaluator, unit, place, found) or None

    def _applied(self, evaluator: Evaluator, unit: Unit, place: _Place | None, values: Values) -> Values:
        """Replace the type parameters of the called function, and of its class, by what they stand for."""
        while isinstance(place, _Property | _Part):
            whole = place.collection if isinstance(place, _Property) else place.whole
            place = self._of(unit).of.get(whole)
        if not isinstance(place, _Argument) or not any(isinstance(each, TypeVariable) for each in values):
            return values
        for callee in evaluator.calls.callees(unit, place.call):
            if isinstance(callee, FunctionValue):
                inferred = evaluator.calls.inferred(callee.definition, unit, place.call)
                values = evaluator.substitute(values, callee.definition, inferred)
                values = self._seen_from(evaluator, callee, values)
        return values

    def _seen_from(self, evaluator: Evaluator, function: FunctionValue, values: Values) -> Values:
        """Replace the type parameters of a method's class by the type arguments of its receiver."""
        owner = evaluator.program.enclosing_class(function.definition)
        for receiver in function.receiver:
            if isinstance(receiver, InstanceValue) and owner != NONE:
                bound = evaluator.hierarchy.arguments_for(receiver.definition, receiver.arguments, owner)
                values = evaluator.substitute(values, owner, bound)
        return values

    def _of(self, unit: Unit) -> _Places:
        found = self._places.get(unit.index)
        if found is None:
            found = self._places[unit.index] = _Places(unit)
        return found

    def _callback_parameter(
        self, evaluator: Evaluator, unit: Unit, place: _Argument, position: int
    ) -> Values | None:
        """Return the type of a parameter of a function passed to a method of a built-in container."""
        call = unit.facts.expressions[place.call]
        if not isinstance(call, Call):
            return None
        function = unit.facts.expressions[call.function]
        if not isinstance(function, Attribute):
            return None
        found = []
        for receiver in evaluator.value(unit, function.value):
            value = library.callback_parameter(receiver, function.name, position)
            if value is not None:
                found.append(value)
        return union(found) or None

    def _expected(self, evaluator: Evaluator, unit: Unit, place: _Place) -> Values:
        key = (unit.index, place)
        if key in self._open:
            return ()
        self._open.add(key)
        try:
            match place:
                case _Annotated():
                    return evaluator.annotation(unit, place.annotation)
                case _Returned():
                    returns = unit.facts.definitions[place.definition].returns
                    values = evaluator.annotation(unit, returns)
                    return union(unit.rules.awaited(evaluator, value) for value in values)
                case _Property():
                    holder = self._expected_of(evaluator, unit, place.collection)
                    return evaluator.members.read(unit, known(holder), place.key)
                case _Part():
                    return self._expected_of(evaluator, unit, place.whole)
                case _Argument():
                    return self._argument(evaluator, unit, place)
        finally:
            self._open.discard(key)

    def _expected_of(self, evaluator: Evaluator, unit: Unit, number: int) -> Values:
        place = self._of(unit).of.get(number)
        return () if place is None else self._expected(evaluator, unit, place)

    def _argument(self, evaluator: Evaluator, unit: Unit, place: _Argument) -> Values:
        found: list[Values] = []
        for callee in evaluator.calls.callees(unit, place.call):
            if isinstance(callee, ClassValue):
                arguments = unit.facts.expressions[place.call]
                passed = arguments.arguments if isinstance(arguments, Call | New) else ()
                for each in evaluator.calls.constructors(unit, callee, passed):
                    found.append(self._declared(evaluator, unit, each, place))
            elif isinstance(callee, FunctionValue):
                found.append(self._declared(evaluator, unit, callee, place))
            elif isinstance(callee, External):
                found.append(self._external(evaluator, unit, callee, place))
        return union(found)

    def _declared(self, evaluator: Evaluator, unit: Unit, callee: Value, place: _Argument) -> Values:
        """Return the declared type of the parameter that an argument is passed for."""
        if not isinstance(callee, FunctionValue):
            return ()
        found: list[Values] = []
        inferred: dict[str, Values] | None = None
        for value in self._parameter(evaluator, callee, place.position):
            bounds = known(evaluator.hierarchy.bound(value)) if isinstance(value, TypeVariable) else ()
            if not bounds and inferred is None:
                inferred = evaluator.calls.inferred(callee.definition, unit, place.call)
            found.append(bounds or evaluator.substitute((value,), callee.definition, inferred or {}))
        return union(found)

    def _parameter(self, evaluator: Evaluator, value: Value, position: int) -> Values:
        """Return the declared type of a parameter of a function value, or of a component's properties."""
        if isinstance(value, ExternalInstance):
            component = value.name.rpartition(".")[2] in _COMPONENTS
            return value.arguments[0] if component and value.arguments and position == 0 else ()
        if not isinstance(value, FunctionValue):
            return ()
        program = evaluator.program
        parameters = program.definitions[value.definition].parameters
        if position >= len(parameters) and not (parameters and parameters[-1].kind == "variadic"):
            return ()
        declared = parameters[min(position, len(parameters) - 1)]
        if declared.annotation == NONE:
            return ()
        found = evaluator.annotation(program.unit_of(value.definition), declared.annotation)
        return self._seen_from(evaluator, value, found)

    def _external(self, evaluator: Evaluator, unit: Unit, callee: External, place: _Argument) -> Values:
        """Return what a library function expects: a hook hands its own expectation to its callback."""
        name = callee.name.rpartition(".")[2]
        call = unit.facts.expressions[place.call]
        kinds: tuple[Values, ...] = ()
        if isinstance(call, Call):
            function = unit.facts.expressions[call.function]
            if isinstance(function, Applied):
                kinds = tuple(evaluator.annotation(unit, each) for each in function.arguments)
        if kinds and name in ("memo", "forwardRef", "useCallback"):
            kind = kinds[-1] if name == "forwardRef" else kinds[0]
            return (ExternalInstance("FC", (kind,)),) if name != "useCallback" else kind
        if name in _PASSED_ON and place.position == 0:
            return self._expected_of(evaluator, unit, place.call)
        return ()
