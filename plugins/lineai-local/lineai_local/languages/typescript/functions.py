"""Functions of every form: declarations, expressions, arrows, methods, signatures; and their parameters."""

from __future__ import annotations

from dataclasses import replace

from tree_sitter import Node

from lineai_local.facts import (
    NONE,
    Applied,
    BuiltIn,
    Definition,
    DefinitionKind,
    Function,
    New,
    Parameter,
    Typed,
)
from lineai_local.languages.typescript.builder import Builder, Naming, first
from lineai_local.languages.typescript.escapes import escapes
from lineai_local.languages.typescript.patterns import bind_pattern

FUNCTIONS = frozenset({"arrow_function", "function_expression", "generator_function"})

_MODIFIERS = {
    "async": "async",
    "static": "static",
    "abstract": "abstract",
    "override_modifier": "override",
    "get": "property",
    "set": "property",
    "*": "generator",
}


def function(
    builder: Builder,
    node: Node,
    naming: Naming | None,
    *,
    this: int = NONE,
    owner_class: int = NONE,
    existing: int = NONE,
) -> int:
    """Return the number of the definition that the function ``node`` makes; its body is read later.

    ``this`` is what ``this`` means in its body if it is a method; an arrow function keeps the meaning
    around it. ``owner_class`` is the class whose member it is. ``existing`` is the definition that
    its overload signatures have made.
    """
    own = node.child_by_field_name("name")
    if naming is None and own is not None and node.type in FUNCTIONS:
        naming = Naming(builder.text(own), builder.qualified(builder.text(own)), own.start_point[0] + 1)
    before = builder.context
    number = existing
    if number == NONE:
        kind: DefinitionKind = "lambda" if naming is None else naming.kind
        named = naming or Naming("", builder.qualified(""), node.start_point[0] + 1)
        number = builder.define(kind, named, node)
    definition = builder.facts.definitions[number]
    scope = builder.open_scope("function", number)
    definition.scope = scope
    if existing != NONE and naming is not None:
        definition.line, definition.end_line = naming.line, node.end_point[0] + 1
    keywords = {_MODIFIERS[child.type] for child in node.children if child.type in _MODIFIERS}
    if node.type.startswith("generator"):
        keywords.add("generator")
    signatures = "ambient" in definition.modifiers and existing != NONE
    kept = set(definition.modifiers) - ({"ambient", "overload"} if signatures else set())
    definition.modifiers = tuple(sorted(kept | keywords))
    builder.context = context = replace(
        before,
        scope=scope,
        function_scope=scope,
        block=builder.open_block(),
        definition=number,
        owner=before.owner if naming is None else number,
        prefix=before.prefix if naming is None else f"{definition.qualified}.",
        exports=None,
    )
    if node.type != "arrow_function":
        if this == NONE and naming is not None and naming.name[:1].isupper():
            this = constructed(builder, naming.name, node.start_byte)
        builder.context = context = replace(context, this=this)
    if own is not None and node.type in FUNCTIONS:
        builder.bind(builder.text(own), 0, definition=number)
    _read_head(builder, node, definition)
    if owner_class != NONE and definition.kind == "constructor":
        _parameter_properties(builder, node, owner_class)
    body = node.child_by_field_name("body")
    context = builder.context
    builder.context = before
    if body is None:
        definition.modifiers = tuple(sorted({*definition.modifiers, "ambient"}))
    else:
        definition.complexity = max(definition.complexity, 1)
        builder.later(context, lambda: _read_body(builder, body, number))
    return number


def function_value(builder: Builder, node: Node, naming: Naming | None, *, this: int = NONE) -> int:
    """Return the expression that the function ``node`` is; if it has a name and is given away, note that."""
    value = builder.add(Function(function(builder, node, naming, this=this)))
    if (naming is not None or node.child_by_field_name("name") is not None) and escapes(node):
        builder.site("reference", value, node)
    return value


def constructed(builder: Builder, name: str, at: int) -> int:
    """Return an expression for an object that the function or class called ``name`` constructs."""
    return builder.add(New(builder.name(name, at)))


def signature(builder: Builder, node: Node, naming: Naming, *, owner_class: int = NONE) -> int:
    """Return the definition that a declaration without body makes, or joins if it is an overload.

    The overloads of a name and their implementation are one definition; its result is any of theirs.
    """
    existing = builder.signature(naming.name)
    modifiers = (*naming.modifiers, "ambient")
    number = function(builder, node, naming._replace(modifiers=modifiers), owner_class=owner_class)
    if existing == NONE:
        builder.remember_signature(naming.name, number)
        return number
    extra = builder.facts.definitions[number]
    first = builder.facts.definitions[existing]
    extra.kind, extra.name = "lambda", ""
    if extra.returns != NONE and first.returns != NONE:
        first.returns = builder.choice([first.returns, extra.returns])
    return existing


def read_type_parameters(builder: Builder, node: Node, definition: Definition) -> None:
    """Set the type parameters and their bounds from the ``type_parameters`` of a declaration."""
    parameters = node.child_by_field_name("type_parameters")
    if parameters is None:
        return
    names, bounds = [], []
    for child in parameters.named_children:
        name = child.child_by_field_name("name")
        if name is None:
            continue
        bound = child.child_by_field_name("constraint")
        kind = first(bound) if bound is not None else None
        names.append(builder.text(name))
        bounds.append(NONE if kind is None else builder.annotation(kind))
    definition.type_parameters, definition.type_bounds = tuple(names), tuple(bounds)


def _read_head(builder: Builder, node: Node, definition: Definition) -> None:
    read_type_parameters(builder, node, definition)
    parameters: list[Parameter] = []
    single = node.child_by_field_name("parameter")
    listed = node.child_by_field_name("parameters")
    for child in [single] if single is not None else listed.named_children if listed is not None else []:
        _parameter(builder, child, parameters)
    definition.parameters = tuple(parameters)
    returns = node.child_by_field_name("return_type") or (
        node.child_by_field_name("type") if node.type == "construct_signature" else None
    )
    if returns is not None and definition.returns == NONE:
        definition.returns = builder.annotation(returns)


def _parameter(builder: Builder, node: Node, parameters: list[Parameter]) -> None:
    if node.type in ("comment", "decorator"):
        return
    pattern = node.child_by_field_name("pattern") or node.child_by_field_name("name") or node
    kind = node.child_by_field_name("type")
    annotation = NONE if kind is None else builder.annotation(kind)
    if pattern.type == "this":
        builder.context = replace(builder.context, this=builder.add(Typed(annotation)))
        return
    default = node.child_by_field_name("value")
    if pattern.type == "assignment_pattern":
        left, default = pattern.child_by_field_name("left"), pattern.child_by_field_name("right")
        pattern = left if left is not None else pattern
    variadic = pattern.type == "rest_pattern"
    if variadic and pattern.named_child_count:
        pattern = pattern.named_children[0]
        if annotation != NONE:
            annotation = _item_type(builder, annotation)
    for child in node.children:
        if child.type == "decorator":
            builder.statement(child)
    simple = pattern.type == "identifier"
    position = len(parameters)
    name = builder.text(pattern) if simple else f"{{{position}}}"
    fallback = NONE if default is None else builder.value(default)
    parameters.append(
        Parameter(
            name,
            annotation,
            fallback,
            "variadic" if variadic else "normal",
            default is not None or node.type == "optional_parameter",
        )
    )
    builder.bind(name, pattern.start_byte, parameter=position)
    if not simple:
        bind_pattern(builder, pattern, builder.name(name, pattern.end_byte), pattern.end_byte)


def _item_type(builder: Builder, annotation: int) -> int:
    """Return the type of one argument of a rest parameter, which is declared as an array."""
    expression = builder.facts.expressions[annotation]
    if isinstance(expression, Applied) and len(expression.arguments) == 1:
        return expression.arguments[0]
    return NONE


def _parameter_properties(builder: Builder, node: Node, owner_class: int) -> None:
    """Add the fields that a constructor declares by modifiers before its parameters."""
    listed = node.child_by_field_name("parameters")
    for child in listed.named_children if listed is not None else []:
        if child.type not in ("required_parameter", "optional_parameter"):
            continue
        pattern = child.child_by_field_name("pattern")
        marks = {part.type for part in child.children}
        if pattern is not None and marks & {"accessibility_modifier", "readonly", "override_modifier"}:
            if pattern.type == "assignment_pattern":
                pattern = pattern.child_by_field_name("left") or pattern
            name = builder.text(pattern)
            builder.member(owner_class, name, value=builder.name(name, child.end_byte))


def _read_body(builder: Builder, body: Node, number: int) -> None:
    if body.type == "statement_block":
        builder.statement(body)
    else:
        builder.facts.definitions[builder.context.owner].statements += 1
        add_result(builder, number, builder.read(body))


def add_result(builder: Builder, definition: int, value: int) -> None:
    """Record a value that a function returns; ``null`` and ``undefined`` say nothing about it."""
    expression = builder.facts.expressions[value]
    if not isinstance(expression, BuiltIn) or expression.name not in ("null", "undefined"):
        builder.results.setdefault(definition, []).append(value)
