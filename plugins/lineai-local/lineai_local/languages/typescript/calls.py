"""Calls, constructions, and the chains of members that lead to them."""

from __future__ import annotations

from tree_sitter import Node

from lineai_local.facts import (
    NONE,
    Applied,
    Attribute,
    BuiltIn,
    Call,
    Collection,
    Name,
    New,
    Opaque,
    Subscript,
    Typed,
)
from lineai_local.languages.typescript.builder import Builder, Naming, ValueHandler, first
from lineai_local.languages.typescript.functions import FUNCTIONS
from lineai_local.languages.typescript.wrappers import Wrapper, wrapper

_CHAIN = frozenset({"call_expression", "member_expression", "subscript_expression", "non_null_expression"})


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
    if node.type == "member_expression" and (node.parent is None or node.parent.type != "new_expression"):
        builder.site("reference", number, node)
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
    if _creates_object(builder, callee):
        call = builder.facts.expressions[number]
        prototype = call.arguments[:1] if isinstance(call, Call) else ()
        return builder.add(Collection("object", prototype, ("...",) * len(prototype)))
    if inner == NONE or role is Wrapper.NONE:
        return number
    return builder.choice([number, builder.add(Call(inner)) if role is Wrapper.VALUE else inner])


def _creates_object(builder: Builder, callee: int) -> bool:
    """Return whether a function is ``Object.create``, which gives an object that takes over another."""
    function = builder.facts.expressions[callee]
    if not isinstance(function, Attribute) or function.name != "create":
        return False
    holder = builder.facts.expressions[function.value]
    return isinstance(holder, Name) and holder.id == "Object"


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


def _specifier(builder: Builder, arguments: Node | None) -> str:
    """Return the module specifier that is the only plain string among the arguments, or an empty string."""
    name = first(arguments) if arguments is not None else None
    if name is None or name.type not in ("string", "template_string") or name.named_child_count > 1:
        return ""
    return builder.text(name)[1:-1]


def _dynamic_import(builder: Builder, node: Node) -> int:
    module = _specifier(builder, node.child_by_field_name("arguments"))
    if module:
        promise = builder.name("Promise", node.start_byte)
        return builder.add(Typed(builder.add(Applied(promise, (builder.module(module),)))))
    _arguments(builder, node.child_by_field_name("arguments"))
    return builder.add(Opaque("a module whose name is computed"))


def _required(builder: Builder, node: Node, callee: Node) -> int:
    arguments = node.child_by_field_name("arguments")
    module = _specifier(builder, arguments)
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


CALLS: dict[str, ValueHandler] = {
    "call_expression": _chain,
    "member_expression": _chain,
    "subscript_expression": _chain,
    "non_null_expression": _chain,
    "new_expression": _new,
}
