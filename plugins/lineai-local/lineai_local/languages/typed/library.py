"""Objects seen as what a library declares of them: ancestors, elements, methods."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from lineai_local.facts import NONE, Applied, Attribute, Call, Name
from lineai_local.languages.typed.table import LibraryType, Method, Type
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

ARRAY = "Array"

Bound = dict[str, Values]


def is_variable(declared: Type) -> bool:
    """Return whether a type of the table is a type parameter."""
    return len(declared.name) == 1


class Library:
    """A table of types; ``root`` is the type that all others extend, ``iterable`` what loops take."""

    def __init__(self, types: Mapping[str, LibraryType], root: str, iterable: str) -> None:
        self.types = types
        self.object = ExternalInstance(root)
        self.iterable = iterable
        self._ancestors: dict[str, frozenset[str] | None] = {}

    def resolved(self, declared: Type, bound: Bound) -> Values:
        """Return the objects of a library type, its type parameters replaced; free ones are just objects."""
        if declared.name in bound:
            return bound[declared.name]
        if is_variable(declared):
            return (self.object,)
        arguments = tuple(self.resolved(each, bound) for each in declared.arguments)
        return (ExternalInstance(declared.name, arguments),)

    def ancestors(self, name: str) -> frozenset[str] | None:
        """Return the names of a library type and all above it; ``None`` if it is not known."""
        if name not in self._ancestors:
            item = self.types.get(name)
            above = [self.ancestors(base.name) or {base.name} for base in item.bases] if item else []
            known = None if item is None else frozenset({name, self.object.name}.union(*above))
            self._ancestors[name] = known
        return self._ancestors[name]

    def bound_to(self, value: ExternalInstance) -> Bound:
        """Return what the type parameters of a library type stand for in an object of it."""
        item = self.types.get(value.name)
        return dict(zip(item.parameters, value.arguments, strict=False)) if item else {}

    def bases(self, value: ExternalInstance) -> list[ExternalInstance]:
        """Return a library object as an object of each of its type's bases."""
        item = self.types.get(value.name)
        found = (
            [each for base in item.bases for each in self.resolved(base, self.bound_to(value))]
            if item
            else []
        )
        return [each for each in found if isinstance(each, ExternalInstance)]

    def seen_as(self, value: ExternalInstance, name: str) -> ExternalInstance | None:
        """Return a library object as an object of its ancestor ``name``, or ``None`` if it is not one."""
        if value.name == name:
            return value
        for base in self.bases(value):
            found = self.seen_as(base, name)
            if found is not None:
                return found
        return None

    def method_of(self, value: ExternalInstance, name: str, count: int) -> tuple[Method, Bound] | None:
        """Return a method of a library object, and what its class's type parameters stand for.

        With several, the first that takes ``count`` arguments, else any.
        """
        item = self.types.get(value.name)
        if item is None:
            return None
        found = item.methods.get(name)
        if found:
            fitting = [method for method in found if method.accepts(count)]
            return (fitting or found)[0], self.bound_to(value)
        for base in [*self.bases(value), self.object] if value != self.object else []:
            inherited = self.method_of(base, name, count)
            if inherited is not None:
                return inherited
        return None

    def field_of(self, value: ExternalInstance, name: str) -> Values | None:
        """Return a field or property of a library object, or ``None`` if the table does not know it."""
        item = self.types.get(value.name)
        if item is not None and name in item.fields:
            return self.resolved(item.fields[name], self.bound_to(value))
        for base in self.bases(value):
            inherited = self.field_of(base, name)
            if inherited is not None:
                return inherited
        return None

    def typed(self, values: Values) -> Values:
        """Return values with static fields (``Integer.MAX_VALUE``) replaced by objects of their types."""
        if not any(isinstance(value, External) for value in values):
            return values
        return union(self._field(value) for value in values)

    def _field(self, value: Value) -> Values:
        if isinstance(value, External):
            owner, _, name = value.name.rpartition(".")
            item = self.types.get(owner)
            if item is not None and name in item.fields:
                return self.resolved(item.fields[name], {})
        return (value,)


class Views:
    """Objects of a program's own classes, seen as library objects."""

    def __init__(self, evaluator: Evaluator, library: Library) -> None:
        self._evaluator = evaluator
        self.library = library

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
            found = self.library.seen_as(each, name)
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
        """Return what a loop over an array or an iterable object yields, or ``None``."""
        if isinstance(value, ExternalInstance) and value.name == ARRAY:
            return value.arguments[0] if value.arguments else None
        iterable = self.as_library(value, self.library.iterable)
        return iterable.arguments[0] if iterable is not None and iterable.arguments else None

    def method(self, value: Value, name: str, count: int) -> tuple[Method, Bound] | None:
        """Return the library's method ``name`` of a value, and what type parameters stand for there."""
        for each in self.library_objects(value):
            found = self.library.method_of(each, name, count)
            if found is not None:
                return found
        return self.library.method_of(self.library.object, name, count)

    def called(self, unit: Unit, call: Call, name: str) -> list[tuple[Method, Bound]]:
        """Return the library's methods that a call of the external function ``name`` may mean."""
        owner, _, method = name.removesuffix("()").rpartition(".")
        function = unit.facts.expressions[call.function]
        if isinstance(function, Applied):
            function = unit.facts.expressions[function.base]
        receivers: Values = ()
        if isinstance(function, Attribute):
            values = self.library.typed(self._evaluator.value(unit, function.value))
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
