"""Types as written: as expressions for the linker, and as text for signatures."""

from __future__ import annotations

import re

from tree_sitter import Node

from lineai_local.facts import NONE, Applied, Attribute, Choice
from lineai_local.languages.java.builder import COMMENTS
from lineai_local.languages.treesitter import MAX_DEPTH, TOO_DEEP
from lineai_local.languages.typed.builder import Builder

_PRIMITIVE = frozenset({"integral_type", "floating_point_type", "boolean_type", "void_type"})
_NOISE = re.compile(r"/\*.*?\*/|//[^\n]*|@[\w.]+(\([^()]*\))?|\s+", re.DOTALL)


def type_expression(builder: Builder, node: Node, scope: int, depth: int = 0) -> int:
    """Return the index of the type ``node``; ``NONE`` for ``var``, whose type is that of its value."""
    kind = node.type
    if kind in ("type_identifier", "identifier"):
        name = builder.text(node)
        inferred = name == "var" and depth == 0
        return NONE if inferred else builder.type_name(name, scope, node.start_byte)
    if kind in _PRIMITIVE:
        return builder.built_in(builder.text(node))
    if depth > MAX_DEPTH:
        return builder.shared(TOO_DEEP)
    parts = [child for child in node.named_children if child.type not in COMMENTS]
    if kind == "generic_type" and parts:
        return _applied(builder, parts, scope, depth)
    if kind == "scoped_type_identifier":
        return _scoped(builder, node, scope, depth)
    if kind == "array_type" and parts:
        element = type_expression(builder, parts[0], scope, depth + 1)
        return array_of(builder, element, parts[-1])
    if kind == "annotated_type" and parts:
        return type_expression(builder, parts[-1], scope, depth + 1)
    if kind == "wildcard":
        bounds = [part for part in parts if part.type != "super" and not part.type.endswith("annotation")]
        return type_expression(builder, bounds[0], scope, depth + 1) if bounds else builder.built_in("Object")
    return builder.opaque("a type that could not be read")


def any_of(builder: Builder, nodes: list[Node], scope: int) -> int:
    """Return the index of a type that is all or any of ``nodes``: ``A | B``, ``A & B``."""
    types = [type_expression(builder, node, scope, 1) for node in nodes if node.type not in COMMENTS]
    if not types:
        return NONE
    return types[0] if len(types) == 1 else builder.add(Choice(tuple(types)))


def array_of(builder: Builder, element: int, dimensions: Node) -> int:
    """Return the index of the array type over ``element`` with as many ``[]`` as ``dimensions`` holds."""
    return nested_array(builder, element, builder.text(dimensions).count("["))


def nested_array(builder: Builder, element: int, levels: int) -> int:
    """Return the index of an array type of ``levels`` dimensions over ``element``."""
    for _ in range(min(levels, MAX_DEPTH)):
        element = builder.add(Applied(builder.built_in("Array"), (element,)))
    return element


def bounds(builder: Builder, parameters: Node | None, scope: int) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """Return the names of ``type_parameters`` and their bounds; a bound ``Object`` says nothing."""
    names: list[str] = []
    limits: list[int] = []
    for parameter in parameters.named_children if parameters else ():
        identifier = next(
            (child for child in parameter.named_children if child.type == "type_identifier"), None
        )
        if identifier is None:
            continue
        names.append(builder.text(identifier))
        bound = next((child for child in parameter.named_children if child.type == "type_bound"), None)
        telling = [node for node in bound.named_children if builder.text(node) != "Object"] if bound else []
        limits.append(any_of(builder, telling, scope))
    return tuple(names), tuple(limits)


def written(builder: Builder, node: Node) -> str:
    """Return a type as it is written in a signature: without type arguments, annotations and spaces."""
    full = builder.text(node)
    if full.isidentifier():
        return full
    full = _NOISE.sub("", full)
    if "<" not in full:
        return full
    kept: list[str] = []
    depth = 0
    for piece in re.split(r"([<>])", full):
        if piece == "<":
            depth += 1
        elif piece == ">":
            depth -= 1
        elif depth == 0:
            kept.append(piece)
    return "".join(kept)


def _applied(builder: Builder, parts: list[Node], scope: int, depth: int) -> int:
    base = type_expression(builder, parts[0], scope, depth + 1)
    arguments = tuple(
        type_expression(builder, argument, scope, depth + 1)
        for argument in parts[-1].named_children
        if parts[-1].type == "type_arguments" and argument.type not in COMMENTS
    )
    return builder.add(Applied(base, arguments)) if arguments else base


def _scoped(builder: Builder, node: Node, scope: int, depth: int) -> int:
    names: list[Node] = []
    while node.type == "scoped_type_identifier":
        parts = [child for child in node.named_children if child.type not in COMMENTS]
        names.append(parts[-1])
        if len(parts) < 2:
            break
        node = parts[0]
    value = type_expression(builder, node, scope, depth + 1)
    for name in reversed(names):
        value = builder.add(Attribute(value, builder.text(name)))
    return value
