"""Simple statements: assignments, returns, assertions, declarations."""

from __future__ import annotations

from tree_sitter import Node

from lineai_local.facts import NONE, BuiltIn, Opaque
from lineai_local.languages.python import exported, type_variables
from lineai_local.languages.python import grammar as g
from lineai_local.languages.python.annotations import annotation, last_name
from lineai_local.languages.python.narrowing import narrow, narrowings
from lineai_local.languages.python.targets import bind_target
from lineai_local.languages.python.walk import Frame, Walk, statement_of, value_of


@statement_of("expression_statement")
def expression(walk: Walk, node: Node) -> None:
    """Visit an expression that stands alone; assignments are such expressions in the grammar."""
    for child in node.named_children:
        if child.kind_id == g.STRING:
            continue
        walk.value(child)
        if child.kind_id == g.CALL:
            exported.call(walk, child)


@value_of("assignment")
def assignment(walk: Walk, node: Node) -> int:
    """Bind the targets of ``a = b = value`` or of ``a: T = value``."""
    targets: list[Node] = []
    written: Node | None = None
    end = node.end_byte
    right: Node | None = node
    while right is not None and right.kind_id == g.ASSIGNMENT:
        left = right.child_by_field_id(g.LEFT)
        if left is not None:
            targets.append(left)
        written = right.child_by_field_id(g.TYPE_FIELD) or written
        right = right.child_by_field_id(g.RIGHT)
    type_index = annotation(walk, written) if written is not None else NONE
    if written is not None and last_name(walk, type_index) == "TypeAlias":
        type_index = NONE
        value = annotation(walk, right) if right is not None else NONE
    else:
        value = walk.read(right) if right is not None else NONE
    for target in targets:
        bind_target(walk, target, value, end, type_index)
        if walk.frame.kind == "module":
            exported.assign(walk, target, right)
            type_variables.assign(walk, target, right)
    return value if value != NONE else walk.leaf(Opaque("nothing"))


@value_of("augmented_assignment")
def augmented(walk: Walk, node: Node) -> int:
    """Visit ``target += value``, which leaves the type of a bound name as it is."""
    left, right = node.child_by_field_id(g.LEFT), node.child_by_field_id(g.RIGHT)
    value = walk.read(right) if right is not None else walk.leaf(Opaque("syntax error"))
    if left is None:
        return value
    if left.kind_id != g.IDENTIFIER:
        walk.value(left)
    elif not walk.frame.binds(walk.text(left)):
        walk.bind(walk.text(left), node.end_byte, value=value)
    exported.extend(walk, left, right)
    return value


@statement_of("return_statement")
def return_(walk: Walk, node: Node) -> None:
    """Note a returned value as a result of the function."""
    found = g.parts(node)
    value = walk.read(found[0]) if found else walk.leaf(BuiltIn("None"))
    walk.function_frame().returned.append(value)


@statement_of("raise_statement", "print_statement", "exec_statement")
def reading(walk: Walk, node: Node) -> None:
    """Visit the values that a statement reads."""
    for child in g.parts(node):
        walk.read(child)


@statement_of("delete_statement")
def delete(walk: Walk, node: Node) -> None:
    """Visit what is inside the targets; a deleted name keeps its bindings."""
    for child in g.parts(node):
        walk.value(child)


@statement_of("pass_statement", "break_statement", "continue_statement", "future_import_statement")
def nothing(_walk: Walk, _node: Node) -> None:
    """Pass over a statement that uses nothing."""


@statement_of("assert_statement")
def assertion(walk: Walk, node: Node) -> None:
    """Visit the condition; what it proves holds from here on."""
    found = g.parts(node)
    for child in found:
        walk.read(child)
    if found and walk.narrows:
        narrow(walk, narrowings(walk, found[0])[0], node.end_byte)


@statement_of("global_statement")
def global_(walk: Walk, node: Node) -> None:
    """Let assignments to the names bind them in the module."""
    for child in g.parts(node):
        walk.function_frame().declared[walk.text(child)] = 0


@statement_of("nonlocal_statement")
def nonlocal_(walk: Walk, node: Node) -> None:
    """Let assignments to the names bind them in the function around that has them."""
    frame = walk.function_frame()
    for child in g.parts(node):
        name = walk.text(child)
        owner = _owner(frame.parent, name)
        if owner is not None:
            frame.declared[name] = owner.scope


def _owner(frame: Frame | None, name: str) -> Frame | None:
    """Return the nearest function frame that has bound ``name`` so far, or else the nearest of all."""
    nearest = None
    while frame is not None:
        if frame.kind == "function":
            if frame.binds(name):
                return frame
            nearest = nearest or frame
        frame = frame.parent
    return nearest
