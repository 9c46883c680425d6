"""Expressions: what a value is made of, and the calls and references inside it."""

from __future__ import annotations

from collections.abc import Callable

from tree_sitter import Node

from lineai_local.facts import (
    NONE,
    Applied,
    Attribute,
    Call,
    Choice,
    Name,
    New,
    Subscript,
    Super,
    This,
    Typed,
)
from lineai_local.languages.java.annotations import any_of, array_of, type_expression
from lineai_local.languages.java.builder import COMMENTS, method_key
from lineai_local.languages.java.classes import declare_anonymous
from lineai_local.languages.java.lambdas import declare_lambda
from lineai_local.languages.java.operators import LITERALS, NUMBERS, Operands, number_type
from lineai_local.languages.java.patterns import bind_instance_of
from lineai_local.languages.treesitter import MAX_DEPTH, TOO_DEEP
from lineai_local.languages.typed.builder import Builder, Pending

Visitor = Callable[[Builder, Node, int], int]

_CHAINED = frozenset({"method_invocation", "field_access", "array_access"})
_RECEIVERS = {"method_invocation": "object", "field_access": "object", "array_access": "array"}


def value(builder: Builder, node: Node, scope: int) -> int:
    """Return the index of the value of an expression; its calls and references become sites.

    Below ``MAX_DEPTH`` levels the value is not followed: its sites are found by a later visit.
    """
    kind = node.type
    if kind == "identifier":
        return builder.add(Name(builder.text(node), scope, 0, node.start_byte))
    if kind in LITERALS:
        return builder.built_in(LITERALS[kind])
    if kind in NUMBERS:
        return builder.built_in(number_type(kind, builder.text(node)))
    if builder.depth >= MAX_DEPTH:
        builder.skipped(node)
        builder.pending.append(Pending(node, scope))
        return builder.shared(TOO_DEEP)
    builder.depth += 1
    index = _VISITORS.get(kind, _other)(builder, node, scope)
    builder.depth -= 1
    return index


def arguments(builder: Builder, node: Node | None, scope: int) -> tuple[int, ...]:
    """Return the indexes of the values in an argument list."""
    if node is None:
        return ()
    return tuple(value(builder, child, scope) for child in node.named_children if child.type not in COMMENTS)


def _chain(builder: Builder, node: Node, scope: int) -> int:
    """Walk ``a.b().c[0].d()`` from the inside out, in a loop."""
    links: list[Node] = []
    receiver: Node | None = node
    while receiver is not None and receiver.type in _CHAINED:
        links.append(receiver)
        receiver = receiver.child_by_field_name(_RECEIVERS[receiver.type])
    index = NONE if receiver is None else value(builder, receiver, scope)
    while links:
        index = _LINKS[links[-1].type](builder, links.pop(), index, scope)
    return index


def _invocation(builder: Builder, node: Node, receiver: int, scope: int) -> int:
    name = node.child_by_field_name("name")
    if name is None:
        return builder.opaque("a call without a name")
    called = builder.text(name)
    if receiver == NONE:
        function = builder.add(Name(called, scope, 0, name.start_byte))
    else:
        if node.named_child_count > 3 and any(child.type == "super" for child in node.named_children[1:]):
            receiver = _qualified_super(builder, receiver, scope)
        function = builder.add(Attribute(receiver, called))
    passed = arguments(builder, node.child_by_field_name("arguments"), scope)
    return builder.site("call", builder.add(Call(function, passed)), scope, name)


def _qualified_super(builder: Builder, qualifier: int, scope: int) -> int:
    """Return ``Outer.super``, or ``Interface.super``, which is simply an instance of the interface."""
    expression = builder.expressions[qualifier]
    definitions = builder.facts.definitions
    around = builder.facts.scopes[scope].definition
    while around != NONE:
        if isinstance(expression, Name) and definitions[around].name == expression.id:
            return builder.add(Super(definitions[around].scope))
        around = definitions[around].parent
    return builder.add(Typed(qualifier))


def _field(builder: Builder, node: Node, receiver: int, scope: int) -> int:
    name = node.child_by_field_name("field")
    if name is None:
        return builder.opaque("a field without a name")
    if name.type == "this":
        return builder.add(Typed(receiver))
    return builder.add(Attribute(receiver, builder.text(name)))


def _item(builder: Builder, node: Node, receiver: int, scope: int) -> int:
    key = node.child_by_field_name("index")
    return builder.add(Subscript(receiver, NONE if key is None else value(builder, key, scope)))


def _creation(builder: Builder, node: Node, scope: int) -> int:
    created = node.child_by_field_name("type")
    if created is None:
        return _other(builder, node, scope)
    body = None
    for child in node.named_children:
        if child.type == "class_body":
            body = child
        elif child.start_byte < created.start_byte and not child.type.endswith("annotation"):
            value(builder, child, scope)
    annotation = type_expression(builder, created, scope)
    passed = arguments(builder, node.child_by_field_name("arguments"), scope)
    new = builder.site("call", builder.add(New(annotation, passed)), scope, node)
    if body is None:
        return new
    declare_anonymous(builder, body, annotation, scope)
    return builder.add(Typed(annotation))


def _method_reference(builder: Builder, node: Node, scope: int) -> int:
    parts = [child for child in node.children if child.type not in COMMENTS]
    name = parts[-1]
    qualifier = parts[0]
    if name.type not in ("identifier", "new"):
        return builder.opaque("an incomplete reference")
    if qualifier.type in ("generic_type", "scoped_type_identifier", "type_identifier", "array_type"):
        receiver = type_expression(builder, qualifier, scope)
    else:
        receiver = value(builder, qualifier, scope)
    return builder.site(
        "reference", builder.add(Attribute(receiver, method_key(builder.text(name)))), scope, name
    )


def _class_literal(builder: Builder, node: Node, scope: int) -> int:
    named = node.named_children[0]
    index = type_expression(builder, named, scope)
    if named.type in ("type_identifier", "scoped_type_identifier"):
        builder.site("reference", index, scope, node)
    return builder.add(Typed(builder.add(Applied(builder.built_in("Class"), (index,)))))


def _cast(builder: Builder, node: Node, scope: int) -> int:
    annotation = any_of(builder, node.children_by_field_name("type"), scope)
    operand = node.child_by_field_name("value")
    if operand is not None:
        value(builder, operand, scope)
    return builder.add(Typed(annotation))


def _instance_of(builder: Builder, node: Node, scope: int) -> int:
    tested = node.child_by_field_name("left")
    if tested is not None:
        value(builder, tested, scope)
    bind_instance_of(builder, node, scope)
    return builder.built_in("boolean")


def _binary(builder: Builder, node: Node, scope: int) -> int:
    """Walk ``a + b + c`` from the left, in a loop."""
    links: list[Node] = []
    left: Node | None = node
    while left is not None and left.type == "binary_expression":
        links.append(left)
        left = left.child_by_field_name("left")
    operands = Operands(builder, NONE if left is None else value(builder, left, scope))
    for link in reversed(links):
        operator = link.child_by_field_name("operator")
        right = link.child_by_field_name("right")
        kind = "" if operator is None else operator.type
        if kind in ("&&", "||"):
            builder.branch(scope)
        operands.combine(kind, NONE if right is None else value(builder, right, scope))
    return operands.result()


def _unary(builder: Builder, node: Node, scope: int) -> int:
    operator = node.child_by_field_name("operator")
    operand = node.child_by_field_name("operand")
    index = builder.opaque("no operand") if operand is None else value(builder, operand, scope)
    return builder.built_in("boolean") if operator is not None and operator.type == "!" else index


def _update(builder: Builder, node: Node, scope: int) -> int:
    values = arguments(builder, node, scope)
    return values[0] if values else builder.opaque("no operand")


def _assignment(builder: Builder, node: Node, scope: int) -> int:
    left = node.child_by_field_name("left")
    right = node.child_by_field_name("right")
    index = builder.opaque("no operand") if left is None else value(builder, left, scope)
    if right is not None:
        value(builder, right, scope)
    return index


def _ternary(builder: Builder, node: Node, scope: int) -> int:
    builder.branch(scope)
    parts = arguments(builder, node, scope)
    return builder.add(Choice(parts[1:3])) if len(parts) >= 3 else builder.opaque("an incomplete choice")


def _parenthesized(builder: Builder, node: Node, scope: int) -> int:
    while node.type == "parenthesized_expression":
        inner = [child for child in node.named_children if child.type not in COMMENTS]
        if not inner:
            return builder.opaque("empty parentheses")
        node = inner[0]
    return value(builder, node, scope)


def _array_creation(builder: Builder, node: Node, scope: int) -> int:
    element = node.child_by_field_name("type")
    index = builder.opaque("an array") if element is None else type_expression(builder, element, scope)
    for child in node.named_children:
        if child.type == "dimensions_expr":
            arguments(builder, child, scope)
            index = array_of(builder, index, child)
        elif child.type == "dimensions":
            index = array_of(builder, index, child)
        elif child.type == "array_initializer":
            value(builder, child, scope)
    return builder.add(Typed(index))


def _switch(builder: Builder, node: Node, scope: int) -> int:
    builder.pending.append(Pending(node, scope))
    return builder.switch_value(node)


def _this(builder: Builder, node: Node, scope: int) -> int:
    return builder.add(This(scope))


def _super(builder: Builder, node: Node, scope: int) -> int:
    return builder.add(Super(scope))


def _other(builder: Builder, node: Node, scope: int) -> int:
    arguments(builder, node, scope)
    return builder.opaque(node.type.replace("_", " "))


_LINKS: dict[str, Callable[[Builder, Node, int, int], int]] = {
    "method_invocation": _invocation,
    "field_access": _field,
    "array_access": _item,
}

_VISITORS: dict[str, Visitor] = {
    "method_invocation": _chain,
    "field_access": _chain,
    "array_access": _chain,
    "object_creation_expression": _creation,
    "method_reference": _method_reference,
    "lambda_expression": declare_lambda,
    "class_literal": _class_literal,
    "cast_expression": _cast,
    "instanceof_expression": _instance_of,
    "binary_expression": _binary,
    "unary_expression": _unary,
    "update_expression": _update,
    "assignment_expression": _assignment,
    "ternary_expression": _ternary,
    "parenthesized_expression": _parenthesized,
    "array_creation_expression": _array_creation,
    "switch_expression": _switch,
    "this": _this,
    "super": _super,
}
