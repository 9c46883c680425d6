"""Literals: objects, arrays, and values of the built-in types."""

from __future__ import annotations

from tree_sitter import Node

from lineai_local.facts import NONE, BuiltIn, Collection, Element, Opaque
from lineai_local.languages.typescript.builder import Builder, Naming, ValueHandler, first
from lineai_local.languages.typescript.functions import function_value


def _array(builder: Builder, node: Node, naming: Naming | None) -> int:
    elements = [builder.read(child) for child in node.named_children if child.type != "comment"]
    return builder.add(Collection("list", tuple(elements)))


def _spread(builder: Builder, node: Node, naming: Naming | None) -> int:
    inner = first(node)
    return builder.add(Element(builder.read(inner))) if inner is not None else builder.add(Opaque("nothing"))


def _object(builder: Builder, node: Node, naming: Naming | None) -> int:
    """Read an object literal; inside its methods ``this`` is the literal itself."""
    number = builder.add(Opaque("an object literal"))
    keys: list[str] = []
    elements: list[int] = []
    for child in node.named_children:
        name, value, own = _property(child)
        key = property_name(builder, name) if name is not None else ""
        if name is not None and name.type == "computed_property_name":
            builder.visit(name)
        inner = None
        if key:
            prefix = naming.qualified if naming is not None else builder.qualified("").rstrip(".")
            assert name is not None
            inner = Naming(key, f"{prefix}.{key}" if prefix else key, name.start_point[0] + 1)
        if child.type == "shorthand_property_identifier":
            key = builder.text(child)
            element = builder.name(key, child.start_byte)
            builder.site("reference", element, child)
        elif child.type == "spread_element":
            key, element = "...", builder.value(child.named_children[0]) if child.named_children else NONE
        elif value is None:
            continue
        elif own:
            element = function_value(builder, value, inner, this=number)
        else:
            element = builder.read(value, inner)
        if element != NONE:
            keys.append(key)
            elements.append(element)
    builder.facts.expressions[number] = Collection("object", tuple(elements), tuple(keys))
    return number


def _property(node: Node) -> tuple[Node | None, Node | None, bool]:
    """Return the name and the value of an object literal's part, and whether it is a method of it."""
    if node.type == "method_definition":
        return node.child_by_field_name("name"), node, True
    if node.type == "pair":
        value = node.child_by_field_name("value")
        own = value is not None and value.type in ("function_expression", "generator_function")
        return node.child_by_field_name("key"), value, own
    return None, None, False


def property_name(builder: Builder, node: Node) -> str:
    """Return the plain name of a property, or an empty string if it is computed."""
    if node.type == "string":
        return builder.text(node)[1:-1]
    if node.type == "computed_property_name":
        inner = first(node)
        return builder.text(inner)[1:-1] if inner is not None and inner.type == "string" else ""
    return builder.text(node)


def _literal(name: str) -> ValueHandler:
    def handler(builder: Builder, node: Node, naming: Naming | None) -> int:
        return builder.add(BuiltIn(name))

    return handler


LITERALS: dict[str, ValueHandler] = {
    "array": _array,
    "spread_element": _spread,
    "object": _object,
    "string": _literal("string"),
    "number": _literal("number"),
    "true": _literal("boolean"),
    "false": _literal("boolean"),
    "null": _literal("null"),
    "undefined": _literal("undefined"),
    "regex": _literal("RegExp"),
}
