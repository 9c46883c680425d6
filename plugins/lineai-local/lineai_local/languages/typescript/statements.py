"""Statements: control flow, variables, and the scopes and flow blocks they open."""

from __future__ import annotations

from dataclasses import replace

from tree_sitter import Node

from lineai_local.facts import NONE, Await, BuiltIn, Definition, Element, Function, Opaque, Typed
from lineai_local.languages.typescript.assignments import assign
from lineai_local.languages.typescript.builder import Builder, Naming, StatementHandler, first
from lineai_local.languages.typescript.functions import add_result, function, signature
from lineai_local.languages.typescript.imports import bind_required
from lineai_local.languages.typescript.narrowing import bind_narrowed, facts_of, narrowed
from lineai_local.languages.typescript.patterns import bind_pattern

_DECLARATIONS = frozenset(
    {"lexical_declaration", "class_declaration", "function_declaration", "generator_function_declaration",
     "abstract_class_declaration", "interface_declaration", "type_alias_declaration", "enum_declaration",
     "function_signature"}
)  # fmt: skip
_LEAVING = frozenset({"return_statement", "throw_statement", "continue_statement", "break_statement"})


def _count(builder: Builder) -> Definition:
    """Count a statement and return the named definition it belongs to."""
    owner = builder.facts.definitions[builder.context.owner]
    owner.statements += 1
    return owner


def _block(builder: Builder, node: Node) -> None:
    children = node.named_children
    before = builder.context
    if any(child.type in _DECLARATIONS for child in children) and not _is_body(node):
        builder.context = replace(before, scope=builder.open_scope("block", before.definition))
    for child in children:
        builder.statement(child)
    builder.context = before


def _is_body(node: Node) -> bool:
    """Return whether a block is the body of a function, whose scope is open already."""
    parent = node.parent
    return parent is not None and parent.child_by_field_name("parameters") is not None


def _children(builder: Builder, node: Node) -> None:
    for child in node.named_children:
        builder.statement(child)


def _simple(builder: Builder, node: Node) -> None:
    _count(builder)
    _children(builder, node)


def _return(builder: Builder, node: Node) -> None:
    _count(builder)
    for child in node.named_children:
        if child.type == "comment":
            continue
        value = builder.read(child)
        definition = builder.context.definition
        if "generator" not in builder.facts.definitions[definition].modifiers:
            add_result(builder, definition, value)


def _if(builder: Builder, node: Node) -> None:
    """Read ``if … else if … else`` in a loop, for such chains can be very long."""
    before = builder.context
    current: Node | None = node
    while current is not None:
        _count(builder)
        builder.branch()
        condition = current.child_by_field_name("condition")
        consequence = current.child_by_field_name("consequence")
        alternative = current.child_by_field_name("alternative")
        if condition is not None:
            builder.visit(condition)
        if consequence is not None:
            with narrowed(builder, condition, positive=True, at=consequence.start_byte):
                builder.block(consequence)
            if alternative is None and _leaves(consequence):
                known = facts_of(builder, condition, positive=False)
                bind_narrowed(builder, known, current.end_byte)
        following = first(alternative) if alternative is not None else None
        current = following if following is not None and following.type == "if_statement" else None
        if current is not None:
            builder.context = replace(builder.context, block=builder.open_block())
        elif following is not None:
            with narrowed(builder, condition, positive=False, at=following.start_byte):
                builder.block(following)
    builder.context = before


def _leaves(node: Node) -> bool:
    """Return whether control never passes the end of the statement."""
    if node.type in _LEAVING:
        return True
    return node.type == "statement_block" and any(child.type in _LEAVING for child in node.named_children)


def _loop(builder: Builder, node: Node) -> None:
    _count(builder)
    builder.branch()
    before = builder.context
    builder.context = replace(before, scope=builder.open_scope("block", before.definition))
    body = node.child_by_field_name("body")
    for child in node.named_children:
        if child == body:
            continue
        if child.type in ("lexical_declaration", "variable_declaration"):
            builder.statement(child)
        else:
            builder.visit(child)
    if body is not None:
        builder.block(body)
    builder.context = before


def _for_in(builder: Builder, node: Node) -> None:
    _count(builder)
    builder.branch()
    before = builder.context
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    operator = node.child_by_field_name("operator")
    value = builder.add(Opaque("nothing")) if right is None else builder.value(right)
    if operator is not None and operator.type == "in":
        value = builder.add(BuiltIn("string"))
    else:
        value = builder.add(Element(value))
        if any(child.type == "await" for child in node.children):
            value = builder.add(Await(value))
    context = replace(
        before, scope=builder.open_scope("block", before.definition), block=builder.open_block()
    )
    kind = node.child_by_field_name("kind")
    scope = before.function_scope if kind is not None and kind.type == "var" else NONE
    builder.context = context
    if left is not None and kind is not None:
        bind_pattern(builder, left, value, left.end_byte, scope)
    elif left is not None:
        assign(builder, left, value, left.end_byte)
    body = node.child_by_field_name("body")
    if body is not None:
        builder.statement(body)
    builder.context = before


def _try(builder: Builder, node: Node) -> None:
    _count(builder)
    for child in node.named_children:
        if child.type == "catch_clause":
            builder.branch()
            before = builder.context
            scope = builder.open_scope("block", before.definition)
            builder.context = replace(before, scope=scope, block=builder.open_block())
            parameter, body = child.child_by_field_name("parameter"), child.child_by_field_name("body")
            if parameter is not None:
                error = builder.add(Opaque("a caught error"))
                bind_pattern(builder, parameter, error, parameter.end_byte)
            if body is not None:
                builder.statement(body)
            builder.context = before
        elif child.type == "finally_clause":
            _children(builder, child)
        else:
            builder.block(child)


def _switch(builder: Builder, node: Node) -> None:
    _count(builder)
    value, body = node.child_by_field_name("value"), node.child_by_field_name("body")
    if value is not None:
        builder.visit(value)
    before = builder.context
    context = replace(before, scope=builder.open_scope("block", before.definition))
    for case in body.named_children if body is not None else []:
        builder.context = replace(context, block=builder.open_block())
        if case.type == "switch_case":
            builder.branch()
        for child in case.named_children:
            builder.statement(child)
    builder.context = before


def _variables(builder: Builder, node: Node) -> None:
    _count(builder)
    keyword = node.children[0].type if node.child_count else ""
    scope = builder.context.function_scope if keyword == "var" else NONE
    for child in node.named_children:
        if child.type == "variable_declarator":
            _variable(builder, child, scope)
        elif child.type != "comment":
            builder.visit(child)


def _variable(builder: Builder, node: Node, scope: int) -> None:
    target, value = node.child_by_field_name("name"), node.child_by_field_name("value")
    kind = node.child_by_field_name("type")
    if target is None:
        return
    annotation = NONE if kind is None else builder.annotation(kind)
    if value is not None and bind_required(builder, target, value, scope):
        return
    if target.type != "identifier":
        number = builder.add(Opaque("nothing")) if value is None else builder.value(value)
        whole = number if annotation == NONE else builder.add(Typed(annotation))
        bind_pattern(builder, target, whole, node.end_byte, scope)
        return
    name = builder.text(target)
    number = NONE
    if value is not None:
        number = builder.read(value, Naming(name, builder.qualified(name), target.start_point[0] + 1))
        expression = builder.facts.expressions[number]
        if isinstance(expression, Function):
            number, definition = NONE, expression.definition
            builder.bind(name, node.end_byte, scope=scope, annotation=annotation, definition=definition)
            return
        if isinstance(expression, BuiltIn) and expression.name in ("null", "undefined"):
            number = NONE
    builder.bind(name, node.end_byte, scope=scope, value=number, annotation=annotation)


def _function(builder: Builder, node: Node) -> None:
    """Read a function declaration, which is bound from the start of its scope on."""
    name = node.child_by_field_name("name")
    text = builder.text(name) if name is not None else ""
    existing = builder.signature(text)
    line = (name or node).start_point[0] + 1
    number = function(builder, node, Naming(text, builder.qualified(text), line), existing=existing)
    if existing == NONE:
        builder.bind(text, 0, definition=number)


def _signature(builder: Builder, node: Node) -> None:
    name = node.child_by_field_name("name")
    if name is None:
        return
    text = builder.text(name)
    existing = builder.signature(text)
    number = signature(builder, node, Naming(text, builder.qualified(text), name.start_point[0] + 1))
    if existing == NONE:
        builder.bind(text, 0, definition=number)


def _ambient(builder: Builder, node: Node) -> None:
    before = builder.context
    builder.context = replace(before, ambient=True)
    for child in node.named_children:
        if child.type == "statement_block":
            start = len(builder.facts.bindings)
            _children(builder, child)
            builder.make_global(start)
        else:
            builder.statement(child)
    builder.context = before


def _decorator(builder: Builder, node: Node) -> None:
    for child in node.named_children:
        if child.type != "comment":
            builder.site("decorator", builder.value(child), child)


def _nothing(builder: Builder, node: Node) -> None:
    return


STATEMENTS: dict[str, StatementHandler] = {
    "program": _children,
    "ERROR": _children,
    "statement_block": _block,
    "expression_statement": _simple,
    "return_statement": _return,
    "throw_statement": _simple,
    "break_statement": _simple,
    "continue_statement": _simple,
    "debugger_statement": _simple,
    "if_statement": _if,
    "for_statement": _loop,
    "while_statement": _loop,
    "do_statement": _loop,
    "with_statement": _loop,
    "for_in_statement": _for_in,
    "try_statement": _try,
    "switch_statement": _switch,
    "labeled_statement": _children,
    "lexical_declaration": _variables,
    "variable_declaration": _variables,
    "using_declaration": _variables,
    "function_declaration": _function,
    "generator_function_declaration": _function,
    "function_signature": _signature,
    "ambient_declaration": _ambient,
    "decorator": _decorator,
    "comment": _nothing,
    "empty_statement": _nothing,
    "hash_bang_line": _nothing,
    "html_comment": _nothing,
}
