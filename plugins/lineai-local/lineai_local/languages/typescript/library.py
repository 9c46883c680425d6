"""What the types of the platform give: containers, promises, utility types, React's typed hooks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lineai_local.facts import Applied, Attribute, Call, Collection, New
from lineai_local.link.values import (
    External,
    ExternalFunction,
    ExternalInstance,
    FunctionValue,
    ObjectValue,
    Unknown,
    Value,
    Values,
    known,
    union,
)

if TYPE_CHECKING:
    from lineai_local.link.evaluate import Evaluator
    from lineai_local.link.program import Unit

ARRAYS = frozenset({"Array", "ReadonlyArray", "Set", "ReadonlySet", "WeakSet", "ArrayLike", "NodeListOf"})
MAPS = frozenset({"Map", "ReadonlyMap", "WeakMap"})
_ITERATORS = frozenset(
    {"Iterable", "Iterator", "IterableIterator", "Generator", "AsyncGenerator", "AsyncIterable",
     "AsyncIterableIterator", "ArrayIterator", "MapIterator", "SetIterator"}
)  # fmt: skip
_PROMISES = frozenset({"Promise", "PromiseLike"})
_SAME = frozenset(
    {"Partial", "Required", "Readonly", "NonNullable", "Pick", "Omit", "Exclude", "Extract", "NoInfer",
     "DeepPartial", "DeepReadonly", "Mutable", "Writable"}
)  # fmt: skip
"""Utility types that are seen as what they are made from."""

_ITEM = frozenset({"at", "find", "findLast", "pop", "shift"})
_MANY = frozenset(
    {"concat", "copyWithin", "fill", "filter", "reverse", "slice", "sort", "splice", "toReversed", "toSorted",
     "toSpliced", "with", "union", "intersection", "difference"}
)  # fmt: skip
_BY_CALLBACK = frozenset({"map", "flatMap", "then", "catch", "finally", "reduce", "reduceRight"})
_CALLBACK_ITEM = frozenset(
    {"every", "filter", "find", "findIndex", "findLast", "findLastIndex", "flatMap", "forEach", "map", "some"}
)
_FORWARDING = frozenset(
    {"debounce", "forwardRef", "memo", "observer", "throttle", "useCallback", "useEffectEvent", "useEvent"}
)
"""Functions that give a function which does what the one they are given does."""

_STRINGS = frozenset(
    {"concat", "padEnd", "padStart", "repeat", "replace", "replaceAll", "slice", "substring", "toLowerCase",
     "toUpperCase", "trim", "trimEnd", "trimStart", "toFixed", "toString", "join"}
)  # fmt: skip
_OBJECT_LISTS = frozenset({"Object.keys", "Object.getOwnPropertyNames", "string.split"})
_HOOKS = frozenset({"createContext", "createRef", "useContext", "useRef", "useState"})


def is_promise(name: str) -> bool:
    """Return whether a type of the platform is a promise."""
    return name in _PROMISES


def item(value: ExternalInstance) -> Values:
    """Return what a container holds: the values of a map, the elements of anything else."""
    if value.name == "tuple":
        return union(value.arguments)
    if not value.arguments:
        return (Unknown(f"an element of a {value.name} of unknown type"),)
    return value.arguments[-1] if value.name in MAPS or value.name == "Record" else value.arguments[0]


def element(value: Value) -> Values | None:
    """Return what iterating over the value yields; ``None`` if that is not known."""
    if not isinstance(value, ExternalInstance):
        return None
    if value.name == "string":
        return (value,)
    if value.name in MAPS and len(value.arguments) == 2:
        return (ExternalInstance("tuple", value.arguments),)
    if value.name == "tuple":
        return union(value.arguments)
    return value.arguments[0] if value.arguments else None


def member(value: ExternalInstance, name: str) -> Values | None:
    """Return ``value.name`` for a container; ``None`` if the method's result depends on the call."""
    kind = value.name
    if kind in ("null", "undefined"):
        return (Unknown(f"a member of {kind}", absent=True),)
    last = kind.rpartition(".")[2]
    if (name == "current" and last.endswith("Ref")) or (last.endswith("RefObject") and name == "current"):
        return value.arguments[0] if value.arguments else None
    if kind == "Record" and len(value.arguments) == 2:
        return value.arguments[1]
    if not value.arguments:
        return None
    full = f"{kind}.{name}"
    if kind in ARRAYS or kind == "tuple":
        if name in _ITEM:
            return (ExternalFunction(full, item(value)),)
        if name in _MANY:
            return (ExternalFunction(full, (ExternalInstance("Array", (item(value),)),)),)
        if name in ("values", "keys", "entries"):
            return (ExternalFunction(full, _iterated(value, name)),)
    if kind in MAPS and len(value.arguments) == 2:
        if name == "get":
            return (ExternalFunction(full, item(value)),)
        if name in ("values", "keys", "entries"):
            return (ExternalFunction(full, _iterated(value, name)),)
    if kind in _ITERATORS and name == "next":
        result = ExternalInstance("IteratorResult", value.arguments[:1])
        return (ExternalFunction(full, (result,)),)
    if kind == "IteratorResult" and name == "value":
        return value.arguments[0]
    return None


def _iterated(value: ExternalInstance, name: str) -> Values:
    keys: Values = (ExternalInstance("number"),)
    if value.name in MAPS:
        keys = value.arguments[0]
    held = item(value)
    if name == "entries":
        held = (ExternalInstance("tuple", (keys, held)),)
    return (ExternalInstance("IterableIterator", (keys if name == "keys" else held,)),)


def callback_parameter(receiver: Value, name: str, position: int) -> Values | None:
    """Return the type of a callback's parameter in ``receiver.name(callback)``."""
    if not isinstance(receiver, ExternalInstance):
        return None
    if is_promise(receiver.name) and name == "then" and position == 0:
        return receiver.arguments[0] if receiver.arguments else None
    if receiver.name not in ARRAYS and receiver.name not in MAPS and receiver.name != "tuple":
        return None
    if not receiver.arguments:
        return None
    if name in ("reduce", "reduceRight") and position == 1:
        return item(receiver)
    if name in ("sort", "toSorted") and position in (0, 1):
        return item(receiver)
    if name in _CALLBACK_ITEM and position == 0:
        return item(receiver)
    if name == "forEach" and position == 1 and receiver.name in MAPS:
        return receiver.arguments[0]
    return None


def called(evaluator: Evaluator, unit: Unit, name: str, call: int) -> Values | None:
    """Return what the call of a platform function gives; ``None`` if that is not known."""
    expression = unit.facts.expressions[call]
    arguments = expression.arguments if isinstance(expression, Call | New) else ()
    last = name.rpartition(".")[2]
    if last in _BY_CALLBACK and isinstance(expression, Call):
        return _by_callback(evaluator, unit, last, expression)
    if last == "default":
        last = name.split(".")[-2].rpartition("/")[2]
    if name in _OBJECT_LISTS:
        return (ExternalInstance("Array", ((ExternalInstance("string"),),)),)
    if name.startswith(("string.", "number.")) and last in _STRINGS:
        return (ExternalInstance("string"),)
    if name.startswith("document.create"):
        return (ExternalInstance("Element"),)
    if not arguments:
        return _hook(evaluator, unit, last, expression, ())
    first = evaluator.value(unit, arguments[0])
    if name in ("Object.values", "Array.from", "Object.freeze", "Promise.resolve", "structuredClone"):
        return _converted(evaluator, name, first)
    if last in _FORWARDING and known(first):
        return first
    if name == "Object.entries":
        pair = ExternalInstance("tuple", ((ExternalInstance("string"),), _values(evaluator, first)))
        return (ExternalInstance("Array", ((pair,),)),)
    if name in ("Promise.all", "Promise.allSettled"):
        return (ExternalInstance("Promise", (_all(first),)),)
    if name == "Object.assign":
        return union(evaluator.value(unit, argument) for argument in arguments)
    return _hook(evaluator, unit, last, expression, first)


def _converted(evaluator: Evaluator, name: str, first: Values) -> Values:
    if name == "Promise.resolve":
        return (ExternalInstance("Promise", (first,)),)
    if name == "Object.values":
        return (ExternalInstance("Array", (_values(evaluator, first),)),)
    if name == "Array.from":
        held = [found for value in first if (found := element(value)) is not None]
        return (ExternalInstance("Array", (union(held),) if held else ()),)
    return first


def _values(evaluator: Evaluator, objects: Values) -> Values:
    found: list[Values] = []
    for value in objects:
        if isinstance(value, ExternalInstance) and value.arguments:
            found.append(item(value))
        elif isinstance(value, ObjectValue):
            holder = evaluator.program.units[value.file]
            literal = holder.facts.expressions[value.expression]
            elements = literal.elements if isinstance(literal, Collection) else ()
            found.append(union(evaluator.value(holder, each) for each in elements))
        else:
            found.append((Unknown("a property of a value of unknown type"),))
    return union(found)


def _all(lists: Values) -> Values:
    found: list[Value] = []
    for value in lists:
        if not isinstance(value, ExternalInstance):
            continue
        parts = tuple(union(_settled(each) for each in group) for group in value.arguments)
        found.append(ExternalInstance(value.name, parts))
    return tuple(found) or (Unknown("what a promise holds"),)


def _settled(value: Value) -> Values:
    if isinstance(value, ExternalInstance) and is_promise(value.name) and value.arguments:
        return value.arguments[0]
    return (value,)


def _by_callback(evaluator: Evaluator, unit: Unit, name: str, call: Call) -> Values | None:
    """Return the result of ``list.map(f)``, ``promise.then(f)`` …, from what the callback returns."""
    function = unit.facts.expressions[call.function]
    if not isinstance(function, Attribute) or not call.arguments:
        return None
    receivers = evaluator.value(unit, function.value)
    callbacks = evaluator.value(unit, call.arguments[0])
    results = union(
        evaluator.calls.function_result(each) for each in callbacks if isinstance(each, FunctionValue)
    )
    promised = any(isinstance(each, ExternalInstance) and is_promise(each.name) for each in receivers)
    if name in ("catch", "finally"):
        return receivers if promised else None
    if not results:
        return None
    if name == "then":
        held = union(_settled(each) for each in results)
        return (ExternalInstance("Promise", (held,)),) if promised else None
    if name == "flatMap":
        results = union(found for each in results if (found := element(each)) is not None)
    if name in ("reduce", "reduceRight"):
        initial = evaluator.value(unit, call.arguments[1]) if len(call.arguments) > 1 else ()
        return union((initial, results))
    return (ExternalInstance("Array", (results,)),)


def _hook(evaluator: Evaluator, unit: Unit, name: str, expression: object, first: Values) -> Values | None:
    """Return what React's hooks with a written or given type return."""
    if not isinstance(expression, Call) or name not in _HOOKS:
        return None
    function = unit.facts.expressions[expression.function]
    kinds: Values = first
    if isinstance(function, Applied) and function.arguments:
        kinds = evaluator.annotation(unit, function.arguments[0])
    if not kinds:
        return None
    if name == "useState":
        started = union(
            evaluator.calls.function_result(each) if isinstance(each, FunctionValue) else (each,)
            for each in kinds
        )
        return (ExternalInstance("tuple", (started, (External("setState"),))),)
    if name == "useContext":
        return union(item(value) for value in kinds if isinstance(value, ExternalInstance)) or None
    if name == "createContext":
        return (ExternalInstance("Context", (kinds,)),)
    return (ExternalInstance("RefObject", (kinds,)),)


def utility(evaluator: Evaluator, name: str, arguments: tuple[Values, ...]) -> Values | None:
    """Return an object of a utility type; ``None`` for an ordinary type."""
    last = name.rpartition(".")[2]
    if not arguments:
        return None
    if last in _SAME:
        return arguments[0]
    if last == "Awaited":
        return union(_settled(value) for value in arguments[0])
    if last == "ReturnType":
        return union(
            evaluator.calls.function_result(value)
            for value in arguments[0]
            if isinstance(value, FunctionValue)
        )
    if last == "InstanceType":
        return evaluator.instances(evaluator.program.units[0], arguments[0])
    if last in ("Dispatch", "SetStateAction"):
        return (Unknown(f"type {last}"),)
    return None
