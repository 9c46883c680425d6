"""Declarations of Go: imports, types, functions, methods, variables and constants."""

from __future__ import annotations

from tree_sitter import Node

from lineai_local.facts import NONE, Definition, DefinitionKind, Import, Member
from lineai_local.languages.go.builder import Builder
from lineai_local.languages.go.types import parameters, results, signature, type_of


def declare_import(builder: Builder, node: Node) -> None:
    """Record an import; the name under which it is known may be the package's own, which is elsewhere."""
    path = node.child_by_field_name("path")
    if path is None:
        return
    module = builder.text(path).strip('"`')
    named = node.child_by_field_name("name")
    name = "" if named is None else builder.text(named)
    line = node.start_point[0] + 1
    if name == ".":
        builder.facts.imports.append(Import("", module, "*", line))
        return
    builder.facts.imports.append(Import(name, module, "", line))
    if named is not None and name != "_":
        builder.bind(named, imported=len(builder.facts.imports) - 1)


def declare_type(builder: Builder, node: Node) -> None:
    """Declare a type with its fields, methods and embedded types, or an alias."""
    name, kind = node.child_by_field_name("name"), node.child_by_field_name("type")
    if name is None or kind is None:
        return
    text = builder.text(name)
    what: DefinitionKind = "type"
    if node.type == "type_spec":
        what = "interface" if kind.type == "interface_type" else "class"
    definition, number = builder.define(what, text, builder.qualified(text), node)
    builder.bind(name, definition=number)
    with builder.within(definition.scope):
        declare_type_parameters(builder, definition, node)
        if what == "type" or kind.type not in ("struct_type", "interface_type"):
            definition.returns = type_of(builder, kind)
    if what != "type" and kind.type == "struct_type":
        declare_structure(builder, definition, number, kind)
    elif what == "interface":
        declare_interface(builder, definition, number, kind)


def declare_type_parameters(builder: Builder, definition: Definition, node: Node) -> None:
    """Note the type parameters of a type or function and their constraints."""
    listed = node.child_by_field_name("type_parameters")
    names: list[str] = []
    for child in () if listed is None else listed.named_children:
        names += [builder.text(name) for name in child.children_by_field_name("name")]
    definition.type_parameters = tuple(names)
    bounds: list[int] = []
    for child in () if listed is None else listed.named_children:
        constraint = child.child_by_field_name("type")
        kinds = [] if constraint is None else constraint.named_children
        bound = type_of(builder, kinds[0]) if len(kinds) == 1 else builder.opaque("one of several types")
        bounds += [bound] * len(child.children_by_field_name("name"))
    definition.type_bounds = tuple(bounds)


def declare_structure(builder: Builder, definition: Definition, number: int, node: Node) -> None:
    """Declare the fields of a struct; embedded types are its bases and fields as well."""
    bases: list[int] = []
    fields = [field for each in node.named_children for field in each.named_children]
    with builder.within(definition.scope):
        for field in fields:
            if field.type != "field_declaration":
                continue
            kind = field.child_by_field_name("type")
            annotation = type_of(builder, kind)
            names = [builder.text(name) for name in field.children_by_field_name("name")]
            if not names and kind is not None:
                bases.append(annotation)
                names = [_embedded_name(builder, kind)]
            for name in names:
                builder.facts.members.append(Member(number, name, annotation=annotation))
    definition.bases = tuple(bases)


def _embedded_name(builder: Builder, kind: Node) -> str:
    if kind.type == "generic_type":
        kind = kind.child_by_field_name("type") or kind
    return builder.text(kind).lstrip("*").rpartition(".")[2]


def declare_interface(builder: Builder, definition: Definition, number: int, node: Node) -> None:
    """Declare the methods of an interface; interfaces embedded in it are its bases."""
    bases: list[int] = []
    with builder.within(definition.scope):
        for child in node.named_children:
            name = child.child_by_field_name("name")
            if child.type == "method_elem" and name is not None:
                text = builder.text(name)
                method, index = builder.define("method", text, f"{definition.qualified}.{text}", child)
                method.modifiers = ("abstract",)
                builder.bind(name, definition=index)
                with builder.within(method.scope):
                    _header(builder, method, child, bound=False)
            elif child.type == "type_elem" and len(child.named_children) == 1:
                bases.append(type_of(builder, child.named_children[0]))
    definition.bases = tuple(bases)


def _header(builder: Builder, definition: Definition, node: Node, *, bound: bool = True) -> None:
    given, result = node.child_by_field_name("parameters"), node.child_by_field_name("result")
    definition.signature = signature(builder, given, result)
    definition.parameters = parameters(builder, given, bound=bound)
    definition.returns = results(builder, result, bound=bound)


def declare_function(builder: Builder, node: Node) -> None:
    """Declare a function of the package, and read its body."""
    name = node.child_by_field_name("name")
    if name is None:
        return
    text = builder.text(name)
    definition, number = builder.define("function", text, builder.qualified(text), node)
    if text not in ("init", "_"):
        builder.bind(name, definition=number)
    with builder.body(definition):
        declare_type_parameters(builder, definition, node)
        _body(builder, definition, node)


def declare_method(builder: Builder, node: Node) -> None:
    """Declare a method; it is in the qualified name, not in the tree, that it belongs to its type."""
    name, receiver = node.child_by_field_name("name"), node.child_by_field_name("receiver")
    if name is None or receiver is None:
        return
    declared = next((each for each in receiver.named_children if each.type == "parameter_declaration"), None)
    kind = None if declared is None else declared.child_by_field_name("type")
    while kind is not None and kind.type in ("pointer_type", "parenthesized_type"):
        kind = kind.named_children[0] if kind.named_children else None
    if declared is None or kind is None:
        return
    base, arguments = kind, kind.child_by_field_name("type_arguments")
    if kind.type == "generic_type":
        base = kind.child_by_field_name("type") or kind
    text = builder.text(name)
    qualified = builder.qualified(f"{builder.text(base)}.{text}")
    definition, _ = builder.define("method", text, qualified, node)
    if arguments is not None:
        definition.type_parameters = tuple(builder.text(each) for each in arguments.named_children)
    with builder.body(definition):
        annotation = type_of(builder, kind)
        for each in declared.children_by_field_name("name"):
            builder.bind(each, annotation=annotation, receiver=True)
        _body(builder, definition, node)


def _body(builder: Builder, definition: Definition, node: Node) -> None:
    from lineai_local.languages.go.statements import visit

    _header(builder, definition, node)
    body = node.child_by_field_name("body")
    for child in () if body is None else body.named_children:
        visit(builder, child)


def declare_variables(builder: Builder, node: Node) -> None:
    """Declare the names of a ``var`` or ``const``, after reading their values."""
    from lineai_local.languages.go.statements import declare, values_of

    kind = node.child_by_field_name("type")
    annotation = NONE if kind is None else type_of(builder, kind)
    values = values_of(builder, node.child_by_field_name("value"))
    declare(builder, node.children_by_field_name("name"), values, annotation)
