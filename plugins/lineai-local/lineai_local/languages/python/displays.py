"""Literals, displays, comprehensions and lambdas."""

from __future__ import annotations

from tree_sitter import Node

from lineai_local.facts import BuiltIn, Collection, Element, Function, Opaque, Subscript
from lineai_local.languages.python import grammar as g
from lineai_local.languages.python.definitions import lambda_definition
from lineai_local.languages.python.expressions import argument
from lineai_local.languages.python.narrowing import narrow, narrowings
from lineai_local.languages.python.targets import bind_target
from lineai_local.languages.python.walk import Walk, value_of

_COMPREHENSIONS = {
    "list_comprehension": "list",
    "set_comprehension": "set",
    "dictionary_comprehension": "dict",
    "generator_expression": "list",
}
_QUOTES = b"\"'"


@value_of("integer", "float", "true", "false", "none", "ellipsis")
def literal(walk: Walk, node: Node) -> int:
    """Return a literal of a built-in type."""
    kind = node.type
    if kind in ("integer", "float"):
        imaginary = walk.source[node.end_byte - 1 : node.end_byte] in b"jJ"
        return walk.leaf(BuiltIn("complex" if imaginary else "int" if kind == "integer" else "float"))
    names = {"true": "bool", "false": "bool", "none": "None", "ellipsis": "ellipsis"}
    return walk.leaf(BuiltIn(names[kind]))


@value_of("string")
def string(walk: Walk, node: Node) -> int:
    """Return a string, after visiting the values that it interpolates."""
    start = node.start_byte
    if walk.source[start] in _QUOTES:
        return walk.leaf(BuiltIn("str"))
    for child in node.named_children:
        if child.kind_id == g.INTERPOLATION:
            walk.value(child)
    prefix = walk.source[start : start + 2].lower()
    return walk.leaf(BuiltIn("bytes" if b"b" in prefix.split(b'"')[0].split(b"'")[0] else "str"))


@value_of("concatenated_string")
def strings(walk: Walk, node: Node) -> int:
    """Return adjacent strings, which are one."""
    index = walk.leaf(BuiltIn("str"))
    for child in g.parts(node):
        index = walk.value(child)
    return index


@value_of("list", "set", "tuple", "expression_list")
def display(walk: Walk, node: Node) -> int:
    """Return a list, set or tuple with the values it holds; equal literals in a list are kept once."""
    found = [argument(walk, child) for child in node.named_children if child.kind_id != g.COMMENT]
    kind = node.type
    if kind in ("list", "set"):
        return walk.add(Collection(kind, tuple(dict.fromkeys(found))))
    return walk.add(Collection("tuple", tuple(found)))


@value_of("dictionary")
def dictionary(walk: Walk, node: Node) -> int:
    """Return a dictionary with its values."""
    found: dict[int, None] = {}
    for child in node.named_children:
        if child.kind_id == g.PAIR:
            found[_pair(walk, child)] = None
        elif child.kind_id == g.DICTIONARY_SPLAT:
            inner = g.parts(child)
            if inner:
                found[walk.add(Subscript(walk.read(inner[-1])))] = None
    return walk.add(Collection("dict", tuple(found)))


@value_of("pair")
def _pair(walk: Walk, node: Node) -> int:
    """Return the value of ``key: value``."""
    index = walk.leaf(Opaque("syntax error"))
    for child in g.parts(node):
        index = walk.read(child)
    return index


@value_of(*_COMPREHENSIONS)
def comprehension(walk: Walk, node: Node) -> int:
    """Return the container that a comprehension fills; its variables live in a scope of their own."""
    found = g.parts(node)
    body, clauses = found[0], found[1:]
    first = _iterated(walk, clauses[0]) if clauses else None
    outer = walk.block
    walk.enter(walk.new_scope("block", walk.frame.definition))
    walk.block = walk.new_block(outer)
    for clause in clauses:
        if clause.kind_id == g.FOR_IN:
            value = first if first is not None else _iterated(walk, clause)
            first = None
            target = clause.child_by_field_id(g.LEFT)
            if target is not None:
                bind_target(walk, target, walk.add(Element(value)), node.start_byte)
        else:
            walk.metrics.branch()
            for condition in g.parts(clause):
                walk.value(condition)
                if walk.narrows:
                    narrow(walk, narrowings(walk, condition)[0], node.start_byte)
    index = walk.read(body)
    walk.leave()
    walk.block = outer
    return walk.add(Collection(_COMPREHENSIONS[node.type], (index,)))


def _iterated(walk: Walk, clause: Node) -> int:
    right = clause.child_by_field_id(g.RIGHT)
    return walk.value(right) if right is not None else walk.leaf(Opaque("syntax error"))


@value_of("lambda")
def function(walk: Walk, node: Node) -> int:
    """Return an anonymous function."""
    return walk.add(Function(lambda_definition(walk, node)))
