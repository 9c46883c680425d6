"""Compound statements: each branch is a flow block."""

from __future__ import annotations

from tree_sitter import Node

from lineai_local.facts import Element, Enter, Opaque
from lineai_local.languages.python import grammar as g
from lineai_local.languages.python.narrowing import Proofs, instance_of, narrow, narrowings
from lineai_local.languages.python.targets import bind_target
from lineai_local.languages.python.walk import Walk, statement_of

_TYPE_CHECKING = ("TYPE_CHECKING", "typing.TYPE_CHECKING", "t.TYPE_CHECKING")


@statement_of("if_statement", "while_statement")
def if_(walk: Walk, node: Node) -> None:
    """Visit the branches of a condition; a branch that leaves narrows what follows."""
    condition = node.child_by_field_id(g.CONDITION)
    consequence = node.child_by_field_id(g.CONSEQUENCE) or node.child_by_field_id(g.BODY)
    otherwise = node.children_by_field_name("alternative")
    refuted = _conditional_branch(walk, condition, consequence)
    if not otherwise:
        if refuted and _leaves(consequence):
            narrow(walk, refuted, node.end_byte)
        return
    outer = walk.block
    for clause in otherwise:
        narrow(walk, refuted, clause.start_byte, own_block=True)
        if clause.kind_id == g.ELIF:
            refuted = _conditional_branch(
                walk, clause.child_by_field_id(g.CONDITION), clause.child_by_field_id(g.CONSEQUENCE)
            )
        else:
            walk.branch(clause.child_by_field_id(g.BODY))
    walk.block = outer


def _conditional_branch(walk: Walk, condition: Node | None, consequence: Node | None) -> Proofs:
    """Visit a condition and what it guards; return what holds if the condition does not."""
    walk.metrics.branch()
    proven: Proofs = []
    refuted: Proofs = []
    outer, outer_type_only = walk.block, walk.type_only
    if condition is not None:
        walk.value(condition)
        if walk.narrows:
            proven, refuted = narrowings(walk, condition)
        if walk.text(condition) in _TYPE_CHECKING:
            walk.type_only = True
    walk.block = walk.new_block(outer)
    if consequence is not None:
        narrow(walk, proven, consequence.start_byte)
        walk.statements(consequence)
    walk.block, walk.type_only = outer, outer_type_only
    return refuted


def _leaves(block: Node | None) -> bool:
    """Tell whether control never runs past the end of ``block``."""
    found = g.parts(block) if block is not None else []
    return bool(found) and found[-1].kind_id in g.LEAVES


@statement_of("for_statement")
def for_(walk: Walk, node: Node) -> None:
    """Visit a loop, whose variables are bound in its body."""
    walk.metrics.branch()
    target, right = node.child_by_field_id(g.LEFT), node.child_by_field_id(g.RIGHT)
    value = walk.value(right) if right is not None else walk.leaf(Opaque("syntax error"))
    outer = walk.block
    walk.block = walk.new_block(outer)
    if target is not None:
        at = right.end_byte if right is not None else target.end_byte
        bind_target(walk, target, walk.add(Element(value)), at)
    walk.statements(node.child_by_field_id(g.BODY))
    walk.block = outer
    for clause in node.children_by_field_name("alternative"):
        walk.branch(clause.child_by_field_id(g.BODY))


@statement_of("with_statement")
def with_(walk: Walk, node: Node) -> None:
    """Visit the managed values and the body, which always runs and so is no branch."""
    for clause in g.parts(node)[:1]:
        for item in g.parts(clause):
            managed = item.child_by_field_id(g.VALUE) if item.kind_id == g.WITH_ITEM else None
            if managed is not None:
                _manage(walk, managed)
    walk.statements(node.child_by_field_id(g.BODY))


def _manage(walk: Walk, managed: Node) -> None:
    """Visit ``value as target``, or just ``value``; in parentheses there may be several."""
    if managed.kind_id == g.TUPLE:
        for child in g.parts(managed):
            _manage(walk, child)
        return
    if managed.kind_id not in g.AS_PATTERN:
        walk.read(managed)
        return
    found = g.parts(managed)
    value = walk.add(Enter(walk.read(found[0])))
    for target in found[1:]:
        bind_target(walk, target, value, managed.end_byte)


@statement_of("try_statement")
def try_(walk: Walk, node: Node) -> None:
    """Visit the clauses: ``else`` goes on where the body ended, ``finally`` always runs."""
    tried = walk.branch(node.child_by_field_id(g.BODY))
    for clause in node.named_children:
        if clause.kind_id == g.EXCEPT:
            _except(walk, clause)
        elif clause.kind_id == g.ELSE:
            walk.branch(clause.child_by_field_id(g.BODY), parent=tried)
        elif clause.kind_id == g.FINALLY:
            walk.statements(_block(clause))


def _block(clause: Node) -> Node | None:
    return next((child for child in clause.named_children if child.kind_id in g.BLOCK), None)


def _except(walk: Walk, clause: Node) -> None:
    walk.metrics.branch()
    outer = walk.block
    walk.block = walk.new_block(outer)
    caught = clause.child_by_field_id(g.VALUE)
    alias = clause.child_by_field_id(g.ALIAS)
    if caught is not None:
        if caught.kind_id in g.AS_PATTERN:
            found = g.parts(caught)
            caught, alias = found[0], found[-1]
        walk.read(caught)
        if alias is not None:
            bind_target(walk, alias, instance_of(walk, caught), alias.end_byte)
    walk.statements(_block(clause))
    walk.block = outer
