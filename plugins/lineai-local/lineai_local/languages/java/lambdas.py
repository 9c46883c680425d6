"""Lambda expressions and formal parameters."""

from __future__ import annotations

from typing import NamedTuple

from tree_sitter import Node

from lineai_local.facts import NONE, Definition, Function, Parameter
from lineai_local.languages.java.annotations import array_of, nested_array, type_expression, written
from lineai_local.languages.typed.builder import Builder, Pending


class Formal(NamedTuple):
    """A formal parameter: its node, facts, whole type, signature text, and identifier."""

    node: Node
    parameter: Parameter
    annotation: int
    written: str
    named: Node | None


def declare_lambda(builder: Builder, node: Node, scope: int) -> int:
    """Define a lambda, leave its body for later, and return the index of its value."""
    definition, index = builder.define("lambda", "", scope, node)
    parameters = node.child_by_field_name("parameters")
    if parameters is not None:
        if parameters.type == "identifier":
            _untyped(builder, definition, [parameters])
        elif parameters.type == "inferred_parameters":
            names = [child for child in parameters.named_children if child.type == "identifier"]
            _untyped(builder, definition, names)
        else:
            declare_parameters(builder, definition, parameters)
    body = node.child_by_field_name("body")
    if body is not None and body.type == "block":
        builder.pending.extend(Pending(child, definition.scope) for child in body.named_children)
    elif body is not None:
        builder.pending.append(Pending(body, definition.scope, index))
    return builder.add(Function(index))


def declare_parameters(builder: Builder, definition: Definition, formal: Node | None) -> str:
    """Set the definition's parameters, bind them in its scope, and return its signature."""
    found = read_parameters(builder, formal, definition.scope)
    definition.parameters = tuple(item.parameter for item in found)
    for position, item in enumerate(found):
        if item.named is not None:
            builder.bind(definition.scope, item.named, parameter=position)
    return ",".join(item.written for item in found)


def read_parameters(builder: Builder, formal: Node | None, scope: int) -> list[Formal]:
    """Return the parameters in a parenthesised list; their types are looked up from ``scope``."""
    found: list[Formal] = []
    for node in formal.named_children if formal else ():
        if node.type == "formal_parameter":
            found.append(_fixed(builder, node, scope))
        elif node.type == "spread_parameter":
            found.append(_variadic(builder, node, scope))
    return found


def _fixed(builder: Builder, node: Node, scope: int) -> Formal:
    type_node = node.child_by_field_name("type")
    named = node.child_by_field_name("name")
    dimensions = node.child_by_field_name("dimensions")
    annotation = NONE if type_node is None else type_expression(builder, type_node, scope)
    text = "" if type_node is None else written(builder, type_node)
    if dimensions is not None and annotation != NONE:
        annotation = array_of(builder, annotation, dimensions)
        text += "[]" * builder.text(dimensions).count("[")
    parameter = Parameter("" if named is None else builder.text(named), annotation)
    return Formal(node, parameter, annotation, text, named)


def _variadic(builder: Builder, node: Node, scope: int) -> Formal:
    """Read ``T... name``; the parameter's annotation is the element type ``T``."""
    element, text = NONE, ""
    named: Node | None = None
    for child in node.named_children:
        if child.type == "variable_declarator":
            named = child.child_by_field_name("name")
        elif child.type != "modifiers" and element == NONE and "annotation" not in child.type:
            element = type_expression(builder, child, scope)
            text = written(builder, child)
    parameter = Parameter("" if named is None else builder.text(named), element, kind="variadic")
    whole = NONE if element == NONE else nested_array(builder, element, 1)
    return Formal(node, parameter, whole, f"{text}...", named)


def _untyped(builder: Builder, definition: Definition, names: list[Node]) -> None:
    definition.parameters = tuple(Parameter(builder.text(name)) for name in names)
    for position, name in enumerate(names):
        builder.bind(definition.scope, name, parameter=position)
