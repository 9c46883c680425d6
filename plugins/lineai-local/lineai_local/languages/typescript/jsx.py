"""JSX: ``<Component …/>`` is a call of ``Component``; lower-case tags are the browser's."""

from __future__ import annotations

from tree_sitter import Node

from lineai_local.facts import BuiltIn, Call, Collection
from lineai_local.languages.typescript.builder import Builder, Naming, ValueHandler


def _element(builder: Builder, node: Node, naming: Naming | None) -> int:
    for child in node.named_children:
        if child.type == "jsx_opening_element":
            _tag(builder, child)
        elif child.type != "jsx_closing_element":
            builder.visit(child)
    return builder.add(BuiltIn("JSX.Element"))


def _self_closing(builder: Builder, node: Node, naming: Naming | None) -> int:
    _tag(builder, node)
    return builder.add(BuiltIn("JSX.Element"))


def _tag(builder: Builder, node: Node) -> None:
    keys, elements = [], []
    for child in node.named_children:
        if child.type == "jsx_attribute":
            parts = child.named_children
            if len(parts) > 1:
                keys.append(builder.text(parts[0]))
                elements.append(builder.value(parts[-1]))
        elif child.type == "jsx_expression":
            builder.value(child)
    name = node.child_by_field_name("name")
    if name is None or name.type not in ("identifier", "member_expression", "nested_identifier"):
        return
    text = builder.text(name)
    if "." not in text and not (text[:1].isupper() or text[:1] in "_$"):
        return
    properties = builder.add(Collection("object", tuple(elements), tuple(keys)))
    builder.site("call", builder.add(Call(builder.value(name), (properties,))), name)


def _expression(builder: Builder, node: Node, naming: Naming | None) -> int:
    for child in node.named_children:
        if child.type != "comment":
            return builder.read(child)
    return builder.add(BuiltIn("undefined"))


JSX: dict[str, ValueHandler] = {
    "jsx_element": _element,
    "jsx_fragment": _element,
    "jsx_self_closing_element": _self_closing,
    "jsx_expression": _expression,
}
