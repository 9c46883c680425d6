"""Whether an argument of one type can be passed to a parameter of another."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lineai_local.facts import BuiltIn
from lineai_local.languages.java.functional import FunctionalInterfaces
from lineai_local.languages.java.jdk import library
from lineai_local.languages.java.library import BOXES, UNBOXED, WIDTH
from lineai_local.languages.typed.functional import Shape
from lineai_local.languages.typed.library import ARRAY, Views
from lineai_local.languages.typed.overloads import Fit
from lineai_local.link.values import (
    ClassValue,
    External,
    ExternalInstance,
    FunctionValue,
    InstanceValue,
    TypeVariable,
    Unknown,
    Value,
    Values,
)

if TYPE_CHECKING:
    from lineai_local.link.evaluate import Evaluator


ARRAY_CONSTRUCTOR = "Array.new()"


class JavaConversions:
    """Java's conversions between the types of a program and of its libraries."""

    def __init__(self, evaluator: Evaluator, views: Views, functional: FunctionalInterfaces) -> None:
        self._evaluator = evaluator
        self._views = views
        self._functional = functional

    def fit(self, argument: Values, parameter: Values, *, loose: bool) -> Fit:
        """Return whether an argument can be passed; ``loose`` allows boxing and unboxing."""
        if not argument or not parameter:
            return Fit.MAYBE
        worst = Fit.YES
        for given in argument:
            best = max(self._one(given, wanted, loose) for wanted in parameter)
            worst = min(worst, best)
        return worst

    def more_specific(self, left: Values, right: Values) -> bool:
        """Return whether every value of the type ``left`` is one of the type ``right``, without boxing."""
        if self.fit(left, right, loose=False) == Fit.YES:
            return True
        first = [self._functional.shape(value) for value in left]
        second = [self._functional.shape(value) for value in right]
        return len(first) == len(second) == 1 and _gives_more(first[0], second[0])

    def _one(self, given: Value, wanted: Value, loose: bool) -> Fit:
        if isinstance(given, Unknown) or isinstance(wanted, Unknown):
            return Fit.MAYBE
        if isinstance(given, FunctionValue):
            return self._function(given, wanted)
        if isinstance(given, External | ClassValue):
            return self._outside(given, wanted)
        if _is_primitive(given) or _is_primitive(wanted):
            return self._primitive(given, wanted, loose)
        return self.subtype(given, wanted)

    def _primitive(self, given: Value, wanted: Value, loose: bool) -> Fit:
        given_name = given.name if isinstance(given, ExternalInstance) else ""
        wanted_name = wanted.name if isinstance(wanted, ExternalInstance) else ""
        if _is_primitive(given) and _is_primitive(wanted):
            return Fit.YES if _widens(given_name, wanted_name) else Fit.NO
        if not loose:
            return Fit.NO
        if _is_primitive(given):
            return self.subtype(ExternalInstance(BOXES[given_name]), wanted)
        if given_name in UNBOXED:
            return Fit.YES if _widens(UNBOXED[given_name], wanted_name) else Fit.NO
        if isinstance(given, TypeVariable):
            return max(
                (self._primitive(each, wanted, loose) for each in self._bounds(given)), default=Fit.MAYBE
            )
        return Fit.NO

    def subtype(self, given: Value, wanted: Value) -> Fit:
        """Return whether a reference type is a subtype of another; type arguments do not count."""
        if isinstance(wanted, ExternalInstance) and wanted.name == "Object":
            return Fit.YES
        if isinstance(given, ExternalInstance) and given.name == "null":
            return Fit.YES
        if isinstance(wanted, TypeVariable):
            if given == wanted:
                return Fit.YES
            bounds = [each for each in self._bounds(wanted) if each != wanted]
            return min((self.subtype(given, each) for each in bounds), default=Fit.YES)
        if isinstance(given, TypeVariable):
            return max((self.subtype(each, wanted) for each in self._bounds(given)), default=Fit.NO)
        if isinstance(given, ExternalInstance) and given.name == ARRAY:
            return self._array(given, wanted)
        if isinstance(wanted, ExternalInstance) and wanted.name == ARRAY:
            return Fit.NO
        if isinstance(given, InstanceValue):
            return self._of_class(given, wanted)
        if isinstance(given, ExternalInstance) and isinstance(wanted, ExternalInstance):
            return _library_subtype(given.name, wanted.name)
        if isinstance(given, ExternalInstance) and isinstance(wanted, InstanceValue):
            return Fit.NO
        return Fit.MAYBE

    def _bounds(self, variable: TypeVariable) -> list[Value]:
        """Return the bounds of a type parameter; without any it is an ``Object``."""
        bounds = self._evaluator.hierarchy.bound(variable)
        return [each for each in bounds if not isinstance(each, Unknown)]

    def _array(self, given: ExternalInstance, wanted: Value) -> Fit:
        if not isinstance(wanted, ExternalInstance):
            return Fit.NO
        if wanted.name in ("Cloneable", "java.io.Serializable"):
            return Fit.YES
        if wanted.name != ARRAY:
            return Fit.NO
        if not given.arguments or not wanted.arguments:
            return Fit.MAYBE
        worst = Fit.YES
        for inner in given.arguments[0]:
            best = Fit.NO
            for outer in wanted.arguments[0]:
                if _is_primitive(inner) or _is_primitive(outer):
                    best = max(best, Fit.YES if inner == outer else Fit.NO)
                else:
                    best = max(best, self._one(inner, outer, False))
            worst = min(worst, best)
        return worst

    def _of_class(self, given: InstanceValue, wanted: Value) -> Fit:
        hierarchy = self._evaluator.hierarchy
        if isinstance(wanted, InstanceValue):
            return Fit.YES if wanted.definition in hierarchy.linearisation(given.definition) else Fit.NO
        if not isinstance(wanted, ExternalInstance):
            return Fit.NO
        best = Fit.NO
        for each in self._views.library_objects(given):
            best = max(best, _library_subtype(each.name, wanted.name))
        for ancestor in hierarchy.linearisation(given.definition):
            for base in hierarchy.bases(ancestor):
                if any(isinstance(value, Unknown) for value in base):
                    best = max(best, Fit.MAYBE)
        return best

    def _outside(self, given: External | ClassValue, wanted: Value) -> Fit:
        """Return whether a library's field or method reference, or ``X::new``, can be passed."""
        if isinstance(given, External) and not given.name.endswith("()"):
            return Fit.MAYBE
        shape = self._functional.shape(wanted)
        if shape is None:
            return Fit.NO
        if isinstance(given, External) and given.name == ARRAY_CONSTRUCTOR:
            return Fit.YES if len(shape.parameters) == 1 and shape.gives else Fit.NO
        return Fit.YES

    def _function(self, given: FunctionValue, wanted: Value) -> Fit:
        """Return whether a lambda or method reference can be an object of the interface ``wanted``."""
        if isinstance(wanted, TypeVariable):
            return Fit.NO
        if isinstance(wanted, InstanceValue) and not self._functional.is_interface(wanted):
            return Fit.NO
        shape = self._functional.shape(wanted)
        if shape is None and isinstance(wanted, ExternalInstance) and wanted.name == ARRAY:
            return Fit.NO
        if shape is None:
            known = isinstance(wanted, ExternalInstance) and library().ancestors(wanted.name) is not None
            return (
                Fit.NO if known or _is_primitive(wanted) or isinstance(wanted, InstanceValue) else Fit.MAYBE
            )
        item = self._evaluator.program.definitions[given.definition]
        if item.kind != "lambda":
            return self._reference(given, len(shape.parameters))
        if len(item.parameters) != len(shape.parameters):
            return Fit.NO
        if shape.gives and not item.results:
            return Fit.NO
        if not shape.gives and item.results and not self._is_statement(given):
            return Fit.NO
        return Fit.YES

    def _is_statement(self, given: FunctionValue) -> bool:
        """Return whether a lambda's body is an expression that could stand as a statement."""
        item = self._evaluator.program.definitions[given.definition]
        expressions = self._evaluator.program.unit_of(given.definition).facts.expressions
        return not item.statements and not isinstance(expressions[item.results[0]], BuiltIn)

    def _reference(self, given: FunctionValue, count: int) -> Fit:
        """Return whether a method can stand for one with ``count`` parameters."""
        item = self._evaluator.program.definitions[given.definition]
        fixed = len(item.parameters)
        variadic = bool(item.parameters) and item.parameters[-1].kind == "variadic"
        unbound = "static" not in item.modifiers and item.kind == "method" and not given.receiver
        wanted = fixed + 1 if unbound else fixed
        return Fit.YES if wanted == count or (variadic and count >= wanted - 1) else Fit.NO


def _gives_more(left: Shape | None, right: Shape | None) -> bool:
    """Return whether a lambda that fits both interfaces is meant for the left one: it gives a value."""
    if left is None or right is None or len(left.parameters) != len(right.parameters):
        return False
    return left.gives and not right.gives


def _is_primitive(value: Value) -> bool:
    return isinstance(value, ExternalInstance) and value.name in BOXES


def _widens(given: str, wanted: str) -> bool:
    if given == wanted:
        return True
    if given not in WIDTH or wanted not in WIDTH or wanted == "char":
        return False
    return WIDTH[given] < WIDTH[wanted]


def _library_subtype(given: str, wanted: str) -> Fit:
    """Return whether a library type extends another; of unknown types, nothing is sure."""
    if given == wanted or wanted == "Object":
        return Fit.YES
    above = library().ancestors(given)
    if above is not None:
        return Fit.YES if wanted in above else Fit.NO
    return Fit.NO if wanted in _FINAL else Fit.MAYBE


_FINAL = frozenset({*UNBOXED, "String", "StringBuilder", "StringBuffer", "Class", "Void"})
