"""Type expressions of Go, and the parameters and results of functions."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from tree_sitter import Node

from lineai_local.facts import NONE, Applied, Attribute, Function, Parameter
from lineai_local.languages.go.builder import Builder
from lineai_local.languages.treesitter import TOO_DEEP

_QUALIFIER = re.compile(r"\b\w+\.(?=\w)")
_SPACE = re.compile(r"\s+")


def type_of(builder: Builder, node: Node | None) -> int:
    """Return the number of a type expression; a pointer stands for what it points to."""
    while node is not None and node.type in ("pointer_type", "parenthesized_type", "negated_type"):
        node = node.named_children[0] if node.named_children else None
    if node is None:
        return builder.opaque("a type that is not written")
    with builder.deeper(node) as allowed:
        if not allowed:
            return builder.shared(TOO_DEEP)
        return _TYPES.get(node.type, _other)(builder, node)


def _other(builder: Builder, node: Node) -> int:
    return builder.opaque(node.type.replace("_", " "))


def _qualified(builder: Builder, node: Node) -> int:
    package, name = node.child_by_field_name("package"), node.child_by_field_name("name")
    if package is None or name is None:
        return builder.opaque("an incomplete type")
    return builder.add(Attribute(builder.name(package), builder.text(name)))


def _generic(builder: Builder, node: Node) -> int:
    base = type_of(builder, node.child_by_field_name("type"))
    arguments = node.child_by_field_name("type_arguments")
    return builder.add(Applied(base, tuple(type_arguments(builder, arguments))))


def type_arguments(builder: Builder, node: Node | None) -> Iterator[int]:
    """Yield the types between the brackets of an instantiation."""
    for child in () if node is None else node.named_children:
        inner = child.named_children[0] if child.type == "type_elem" and child.named_children else child
        if inner.type != "comment":
            yield type_of(builder, inner)


def _slice(builder: Builder, node: Node) -> int:
    return builder.applied("slice", type_of(builder, node.child_by_field_name("element")))


def _map(builder: Builder, node: Node) -> int:
    key = type_of(builder, node.child_by_field_name("key"))
    return builder.applied("map", key, type_of(builder, node.child_by_field_name("value")))


def _channel(builder: Builder, node: Node) -> int:
    return builder.applied("chan", type_of(builder, node.child_by_field_name("value")))


def _function(builder: Builder, node: Node) -> int:
    """Return a type of functions: a definition that can be called, but has no code."""
    definition, number = builder.define("lambda", "", builder.qualified("func"), node)
    definition.modifiers = ("ambient",)
    with builder.within(definition.scope):
        definition.parameters = parameters(builder, node.child_by_field_name("parameters"), bound=False)
        definition.returns = results(builder, node.child_by_field_name("result"), bound=False)
    return builder.add(Function(number))


def _structure(builder: Builder, node: Node) -> int:
    from lineai_local.languages.go.declarations import declare_structure

    definition, number = builder.define("class", "struct", builder.qualified("struct"), node)
    declare_structure(builder, definition, number, node)
    return builder.add(Function(number))


def _interface(builder: Builder, node: Node) -> int:
    from lineai_local.languages.go.declarations import declare_interface

    if not node.named_children:
        return builder.built_in("any")
    definition, number = builder.define("interface", "interface", builder.qualified("interface"), node)
    declare_interface(builder, definition, number, node)
    return builder.add(Function(number))


def parameters(builder: Builder, node: Node | None, *, bound: bool = True) -> tuple[Parameter, ...]:
    """Return the parameters in a list, and declare them where the reader stands if ``bound``."""
    found: list[Parameter] = []
    for child in () if node is None else node.named_children:
        if child.type not in ("parameter_declaration", "variadic_parameter_declaration"):
            continue
        annotation = type_of(builder, child.child_by_field_name("type"))
        if child.type.startswith("variadic"):
            annotation = builder.applied("slice", annotation)
        names = child.children_by_field_name("name")
        for name in names:
            if bound:
                builder.bind(name, annotation=annotation)
            found.append(Parameter(builder.text(name), annotation))
        if not names:
            found.append(Parameter("", annotation))
    return tuple(found)


def results(builder: Builder, node: Node | None, *, bound: bool = True) -> int:
    """Return the type of a function's result, a tuple if there are several; declare those with names."""
    if node is None:
        return NONE
    if node.type != "parameter_list":
        return type_of(builder, node)
    kinds = [parameter.annotation for parameter in parameters(builder, node, bound=bound)]
    if not kinds:
        return NONE
    return kinds[0] if len(kinds) == 1 else builder.applied("tuple", *kinds)


def signature(builder: Builder, parameters: Node | None, result: Node | None) -> str:
    """Return the types of parameters and results as written, without names of packages and parameters."""
    given, taken = (",".join(_written(builder, part)) for part in (parameters, result))
    return f"{given};{taken}" if taken else given


def _written(builder: Builder, node: Node | None) -> Iterator[str]:
    if node is None:
        return
    if node.type != "parameter_list":
        yield _plain(builder.text(node))
        return
    for child in node.named_children:
        kind = child.child_by_field_name("type")
        if kind is not None:
            text = _plain(builder.text(kind))
            if child.type.startswith("variadic"):
                text = f"...{text}"
            for _ in range(max(1, len(child.children_by_field_name("name")))):
                yield text


def _plain(text: str) -> str:
    return _SPACE.sub("", _QUALIFIER.sub("", text)).replace("interface{}", "any")


_TYPES: dict[str, Callable[[Builder, Node], int]] = {
    "type_identifier": Builder.name,
    "identifier": Builder.name,
    "qualified_type": _qualified,
    "generic_type": _generic,
    "slice_type": _slice,
    "array_type": _slice,
    "implicit_length_array_type": _slice,
    "map_type": _map,
    "channel_type": _channel,
    "function_type": _function,
    "struct_type": _structure,
    "interface_type": _interface,
}
