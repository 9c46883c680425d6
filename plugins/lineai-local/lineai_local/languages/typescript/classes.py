"""Classes, interfaces, enums, type aliases and namespaces."""

from __future__ import annotations

from dataclasses import replace

from tree_sitter import Node

from lineai_local.facts import NONE, BuiltIn, Collection, Function, This, Typed
from lineai_local.languages.treesitter import shortened
from lineai_local.languages.typescript.builder import Builder, Context, Naming, StatementHandler
from lineai_local.languages.typescript.functions import FUNCTIONS, function, read_type_parameters, signature

_FIELDS = frozenset({"public_field_definition", "field_definition", "property_signature"})


def _named(builder: Builder, node: Node, default: str = "") -> Naming:
    name = node.child_by_field_name("name")
    text = builder.text(name) if name is not None else default
    return Naming(text, builder.qualified(text), (name or node).start_point[0] + 1)


def _class(builder: Builder, node: Node) -> None:
    naming = _named(builder, node)
    number = define_class(builder, node, naming)
    builder.bind(naming.name, node.start_byte, definition=number)


def class_expression(builder: Builder, node: Node, naming: Naming | None) -> int:
    """Return the expression for a class used as a value, named after what it is assigned to."""
    own = node.child_by_field_name("name")
    if naming is None or own is not None:
        naming = _named(builder, node, "<class>")
    return builder.add(Function(define_class(builder, node, naming)))


def define_class(builder: Builder, node: Node, naming: Naming) -> int:
    """Return the definition of a class; what its body says is read with it."""
    modifiers = ("abstract",) if node.type == "abstract_class_declaration" else ()
    naming = naming._replace(modifiers=(*naming.modifiers, *modifiers))
    number = builder.define("class", naming, node)
    before = builder.context
    _open_class(builder, number, naming)
    definition = builder.facts.definitions[number]
    read_type_parameters(builder, node, definition)
    heritage = [child for child in node.named_children if child.type == "class_heritage"]
    definition.bases = tuple(base for child in heritage for base in _bases(builder, child))
    _keep_decorators(builder, number, [_decorator(builder, child, before) for child in node.named_children])
    body = node.child_by_field_name("body")
    if body is not None:
        context = builder.context
        builder.later(context, lambda: _class_body(builder, body, number))
    builder.context = before
    return number


def _open_class(builder: Builder, number: int, naming: Naming) -> None:
    """Enter a class or interface: a scope that binds its members, and one for names inside it.

    A bare name never means a member, but what stands in the class sees its type parameters.
    """
    scope = builder.open_scope("class", number)
    builder.facts.definitions[number].scope = scope
    builder.context = replace(builder.context, scope=scope)
    builder.context = replace(
        builder.context,
        scope=builder.open_scope("block", number),
        definition=number,
        owner=number,
        prefix=f"{naming.qualified}.",
        this=builder.add(This(scope)),
        owner_class=number,
        exports=None,
    )


def _decorator(builder: Builder, node: Node, context: Context) -> tuple[int, str]:
    """Return the expression of a decorator and its text; ``NONE`` for any other node."""
    if node.type != "decorator" or not node.named_child_count:
        return NONE, ""
    before = builder.context
    builder.context = context
    number = builder.value(node.named_children[0])
    builder.site("decorator", number, node)
    builder.context = before
    return number, shortened(builder.text(node))


def _keep_decorators(builder: Builder, number: int, decorators: list[tuple[int, str]]) -> None:
    definition = builder.facts.definitions[number]
    found = [(decorator, text) for decorator, text in decorators if decorator != NONE]
    definition.decorators = tuple(decorator for decorator, _ in found)
    definition.annotations = tuple(text for _, text in found)


def _bases(builder: Builder, heritage: Node) -> list[int]:
    """Return the bases of a class: what it extends (a value), then what it implements (types)."""
    found = []
    for clause in heritage.named_children:
        if clause.type == "implements_clause":
            found += [builder.annotation(child) for child in clause.named_children if child.type != "comment"]
        elif clause.type == "extends_clause":
            value, arguments = (
                clause.child_by_field_name("value"),
                clause.child_by_field_name("type_arguments"),
            )
            if value is not None:
                number = builder.value(value)
                found.append(number if arguments is None else builder.applied(number, arguments))
        elif clause.type == "extends_type_clause":
            found += [builder.annotation(child) for child in clause.named_children if child.type != "comment"]
        elif clause.type != "comment":
            found.append(builder.value(clause))
    return found


def _class_body(builder: Builder, body: Node, number: int) -> None:
    decorators: list[tuple[int, str]] = []
    for child in body.named_children:
        if child.type == "decorator":
            decorators.append(_decorator(builder, child, builder.context))
        elif child.type in ("method_definition", "method_signature", "abstract_method_signature"):
            method = _method(builder, child, number)
            if method != NONE and decorators:
                _keep_decorators(builder, method, decorators)
            decorators = []
        elif child.type in _FIELDS:
            decorators = []
            _field(builder, child, number)
        elif child.type == "class_static_block":
            block = child.child_by_field_name("body")
            if block is not None:
                static = replace(builder.context, this=builder.add(Function(number)))
                builder.inside(static, block)
        elif child.type in ("call_signature", "construct_signature", "index_signature", "comment"):
            continue
        else:
            builder.statement(child)


def _method(builder: Builder, node: Node, number: int) -> int:
    name = node.child_by_field_name("name")
    if name is None:
        return NONE
    naming = _member_naming(builder, node, name)
    static = "static" in naming.modifiers
    if naming.name == "constructor" and not static:
        naming = naming._replace(kind="constructor")
    accessor = {"get", "set"} & {child.type for child in node.children}
    if accessor:
        naming = naming._replace(kind="property")
    if node.type != "method_definition":
        return _bound_signature(builder, node, naming, number)
    existing = builder.signature(naming.name)
    this = builder.add(Function(number)) if static else builder.context.this
    method = function(builder, node, naming, this=this, owner_class=number, existing=existing)
    if existing == NONE and "set" not in accessor:
        _bind_member(builder, number, naming.name, node, method)
    return method


def _bind_member(builder: Builder, owner: int, name: str, node: Node, method: int) -> None:
    scope = builder.facts.definitions[owner].scope
    builder.bind(name, node.start_byte, scope=scope, definition=method)


def _bound_signature(builder: Builder, node: Node, naming: Naming, number: int) -> int:
    existing = builder.signature(naming.name)
    method = signature(builder, node, naming, owner_class=number)
    if existing == NONE:
        _bind_member(builder, number, naming.name, node, method)
    return method


def _member_naming(builder: Builder, node: Node, name: Node) -> Naming:
    text = builder.text(name)
    modifiers = [child.type for child in node.children if child.type == "static"]
    for child in node.children:
        if child.type == "accessibility_modifier":
            modifiers.append(builder.text(child))
    if name.type == "private_property_identifier":
        modifiers.append("private")
    elif name.type == "string":
        text = text[1:-1]
    elif name.type == "computed_property_name":
        builder.visit(name)
    return Naming(text, builder.qualified(text), name.start_point[0] + 1, "method", tuple(modifiers))


def _field(builder: Builder, node: Node, number: int) -> None:
    """Read a field; a function assigned to it is a method."""
    name = node.child_by_field_name("name") or node.child_by_field_name("property")
    if name is None:
        return
    naming = _member_naming(builder, node, name)
    static = "static" in naming.modifiers
    for child in node.named_children:
        _decorator(builder, child, builder.context)
    kind, value = node.child_by_field_name("type"), node.child_by_field_name("value")
    annotation = NONE if kind is None else builder.annotation(kind)
    before = builder.context
    if static:
        builder.context = replace(before, this=builder.add(Function(number)))
    if value is None:
        builder.member(number, naming.name, annotation=annotation, static=static)
    elif value.type in FUNCTIONS:
        this = builder.context.this
        method = function(builder, value, naming, this=this, owner_class=number)
        builder.context = before
        _bind_member(builder, number, naming.name, node, method)
    else:
        found = builder.read(value, naming)
        expression = builder.facts.expressions[found]
        if isinstance(expression, BuiltIn) and expression.name in ("null", "undefined"):
            found = NONE
        builder.member(number, naming.name, value=found, annotation=annotation, static=static)
    builder.context = before


def _interface(builder: Builder, node: Node) -> None:
    naming = _named(builder, node)
    number = builder.define("interface", naming, node)
    builder.bind_type(naming.name, node.start_byte, number)
    before = builder.context
    _open_class(builder, number, naming)
    definition = builder.facts.definitions[number]
    read_type_parameters(builder, node, definition)
    body = node.child_by_field_name("body")
    bases = [child for child in node.named_children if child.type == "extends_type_clause"]
    definition.bases = tuple(
        builder.annotation(base)
        for clause in bases
        for base in clause.named_children
        if base.type != "comment"
    )
    if body is not None:
        _class_body(builder, body, number)
    builder.context = before


def _alias(builder: Builder, node: Node) -> None:
    naming = _named(builder, node)
    number = builder.define("type", naming, node)
    builder.bind_type(naming.name, node.start_byte, number)
    before = builder.context
    scope = builder.open_scope("block", number)
    definition = builder.facts.definitions[number]
    definition.scope = scope
    builder.context = replace(before, scope=scope, definition=number)
    read_type_parameters(builder, node, definition)
    value = node.child_by_field_name("value")
    if value is not None:
        definition.returns = builder.annotation(value)
    builder.context = before


def _enum(builder: Builder, node: Node) -> None:
    naming = _named(builder, node)
    number = builder.define("enum", naming, node)
    builder.bind(naming.name, node.start_byte, definition=number)
    builder.facts.definitions[number].scope = builder.open_scope("class", number)
    body = node.child_by_field_name("body")
    for child in body.named_children if body is not None else []:
        name = child.child_by_field_name("name") if child.type == "enum_assignment" else child
        if name is None or child.type == "comment":
            continue
        value = child.child_by_field_name("value")
        if value is not None:
            builder.visit(value)
        text = builder.text(name)
        member = builder.add(Typed(builder.add(Function(number))))
        builder.member(number, text[1:-1] if name.type == "string" else text, value=member, static=True)


def _namespace(builder: Builder, node: Node) -> None:
    """Read a namespace as an object that holds what it exports; ``declare module "x"`` gives no name."""
    name, body = node.child_by_field_name("name"), node.child_by_field_name("body")
    if body is None:
        return
    before = builder.context
    named = name is not None and name.type != "string"
    text = builder.text(name) if name is not None and named else ""
    exports: list[tuple[str, int]] = []
    builder.context = replace(
        before,
        scope=builder.open_scope("block", before.definition),
        prefix=f"{before.prefix}{text}." if named else before.prefix,
        exports=exports,
    )
    for child in body.named_children:
        builder.statement(child)
    builder.context = before
    if named:
        first, *others = text.split(".")
        elements = tuple(element for _, element in exports)
        value = builder.add(Collection("object", elements, tuple(key for key, _ in exports)))
        for part in reversed(others):
            value = builder.add(Collection("object", (value,), (part,)))
        builder.bind(first, node.start_byte, value=value)


CLASSES: dict[str, StatementHandler] = {
    "class_declaration": _class,
    "abstract_class_declaration": _class,
    "interface_declaration": _interface,
    "type_alias_declaration": _alias,
    "enum_declaration": _enum,
    "internal_module": _namespace,
    "module": _namespace,
}
