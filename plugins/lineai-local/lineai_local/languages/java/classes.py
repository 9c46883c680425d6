"""Classes, interfaces, enums, records, annotation types and anonymous classes."""

from __future__ import annotations

from tree_sitter import Node

from lineai_local.facts import Definition, DefinitionKind, Member
from lineai_local.languages.java.annotations import bounds, type_expression
from lineai_local.languages.java.builder import bind_method
from lineai_local.languages.java.lambdas import read_parameters
from lineai_local.languages.java.modifiers import read_modifiers
from lineai_local.languages.typed.builder import Builder, Pending

ANONYMOUS = "<anonymous>"

_KINDS: dict[str, DefinitionKind] = {
    "class_declaration": "class",
    "record_declaration": "class",
    "enum_declaration": "enum",
    "interface_declaration": "interface",
    "annotation_type_declaration": "interface",
}

_ALWAYS_STATIC = frozenset(_KINDS) - {"class_declaration"}


def declare_class(builder: Builder, node: Node, scope: int) -> None:
    """Define a named type and leave its members for later."""
    named = node.child_by_field_name("name")
    if named is None or not builder.may_nest(scope, node):
        return
    definition, index = builder.define(_KINDS[node.type], builder.text(named), scope, node, named)
    builder.bind(scope, named, definition=index)
    implied = ["static"] if definition.parent and node.type in _ALWAYS_STATIC else []
    if builder.facts.definitions[definition.parent].kind == "interface":
        implied += ["public", "static"]
    read_modifiers(builder, node, definition, *implied)
    header = builder.facts.scopes[definition.scope].parent
    definition.type_parameters, definition.type_bounds = bounds(
        builder, node.child_by_field_name("type_parameters"), header
    )
    definition.bases = tuple(type_expression(builder, base, header) for base in _bases(node))
    if node.type == "record_declaration":
        _record(builder, node, definition, index)
    body = node.child_by_field_name("body")
    if body is not None:
        builder.pending.extend(Pending(child, definition.scope) for child in body.named_children)


def declare_anonymous(builder: Builder, body: Node, base: int, scope: int) -> None:
    """Define the anonymous class with this body and base type and leave its members for later."""
    if not builder.may_nest(scope, body):
        return
    definition, _ = builder.define("class", ANONYMOUS, scope, body)
    definition.bases = (base,)
    builder.pending.extend(Pending(child, definition.scope) for child in body.named_children)


def _bases(node: Node) -> list[Node]:
    found: list[Node] = []
    for child in node.named_children:
        if child.type == "superclass":
            found.extend(child.named_children[-1:])
        elif child.type in ("super_interfaces", "extends_interfaces"):
            for types in child.named_children:
                if types.type == "type_list":
                    found.extend(part for part in types.named_children if not part.type.endswith("comment"))
    return found


def _record(builder: Builder, node: Node, definition: Definition, index: int) -> None:
    """Give a record its components: fields, and the accessor methods that it does not write itself.

    The components are also the class definition's ``parameters``: those of its canonical constructor.
    """
    components = read_parameters(builder, node.child_by_field_name("parameters"), definition.scope)
    definition.parameters = tuple(component.parameter for component in components)
    body = node.child_by_field_name("body")
    methods = [child for child in body.named_children if child.type == "method_declaration"] if body else []
    own = {builder.text(name) for method in methods for name in method.children_by_field_name("name")}
    for component in components:
        name, annotation = component.parameter.name, component.annotation
        builder.facts.members.append(Member(index, name, annotation=annotation))
        if name not in own and component.named is not None:
            accessor, number = builder.define(
                "method", name, definition.scope, component.node, component.named
            )
            bind_method(builder, definition.scope, name, component.named, number)
            accessor.returns = annotation
            accessor.modifiers = ("public",)
