"""What a condition proves about the type of a name: ``isinstance(x, T)`` and its combinations."""

from __future__ import annotations

from typing import TypeAlias

from tree_sitter import Node

from lineai_local.facts import Choice, Typed
from lineai_local.languages.python import grammar as g
from lineai_local.languages.python.annotations import annotation
from lineai_local.languages.python.walk import Walk

Proofs: TypeAlias = list[tuple[str, Node]]
"""Names with the class, or tuple of classes, that they are proven to be instances of."""


def narrowings(walk: Walk, condition: Node) -> tuple[Proofs, Proofs]:
    """Return what holds where ``condition`` is true, and what holds where it is false."""
    proven: Proofs = []
    refuted: Proofs = []
    todo = [(condition, True, True, True)]
    while todo:
        node, positive, if_true, if_false = todo.pop()
        node = g.unwrap(node)
        if node.kind_id == g.NOT:
            inner = node.child_by_field_id(g.ARGUMENT)
            if inner is not None:
                todo.append((inner, not positive, if_true, if_false))
        elif node.kind_id == g.BOOLEAN:
            operator = node.child_by_field_name("operator")
            conjunction = (operator is not None and operator.type == "and") == positive
            for operand in g.parts(node):
                todo.append((operand, positive, if_true and conjunction, if_false and not conjunction))
        elif node.kind_id == g.CALL and (proof := _isinstance(walk, node)):
            if if_true and positive:
                proven.append(proof)
            if if_false and not positive:
                refuted.append(proof)
    return proven, refuted


def _isinstance(walk: Walk, call: Node) -> tuple[str, Node] | None:
    function, given = call.child(0), call.child(1)
    if function is None or given is None or walk.text(function) != "isinstance":
        return None
    values = g.parts(given)
    if len(values) != 2 or values[0].kind_id != g.IDENTIFIER:
        return None
    return walk.text(values[0]), values[1]


def narrow(walk: Walk, proofs: Proofs, at: int, *, own_block: bool = False) -> None:
    """Bind each name to an instance of its proven class from offset ``at`` on.

    ``own_block`` opens a flow block for that first; the caller restores ``walk.block``.
    """
    if proofs and own_block:
        walk.block = walk.new_block(walk.block)
    for name, written in proofs:
        walk.bind(name, at, value=instance_of(walk, written))


def instance_of(walk: Walk, written: Node) -> int:
    """Return an instance of the class, or of one class of the tuple, that ``written`` names."""
    classes = g.parts(written) if written.kind_id == g.TUPLE else [written]
    options = tuple(walk.add(Typed(annotation(walk, each))) for each in classes)
    return options[0] if len(options) == 1 else walk.add(Choice(options))
