"""Values as written: names, members, calls, literals and operators."""

from __future__ import annotations

from tree_sitter import Node

from lineai_local.facts import (
    NONE,
    Applied,
    Attribute,
    Await,
    BuiltIn,
    Call,
    Collection,
    Element,
    Function,
    New,
    Opaque,
    Subscript,
    Super,
    Typed,
)
from lineai_local.languages.typescript.builder import Builder, Naming, ValueHandler, first
from lineai_local.languages.typescript.functions import FUNCTIONS, function
from lineai_local.languages.typescript.narrowing import narrowed
from lineai_local.languages.typescript.wrappers import Wrapper, wrapper

_LOGICAL = frozenset({"&&", "||", "??"})
_BOOLEAN = frozenset({"==", "===", "!=", "!==", "<", ">", "<=", ">=", "in", "instanceof"})
_UNARY = {"!": "boolean", "delete": "boolean", "typeof": "string", "void": "undefined"}
_CHAIN = frozenset({"call_expression", "member_expression", "subscript_expression", "non_null_expression"})


def _identifier(builder: Builder, node: Node, naming: Naming | None) -> int:
    return builder.name(builder.text(node), node.start_byte)


def _chain(builder: Builder, node: Node, naming: Naming | None) -> int:
    """Read ``a.b(c)[d].e`` from the left in a loop, for such chains can be very long."""
    links = []
    inner = node
    while inner.type in _CHAIN:
        links.append(inner)
        child = inner.child_by_field_name("function" if inner.type == "call_expression" else "object")
        if child is None:
            child = first(inner)
        if child is None:
            return builder.add(Opaque("nothing"))
        inner = child
    if inner.type == "import" and links[-1].type == "call_expression":
        number = _dynamic_import(builder, links.pop())
    elif links and links[-1].type == "call_expression" and builder.text(inner) == "require":
        number = _required(builder, links.pop(), inner)
    else:
        number = builder.value(inner)
    while links:
        link = links.pop()
        if link.type == "member_expression":
            number = builder.add(Attribute(number, builder.text(link.named_children[-1])))
        elif link.type == "call_expression":
            number = _call(builder, link, number, None if links else naming)
        elif link.type == "subscript_expression":
            number = _subscript(builder, link, number)
    return number


def _call(builder: Builder, node: Node, callee: int, naming: Naming | None) -> int:
    kinds = node.child_by_field_name("type_arguments")
    if kinds is not None:
        callee = builder.applied(callee, kinds)
    arguments = node.child_by_field_name("arguments")
    role = Wrapper.NONE if naming is None else wrapper(builder, node)
    inner = NONE
    if arguments is None:
        number = builder.add(Call(callee))
    elif arguments.type == "template_string":
        builder.visit(arguments)
        number = builder.add(Call(callee, (builder.add(BuiltIn("TemplateStringsArray")),)))
    else:
        values = []
        for child in arguments.named_children:
            if child.type == "comment":
                continue
            name = naming if inner == NONE and child.type in role.named else None
            values.append(builder.read(child, name))
            if name is not None and child.type in FUNCTIONS:
                inner = values[-1]
        number = builder.add(Call(callee, tuple(values)))
    builder.site("call", number, _name_node(node))
    if inner == NONE or role is Wrapper.NONE:
        return number
    return builder.choice([number, builder.add(Call(inner)) if role is Wrapper.VALUE else inner])


def _name_node(node: Node) -> Node:
    """Return the node whose line a call is reported on: the called name, which may follow a long receiver."""
    function = node.child_by_field_name("function")
    if function is not None and function.type == "member_expression":
        return function.child_by_field_name("property") or node
    return node


def _arguments(builder: Builder, node: Node | None) -> tuple[int, ...]:
    if node is None:
        return ()
    return tuple(builder.read(child) for child in node.named_children if child.type != "comment")


def _subscript(builder: Builder, node: Node, value: int) -> int:
    index = node.child_by_field_name("index")
    if index is None:
        return builder.add(Subscript(value))
    if index.type == "string":
        return builder.add(Attribute(value, builder.text(index)[1:-1]))
    return builder.add(Subscript(value, builder.value(index)))


def specifier(builder: Builder, arguments: Node | None) -> str:
    """Return the module specifier that is the only plain string among the arguments, or an empty string."""
    name = first(arguments) if arguments is not None else None
    if name is None or name.type not in ("string", "template_string") or name.named_child_count > 1:
        return ""
    return builder.text(name)[1:-1]


def _dynamic_import(builder: Builder, node: Node) -> int:
    module = specifier(builder, node.child_by_field_name("arguments"))
    if module:
        promise = builder.name("Promise", node.start_byte)
        return builder.add(Typed(builder.add(Applied(promise, (builder.module(module),)))))
    _arguments(builder, node.child_by_field_name("arguments"))
    return builder.add(Opaque("a module whose name is computed"))


def _required(builder: Builder, node: Node, callee: Node) -> int:
    arguments = node.child_by_field_name("arguments")
    module = specifier(builder, arguments)
    if module:
        return builder.module(module)
    return _call(builder, node, builder.value(callee), None)


def _new(builder: Builder, node: Node, naming: Naming | None) -> int:
    constructor = node.child_by_field_name("constructor")
    kind = builder.value(constructor) if constructor is not None else builder.add(Opaque("no class"))
    arguments = node.child_by_field_name("type_arguments")
    if arguments is not None:
        kind = builder.applied(kind, arguments)
    number = builder.add(New(kind, _arguments(builder, node.child_by_field_name("arguments"))))
    builder.site("call", number, node)
    return number


def _function(builder: Builder, node: Node, naming: Naming | None) -> int:
    return builder.add(Function(function(builder, node, naming)))


def _this(builder: Builder, node: Node, naming: Naming | None) -> int:
    this = builder.context.this
    return builder.add(Opaque("'this' of a plain function")) if this == NONE else this


def _super(builder: Builder, node: Node, naming: Naming | None) -> int:
    return builder.add(Super(builder.context.scope))


def _inner(builder: Builder, node: Node, naming: Naming | None) -> int:
    inner = first(node)
    return builder.value(inner, naming) if inner is not None else builder.add(Opaque("nothing"))


def _as(builder: Builder, node: Node, naming: Naming | None) -> int:
    """Read a cast: a type that says something counts; ``as const`` and ``as any`` change nothing."""
    parts = [child for child in node.named_children if child.type != "comment"]
    if node.type == "type_assertion":
        parts.reverse()
    inner = builder.value(parts[0], naming) if parts else builder.add(Opaque("nothing"))
    if len(parts) < 2 or parts[1].type == "predefined_type":
        return inner
    kind = first(parts[1]) if parts[1].type == "type_arguments" else parts[1]
    return inner if kind is None else builder.add(Typed(builder.annotation(kind)))


def _await(builder: Builder, node: Node, naming: Naming | None) -> int:
    return builder.add(Await(_inner(builder, node, None)))


def _yield(builder: Builder, node: Node, naming: Naming | None) -> int:
    inner = first(node)
    if inner is not None:
        value = builder.read(inner)
        if any(child.type == "*" for child in node.children):
            value = builder.add(Element(value))
        builder.results.setdefault(builder.context.definition, []).append(value)
    return builder.add(Opaque("what a generator is sent"))


def _ternary(builder: Builder, node: Node, naming: Naming | None) -> int:
    builder.branch()
    naming = _shared(builder, naming)
    condition = node.child_by_field_name("condition")
    if condition is not None:
        builder.visit(condition)
    options = []
    for name, positive in (("consequence", True), ("alternative", False)):
        option = node.child_by_field_name(name)
        if option is not None:
            with narrowed(builder, condition, positive=positive, at=option.start_byte):
                options.append(builder.read(option, naming))
    return builder.choice(options) if options else builder.add(Opaque("nothing"))


def _shared(builder: Builder, naming: Naming | None) -> Naming | None:
    """Return the name for a function that is one of several values of a variable.

    At module level the name is all it has; inside a function it belongs to that function.
    """
    return naming if builder.context.owner == 0 else None


def _binary(builder: Builder, node: Node, naming: Naming | None) -> int:
    """Read ``a + b + c …`` from the left in a loop, for such chains can be very long."""
    links = []
    inner: Node | None = node
    while inner is not None and inner.type == "binary_expression":
        links.append(inner)
        inner = inner.child_by_field_name("left")
    number = NONE
    while links:
        link = links.pop()
        number = _combined(builder, link, inner, number, None if links else _shared(builder, naming))
        inner = None
    return number


def _combined(builder: Builder, node: Node, left: Node | None, known: int, naming: Naming | None) -> int:
    """Return the value of a binary operation: its left operand is ``left``, or was read as ``known``."""
    operator = node.child_by_field_name("operator")
    right = node.child_by_field_name("right")
    sign = operator.type if operator is not None else ""
    if sign in _LOGICAL:
        builder.branch()
        if left is not None:
            known = builder.read(left, naming) if sign != "&&" else builder.value(left)
        if right is None:
            return known
        if sign == "&&":
            with narrowed(builder, node.child_by_field_name("left"), positive=True, at=right.start_byte):
                return builder.read(right, naming)
        return builder.choice([known, builder.read(right, naming)])
    if left is not None:
        builder.visit(left)
    if right is not None:
        builder.visit(right)
    if sign in _BOOLEAN:
        return builder.add(BuiltIn("boolean"))
    return builder.add(BuiltIn("string" if sign == "+" else "number"))


def _unary(builder: Builder, node: Node, naming: Naming | None) -> int:
    for child in node.named_children:
        builder.visit(child)
    operator = node.child_by_field_name("operator")
    return builder.add(BuiltIn(_UNARY.get(operator.type if operator is not None else "", "number")))


def _template(builder: Builder, node: Node, naming: Naming | None) -> int:
    for child in node.named_children:
        if child.type == "template_substitution":
            for part in child.named_children:
                builder.visit(part)
    return builder.add(BuiltIn("string"))


def _sequence(builder: Builder, node: Node, naming: Naming | None) -> int:
    parts = node.named_children
    for part in parts[:-1]:
        builder.visit(part)
    return builder.value(parts[-1], naming) if parts else builder.add(Opaque("nothing"))


def _array(builder: Builder, node: Node, naming: Naming | None) -> int:
    elements = [builder.read(child) for child in node.named_children if child.type != "comment"]
    return builder.add(Collection("list", tuple(elements)))


def _spread(builder: Builder, node: Node, naming: Naming | None) -> int:
    inner = first(node)
    return builder.add(Element(builder.read(inner))) if inner is not None else builder.add(Opaque("nothing"))


def _object(builder: Builder, node: Node, naming: Naming | None) -> int:
    """Read an object literal; inside its methods ``this`` is the literal itself."""
    number = builder.add(Opaque("an object literal"))
    keys: list[str] = []
    elements: list[int] = []
    for child in node.named_children:
        name, value, own = _property(child)
        key = property_name(builder, name) if name is not None else ""
        inner = None
        if key:
            prefix = naming.qualified if naming is not None else builder.qualified("").rstrip(".")
            assert name is not None
            inner = Naming(key, f"{prefix}.{key}" if prefix else key, name.start_point[0] + 1)
        if child.type == "shorthand_property_identifier":
            key = builder.text(child)
            element = _identifier(builder, child, None)
            builder.site("reference", element, child)
        elif child.type == "spread_element":
            key, element = "...", builder.value(child.named_children[0]) if child.named_children else NONE
        elif value is None:
            continue
        elif own:
            element = builder.add(Function(function(builder, value, inner, this=number)))
        else:
            element = builder.read(value, inner)
        if element != NONE:
            keys.append(key)
            elements.append(element)
    builder.facts.expressions[number] = Collection("object", tuple(elements), tuple(keys))
    return number


def _property(node: Node) -> tuple[Node | None, Node | None, bool]:
    """Return the name and the value of an object literal's part, and whether it is a method of it."""
    if node.type == "method_definition":
        return node.child_by_field_name("name"), node, True
    if node.type == "pair":
        value = node.child_by_field_name("value")
        own = value is not None and value.type in ("function_expression", "generator_function")
        return node.child_by_field_name("key"), value, own
    return None, None, False


def property_name(builder: Builder, node: Node) -> str:
    """Return the plain name of a property, or an empty string if it is computed."""
    if node.type == "string":
        return builder.text(node)[1:-1]
    if node.type == "computed_property_name":
        inner = first(node)
        return builder.text(inner)[1:-1] if inner is not None and inner.type == "string" else ""
    return builder.text(node)


def _literal(name: str) -> ValueHandler:
    def handler(builder: Builder, node: Node, naming: Naming | None) -> int:
        return builder.add(BuiltIn(name))

    return handler


def _nested(builder: Builder, node: Node, naming: Naming | None) -> int:
    """Read ``A.B`` as it stands in JSX tags and namespaces."""
    parts = node.named_children
    if len(parts) != 2:
        return builder.add(Opaque("nothing"))
    return builder.add(Attribute(builder.value(parts[0]), builder.text(parts[1])))


VALUES: dict[str, ValueHandler] = {
    "identifier": _identifier,
    "shorthand_property_identifier": _identifier,
    "call_expression": _chain,
    "member_expression": _chain,
    "subscript_expression": _chain,
    "non_null_expression": _chain,
    "nested_identifier": _nested,
    "new_expression": _new,
    "arrow_function": _function,
    "function_expression": _function,
    "generator_function": _function,
    "method_definition": _function,
    "this": _this,
    "super": _super,
    "parenthesized_expression": _inner,
    "satisfies_expression": _inner,
    "instantiation_expression": _inner,
    "as_expression": _as,
    "type_assertion": _as,
    "await_expression": _await,
    "yield_expression": _yield,
    "ternary_expression": _ternary,
    "binary_expression": _binary,
    "unary_expression": _unary,
    "update_expression": _unary,
    "template_string": _template,
    "sequence_expression": _sequence,
    "array": _array,
    "spread_element": _spread,
    "object": _object,
    "string": _literal("string"),
    "number": _literal("number"),
    "true": _literal("boolean"),
    "false": _literal("boolean"),
    "null": _literal("null"),
    "undefined": _literal("undefined"),
    "regex": _literal("RegExp"),
}
