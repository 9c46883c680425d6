"""What the built-in types and the most used functions of the standard library give back."""

from __future__ import annotations

import builtins

from lineai_local.link.values import ExternalFunction, ExternalInstance, Unknown, Values, union

BUILTINS = frozenset(dir(builtins)) | {"__file__", "__path__", "__spec__", "__builtins__", "reveal_type"}

TYPES = frozenset(name for name in dir(builtins) if isinstance(getattr(builtins, name), type))
"""The built-in classes."""

PASSIVE_BASES = frozenset(
    f"{module}.{name}"
    for module, names in {
        "abc": ("ABC",),
        "enum": ("Enum", "Flag", "IntEnum", "IntFlag", "ReprEnum", "StrEnum"),
        "typing": ("Any", "Generic", "NamedTuple", "Protocol", "TypedDict"),
        "typing_extensions": ("Any", "Generic", "NamedTuple", "Protocol", "TypedDict"),
    }.items()
    for name in names
)
"""Base classes of the standard library that call no method of their subclasses by name."""

PROTOCOLS = frozenset({"typing.Protocol", "typing_extensions.Protocol"})
"""The base of classes that other classes fit without naming them."""

QUALIFIERS = frozenset(
    (
        "Annotated",
        "ClassVar",
        "Final",
        "InitVar",
        "NotRequired",
        "ReadOnly",
        "Required",
        "TypeGuard",
        "TypeIs",
    )
)
"""Special forms that say something about a type without changing it."""

_MODULES = ("typing.", "typing_extensions.", "collections.abc.", "collections.", "builtins.", "contextlib.")
_SAME = {
    "Dict": "dict",
    "DefaultDict": "dict",
    "OrderedDict": "dict",
    "defaultdict": "dict",
    "Counter": "dict",
    "Mapping": "dict",
    "MutableMapping": "dict",
    "FrozenSet": "set",
    "frozenset": "set",
    "Set": "set",
    "AbstractSet": "set",
    "MutableSet": "set",
    "List": "list",
    "Deque": "list",
    "deque": "list",
    "Sequence": "list",
    "MutableSequence": "list",
    "Collection": "list",
    "Iterable": "list",
    "Iterator": "list",
    "Generator": "list",
    "AsyncIterable": "list",
    "AsyncIterator": "list",
    "AsyncGenerator": "list",
    "Reversible": "list",
    "KeysView": "list",
    "ValuesView": "list",
    "Tuple": "tuple",
    "Type": "type",
    "Text": "str",
    "ContextManager": "AbstractContextManager",
    "AsyncContextManager": "AbstractContextManager",
    "AbstractAsyncContextManager": "AbstractContextManager",
}

CONTEXT_MANAGER = "AbstractContextManager"
AWAITABLES = frozenset(("Awaitable", "Coroutine", "Future", "Task", "asyncio.Future", "asyncio.Task"))

_STRING: Values = (ExternalInstance("str"),)
_STRINGS: Values = (ExternalInstance("list", (_STRING,)),)
_SCALARS = frozenset(("str", "bytes", "int", "float", "complex", "bool", "None"))
_SCALAR_RESULTS: dict[str, Values] = {
    "decode": _STRING,
    "encode": (ExternalInstance("bytes"),),
    "split": _STRINGS,
    "rsplit": _STRINGS,
    "splitlines": _STRINGS,
    "partition": (ExternalInstance("tuple", (_STRING, _STRING, _STRING)),),
    "rpartition": (ExternalInstance("tuple", (_STRING, _STRING, _STRING)),),
    "find": (ExternalInstance("int"),),
    "index": (ExternalInstance("int"),),
    "count": (ExternalInstance("int"),),
}
_SEQUENCE_ELEMENT = frozenset(("pop", "popleft", "__next__", "send"))
_HELD = {
    "ContextVar": ("get",),
    "Future": ("result",),
    "Queue": ("get", "get_nowait"),
    "SimpleQueue": ("get", "get_nowait"),
    "Task": ("result",),
}
"""Types outside the index whose methods give back the object that they hold."""

_OPEN = frozenset(
    ("MagicMock", "Mock", "AsyncMock", "ModuleType", "Namespace", "NonCallableMock", "SimpleNamespace")
)
"""Types whose objects have whatever attributes they were given."""

_COPIES = frozenset(("copy", "union", "intersection", "difference", "symmetric_difference"))


def plain_name(name: str) -> str:
    """Return the usual name of a type: ``list`` for ``typing.List`` and for what behaves like a list."""
    for module in _MODULES:
        if name.startswith(module):
            name = name[len(module) :]
            break
    return _SAME.get(name, name)


def elements(value: ExternalInstance) -> Values | None:
    """Return what iterating over an object of a built-in container yields, or ``None`` if unknown."""
    arguments = value.arguments
    if value.name in _SCALARS:
        return (ExternalInstance(value.name),)
    if not arguments:
        return None
    if value.name == "tuple":
        return union(items(value))
    if value.name == "dict":
        return arguments[0] if len(arguments) == 2 else None
    return arguments[0] if value.name in ("list", "set") else None


def items(value: ExternalInstance) -> tuple[Values, ...]:
    """Return the items of a tuple type, without the ellipsis of ``tuple[T, ...]``."""
    return tuple(group for group in value.arguments if group != (ExternalInstance("ellipsis"),))


def member(value: ExternalInstance, name: str) -> Values | None:
    """Return the method ``name`` of a built-in type, if its result is worth knowing; else ``None``."""
    kind = value.name.rpartition(".")[2]
    if kind == "TypeVar":
        return (Unknown("a value of a type variable"),)
    if kind in _OPEN:
        return (Unknown(f"attribute '{name}' of an object of {kind}, which may have any"),)
    if value.name in _SCALARS:
        return (ExternalFunction(name, _SCALAR_RESULTS.get(name, (ExternalInstance(value.name),))),)
    results = _container_results(value, name)
    return None if results is None else (ExternalFunction(name, results),)


def _container_results(value: ExternalInstance, name: str) -> Values | None:
    if name in _COPIES:
        return (value,)
    if name in _HELD.get(value.name.rpartition(".")[2], ()) and value.arguments:
        return value.arguments[0]
    if value.name == "dict":
        return _dictionary_results(value, name)
    if value.name in ("list", "set") and value.arguments and name in _SEQUENCE_ELEMENT:
        return value.arguments[0]
    return None


def _dictionary_results(value: ExternalInstance, name: str) -> Values | None:
    if not value.arguments:
        return None
    unknown: Values = (Unknown("a key of a dictionary"),)
    keys = value.arguments[0] if len(value.arguments) == 2 else unknown
    values = value.arguments[-1]
    match name:
        case "get" | "pop" | "setdefault":
            return values
        case "values":
            return (ExternalInstance("list", (values,)),)
        case "keys":
            return (ExternalInstance("list", (keys,)),)
        case "items":
            return (ExternalInstance("list", ((ExternalInstance("tuple", (keys, values)),),)),)
        case "popitem":
            return (ExternalInstance("tuple", (keys, values)),)
    return None
