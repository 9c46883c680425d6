"""Objects seen as what Java's library declares of them: ancestors, elements, methods."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from lineai_local.facts import NONE, Attribute, Call, Name
from lineai_local.languages.java.jdk import Method, Type, library
from lineai_local.link.values import (
    External,
    ExternalInstance,
    InstanceValue,
    TypeVariable,
    Value,
    Values,
    union,
)

if TYPE_CHECKING:
    from lineai_local.link.evaluate import Evaluator
    from lineai_local.link.program import Unit

OBJECT = ExternalInstance("Object")
ARRAY = "Array"

Bound = dict[str, Values]


def resolved(declared: Type, bound: Bound) -> Values:
    """Return the objects of a library type, its type parameters replaced; free ones are just objects."""
    if declared.name in bound:
        return bound[declared.name]
    if is_variable(declared):
        return (OBJECT,)
    return (ExternalInstance(declared.name, tuple(resolved(each, bound) for each in declared.arguments)),)


def is_variable(declared: Type) -> bool:
    """Return whether a type of the table is a type parameter."""
    return len(declared.name) == 1


@cache
def ancestors(name: str) -> frozenset[str] | None:
    """Return the names of a library type and all above it; ``None`` if it is not known."""
    item = library().get(name)
    if item is None:
        return None
    found = {name, "Object"}
    for base in item.bases:
        found |= ancestors(base.name) or {base.name}
    return frozenset(found)


def bound_to(value: ExternalInstance) -> Bound:
    """Return what the type parameters of a library type stand for in an object of it."""
    item = library().get(value.name)
    return dict(zip(item.parameters, value.arguments, strict=False)) if item else {}


def seen_as(value: ExternalInstance, name: str) -> ExternalInstance | None:
    """Return a library object as an object of its ancestor ``name``, or ``None`` if it is not one."""
    if value.name == name:
        return value
    item = library().get(value.name)
    for base in item.bases if item else ():
        for each in resolved(base, bound_to(value)):
            found = seen_as(each, name) if isinstance(each, ExternalInstance) else None
            if found is not None:
                return found
    return None


def method_of(value: ExternalInstance, name: str, count: int) -> tuple[Method, Bound] | None:
    """Return a method of a library object, and what its class's type parameters stand for.

    With several, the first that takes ``count`` arguments, else any.
    """
    item = library().get(value.name)
    if item is None:
        return None
    found = item.methods.get(name)
    if found:
        fitting = [method for method in found if method.accepts(count)]
        return (fitting or found)[0], bound_to(value)
    for base in (*item.bases, Type("Object")):
        for each in resolved(base, bound_to(value)) if value.name != "Object" else ():
            inherited = method_of(each, name, count) if isinstance(each, ExternalInstance) else None
            if inherited is not None:
                return inherited
    return None


class Views:
    """Objects of a program's own classes, seen as library objects."""

    def __init__(self, evaluator: Evaluator) -> None:
        self._evaluator = evaluator

    def library_objects(self, value: Value) -> list[ExternalInstance]:
        """Return a value as an object of each library type that it is directly or by inheritance."""
        if isinstance(value, ExternalInstance):
            return [value]
        if isinstance(value, TypeVariable):
            bounds = self._evaluator.hierarchy.bound(value)
            return [each for bound in bounds if bound != value for each in self.library_objects(bound)]
        if not isinstance(value, InstanceValue):
            return []
        evaluator = self._evaluator
        found: list[ExternalInstance] = []
        for ancestor in evaluator.hierarchy.linearisation(value.definition):
            bound = evaluator.hierarchy.arguments_for(value.definition, value.arguments, ancestor)
            for bases in evaluator.hierarchy.bases(ancestor):
                for base in bases:
                    if isinstance(base, External | ExternalInstance):
                        arguments = tuple(
                            evaluator.substitute(each, ancestor, bound) for each in base.arguments
                        )
                        found.append(ExternalInstance(base.name, arguments))
        if evaluator.program.definitions[value.definition].kind == "enum":
            found.append(ExternalInstance("Enum", ((value,),)))
        return found

    def as_library(self, value: Value, name: str) -> ExternalInstance | None:
        """Return a value as an object of the library type ``name``, or ``None``."""
        for each in self.library_objects(value):
            found = seen_as(each, name)
            if found is not None:
                return found
        return None

    def as_class(self, value: Value, definition: int) -> InstanceValue | None:
        """Return a value as an object of its ancestor, a class of the program, or ``None``."""
        if isinstance(value, TypeVariable):
            for bound in self._evaluator.hierarchy.bound(value):
                found = self.as_class(bound, definition) if bound != value else None
                if found is not None:
                    return found
            return None
        if not isinstance(value, InstanceValue):
            return None
        if value.definition == definition:
            return value
        hierarchy = self._evaluator.hierarchy
        if definition not in hierarchy.linearisation(value.definition):
            return None
        bound_arguments = hierarchy.arguments_for(value.definition, value.arguments, definition)
        names = self._evaluator.program.definitions[definition].type_parameters
        arguments = tuple(bound_arguments.get(name, ()) for name in names)
        return InstanceValue(definition, arguments if any(arguments) else ())

    def element(self, value: Value) -> Values | None:
        """Return what ``for (T x : value)`` yields, or ``None``."""
        if isinstance(value, ExternalInstance) and value.name == ARRAY:
            return value.arguments[0] if value.arguments else None
        iterable = self.as_library(value, "Iterable")
        return iterable.arguments[0] if iterable is not None and iterable.arguments else None

    def method(self, value: Value, name: str, count: int) -> tuple[Method, Bound] | None:
        """Return the library's method ``name`` of a value, and what type parameters stand for there."""
        if isinstance(value, ExternalInstance) and value.name == ARRAY and name == "clone":
            return Method((), Type("T")), {"T": (value,)}
        for each in self.library_objects(value):
            found = method_of(each, name, count)
            if found is not None:
                return found
        return method_of(OBJECT, name, count)

    def called(self, unit: Unit, call: Call, name: str) -> list[tuple[Method, Bound]]:
        """Return the library's methods that a call of the external function ``name`` may mean."""
        owner, _, method = name.removesuffix("()").rpartition(".")
        function = unit.facts.expressions[call.function]
        receivers: Values = ()
        if isinstance(function, Attribute):
            values = typed(self._evaluator.value(unit, function.value))
            receivers = tuple(value for value in values if not isinstance(value, External))
        elif isinstance(function, Name):
            receivers = self._around(unit, function)
        for candidates in (receivers, (ExternalInstance(owner),)):
            found = [self.method(receiver, method, len(call.arguments)) for receiver in candidates]
            known = [each for each in found if each is not None]
            if known:
                return known
        return []

    def _around(self, unit: Unit, name: Name) -> Values:
        """Return an object of the innermost class around a name that has a base outside the index."""
        program = self._evaluator.program
        owner = program.enclosing_class(program.scope_definition(unit, name.scope))
        while owner != NONE:
            if self._evaluator.hierarchy.open_base(owner):
                return (self._evaluator.own_instance(owner),)
            owner = program.enclosing_class(program.parent(owner))
        return ()


def typed(values: Values) -> Values:
    """Return values with the library's fields (``Integer.MAX_VALUE``) replaced by objects of their types."""
    if not any(isinstance(value, External) for value in values):
        return values
    return union(_field(value) for value in values)


def _field(value: Value) -> Values:
    if isinstance(value, External):
        owner, _, name = value.name.rpartition(".")
        item = library().get(owner)
        if item is not None and name in item.fields:
            return resolved(item.fields[name], {})
    return (value,)


def static_type(values: Values) -> Values:
    """Return the types of a value without repetitions; of the operands of ``+``, what they add up to."""
    values = typed(values)
    names = [value.name for value in values if isinstance(value, ExternalInstance)]
    if len(names) > 1:
        if "String" in names:
            return (ExternalInstance("String"),)
        if all(name in WIDTH for name in names):
            widest = max(names, key=lambda name: WIDTH[name])
            return (ExternalInstance(widest),) if WIDTH[widest] > WIDTH["int"] else (ExternalInstance("int"),)
    return union([values])


WIDTH = {"byte": 0, "short": 1, "char": 1, "int": 2, "long": 3, "float": 4, "double": 5}

BOXES = {
    "byte": "Byte",
    "short": "Short",
    "char": "Character",
    "int": "Integer",
    "long": "Long",
    "float": "Float",
    "double": "Double",
    "boolean": "Boolean",
    "void": "Void",
}

UNBOXED = {box: name for name, box in BOXES.items()}


def boxed(values: Values) -> Values:
    """Return values as they are when type parameters stand for them: primitives as objects."""
    return tuple(
        ExternalInstance(BOXES[value.name])
        if isinstance(value, ExternalInstance) and value.name in BOXES
        else value
        for value in values
    )
