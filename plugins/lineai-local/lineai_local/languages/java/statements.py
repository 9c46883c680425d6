"""Statements: local variables, control flow, and what is counted of it."""

from __future__ import annotations

from tree_sitter import Node

from lineai_local.facts import NONE, Attribute, Call, Element, Super, This, Typed
from lineai_local.languages.java.annotations import any_of, array_of, type_expression
from lineai_local.languages.java.builder import COMMENTS
from lineai_local.languages.java.expressions import arguments, value
from lineai_local.languages.java.patterns import bind_pattern
from lineai_local.languages.typed.builder import Builder, Pending


def visit_children(builder: Builder, node: Node, scope: int) -> None:
    """Leave all children for a visit in the same scope."""
    builder.pending.extend(Pending(child, scope) for child in node.named_children)


def visit_block(builder: Builder, node: Node, scope: int) -> None:
    """Leave all children for a visit in a scope of their own."""
    visit_children(builder, node, builder.scope("block", scope))


def visit_simple(builder: Builder, node: Node, scope: int) -> None:
    """Count a statement, and visit the expressions and statements in it."""
    builder.statement(scope)
    visit_children(builder, node, scope)


def visit_expression(builder: Builder, node: Node, scope: int) -> None:
    """Count an expression statement and visit its expression at once."""
    builder.statement(scope)
    arguments(builder, node, scope)


def visit_condition(builder: Builder, node: Node, scope: int) -> None:
    """Visit ``if``, ``while`` or ``do``."""
    builder.branch(scope)
    visit_simple(builder, node, scope)


def visit_scoped(builder: Builder, node: Node, scope: int) -> None:
    """Count a statement whose parts share a scope of their own, and visit them."""
    visit_simple(builder, node, builder.scope("block", scope))


def visit_for(builder: Builder, node: Node, scope: int) -> None:
    """Visit a counting loop, whose variables are its own."""
    visit_condition(builder, node, builder.scope("block", scope))


def visit_for_each(builder: Builder, node: Node, scope: int) -> None:
    """Visit ``for (T x : values)``, which calls ``values.iterator()``."""
    builder.branch(scope)
    builder.statement(scope)
    inner = builder.scope("block", scope)
    type_node, name, values, body = map(node.child_by_field_name, ("type", "name", "value", "body"))
    if values is not None and type_node is not None and name is not None:
        iterated = value(builder, values, scope)
        elements = builder.add(Element(iterated))
        _implicit_call(builder, iterated, "iterator", scope, values)
        annotation = type_expression(builder, type_node, scope)
        builder.bind(inner, name, value=elements, annotation=annotation)
    if body is not None:
        builder.pending.append(Pending(body, inner))


def visit_variables(builder: Builder, node: Node, scope: int) -> None:
    """Bind local variables."""
    builder.statement(scope)
    type_node = node.child_by_field_name("type")
    whole = NONE if type_node is None else type_expression(builder, type_node, scope)
    for declarator in node.children_by_field_name("declarator"):
        name = declarator.child_by_field_name("name")
        initial = declarator.child_by_field_name("value")
        first = NONE if initial is None else value(builder, initial, scope)
        dimensions = declarator.child_by_field_name("dimensions")
        annotation = whole if dimensions is None or whole == NONE else array_of(builder, whole, dimensions)
        if name is not None:
            builder.bind(scope, name, value=first, annotation=annotation)


def visit_resource(builder: Builder, node: Node, scope: int) -> None:
    """Bind a resource of ``try (T x = value)``, or visit one that is only named; it is closed in the end."""
    type_node, name, initial = map(node.child_by_field_name, ("type", "name", "value"))
    if type_node is None or name is None or initial is None:
        for index in arguments(builder, node, scope):
            _implicit_call(builder, index, "close", scope, node)
        return
    annotation = type_expression(builder, type_node, scope)
    opened = value(builder, initial, scope)
    builder.bind(scope, name, value=opened, annotation=annotation)
    resource = opened if annotation == NONE else builder.add(Typed(annotation))
    _implicit_call(builder, resource, "close", scope, name)


def visit_catch(builder: Builder, node: Node, scope: int) -> None:
    """Bind the exception of a catch clause and visit its block."""
    builder.branch(scope)
    inner = builder.scope("block", scope)
    for child in node.named_children:
        if child.type != "catch_formal_parameter":
            builder.pending.append(Pending(child, inner))
            continue
        name = child.child_by_field_name("name")
        types = next((part for part in child.named_children if part.type == "catch_type"), None)
        if name is not None and types is not None:
            builder.bind(inner, name, annotation=any_of(builder, types.named_children, scope))


def visit_return(builder: Builder, node: Node, scope: int) -> None:
    """Record what a method or lambda returns."""
    builder.statement(scope)
    for index in arguments(builder, node, scope):
        builder.returned(scope, index)


def visit_yield(builder: Builder, node: Node, scope: int) -> None:
    """Record what a switch gives."""
    builder.statement(scope)
    for index in arguments(builder, node, scope):
        builder.yielded(scope, index)


def visit_switch(builder: Builder, node: Node, scope: int) -> None:
    """Visit a switch, as a statement or as what is left of one used as a value."""
    condition, body = map(node.child_by_field_name, ("condition", "body"))
    if condition is not None:
        value(builder, condition, scope)
    inner, is_value = builder.open_switch(node, scope)
    if not is_value:
        builder.statement(scope)
    for group in body.named_children if body else ():
        for child in group.named_children:
            if child.type == "switch_label":
                _label(builder, child, inner)
            elif child.type == "expression_statement" and group.type == "switch_rule":
                builder.statement(inner)
                for index in arguments(builder, child, inner):
                    builder.yielded(inner, index)
            else:
                builder.pending.append(Pending(child, inner))


def visit_constructor_call(builder: Builder, node: Node, scope: int) -> None:
    """Record ``this(…)`` or ``super(…)``."""
    builder.statement(scope)
    named = node.child_by_field_name("constructor")
    around = node.child_by_field_name("object")
    if around is not None:
        value(builder, around, scope)
    if named is not None:
        target = builder.add(This(scope) if named.type == "this" else Super(scope))
        passed = arguments(builder, node.child_by_field_name("arguments"), scope)
        builder.site("call", builder.add(Call(target, passed)), scope, named)


def _implicit_call(builder: Builder, receiver: int, method: str, scope: int, node: Node) -> None:
    """Record a call that a statement makes without writing it."""
    function = builder.add(Attribute(receiver, method))
    builder.site("call", builder.add(Call(function)), scope, node)


def _label(builder: Builder, label: Node, scope: int) -> None:
    parts = [part for part in label.named_children if part.type not in COMMENTS]
    if parts and builder.text(parts[-1]) != "default":
        builder.branch(scope)
    for part in parts:
        if part.type == "pattern":
            bind_pattern(builder, part, NONE, scope)
        elif part.type == "guard":
            arguments(builder, part, scope)
