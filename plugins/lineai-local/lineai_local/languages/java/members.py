"""Members of classes: methods, constructors, fields, enum constants, initialisers."""

from __future__ import annotations

from tree_sitter import Node

from lineai_local.facts import NONE, Call, Definition, Member, New, Super
from lineai_local.languages.java.annotations import array_of, bounds, type_expression
from lineai_local.languages.java.builder import bind_method
from lineai_local.languages.java.classes import declare_anonymous
from lineai_local.languages.java.expressions import arguments, value
from lineai_local.languages.java.lambdas import declare_parameters, read_parameters
from lineai_local.languages.java.modifiers import is_static, read_modifiers
from lineai_local.languages.java.statements import visit_variables
from lineai_local.languages.typed.builder import Builder, Pending

_EXPLICIT = "explicit_constructor_invocation"


def declare_method(builder: Builder, node: Node, scope: int) -> None:
    """Define a method, or an element of an annotation type, and leave its body for later."""
    named = node.child_by_field_name("name")
    if named is None:
        return
    definition, index = builder.define("method", builder.text(named), scope, node, named)
    bind_method(builder, scope, definition.name, named, index)
    body = node.child_by_field_name("body")
    implied: list[str] = []
    if builder.facts.definitions[definition.parent].kind == "interface":
        implied = ["public"] if body else ["public", "abstract"]
    read_modifiers(builder, node, definition, *implied)
    _type_parameters(builder, node, definition)
    definition.signature = declare_parameters(builder, definition, node.child_by_field_name("parameters"))
    returned = node.child_by_field_name("type")
    if returned is not None:
        definition.returns = type_expression(builder, returned, definition.scope)
        dimensions = node.child_by_field_name("dimensions")
        if dimensions is not None:
            definition.returns = array_of(builder, definition.returns, dimensions)
    _body(builder, body, definition)


def declare_constructor(builder: Builder, node: Node, scope: int) -> None:
    """Define a constructor, or the compact one of a record, and leave its body for later.

    One that does not say which other constructor it runs runs the base's without arguments.
    """
    named = node.child_by_field_name("name")
    if named is None:
        return
    definition, _ = builder.define("constructor", builder.text(named), scope, node, named)
    read_modifiers(builder, node, definition)
    _type_parameters(builder, node, definition)
    formal = node.child_by_field_name("parameters")
    if node.type == "compact_constructor_declaration":
        record = node.parent.parent if node.parent else None
        components = record.child_by_field_name("parameters") if record else None
        found = read_parameters(builder, components, definition.scope)
        definition.parameters = tuple(component.parameter for component in found)
        definition.signature = ",".join(component.written for component in found)
    else:
        definition.signature = declare_parameters(builder, definition, formal)
    body = node.child_by_field_name("body")
    if body is not None and not any(child.type == _EXPLICIT for child in body.named_children):
        base = builder.add(Super(definition.scope))
        builder.site("call", builder.add(Call(base)), definition.scope, named)
    _body(builder, body, definition)


def declare_fields(builder: Builder, node: Node, scope: int) -> None:
    """Record the fields of a declaration; what their initialisers do belongs to the class."""
    type_node = node.child_by_field_name("type")
    if type_node is None or builder.facts.scopes[scope].kind != "class":
        visit_variables(builder, node, scope)
        return
    owner = builder.facts.scopes[scope].definition
    static = node.type == "constant_declaration" or is_static(node)
    whole = type_expression(builder, type_node, scope)
    for declarator in node.children_by_field_name("declarator"):
        name = declarator.child_by_field_name("name")
        if name is None:
            continue
        dimensions = declarator.child_by_field_name("dimensions")
        annotation = whole if dimensions is None else array_of(builder, whole, dimensions)
        initial = declarator.child_by_field_name("value")
        first = NONE if initial is None else value(builder, initial, scope)
        builder.facts.members.append(Member(owner, builder.text(name), first, annotation, static))


def declare_constant(builder: Builder, node: Node, scope: int) -> None:
    """Record an enum constant: a static field whose initialiser constructs the enum."""
    name = node.child_by_field_name("name")
    if name is None or builder.facts.scopes[scope].kind != "class":
        return
    owner = builder.facts.scopes[scope].definition
    annotation = builder.type_name(builder.facts.definitions[owner].name, scope, node.start_byte)
    passed = arguments(builder, node.child_by_field_name("arguments"), scope)
    created = builder.site("call", builder.add(New(annotation, passed)), scope, name)
    builder.facts.members.append(Member(owner, builder.text(name), created, annotation, static=True))
    body = node.child_by_field_name("body")
    if body is not None:
        declare_anonymous(builder, body, annotation, scope)


def _type_parameters(builder: Builder, node: Node, definition: Definition) -> None:
    parameters = node.child_by_field_name("type_parameters")
    if parameters is not None:
        definition.type_parameters, definition.type_bounds = bounds(builder, parameters, definition.scope)


def _body(builder: Builder, body: Node | None, definition: Definition) -> None:
    if body is not None:
        builder.pending.extend(Pending(child, definition.scope) for child in body.named_children)
