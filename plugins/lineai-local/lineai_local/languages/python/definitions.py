"""Functions, methods, lambdas and classes, with their parameters and decorators."""

from __future__ import annotations

from dataclasses import dataclass, field

from tree_sitter import Node

from lineai_local.facts import (
    NONE,
    Call,
    Definition,
    DefinitionKind,
    Parameter,
)
from lineai_local.languages.python import grammar as g
from lineai_local.languages.python.annotations import annotation, last_name
from lineai_local.languages.python.walk import Walk, statement_of
from lineai_local.languages.treesitter import line, shortened

_CLASS_METHODS = ("__new__", "__init_subclass__", "__class_getitem__")
_BASES = g.kinds("identifier", "attribute", "subscript")
_SPLATS = (g.LIST_SPLAT_PATTERN, g.DICTIONARY_SPLAT_PATTERN)


@dataclass(slots=True)
class _Decoration:
    """The decorators of a definition: expressions, texts as written, and the modifiers they imply.

    ``hidden`` is set where the name goes on to denote another definition: the getter of a property that
    gets a setter, the implementation of an overloaded function.
    """

    expressions: list[int] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)
    modifiers: set[str] = field(default_factory=set)
    hidden: bool = False


_MODIFIERS = {
    "staticmethod": "static",
    "classmethod": "classmethod",
    "property": "property",
    "cached_property": "property",
    "abstractproperty": "property",
    "setter": "property",
    "getter": "property",
    "deleter": "property",
    "abstractmethod": "abstract",
    "overload": "overload",
    "override": "override",
}
_HIDING = ("setter", "deleter", "overload")


@statement_of("decorated_definition")
def decorated(walk: Walk, node: Node) -> None:
    """Visit the decorators, then the definition that they wrap."""
    decoration = _Decoration()
    for child in node.named_children:
        if child.kind_id == g.DECORATOR:
            _decorator(walk, child, decoration)
    wrapped = node.child_by_field_id(g.DEFINITION)
    if wrapped is None:
        return
    if wrapped.kind_id == g.FUNCTION_DEFINITION:
        _function(walk, wrapped, decoration)
    else:
        _class(walk, wrapped, decoration)


def _decorator(walk: Walk, node: Node, decoration: _Decoration) -> None:
    found = g.parts(node)
    if not found:
        return
    index = walk.value(found[0])
    walk.decorator_site(index, found[0])
    decoration.expressions.append(index)
    function = walk.expressions[index]
    named = last_name(walk, function.function if isinstance(function, Call) else index)
    decoration.texts.append(shortened(f"@{walk.text(found[0])}"))
    if modifier := _MODIFIERS.get(named):
        decoration.modifiers.add(modifier)
    if named in _HIDING:
        decoration.hidden = True


@statement_of("function_definition")
def function(walk: Walk, node: Node) -> None:
    """Visit a function or method."""
    _function(walk, node, _Decoration())


@statement_of("class_definition")
def class_(walk: Walk, node: Node) -> None:
    """Visit a class."""
    _class(walk, node, _Decoration())


def _function(walk: Walk, node: Node, decoration: _Decoration) -> None:
    name_node = node.child_by_field_id(g.NAME)
    body = node.child_by_field_id(g.BODY)
    name = walk.text(name_node) if name_node is not None else ""
    in_class = walk.frame.kind == "class"
    modifiers = decoration.modifiers
    if node.child_count and node.children[0].type == "async":
        modifiers.add("async")
    if in_class and name in _CLASS_METHODS:
        modifiers.add("classmethod")
    kind: DefinitionKind = ("constructor" if name == "__init__" else "method") if in_class else "function"
    definition, index = _define(walk, node, kind, name)
    definition.decorators = tuple(decoration.expressions)
    definition.annotations = tuple(decoration.texts)
    outer = _parametrise(walk, node.child_by_field_id(g.TYPE_PARAMETERS), definition)
    parameters = _parameters(walk, node.child_by_field_id(g.PARAMETERS))
    definition.parameters = tuple(parameter for parameter, _ in parameters)
    returns = node.child_by_field_id(g.RETURN_TYPE)
    definition.returns = annotation(walk, returns) if returns is not None else NONE
    _note_type_variables(walk, definition)
    definition.modifiers = tuple(sorted(modifiers))
    if not decoration.hidden:
        walk.bind(name, body.start_byte if body is not None else node.end_byte, definition=index)
    _body(walk, node, index, parameters, method=in_class and "static" not in modifiers)
    walk.type_scopes = outer


def _define(walk: Walk, node: Node, kind: DefinitionKind, name: str) -> tuple[Definition, int]:
    """Append a definition inside the current one, with a scope to enter later; return it and its index."""
    frame = walk.frame
    parent = walk.facts.definitions[frame.definition]
    qualified = name if frame.definition == 0 else f"{parent.qualified}.{name}"
    index = len(walk.facts.definitions)
    scope = walk.new_scope("class" if kind == "class" else "function", index)
    end_row, end_column = node.end_point
    last = end_row if end_column == 0 and end_row > node.start_point[0] else end_row + 1
    definition = Definition(kind, name, qualified, frame.definition, scope, line(node), last)
    walk.facts.definitions.append(definition)
    return definition, index


def _body(
    walk: Walk, node: Node, index: int, parameters: list[tuple[Parameter, int]], *, method: bool
) -> None:
    """Visit the body of a function in its own scope and flow block, and note results and metrics."""
    definition = walk.facts.definitions[index]
    first = parameters[0][0] if parameters else None
    receiver = first.name if method and first is not None and first.kind == "normal" else ""
    outer = walk.block
    frame = walk.enter(definition.scope, receiver)
    walk.block = walk.new_block(outer)
    walk.metrics.enter()
    for place, (parameter, at) in enumerate(parameters):
        is_receiver = place == 0 and bool(receiver)
        walk.bind(parameter.name, at, parameter=place, receiver=is_receiver)
    body = node.child_by_field_id(g.BODY)
    if definition.kind == "lambda":
        if body is not None:
            frame.returned.append(walk.read(body))
    else:
        walk.statements(body)
    definition.complexity, definition.statements = walk.metrics.leave()
    walk.block = outer
    walk.leave()
    if frame.yielded is None:
        definition.results = tuple(dict.fromkeys(frame.returned))
    else:
        definition.results = tuple(dict.fromkeys(frame.yielded))
        definition.modifiers = tuple(sorted({*definition.modifiers, "generator"}))


def lambda_definition(walk: Walk, node: Node) -> int:
    """Return the index of the definition of a lambda, after visiting it."""
    definition, index = _define(walk, node, "lambda", "<lambda>")
    parameters = _parameters(walk, node.child_by_field_id(g.PARAMETERS))
    definition.parameters = tuple(parameter for parameter, _ in parameters)
    _body(walk, node, index, parameters, method=False)
    return index


def _parameters(walk: Walk, node: Node | None) -> list[tuple[Parameter, int]]:
    """Return the parameters with the offsets of their names; defaults are evaluated outside the function."""
    found = []
    for child in node.named_children if node is not None else ():
        if parameter := _parameter(walk, child):
            found.append((parameter, child.start_byte))
    return found


def _parameter(walk: Walk, node: Node) -> Parameter | None:
    kind = node.type
    if kind == "identifier":
        return Parameter(walk.text(node))
    named = node.child_by_field_id(g.NAME)
    if named is None and kind in ("typed_parameter", "list_splat_pattern", "dictionary_splat_pattern"):
        named = node if kind != "typed_parameter" else node.child(0)
    if named is None:
        return None
    written, default = node.child_by_field_id(g.TYPE_FIELD), node.child_by_field_id(g.VALUE)
    splat = named.kind_id if named.kind_id in _SPLATS else None
    name = walk.text(named).lstrip("* ")
    type_index = annotation(walk, written) if written is not None else NONE
    default_index = walk.read(default) if default is not None else NONE
    if splat is None:
        return Parameter(name, type_index, default_index, optional=default is not None)
    return Parameter(name, type_index, kind="variadic" if splat == g.LIST_SPLAT_PATTERN else "keywords")


def _parametrise(walk: Walk, written: Node | None, definition: Definition) -> dict[str, int]:
    """Let type variables in the annotations that follow belong to ``definition``.

    These are its own in ``[T: Bound]`` (``written``), and those of the module that no class around it has
    taken. Return the former ``type_scopes``, which the caller puts back.
    """
    outer = walk.type_scopes
    walk.type_scopes = dict.fromkeys(walk.type_variables, definition.scope) | outer
    walk.type_uses = {}
    names: list[str] = []
    bounds: list[int] = []
    for child in g.parts(written) if written is not None else ():
        name, _, _ = walk.text(child).partition(":")
        names.append(name.partition("=")[0].strip("* \t\r\n"))
        walk.type_scopes[names[-1]] = definition.scope
        constrained = g.parts(child)[0] if g.parts(child) else child
        bound = g.parts(constrained)[1:] if constrained.type == "constrained_type" else []
        bounds.append(annotation(walk, bound[0]) if bound else NONE)
    definition.type_parameters, definition.type_bounds = tuple(names), tuple(bounds)
    return outer


def _note_type_variables(walk: Walk, definition: Definition) -> None:
    """Make the module's type variables in the annotations just visited parameters of ``definition``."""
    for name in walk.type_uses:
        if walk.type_scopes[name] == definition.scope and name not in definition.type_parameters:
            definition.type_parameters += (name,)
            definition.type_bounds += (walk.type_variables.get(name, NONE),)


def _class(walk: Walk, node: Node, decoration: _Decoration) -> None:
    name_node = node.child_by_field_id(g.NAME)
    body = node.child_by_field_id(g.BODY)
    name = walk.text(name_node) if name_node is not None else ""
    definition, index = _define(walk, node, "class", name)
    definition.decorators = tuple(decoration.expressions)
    definition.annotations = tuple(decoration.texts)
    outer_types = _parametrise(walk, node.child_by_field_id(g.TYPE_PARAMETERS), definition)
    definition.bases = _bases(walk, node.child_by_field_id(g.SUPERCLASSES))
    _note_type_variables(walk, definition)
    walk.type_scopes = outer_types | dict.fromkeys(definition.type_parameters, definition.scope)
    walk.bind(name, body.start_byte if body is not None else node.end_byte, definition=index)
    outer = walk.block
    walk.enter(definition.scope)
    walk.block = walk.new_block(outer)
    walk.metrics.enter()
    walk.statements(body)
    definition.complexity, definition.statements = walk.metrics.leave()
    walk.block = outer
    walk.leave()
    walk.type_scopes = outer_types


@statement_of("type_alias_statement")
def type_alias(walk: Walk, node: Node) -> None:
    """Visit ``type Alias[T] = …``."""
    left, right = g.parts(node)[0], node.child_by_field_id(g.RIGHT)
    written = None
    while left.kind_id != g.IDENTIFIER and g.parts(left):
        left, *rest = g.parts(left)
        written = rest[0] if rest else written
    definition, index = _define(walk, node, "type", walk.text(left))
    outer = _parametrise(walk, written, definition)
    definition.returns = annotation(walk, right)
    _note_type_variables(walk, definition)
    walk.type_scopes = outer
    walk.bind(definition.name, node.end_byte, definition=index)


def _bases(walk: Walk, node: Node | None) -> tuple[int, ...]:
    """Return the base classes; other class arguments, such as a metaclass, are only read."""
    found = []
    for child in g.parts(node) if node is not None else ():
        if child.kind_id in _BASES:
            found.append(annotation(walk, child))
        elif child.kind_id == g.KEYWORD_ARGUMENT:
            given = child.child_by_field_id(g.VALUE)
            if given is not None:
                walk.read(given)
        else:
            found.append(walk.value(child))
    return tuple(found)
