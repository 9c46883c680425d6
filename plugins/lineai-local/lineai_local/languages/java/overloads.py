"""Which of several methods of one name a call means: Java's three phases and the most specific method."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from lineai_local.facts import NONE
from lineai_local.languages.java.conversions import Conversions, Fit
from lineai_local.languages.java.library import ARRAY, static_type
from lineai_local.link.values import ClassValue, ExternalInstance, FunctionValue, InstanceValue, Values

if TYPE_CHECKING:
    from lineai_local.link.evaluate import Evaluator


class Candidate(NamedTuple):
    """A method that a call may mean, the types of its parameters, and whether the last is ``T...``."""

    function: FunctionValue
    types: tuple[Values, ...]
    variadic: bool

    def accepts(self, count: int, expand: bool) -> bool:
        """Return whether so many arguments can be passed; ``expand`` takes ``T...`` as single values."""
        if expand:
            return self.variadic and count >= len(self.types) - 1
        return count == len(self.types)

    def at(self, position: int, expand: bool) -> Values:
        """Return the type of the parameter that takes the argument at ``position``, if any."""
        if expand and position >= len(self.types) - 1:
            return _element(self.types[-1])
        return self.types[position] if position < len(self.types) else ()

    def types_for(self, arguments: Sequence[Values]) -> list[Values]:
        """Return the types of the parameters that take the arguments."""
        count = len(arguments)
        whole = count == len(self.types) and count > 0 and _element(arguments[-1]) != ()
        return [self.at(position, self.variadic and not whole) for position in range(count)]


class Overloads:
    """Overload resolution in one program."""

    def __init__(self, evaluator: Evaluator, conversions: Conversions) -> None:
        self._evaluator = evaluator
        self._conversions = conversions
        self._types: dict[int, tuple[Values, ...]] = {}

    def candidate(self, function: FunctionValue) -> Candidate:
        """Return a method with the types of its parameters as its receiver sees them."""
        number = function.definition
        types = self._declared(number)
        evaluator = self._evaluator
        owner = evaluator.program.enclosing_class(number)
        for receiver in function.receiver:
            if isinstance(receiver, InstanceValue | ClassValue) and receiver.arguments and owner != NONE:
                bound = evaluator.hierarchy.arguments_for(receiver.definition, receiver.arguments, owner)
                types = tuple(evaluator.substitute(each, owner, bound) for each in types)
        parameters = evaluator.program.definitions[number].parameters
        return Candidate(function, types, bool(parameters) and parameters[-1].kind == "variadic")

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

    def select(self, functions: Sequence[FunctionValue], arguments: Sequence[Values]) -> list[FunctionValue]:
        """Return the methods that a call with these arguments means: one, if everything is known.

        Where an argument's type is not known and the choice depends on it, all that are left are returned.
        """
        count = len(arguments)
        open_ = [function for function in functions if self._accepts(function, count)]
        if not open_:
            return [function for function in functions if not self._may_inherit(function)]
        return open_ if len(open_) == 1 else self.applicable(open_, arguments) or open_

    def _accepts(self, function: FunctionValue, count: int) -> bool:
        """Return whether a method can be called with so many arguments."""
        parameters = self._evaluator.program.definitions[function.definition].parameters
        variadic = bool(parameters) and parameters[-1].kind == "variadic"
        return count == len(parameters) or (variadic and count >= len(parameters) - 1)

    def applicable(
        self, functions: Sequence[FunctionValue], arguments: Sequence[Values]
    ) -> list[FunctionValue]:
        """Return the best of the methods to which the arguments can be passed; none if there is none."""
        count = len(arguments)
        arguments = [static_type(argument) for argument in arguments]
        candidates = [self.candidate(function) for function in functions]
        for loose, expand in ((False, False), (True, False), (True, True)):
            open_ = [each for each in candidates if each.accepts(count, expand)]
            fits = [(each, self._fit(each, arguments, loose, expand)) for each in open_]
            fitting = [(each, fit) for each, fit in fits if fit != Fit.NO]
            if fitting:
                return self._best(fitting, arguments, expand)
        return []

    def _may_inherit(self, function: FunctionValue) -> bool:
        """Return whether a method's class may have others of the same name from outside the index."""
        owner = self._evaluator.program.enclosing_class(function.definition)
        return bool(self._evaluator.hierarchy.open_base(owner))

    def _fit(self, candidate: Candidate, arguments: Sequence[Values], loose: bool, expand: bool) -> Fit:
        worst = Fit.YES
        for position, argument in enumerate(arguments):
            fit = self._conversions.fit(argument, candidate.at(position, expand), loose=loose)
            if fit == Fit.NO:
                return fit
            worst = min(worst, fit)
        return worst

    def _best(
        self, fitting: Sequence[tuple[Candidate, Fit]], arguments: Sequence[Values], expand: bool
    ) -> list[FunctionValue]:
        candidates = self._without_overridden([each for each, _ in fitting])
        if len(candidates) > 1 and any(fit == Fit.MAYBE for _, fit in fitting):
            sure = [each for each, fit in fitting if fit == Fit.YES and each in candidates]
            if not sure or self._telling(candidates, arguments, expand):
                return [each.function for each in candidates]
            candidates = sure
        best = [
            each
            for each in candidates
            if all(
                other is each or self._specific(each, other, len(arguments), expand) for other in candidates
            )
        ]
        return [best[0].function] if best else [each.function for each in candidates]

    def _telling(self, candidates: list[Candidate], arguments: Sequence[Values], expand: bool) -> bool:
        """Return whether the candidates differ where an argument's type is not known.

        A parameter of exactly the argument's type settles it, whatever else the argument may be.
        """
        for position, argument in enumerate(arguments):
            types = {each.at(position, expand) for each in candidates}
            if len(types) > 1 and argument not in types:
                fits = [self._conversions.fit(argument, wanted, loose=True) for wanted in types]
                if Fit.MAYBE in fits:
                    return True
        return False

    def _specific(self, left: Candidate, right: Candidate, count: int, expand: bool) -> bool:
        """Return whether ``left`` is at least as specific as ``right``; variadic ones in full."""
        positions = max(count, len(left.types), len(right.types)) if expand else count
        return all(
            self._conversions.more_specific(left.at(position, expand), right.at(position, expand))
            for position in range(positions)
        )

    def _without_overridden(self, candidates: list[Candidate]) -> list[Candidate]:
        """Leave out methods that an earlier candidate, from a class further down, overrides."""
        program = self._evaluator.program
        kept: list[Candidate] = []
        for each in candidates:
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
            return _same_erasure(_element(left), _element(right))
        return first.name == second.name
    kinds = (InstanceValue, ExternalInstance)
    return not (isinstance(first, kinds) and isinstance(second, kinds))


def _element(array: Values) -> Values:
    for value in array:
        if isinstance(value, ExternalInstance) and value.name == ARRAY and value.arguments:
            return value.arguments[0]
    return ()
