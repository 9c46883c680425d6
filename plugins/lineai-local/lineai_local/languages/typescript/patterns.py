"""Taking values apart: destructuring in declarations, parameters and assignments."""

from __future__ import annotations

from collections.abc import Iterator

from tree_sitter import Node

from lineai_local.facts import NONE, Attribute, BuiltIn, Entry, Opaque
from lineai_local.languages.typescript.builder import Builder

NAMES = frozenset({"identifier", "shorthand_property_identifier_pattern", "shorthand_property_identifier"})


def bind_pattern(builder: Builder, pattern: Node, value: int, at: int, scope: int = NONE) -> None:
    """Bind every name in a declared pattern to its part of ``value``, with effect from offset ``at``."""
    for node, part in targets(builder, pattern, value):
        if node.type in NAMES:
            builder.bind(builder.text(node), at, scope=scope, value=part)
        else:
            builder.visit(node)


def targets(builder: Builder, pattern: Node, value: int) -> Iterator[tuple[Node, int]]:
    """Yield the names, members and other places that a pattern assigns to, with their parts of ``value``."""
    pending = [(pattern, value)]
    while pending:
        node, whole = pending.pop()
        if node.type == "object_pattern":
            for child in reversed(node.named_children):
                pending += _object_part(builder, child, whole)
        elif node.type == "array_pattern":
            pending += reversed(_array_parts(builder, node, whole))
        elif node.type in ("assignment_pattern", "object_assignment_pattern"):
            left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
            if left is not None and right is not None:
                if node.type == "object_assignment_pattern":
                    whole = builder.add(Attribute(whole, builder.text(left)))
                pending.append((left, with_default(builder, whole, right)))
        elif node.type == "rest_pattern":
            pending += [(child, whole) for child in node.named_children[:1]]
        elif node.type not in ("comment", "ERROR"):
            yield node, whole


def with_default(builder: Builder, value: int, default: Node) -> int:
    """Return an expression for ``value`` where it may be missing and then is ``default``."""
    fallback = builder.read(default)
    if isinstance(builder.facts.expressions[fallback], BuiltIn):
        return value
    return builder.choice([value, fallback])


def _object_part(builder: Builder, node: Node, whole: int) -> list[tuple[Node, int]]:
    if node.type in NAMES:
        return [(node, builder.add(Attribute(whole, builder.text(node))))]
    if node.type != "pair_pattern":
        return [(node, whole)]
    key, target = node.child_by_field_name("key"), node.child_by_field_name("value")
    if key is None or target is None:
        return []
    if key.type == "computed_property_name":
        builder.visit(key)
        return [(target, builder.add(Opaque("a property whose name is computed")))]
    name = builder.text(key)
    return [(target, builder.add(Attribute(whole, name[1:-1] if key.type == "string" else name)))]


def _array_parts(builder: Builder, node: Node, whole: int) -> list[tuple[Node, int]]:
    parts = []
    position = 0
    for child in node.children:
        if child.type == ",":
            position += 1
        elif child.type == "rest_pattern":
            parts.append((child, whole))
        elif child.is_named:
            parts.append((child, builder.add(Entry(whole, position))))
    return parts
