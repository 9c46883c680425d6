"""Values as written: names, functions, casts, and the table of all kinds of expression."""

from __future__ import annotations

from tree_sitter import Node

from lineai_local.facts import NONE, Attribute, Await, Element, Opaque, Super, Typed
from lineai_local.languages.typescript.assignments import ASSIGNMENTS
from lineai_local.languages.typescript.builder import Builder, Naming, ValueHandler, first
from lineai_local.languages.typescript.calls import CALLS
from lineai_local.languages.typescript.classes import class_expression
from lineai_local.languages.typescript.functions import function_value
from lineai_local.languages.typescript.jsx import JSX
from lineai_local.languages.typescript.literals import LITERALS
from lineai_local.languages.typescript.operators import OPERATORS


def _identifier(builder: Builder, node: Node, naming: Naming | None) -> int:
    return builder.name(builder.text(node), node.start_byte)


def _this(builder: Builder, node: Node, naming: Naming | None) -> int:
    this = builder.context.this
    return builder.add(Opaque("'this' of a plain function")) if this == NONE else this


def _super(builder: Builder, node: Node, naming: Naming | None) -> int:
    return builder.add(Super(builder.context.scope))


def _inner(builder: Builder, node: Node, naming: Naming | None) -> int:
    inner = first(node)
    return builder.value(inner, naming) if inner is not None else builder.add(Opaque("nothing"))


def _as(builder: Builder, node: Node, naming: Naming | None) -> int:
    """Read a cast: a type that says something counts; ``as const`` and ``as any`` change nothing."""
    parts = [child for child in node.named_children if child.type != "comment"]
    if node.type == "type_assertion":
        parts.reverse()
    inner = builder.read(parts[0], naming) if parts else builder.add(Opaque("nothing"))
    if len(parts) < 2 or parts[1].type == "predefined_type":
        return inner
    kind = first(parts[1]) if parts[1].type == "type_arguments" else parts[1]
    return inner if kind is None else builder.add(Typed(builder.annotation(kind)))


def _await(builder: Builder, node: Node, naming: Naming | None) -> int:
    return builder.add(Await(_inner(builder, node, None)))


def _yield(builder: Builder, node: Node, naming: Naming | None) -> int:
    inner = first(node)
    if inner is not None:
        value = builder.read(inner)
        if any(child.type == "*" for child in node.children):
            value = builder.add(Element(value))
        builder.results.setdefault(builder.context.definition, []).append(value)
    return builder.add(Opaque("what a generator is sent"))


def _nested(builder: Builder, node: Node, naming: Naming | None) -> int:
    """Read ``A.B`` as it stands in JSX tags and namespaces."""
    parts = node.named_children
    if len(parts) != 2:
        return builder.add(Opaque("nothing"))
    return builder.add(Attribute(builder.value(parts[0]), builder.text(parts[1])))


VALUES: dict[str, ValueHandler] = {
    **ASSIGNMENTS,
    **CALLS,
    **JSX,
    **LITERALS,
    **OPERATORS,
    "identifier": _identifier,
    "shorthand_property_identifier": _identifier,
    "nested_identifier": _nested,
    "arrow_function": function_value,
    "function_expression": function_value,
    "generator_function": function_value,
    "method_definition": function_value,
    "class": class_expression,
    "this": _this,
    "super": _super,
    "parenthesized_expression": _inner,
    "satisfies_expression": _inner,
    "instantiation_expression": _inner,
    "as_expression": _as,
    "type_assertion": _as,
    "await_expression": _await,
    "yield_expression": _yield,
}
