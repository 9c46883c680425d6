"""Expressions of Go: what each of them is, with the calls and references in it."""

from __future__ import annotations

from collections.abc import Callable

from tree_sitter import Node

from lineai_local.facts import NONE, Attribute, Element, Function, Subscript, Typed
from lineai_local.languages.go.builder import Builder
from lineai_local.languages.go.types import parameters, results, type_of
from lineai_local.languages.treesitter import TOO_DEEP

_OPERANDS = {
    "call_expression": "function",
    "selector_expression": "operand",
    "index_expression": "operand",
    "slice_expression": "operand",
    "type_assertion_expression": "operand",
}
_TYPE_NODES = frozenset(
    {
        "pointer_type", "slice_type", "array_type", "implicit_length_array_type", "map_type", "channel_type",
        "function_type", "struct_type", "interface_type", "generic_type", "qualified_type", "type_identifier",
        "parenthesized_type",
    }
)  # fmt: skip
_COMPARISONS = frozenset(("==", "!=", "<", "<=", ">", ">=", "&&", "||"))


def value(builder: Builder, node: Node | None) -> int:
    """Return the number of an expression; the calls in it are recorded."""
    if node is None:
        return builder.opaque("nothing")
    with builder.deeper(node) as allowed:
        return _value(builder, node) if allowed else builder.shared(TOO_DEEP)


def used(builder: Builder, node: Node | None) -> int:
    """Return the number of an expression that is handed on, which may be a function or method."""
    while node is not None and node.type == "parenthesized_expression" and node.named_children:
        node = node.named_children[0]
    number = value(builder, node)
    if node is not None:
        is_name = node.type == "identifier" and not builder.is_local(builder.text(node))
        if is_name or node.type == "selector_expression":
            builder.site("reference", number, node)
    return number


def _value(builder: Builder, node: Node) -> int:
    """Read a chain ``a.b().c[1]`` from its left end, in a loop."""
    links: list[Node] = []
    left: Node | None = node
    while left is not None and left.type in _OPERANDS:
        links.append(left)
        left = left.child_by_field_name(_OPERANDS[left.type])
    if not links:
        return _VALUES.get(node.type, _other)(builder, node)
    special = _special(builder, links[-1], left)
    if special != NONE:
        links.pop()
    number = special if special != NONE else value(builder, left)
    for link in reversed(links):
        number = _LINKS[link.type](builder, link, number)
    return number


def _special(builder: Builder, node: Node, function: Node | None) -> int:
    """Return the value of a call of ``make``, ``new`` or ``append``, or ``NONE`` if it is none of them."""
    if node.type != "call_expression" or function is None or function.type != "identifier":
        return NONE
    name = builder.text(function)
    listed = node.child_by_field_name("arguments")
    given = [] if listed is None else [each for each in listed.named_children if each.type != "comment"]
    if name not in ("make", "new", "append") or not given or builder.is_local(name):
        return NONE
    if name == "append":
        numbers = [used(builder, each) for each in given]
        return numbers[0]
    kind = type_of(builder, given[0])
    for each in given[1:]:
        value(builder, each)
    return builder.construct(kind, node) if name == "new" else builder.add(Typed(kind))


def _call(builder: Builder, node: Node, function: int) -> int:
    listed = node.child_by_field_name("arguments")
    given = [] if listed is None else [each for each in listed.named_children if each.type != "comment"]
    numbers = [type_of(builder, each) if each.type in _TYPE_NODES else used(builder, each) for each in given]
    return builder.call(function, numbers, node)


def _selector(builder: Builder, node: Node, operand: int) -> int:
    field = node.child_by_field_name("field")
    return builder.add(Attribute(operand, "" if field is None else builder.text(field)))


def _index(builder: Builder, node: Node, operand: int) -> int:
    return builder.add(Subscript(operand, value(builder, node.child_by_field_name("index"))))


def _slice(builder: Builder, node: Node, operand: int) -> int:
    for field in ("start", "end", "capacity"):
        part = node.child_by_field_name(field)
        if part is not None:
            value(builder, part)
    return operand


def _assertion(builder: Builder, node: Node, operand: int) -> int:
    return builder.add(Typed(type_of(builder, node.child_by_field_name("type"))))


def _conversion(builder: Builder, node: Node) -> int:
    """Read ``T(x)`` where ``T`` cannot be a name; ``f[int](x)`` may be a call."""
    kind, operand = node.child_by_field_name("type"), node.child_by_field_name("operand")
    annotation = type_of(builder, kind)
    given = used(builder, operand)
    if kind is not None and kind.type == "generic_type":
        return builder.call(annotation, [given], node)
    return builder.add(Typed(annotation))


def _composite(builder: Builder, node: Node) -> int:
    kind, body = node.child_by_field_name("type"), node.child_by_field_name("body")
    annotation = type_of(builder, kind)
    is_named = kind is not None and kind.type in ("type_identifier", "qualified_type", "generic_type")
    is_map = kind is not None and kind.type == "map_type"
    number = builder.construct(annotation, node) if is_named else builder.add(Typed(annotation))
    if body is not None:
        _elements(builder, body, with_keys=is_map)
    return number


def _elements(builder: Builder, node: Node, *, with_keys: bool) -> None:
    with builder.deeper(node) as allowed:
        for child in node.named_children if allowed else ():
            if child.type == "keyed_element":
                key, given = child.child_by_field_name("key"), child.child_by_field_name("value")
                if key is not None and (with_keys or not _is_field(key)):
                    _element(builder, key)
                if given is not None:
                    _element(builder, given)
            elif child.type == "literal_element":
                _element(builder, child)


def _is_field(key: Node) -> bool:
    return len(key.named_children) == 1 and key.named_children[0].type == "identifier"


def _element(builder: Builder, node: Node) -> None:
    for child in node.named_children:
        if child.type == "literal_value":
            _elements(builder, child, with_keys=False)
        elif child.type != "comment":
            used(builder, child)


def _function(builder: Builder, node: Node) -> int:
    from lineai_local.languages.go.statements import visit

    definition, number = builder.define("lambda", "", builder.qualified("func"), node)
    with builder.body(definition):
        definition.parameters = parameters(builder, node.child_by_field_name("parameters"))
        definition.returns = results(builder, node.child_by_field_name("result"))
        body = node.child_by_field_name("body")
        for child in () if body is None else body.named_children:
            visit(builder, child)
    return builder.add(Function(number))


def _unary(builder: Builder, node: Node) -> int:
    operator, operand = node.child_by_field_name("operator"), node.child_by_field_name("operand")
    number = value(builder, operand)
    kind = "" if operator is None else operator.type
    if kind == "<-":
        return builder.add(Element(number))
    return builder.built_in("bool") if kind == "!" else number


def _binary(builder: Builder, node: Node) -> int:
    """Read ``a + b + c`` from its left end, in a loop; both sides have one type."""
    links: list[Node] = []
    left: Node | None = node
    while left is not None and left.type == "binary_expression":
        links.append(left)
        left = left.child_by_field_name("left")
    number = value(builder, left)
    for link in reversed(links):
        operator = link.child_by_field_name("operator")
        right = value(builder, link.child_by_field_name("right"))
        kind = "" if operator is None else operator.type
        if kind in ("&&", "||"):
            builder.metrics.branch()
        if kind in _COMPARISONS:
            number = builder.built_in("bool")
        elif left is not None and left.type.endswith("_literal"):
            number = right
    return number


def _parenthesized(builder: Builder, node: Node) -> int:
    inner = [child for child in node.named_children if child.type != "comment"]
    return value(builder, inner[0]) if inner else builder.opaque("empty parentheses")


def _pointer_method(builder: Builder, node: Node) -> int:
    return type_of(builder, node)


def _other(builder: Builder, node: Node) -> int:
    for child in node.named_children:
        if child.type != "comment":
            value(builder, child)
    return builder.opaque(node.type.replace("_", " "))


def _literal(name: str) -> Callable[[Builder, Node], int]:
    return lambda builder, node: builder.built_in(name)


_LINKS: dict[str, Callable[[Builder, Node, int], int]] = {
    "call_expression": _call,
    "selector_expression": _selector,
    "index_expression": _index,
    "slice_expression": _slice,
    "type_assertion_expression": _assertion,
}

_VALUES: dict[str, Callable[[Builder, Node], int]] = {
    "identifier": Builder.name,
    "parenthesized_expression": _parenthesized,
    "unary_expression": _unary,
    "binary_expression": _binary,
    "composite_literal": _composite,
    "func_literal": _function,
    "type_conversion_expression": _conversion,
    "int_literal": _literal("int"),
    "float_literal": _literal("float64"),
    "rune_literal": _literal("rune"),
    "imaginary_literal": _literal("complex128"),
    "interpreted_string_literal": _literal("string"),
    "raw_string_literal": _literal("string"),
    "true": _literal("bool"),
    "false": _literal("bool"),
    "iota": _literal("int"),
    "nil": _literal("nil"),
    **dict.fromkeys(_TYPE_NODES, _pointer_method),
}
