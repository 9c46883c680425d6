"""Type inference: what the type parameters of a generic method stand for in a call."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from lineai_local.languages.typed.functional import Functional
from lineai_local.languages.typed.library import ARRAY, Bound, Views, is_variable
from lineai_local.languages.typed.table import Method, Type
from lineai_local.link.values import (
    ExternalInstance,
    FunctionValue,
    InstanceValue,
    TypeVariable,
    Unknown,
    Value,
    Values,
    union,
)

if TYPE_CHECKING:
    from lineai_local.link.evaluate import Evaluator

_EMPTY = (ExternalInstance("null"), ExternalInstance("void"))


class Inference:
    """Matches declared parameter types with arguments."""

    def __init__(self, evaluator: Evaluator, views: Views, functional: Functional) -> None:
        self._evaluator = evaluator
        self._views = views
        self._library = views.library
        self._functional = functional

    def standing_for(self, values: Values) -> Values:
        """Return values as they are when a type parameter stands for them."""
        return values

    def of_method(
        self, owner: int, declared: Sequence[Values], arguments: Sequence[Values], *, bodies: bool
    ) -> Bound:
        """Return what the type parameters of the method ``owner`` stand for.

        ``bodies`` says whether the results of lambdas count; they do not while a lambda is being typed.
        """
        bound: Bound = {}
        for wanted, given in zip(declared, arguments, strict=False):
            for each in wanted:
                self._match(each, given, owner, bound, bodies)
        return bound

    def _match(self, declared: Value, given: Values, owner: int, bound: Bound, bodies: bool) -> None:
        if isinstance(declared, TypeVariable):
            telling = tuple(
                value
                for value in self.standing_for(self._library.typed(given))
                if not isinstance(value, Unknown | FunctionValue) and value not in _EMPTY
            )
            if declared.definition == owner and telling:
                bound[declared.name] = union((bound.get(declared.name, ()), telling))
            return
        if not isinstance(declared, InstanceValue | ExternalInstance) or not declared.arguments:
            return
        for value in given:
            if isinstance(value, FunctionValue):
                shape = self._functional.shape(declared) if bodies else None
                if shape is not None and shape.gives:
                    for each in shape.result:
                        self._match(each, self._functional.result_of(value), owner, bound, bodies)
                continue
            seen: InstanceValue | ExternalInstance | None
            if isinstance(declared, InstanceValue):
                seen = self._views.as_class(value, declared.definition)
            else:
                seen = self._views.as_library(value, declared.name)
            for inner, outer in zip(declared.arguments, seen.arguments if seen else (), strict=False):
                for each in inner:
                    self._match(each, outer, owner, bound, bodies)

    def of_library(self, method: Method, bound: Bound, arguments: Sequence[Values], *, bodies: bool) -> Bound:
        """Return ``bound`` and what the type parameters of a library's method stand for."""
        found = dict(bound)
        for position, given in enumerate(arguments):
            if method.parameters:
                last = len(method.parameters) - 1
                if position > last and not method.variadic:
                    break
                if method.variadic and position == last == len(arguments) - 1:
                    given = union(_spread(value) for value in given)
                self._match_library(method.parameters[min(position, last)], given, found, bound, bodies)
        return found

    def _match_library(self, declared: Type, given: Values, found: Bound, fixed: Bound, bodies: bool) -> None:
        if is_variable(declared):
            telling = tuple(
                value
                for value in self.standing_for(self._library.typed(given))
                if not isinstance(value, Unknown | FunctionValue) and value not in _EMPTY
            )
            if declared.name not in fixed and telling:
                found[declared.name] = union((found.get(declared.name, ()), telling))
            return
        for value in given:
            if isinstance(value, FunctionValue):
                self._match_function(declared, value, found, fixed, bodies)
                continue
            seen = self._views.as_library(value, declared.name)
            arguments = seen.arguments if seen else ()
            for inner, outer in zip(declared.arguments, arguments, strict=False):
                if inner.name in fixed and outer == (self._library.object,):
                    known = fixed[inner.name]
                    arguments = tuple(self._instead_of_object(each, known) for each in arguments)
            for inner, outer in zip(declared.arguments, arguments, strict=False):
                self._match_library(inner, outer, found, fixed, bodies)

    def of_library_result(self, method: Method, bound: Bound, expected: Values) -> Bound:
        """Return ``bound`` and what type parameters stand for because the result is used as ``expected``."""
        found = dict(bound)
        self._match_library(method.result, expected, found, bound, bodies=False)
        return found

    def _match_function(
        self, declared: Type, value: FunctionValue, found: Bound, fixed: Bound, bodies: bool
    ) -> None:
        """Match what a lambda gives with the last type argument of a ``Function<T, R>`` or the like."""
        if not bodies or not declared.arguments:
            return
        shape = self._functional.shape(ExternalInstance(declared.name))
        if shape is not None and shape.result == (self._library.object,):
            self._match_library(
                declared.arguments[-1], self._functional.result_of(value), found, fixed, bodies
            )

    def library_result(self, method: Method, bound: Bound, arguments: Sequence[Values]) -> Values:
        """Return what a library's method gives for these arguments."""
        return self._library.resolved(method.result, self.of_library(method, bound, arguments, bodies=True))

    def _instead_of_object(self, values: Values, known: Values) -> Values:
        """Return ``values`` with ``known`` where inference left nothing but an ``Object``.

        ``Collectors.toList()`` collects anything; what it collects is known only where it is passed.
        """
        found: list[Values] = []
        for value in values:
            if value == self._library.object:
                found.append(known)
            elif isinstance(value, ExternalInstance) and value.arguments:
                inner = tuple(self._instead_of_object(each, known) for each in value.arguments)
                found.append((ExternalInstance(value.name, inner),))
            else:
                found.append((value,))
        return union(found)


def _spread(value: Value) -> Values:
    """Return the elements of an array that is passed for a variadic parameter; else the value itself."""
    if isinstance(value, ExternalInstance) and value.name == ARRAY and value.arguments:
        return value.arguments[0]
    return (value,)
