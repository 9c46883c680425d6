"""What an expression may denote: the abstract values of the linker.

A set of possible values is a tuple without repetitions, in the order in which they were found. The
empty tuple means "nothing yet" and arises only while a recursive definition is being evaluated.
Definitions are referred to by their global number in the ``Program``.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

Values = tuple["Value", ...]

MAX_VALUES = 24

MAX_FUNCTIONS = 200
"""Functions alone may be more: the overloads of one name, the entries of a table of handlers."""


class ModuleValue(msgspec.Struct, frozen=True, gc=False):
    """A source file as a module."""

    file: int


class PackageValue(msgspec.Struct, frozen=True, gc=False):
    """A package that is no file: a directory, or a Java package, by its dotted name or path."""

    language: str
    name: str


class ClassValue(msgspec.Struct, frozen=True, gc=False):
    """A class itself. ``arguments`` are the values its type parameters stand for, if applied.

    ``or_subclass``: the class was not seen by name, so any subclass can stand in: Python's ``cls`` and
    ``type(self)``, a parameter of type ``type[Order]``.
    """

    definition: int
    arguments: tuple[Values, ...] = ()
    or_subclass: bool = False


class InstanceValue(msgspec.Struct, frozen=True, gc=False):
    """An object of a class; ``exact`` when it was seen being constructed, so no subclass can stand in."""

    definition: int
    arguments: tuple[Values, ...] = ()
    exact: bool = False


class SuperValue(msgspec.Struct, frozen=True, gc=False):
    """The receiver seen as an instance of the bases of ``definition``."""

    definition: int


class FunctionValue(msgspec.Struct, frozen=True, gc=False):
    """A function or method; ``receiver`` is what it was taken from, if it is bound."""

    definition: int
    receiver: Values = ()


class AliasValue(msgspec.Struct, frozen=True, gc=False):
    """A type alias, standing for its annotation. ``arguments`` as in ``ClassValue``."""

    definition: int
    arguments: tuple[Values, ...] = ()


class TypeVariable(msgspec.Struct, frozen=True, gc=False):
    """A type parameter of ``definition``, not yet substituted; as a value: an instance of it."""

    definition: int
    name: str


class ObjectValue(msgspec.Struct, frozen=True, gc=False):
    """An object literal: expression number ``expression`` of ``file``."""

    file: int
    expression: int


class External(msgspec.Struct, frozen=True, gc=False):
    """Something defined outside the index: a library's module, class or function, or a built-in."""

    name: str
    arguments: tuple[Values, ...] = ()


class ExternalInstance(msgspec.Struct, frozen=True, gc=False):
    """An object of an external or built-in type; ``arguments`` are its element types, if known."""

    name: str
    arguments: tuple[Values, ...] = ()


class ExternalFunction(msgspec.Struct, frozen=True, gc=False):
    """A callable of an external type whose results are known: ``list.pop`` of a list of orders."""

    name: str
    results: Values


class Unknown(msgspec.Struct, frozen=True, gc=False):
    """A value that the analysis cannot name, and why; ``absent`` if an object surely has no such member."""

    reason: str
    absent: bool = False


Value = (
    ModuleValue
    | PackageValue
    | ClassValue
    | InstanceValue
    | SuperValue
    | FunctionValue
    | AliasValue
    | TypeVariable
    | ObjectValue
    | External
    | ExternalInstance
    | ExternalFunction
    | Unknown
)


def union(groups: Iterable[Values]) -> Values:
    """Return the values of all groups without repetitions, in order, at most ``MAX_VALUES`` of them."""
    found: dict[Value, None] = {}
    for group in groups:
        for value in group:
            found[value] = None
    if len(found) <= MAX_VALUES:
        return tuple(found)
    if len(found) <= MAX_FUNCTIONS and all(isinstance(value, FunctionValue) for value in found):
        return tuple(found)
    return (*list(found)[: MAX_VALUES - 1], Unknown(f"one of more than {MAX_VALUES} possible values"))


def known(values: Values) -> Values:
    """Return the values that are not ``Unknown``."""
    return tuple(value for value in values if not isinstance(value, Unknown))


def present(values: Values) -> Values:
    """Return the values without the members that some object lacks, if another object has them.

    What is written ran: the objects that lack the member were ruled out by the program, not by us.
    """
    found = tuple(value for value in values if not (isinstance(value, Unknown) and value.absent))
    return found or values
