"""Assignments, and what they say about names, fields and exports."""

from __future__ import annotations

from tree_sitter import Node

from lineai_local.facts import NONE, BuiltIn, Function, This
from lineai_local.languages.typescript.builder import Assignment, Builder, Naming, ValueHandler
from lineai_local.languages.typescript.imports import common_export_name, export_common
from lineai_local.languages.typescript.patterns import NAMES, targets

_LOGICAL = frozenset({"&&=", "||=", "??="})


def _assignment(builder: Builder, node: Node, naming: Naming | None) -> int:
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    if left is None or right is None:
        return builder.add(BuiltIn("undefined"))
    if left.type == "parenthesized_expression" and left.named_child_count:
        left = left.named_children[0]
    exported = common_export_name(builder, left) if left.type == "member_expression" else None
    naming = _naming(builder, left, exported)
    handed_on = exported is not None and right.type == "identifier"
    number = builder.value(right) if handed_on else builder.read(right, naming)
    if exported is not None:
        export_common(builder, exported, number)
    assign(builder, left, number, node.end_byte)
    return number


def _augmented(builder: Builder, node: Node, naming: Naming | None) -> int:
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    operator = node.child_by_field_name("operator")
    if left is None or right is None:
        return builder.add(BuiltIn("undefined"))
    if operator is not None and operator.type in _LOGICAL:
        builder.branch()
        number = builder.read(right, _naming(builder, left, None))
        assign(builder, left, number, node.end_byte)
        return number
    builder.visit(left)
    builder.visit(right)
    return builder.add(BuiltIn("number"))


def _naming(builder: Builder, left: Node, exported: str | None) -> Naming | None:
    """Return the name that a function gets by being assigned to ``left``."""
    text = builder.text(left)
    line = left.start_point[0] + 1
    if left.type == "identifier":
        if builder.context.owner != 0:
            return None
        return Naming(text, builder.qualified(text), line)
    if left.type != "member_expression" or "\n" in text or "(" in text:
        return None
    name = text.rpartition(".")[2].strip()
    if exported is not None:
        return Naming(exported or "exports", builder.qualified(exported or "exports"), line)
    if text == f"this.{name}" and builder.context.owner_class != NONE:
        owner = builder.facts.definitions[builder.context.owner_class]
        return Naming(name, f"{owner.qualified}.{name}", line, "method")
    return Naming(name, builder.qualified(text.replace("?.", ".").removeprefix("this.")), line)


def assign(builder: Builder, pattern: Node, value: int, at: int) -> None:
    """Record that ``value`` is assigned to ``pattern``: a name, a member, or a pattern of them."""
    for node, part in targets(builder, pattern, value):
        if node.type in NAMES:
            builder.assignments.append(Assignment(builder.text(node), "", builder.context, at, part))
        elif node.type == "member_expression":
            _assign_member(builder, node, part, at)
        else:
            builder.visit(node)


def _assign_member(builder: Builder, node: Node, value: int, at: int) -> None:
    holder, name = node.child_by_field_name("object"), node.child_by_field_name("property")
    if holder is None or name is None:
        return
    text = builder.text(name)
    context = builder.context
    if holder.type == "this" and context.this != NONE:
        this = builder.facts.expressions[context.this]
        if isinstance(this, This | Function) and context.owner_class != NONE:
            builder.member(context.owner_class, text, value=value, static=isinstance(this, Function))
        return
    if holder.type == "identifier":
        builder.assignments.append(Assignment(builder.text(holder), text, context, at, value))
        return
    builder.visit(holder)


ASSIGNMENTS: dict[str, ValueHandler] = {
    "assignment_expression": _assignment,
    "augmented_assignment_expression": _augmented,
}
