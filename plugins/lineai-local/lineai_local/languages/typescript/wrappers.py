"""Calls that wrap a function: in ``const save = useCallback(() => …)``, ``save`` means the inner one."""

from __future__ import annotations

from enum import Enum

from tree_sitter import Node

from lineai_local.languages.typescript.builder import Builder

_FUNCTION_NODES = frozenset({"arrow_function", "function_expression", "generator_function", "class"})
_OUTER = frozenset(
    {"call_expression", "object", "parenthesized_expression", "as_expression", "satisfies_expression"}
)

_CALLED_AT_ONCE = frozenset({"useMemo", "useState", "computed", "createMemo", "once", "lazy"})
"""Wrappers whose result is, or comes from, what the function returns."""

_UNRELATED = frozenset(
    {"after", "afterAll", "afterEach", "before", "beforeAll", "beforeEach", "describe", "it", "suite", "test",
     "queueMicrotask", "requestAnimationFrame", "requestIdleCallback", "setImmediate", "setInterval",
     "setTimeout", "useEffect", "useInsertionEffect", "useLayoutEffect"}
)  # fmt: skip
"""Functions that run what they are given and return something else."""

_CONTAINERS = frozenset({"Array", "Object", "Promise", "Math", "JSON", "Reflect"})


class Wrapper(Enum):
    """What a call makes of the function it is given: the value says which arguments share the name."""

    NONE = 0
    FUNCTION = 1
    VALUE = 2

    @property
    def named(self) -> frozenset[str]:
        """Return the kinds of argument that take the name of the variable the call is assigned to."""
        return _OUTER if self is Wrapper.NONE else _OUTER | _FUNCTION_NODES


def wrapper(builder: Builder, node: Node) -> Wrapper:
    """Return what the call ``node``, whose result gets a name, makes of a function it is given."""
    function = node.child_by_field_name("function")
    if function is None:
        return Wrapper.NONE
    name = builder.text(function)
    if name == "Object.assign":
        return Wrapper.FUNCTION
    if function.type == "member_expression":
        holder = function.child_by_field_name("object")
        if holder is None or holder.type != "identifier":
            return Wrapper.NONE
        text = builder.text(holder)
        if text in _CONTAINERS or not (text[:1].isupper() or text in builder.imported):
            return Wrapper.NONE
        name = name.rpartition(".")[2]
    elif function.type != "identifier":
        return Wrapper.NONE
    if name in _CALLED_AT_ONCE:
        return Wrapper.VALUE
    return Wrapper.NONE if name in _UNRELATED else Wrapper.FUNCTION
