"""Patterns of ``instanceof`` and ``switch``: the variables they bind."""

from __future__ import annotations

from tree_sitter import Node

from lineai_local.facts import NONE, Entry, Typed
from lineai_local.languages.java.annotations import type_expression
from lineai_local.languages.java.builder import COMMENTS
from lineai_local.languages.typed.builder import Builder

_TYPED = frozenset({"type_pattern", "record_pattern_component"})


def bind_instance_of(builder: Builder, node: Node, scope: int) -> None:
    """Bind the variables of ``x instanceof T t`` or ``x instanceof R(…)`` in ``scope``."""
    pattern = node.child_by_field_name("pattern")
    if pattern is not None:
        bind_pattern(builder, pattern, NONE, scope)
        return
    tested = node.child_by_field_name("right")
    name = node.child_by_field_name("name")
    if tested is not None and name is not None:
        builder.bind(scope, name, annotation=type_expression(builder, tested, scope))


def bind_pattern(builder: Builder, pattern: Node, value: int, scope: int) -> None:
    """Bind the variables of a pattern that takes ``value`` (an expression, or ``NONE``) apart."""
    pending = [(pattern, value)]
    while pending:
        node, whole = pending.pop()
        parts = [
            child for child in node.named_children if child.type not in COMMENTS and child.type != "modifiers"
        ]
        if node.type == "pattern":
            pending.extend((part, whole) for part in parts)
        elif node.type in _TYPED and len(parts) == 2:
            annotation = type_expression(builder, parts[0], scope)
            builder.bind(scope, parts[1], annotation=annotation, value=whole)
        elif node.type == "record_pattern" and len(parts) >= 2:
            record = builder.add(Typed(type_expression(builder, parts[0], scope)))
            components = [part for part in parts[-1].named_children if part.type not in COMMENTS]
            for position, component in enumerate(components):
                pending.append((component, builder.add(Entry(record, position))))
