"""Statements of Go, and what the names declared in them hold."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tree_sitter import Node

from lineai_local.facts import NONE, Entry, Typed
from lineai_local.languages.go.builder import Builder
from lineai_local.languages.go.declarations import (
    declare_function,
    declare_import,
    declare_method,
    declare_type,
    declare_variables,
)
from lineai_local.languages.go.expressions import used, value
from lineai_local.languages.go.types import type_of

_SEVERAL = ("call_expression", "type_conversion_expression")
_COUNTED = ("_statement", "short_var_declaration", "var_spec")


def visit(builder: Builder, node: Node) -> None:
    """Read a statement or declaration and everything in it."""
    kind = node.type
    if kind.endswith(_COUNTED):
        builder.metrics.statement()
    with builder.deeper(node) as allowed:
        if allowed:
            visitor = _STATEMENTS.get(kind)
            if visitor is not None:
                visitor(builder, node)
            elif kind.endswith(("_statement", "_list", "_declaration")) or kind == "ERROR":
                _children(builder, node)
            elif kind != "comment":
                value(builder, node)


def _children(builder: Builder, node: Node) -> None:
    for child in node.named_children:
        visit(builder, child)


def _block(builder: Builder, node: Node) -> None:
    with builder.block():
        _children(builder, node)


def _nothing(builder: Builder, node: Node) -> None:
    """Pass over a label or name."""


def values_of(builder: Builder, node: Node | None) -> list[tuple[Node, int]]:
    """Return the expressions of a list, each with its number."""
    if node is None:
        return []
    listed = node.named_children if node.type == "expression_list" else [node]
    return [(each, used(builder, each)) for each in listed if each.type != "comment"]


def declare(
    builder: Builder, names: Sequence[Node], values: list[tuple[Node, int]], annotation: int = NONE
) -> None:
    """Declare names with a written type or with values; one call may give all of them."""
    for position, name in enumerate(names):
        if name.type != "identifier":
            continue
        if annotation != NONE:
            builder.bind(name, annotation=annotation)
        elif len(values) == 1 and len(names) > 1:
            node, number = values[0]
            if node.type in _SEVERAL:
                builder.bind(name, value=builder.add(Entry(number, position)))
            else:
                builder.bind(name, value=number if position == 0 else builder.built_in("bool"))
        elif position < len(values):
            builder.bind(name, value=values[position][1])
        else:
            builder.bind(name, value=builder.built_in("int"))


def _short(builder: Builder, node: Node) -> None:
    values = values_of(builder, node.child_by_field_name("right"))
    left = node.child_by_field_name("left")
    if left is not None:
        declare(builder, left.named_children, values)


def _receive(builder: Builder, node: Node) -> None:
    """Read ``v, ok := <-channel`` of a select."""
    values = values_of(builder, node.child_by_field_name("right"))
    left = node.child_by_field_name("left")
    if left is not None and any(child.type == ":=" for child in node.children):
        declare(builder, left.named_children, values)
    elif left is not None:
        values_of(builder, left)


def _assignment(builder: Builder, node: Node) -> None:
    left = node.child_by_field_name("left")
    for child in () if left is None else left.named_children:
        value(builder, child)
    values_of(builder, node.child_by_field_name("right"))


def _return(builder: Builder, node: Node) -> None:
    for child in node.named_children:
        values_of(builder, child)


def _send(builder: Builder, node: Node) -> None:
    value(builder, node.child_by_field_name("channel"))
    used(builder, node.child_by_field_name("value"))


def _if(builder: Builder, node: Node) -> None:
    """Read a chain of ``else if`` in a loop; what one condition declares is known in those below."""
    outer = builder.scope
    current: Node | None = node
    while current is not None and current.type == "if_statement":
        builder.metrics.branch()
        builder.scope = builder.open("block")
        for field in ("initializer", "condition"):
            part = current.child_by_field_name(field)
            if part is not None:
                visit(builder, part)
        for field in ("consequence",):
            part = current.child_by_field_name(field)
            if part is not None:
                visit(builder, part)
        current = current.child_by_field_name("alternative")
    if current is not None:
        visit(builder, current)
    builder.scope = outer


def _for(builder: Builder, node: Node) -> None:
    builder.metrics.branch()
    with builder.block():
        _children(builder, node)


def _range(builder: Builder, node: Node) -> None:
    number = value(builder, node.child_by_field_name("right"))
    left = node.child_by_field_name("left")
    if left is None:
        return
    names = left.named_children
    if any(child.type == ":=" for child in node.children):
        for position, name in enumerate(names):
            if name.type == "identifier":
                builder.bind(name, value=builder.add(Entry(number, position)))
    else:
        for name in names:
            value(builder, name)


def _clause(builder: Builder, node: Node) -> None:
    """Read one case of a switch or select."""
    builder.metrics.branch()
    with builder.block():
        for child in node.named_children:
            if child.type == "expression_list":
                values_of(builder, child)
            else:
                visit(builder, child)


def _type_switch(builder: Builder, node: Node) -> None:
    """Read ``switch v := x.(type)``: in a case of one type, ``v`` is of that type."""
    with builder.block():
        initializer = node.child_by_field_name("initializer")
        if initializer is not None:
            visit(builder, initializer)
        number = value(builder, node.child_by_field_name("value"))
        alias = node.child_by_field_name("alias")
        name = alias.named_children[0] if alias is not None and alias.named_children else None
        for clause in node.named_children:
            if clause.type not in ("type_case", "default_case"):
                continue
            builder.metrics.branch()
            with builder.block():
                types = clause.children_by_field_name("type")
                kinds = [type_of(builder, each) for each in types]
                if name is not None:
                    is_nil = len(types) == 1 and builder.text(types[0]) == "nil"
                    one = len(kinds) == 1 and not is_nil
                    builder.bind(name, value=builder.add(Typed(kinds[0])) if one else number)
                for child in clause.named_children:
                    if child not in types:
                        visit(builder, child)


_STATEMENTS: dict[str, Callable[[Builder, Node], None]] = {
    "source_file": _children,
    "package_clause": _nothing,
    "import_spec": declare_import,
    "function_declaration": declare_function,
    "method_declaration": declare_method,
    "type_spec": declare_type,
    "type_alias": declare_type,
    "var_spec": declare_variables,
    "const_spec": declare_variables,
    "block": _block,
    "short_var_declaration": _short,
    "assignment_statement": _assignment,
    "return_statement": _return,
    "send_statement": _send,
    "receive_statement": _receive,
    "if_statement": _if,
    "for_statement": _for,
    "for_clause": _children,
    "range_clause": _range,
    "expression_switch_statement": _block,
    "expression_case": _clause,
    "default_case": _clause,
    "communication_case": _clause,
    "type_switch_statement": _type_switch,
    "label_name": _nothing,
    "empty_statement": _nothing,
}
