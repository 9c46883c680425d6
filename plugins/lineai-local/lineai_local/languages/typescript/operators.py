"""Operators, conditions and template strings."""

from __future__ import annotations

from tree_sitter import Node

from lineai_local.facts import NONE, BuiltIn, Opaque
from lineai_local.languages.typescript.builder import Builder, Naming, ValueHandler
from lineai_local.languages.typescript.narrowing import narrowed

_LOGICAL = frozenset({"&&", "||", "??"})
_BOOLEAN = frozenset({"==", "===", "!=", "!==", "<", ">", "<=", ">=", "in", "instanceof"})
_UNARY = {"!": "boolean", "delete": "boolean", "typeof": "string", "void": "undefined"}


def _ternary(builder: Builder, node: Node, naming: Naming | None) -> int:
    builder.branch()
    naming = _shared(builder, naming)
    condition = node.child_by_field_name("condition")
    if condition is not None:
        builder.visit(condition)
    options = []
    for name, positive in (("consequence", True), ("alternative", False)):
        option = node.child_by_field_name(name)
        if option is not None:
            with narrowed(builder, condition, positive=positive, at=option.start_byte):
                options.append(builder.read(option, naming))
    return builder.choice(options) if options else builder.add(Opaque("nothing"))


def _shared(builder: Builder, naming: Naming | None) -> Naming | None:
    """Return the name for a function that is one of several values of a variable.

    At module level the name is all it has; inside a function it belongs to that function.
    """
    return naming if builder.context.owner == 0 else None


def _binary(builder: Builder, node: Node, naming: Naming | None) -> int:
    """Read ``a + b + c …`` from the left in a loop, for such chains can be very long."""
    links = []
    inner: Node | None = node
    while inner is not None and inner.type == "binary_expression":
        links.append(inner)
        inner = inner.child_by_field_name("left")
    number = NONE
    while links:
        link = links.pop()
        number = _combined(builder, link, inner, number, None if links else _shared(builder, naming))
        inner = None
    return number


def _combined(builder: Builder, node: Node, left: Node | None, known: int, naming: Naming | None) -> int:
    """Return the value of a binary operation: its left operand is ``left``, or was read as ``known``."""
    operator = node.child_by_field_name("operator")
    right = node.child_by_field_name("right")
    sign = operator.type if operator is not None else ""
    if sign in _LOGICAL:
        builder.branch()
        if left is not None:
            known = builder.read(left, naming) if sign != "&&" else builder.value(left)
        if right is None:
            return known
        if sign == "&&":
            with narrowed(builder, node.child_by_field_name("left"), positive=True, at=right.start_byte):
                return builder.read(right, naming)
        return builder.choice([known, builder.read(right, naming)])
    if left is not None:
        builder.visit(left)
    if right is not None:
        builder.visit(right)
    if sign in _BOOLEAN:
        return builder.add(BuiltIn("boolean"))
    return builder.add(BuiltIn("string" if sign == "+" else "number"))


def _unary(builder: Builder, node: Node, naming: Naming | None) -> int:
    for child in node.named_children:
        builder.visit(child)
    operator = node.child_by_field_name("operator")
    return builder.add(BuiltIn(_UNARY.get(operator.type if operator is not None else "", "number")))


def _template(builder: Builder, node: Node, naming: Naming | None) -> int:
    for child in node.named_children:
        if child.type == "template_substitution":
            for part in child.named_children:
                builder.visit(part)
    return builder.add(BuiltIn("string"))


def _sequence(builder: Builder, node: Node, naming: Naming | None) -> int:
    parts = node.named_children
    for part in parts[:-1]:
        builder.visit(part)
    return builder.value(parts[-1], naming) if parts else builder.add(Opaque("nothing"))


OPERATORS: dict[str, ValueHandler] = {
    "ternary_expression": _ternary,
    "binary_expression": _binary,
    "unary_expression": _unary,
    "update_expression": _unary,
    "template_string": _template,
    "sequence_expression": _sequence,
}
