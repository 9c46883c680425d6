"""Results of calling functions from outside the index that hand their arguments through."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lineai_local.facts import Call
from lineai_local.languages.python.library import TYPES, plain_name
from lineai_local.link.values import (
    ClassValue,
    External,
    ExternalFunction,
    ExternalInstance,
    InstanceValue,
    Unknown,
    Values,
    union,
)

if TYPE_CHECKING:
    from lineai_local.link.evaluate import Evaluator
    from lineai_local.link.program import Unit

_SAME_OBJECT = frozenset(
    (
        "asyncio.create_task",
        "asyncio.ensure_future",
        "asyncio.run",
        "asyncio.shield",
        "asyncio.wait_for",
        "closing",
        "contextlib.aclosing",
        "copy.copy",
        "copy.deepcopy",
        "dataclasses.replace",
        "functools.partial",
        "functools.partialmethod",
        "nullcontext",
        "weakref.proxy",
    )
)
_COPIED = frozenset(
    ("list", "set", "iter", "aiter", "reversed", "sorted", "itertools.islice", "itertools.cycle")
)
_ONE_ELEMENT = frozenset(("next", "anext", "min", "max", "random.choice"))
_NUMBERS = frozenset(("len", "hash", "id", "ord", "sum", "round", "abs", "pow"))
_STRINGS = frozenset(("repr", "ascii", "chr", "hex", "oct", "bin", "format", "input"))
_TRUTHS = frozenset(("isinstance", "issubclass", "callable", "hasattr", "all", "any"))


def result(evaluator: Evaluator, unit: Unit, name: str, number: int) -> Values | None:
    """Return the result of calling the external ``name`` in call ``number`` of a file, if it is known."""
    call = unit.facts.expressions[number]
    if not isinstance(call, Call):
        return None
    name = plain_name(name)
    arguments = [evaluator.value(unit, argument) for argument in call.arguments[:8]]
    if name in _SAME_OBJECT and arguments:
        return arguments[0]
    if name in _TRUTHS:
        return (ExternalInstance("bool"),)
    if name in _NUMBERS:
        return (ExternalInstance("int"),)
    if name in _STRINGS:
        return (ExternalInstance("str"),)
    if name == "asyncio.gather":
        return (ExternalInstance("tuple", tuple(arguments)),)
    if name == "getattr":
        return (Unknown("an attribute whose name is computed"),)
    if name == "type" and len(arguments) == 1:
        return union(_class_of(value) for value in arguments[0])
    if name == "weakref.ref" and arguments:
        return (ExternalFunction("weakref.ref", arguments[0]),)
    found = _iterated(evaluator, unit, name, arguments)
    if found is None and name in TYPES:
        return (ExternalInstance(name),)
    return found


def _iterated(evaluator: Evaluator, unit: Unit, name: str, arguments: list[Values]) -> Values | None:
    """Return the result of a function that goes through its arguments."""
    if not arguments:
        return None
    if name == "dict":
        kept = (
            value for value in arguments[0] if isinstance(value, ExternalInstance) and value.name == "dict"
        )
        return tuple(kept) or (ExternalInstance("dict"),)
    elements = [union(evaluator.element(unit, value) for value in group) for group in arguments]
    if name in _ONE_ELEMENT:
        return elements[0] if len(arguments) == 1 or name in ("next", "anext") else union(arguments)
    if name in _COPIED or name == "tuple":
        return (ExternalInstance("list", (elements[0],)),)
    if name == "filter":
        return (ExternalInstance("list", (elements[-1],)),)
    if name == "enumerate":
        pair = ExternalInstance("tuple", ((ExternalInstance("int"),), elements[0]))
        return (ExternalInstance("list", ((pair,),)),)
    if name == "zip":
        return (ExternalInstance("list", ((ExternalInstance("tuple", tuple(elements)),),)),)
    if name == "itertools.chain":
        return (ExternalInstance("list", (union(elements),)),)
    return None


def _class_of(value: object) -> Values:
    if isinstance(value, InstanceValue):
        return (ClassValue(value.definition, value.arguments, or_subclass=not value.exact),)
    if isinstance(value, ExternalInstance):
        return (External(value.name),)
    return (Unknown("the class of a value of unknown type"),)
