"""Which of several methods of one name a call means: Java's three phases and the most specific method."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from lineai_local.facts import Call, New
from lineai_local.languages.java.library import static_type
from lineai_local.languages.typed.expectations import Passing
from lineai_local.languages.typed.overloads import Fit, Option, Overloads, element_of
from lineai_local.link.values import FunctionValue, Values

if TYPE_CHECKING:
    from lineai_local.link.program import Unit


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
            return element_of(self.types[-1])
        return self.types[position] if position < len(self.types) else ()

    def types_for(self, arguments: Sequence[Values]) -> list[Values]:
        """Return the types of the parameters that take the arguments."""
        count = len(arguments)
        whole = count == len(self.types) and count > 0 and element_of(arguments[-1]) != ()
        return [self.at(position, self.variadic and not whole) for position in range(count)]


class JavaOverloads(Overloads):
    """Overload resolution in one program."""

    def candidate(self, function: FunctionValue) -> Candidate:
        """Return a method with the types of its parameters as its receiver sees them."""
        return Candidate(function, self.parameter_types(function), self._is_variadic(function))

    def _is_variadic(self, function: FunctionValue) -> bool:
        parameters = self._evaluator.program.definitions[function.definition].parameters
        return bool(parameters) and parameters[-1].kind == "variadic"

    def passing(self, unit: Unit, call: int, function: FunctionValue) -> Passing:
        """Return what a call passes to one of the methods that it may mean."""
        expression = unit.facts.expressions[call]
        assert isinstance(expression, Call | New)
        arguments = tuple(self._evaluator.value(unit, each) for each in expression.arguments)
        return Passing(tuple(self.candidate(function).types_for(arguments)), arguments)

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
        fixed = len(self._evaluator.program.definitions[function.definition].parameters)
        return count == fixed or (self._is_variadic(function) and count >= fixed - 1)

    def applicable(
        self, functions: Sequence[FunctionValue], arguments: Sequence[Values]
    ) -> list[FunctionValue]:
        """Return the best of the methods to which the arguments can be passed; none if there is none."""
        count = len(arguments)
        arguments = [static_type(argument) for argument in arguments]
        candidates = [self.candidate(function) for function in functions]
        for loose, expand in ((False, False), (True, False), (True, True)):
            open_ = [each for each in candidates if each.accepts(count, expand)]
            compared = max([count, *(len(each.types) for each in open_)]) if expand else count
            options = [
                Option(
                    each.function,
                    tuple(each.at(position, expand) for position in range(compared)),
                    self._fit(each, arguments, loose, expand),
                )
                for each in open_
            ]
            fitting = [each for each in options if each.fit != Fit.NO]
            if fitting:
                return self.best(fitting, arguments)
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
