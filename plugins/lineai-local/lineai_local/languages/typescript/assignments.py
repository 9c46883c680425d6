"""Assignments, and what they say about names, fields and exports."""

from __future__ import annotations

from tree_sitter import Node

from lineai_local.facts import NONE, BuiltIn, Function, Name, New, This
from lineai_local.languages.typescript.builder import Assignment, Builder, Naming, ValueHandler
from lineai_local.languages.typescript.functions import FUNCTIONS, constructed, function_value
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
    if right.type in FUNCTIONS and right.type != "arrow_function":
        number = function_value(builder, right, naming, this=_receiver(builder, left))
    elif exported is not None and right.type == "identifier":
        number = builder.value(right)
    else:
        number = builder.read(right, naming)
    if exported is not None:
        export_common(builder, exported, number)
    assign(builder, left, number, node.end_byte)
    return number


def _receiver(builder: Builder, left: Node) -> int:
    """Return what ``this`` means in a function assigned to ``left``: ``a`` for ``a.b``.

    For ``A.prototype.b`` it is an object that ``A`` constructs.
    """
    holder = left.child_by_field_name("object") if left.type == "member_expression" else None
    if holder is None:
        return NONE
    if holder.type == "this":
        return builder.context.this
    if holder.type == "identifier":
        return builder.name(builder.text(holder), left.start_byte)
    constructor = _prototype_owner(builder, holder)
    return NONE if constructor is None else constructed(builder, constructor, left.start_byte)


def _prototype_owner(builder: Builder, node: Node) -> str | None:
    """Return ``A`` if the node is ``A.prototype``."""
    owner, dot, last = builder.text(node).rpartition(".")
    return owner if dot and last == "prototype" and owner.isidentifier() else None


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
    parts = [part.strip().removesuffix("?") for part in text.removeprefix("this.").split(".")]
    path = ".".join(part for part in parts if part != "prototype")
    return Naming(name, builder.qualified(path), line)


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
    if holder.type == "this":
        this = builder.facts.expressions[context.this] if context.this != NONE else None
        if isinstance(this, This | Function) and context.owner_class != NONE:
            builder.member(context.owner_class, text, value=value, static=isinstance(this, Function))
        elif isinstance(this, New):
            constructor = builder.facts.expressions[this.annotation]
            if isinstance(constructor, Name):
                builder.assignments.append(
                    Assignment(constructor.id, text, context, at, value, instance=True)
                )
        return
    owner = _prototype_owner(builder, holder)
    if owner is not None:
        builder.assignments.append(Assignment(owner, text, context, at, value, instance=True))
    elif holder.type == "identifier":
        builder.assignments.append(Assignment(builder.text(holder), text, context, at, value))
    else:
        builder.visit(holder)


ASSIGNMENTS: dict[str, ValueHandler] = {
    "assignment_expression": _assignment,
    "augmented_assignment_expression": _augmented,
}
