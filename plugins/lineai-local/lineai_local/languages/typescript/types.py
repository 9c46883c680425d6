"""Type annotations as written."""

from __future__ import annotations

from tree_sitter import Node

from lineai_local.facts import (
    NONE,
    Applied,
    Attribute,
    BuiltIn,
    Collection,
    Element,
    Function,
    Opaque,
    Subscript,
    Typed,
)
from lineai_local.languages.typescript.builder import Builder, TypeHandler, first
from lineai_local.languages.typescript.functions import function

_PLAIN = frozenset({"string", "number", "boolean", "symbol", "bigint"})
_EMPTY = frozenset({"undefined", "null", "void", "never"})


def _predefined(builder: Builder, node: Node) -> int:
    name = builder.text(node)
    if name in _PLAIN:
        return builder.add(BuiltIn(name))
    return builder.add(BuiltIn("undefined") if name in _EMPTY else Opaque(f"type {name}"))


def _name(builder: Builder, node: Node) -> int:
    number = builder.name(builder.text(node), node.start_byte)
    builder.type_names.append(number)
    return number


def _nested(builder: Builder, node: Node) -> int:
    parts = _parts(node)
    if len(parts) != 2:
        return builder.add(Opaque("an incomplete type"))
    inner = _nested(builder, parts[0]) if parts[0].named_child_count == 2 else builder.value(parts[0])
    return builder.add(Attribute(inner, builder.text(parts[1])))


def _generic(builder: Builder, node: Node) -> int:
    name, arguments = node.child_by_field_name("name"), node.child_by_field_name("type_arguments")
    if name is None or arguments is None:
        return builder.add(Opaque("an incomplete type"))
    base = builder.annotation(name)
    return builder.add(Applied(base, tuple(builder.annotation(each) for each in _parts(arguments))))


def _array(builder: Builder, node: Node) -> int:
    base = builder.name("Array", node.start_byte)
    return builder.add(Applied(base, (_inner(builder, node),)))


def _parts(node: Node) -> list[Node]:
    return [child for child in node.named_children if child.type != "comment"]


def _inner(builder: Builder, node: Node) -> int:
    inner = next(iter(_parts(node)), None)
    return builder.add(Opaque("no type")) if inner is None else builder.annotation(inner)


def _tuple(builder: Builder, node: Node) -> int:
    elements = []
    for part in _parts(node):
        kind = part.child_by_field_name("type") or part
        elements.append(builder.add(Typed(builder.annotation(kind))))
    return builder.add(Collection("tuple", tuple(elements)))


def _several(builder: Builder, node: Node) -> int:
    """Read a union or intersection, which leans to the left, in a loop; ``null`` parts are left out."""
    options: list[int] = []
    inner: Node | None = node
    while inner is not None and inner.type == node.type:
        parts = _parts(inner)
        inner = parts[0] if parts and parts[0].type == node.type else None
        for part in reversed(parts[1:] if inner is not None else parts):
            number = builder.annotation(part)
            expression = builder.facts.expressions[number]
            if not isinstance(expression, BuiltIn) or expression.name != "undefined":
                options.append(number)
    options = _distinct(builder, options)
    return builder.choice(options[::-1]) if options else builder.add(BuiltIn("undefined"))


def _distinct(builder: Builder, options: list[int]) -> list[int]:
    """Drop built-in types that occur again: a union of many string literals is a string."""
    kept: list[int] = []
    seen: set[BuiltIn] = set()
    for number in options:
        expression = builder.facts.expressions[number]
        if isinstance(expression, BuiltIn):
            if expression in seen:
                continue
            seen.add(expression)
        kept.append(number)
    return kept


def _literal(builder: Builder, node: Node) -> int:
    kind = node.named_children[0].type if node.named_child_count else "string"
    if kind in ("null", "undefined"):
        return builder.add(BuiltIn("undefined"))
    return builder.add(
        BuiltIn({"string": "string", "true": "boolean", "false": "boolean"}.get(kind, "number"))
    )


def _function(builder: Builder, node: Node) -> int:
    return builder.add(Function(function(builder, node, None)))


def _object(builder: Builder, node: Node) -> int:
    """Read an object type as an object whose properties have the types that are written."""
    keys, elements = [], []
    for part in _parts(node):
        name = part.child_by_field_name("name")
        if part.type == "method_signature" and name is not None:
            elements.append(_function(builder, part))
        elif part.type == "property_signature" and name is not None:
            kind = part.child_by_field_name("type")
            if kind is None:
                continue
            elements.append(builder.add(Typed(builder.annotation(kind))))
        elif part.type == "index_signature":
            kind = part.child_by_field_name("type")
            values = builder.add(Opaque("no type")) if kind is None else builder.annotation(kind)
            key = builder.add(BuiltIn("string"))
            return builder.add(Applied(builder.name("Record", part.start_byte), (key, values)))
        elif part.type == "call_signature":
            return _function(builder, part)
        else:
            continue
        text = builder.text(name)
        keys.append(text[1:-1] if name.type == "string" else text)
    return builder.add(Collection("object", tuple(elements), tuple(keys)))


def _query(builder: Builder, node: Node) -> int:
    inner = first(node)
    return builder.add(Opaque("typeof nothing")) if inner is None else builder.value(inner)


def _lookup(builder: Builder, node: Node) -> int:
    parts = _parts(node)
    if len(parts) < 2:
        return builder.add(Opaque("an incomplete type"))
    holder = builder.add(Typed(builder.annotation(parts[0])))
    key = builder.text(parts[1])
    if parts[1].type == "literal_type" and key[:1] in "\"'":
        return builder.add(Attribute(holder, key[1:-1]))
    return builder.add(Element(holder) if key == "number" else Subscript(holder))


def _conditional(builder: Builder, node: Node) -> int:
    found = []
    for field in ("consequence", "alternative"):
        part = node.child_by_field_name(field)
        if part is not None:
            found.append(builder.annotation(part))
    return builder.choice(found) if found else builder.add(Opaque("an incomplete type"))


def _module(builder: Builder, node: Node) -> int:
    return builder.value(node)


def _this(builder: Builder, node: Node) -> int:
    this = builder.context.this
    return builder.add(Opaque("type this")) if this == NONE else this


def _builtin(name: str) -> TypeHandler:
    def handler(builder: Builder, node: Node) -> int:
        return builder.add(BuiltIn(name))

    return handler


TYPES: dict[str, TypeHandler] = {
    "predefined_type": _predefined,
    "type_identifier": _name,
    "identifier": _name,
    "nested_type_identifier": _nested,
    "nested_identifier": _nested,
    "generic_type": _generic,
    "array_type": _array,
    "tuple_type": _tuple,
    "union_type": _several,
    "intersection_type": _several,
    "literal_type": _literal,
    "template_literal_type": _builtin("string"),
    "function_type": _function,
    "object_type": _object,
    "type_query": _query,
    "lookup_type": _lookup,
    "index_type_query": _builtin("string"),
    "conditional_type": _conditional,
    "call_expression": _module,
    "member_expression": _module,
    "this_type": _this,
    "this": _this,
    "type_predicate": _builtin("boolean"),
    "type_predicate_annotation": _builtin("boolean"),
    "asserts_annotation": _builtin("undefined"),
    "asserts": _builtin("undefined"),
    "type_annotation": _inner,
    "opting_type_annotation": _inner,
    "omitting_type_annotation": _inner,
    "adding_type_annotation": _inner,
    "parenthesized_type": _inner,
    "readonly_type": _inner,
    "optional_type": _inner,
    "rest_type": _inner,
    "constraint": _inner,
    "default_type": _inner,
}
