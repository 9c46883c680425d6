"""Imports and exports, of ECMAScript modules and of CommonJS."""

from __future__ import annotations

from tree_sitter import Node

from lineai_local.facts import Collection, Export, Function, Import
from lineai_local.languages.typescript.builder import Builder, Naming, StatementHandler, first

WHOLE = "export="
"""The name under which a module exports the value that stands for all of it (``module.exports = …``)."""


def _string(builder: Builder, node: Node | None) -> str:
    return "" if node is None else builder.text(node)[1:-1]


def _import(builder: Builder, node: Node) -> None:
    source = node.child_by_field_name("source")
    type_only = any(child.type in ("type", "typeof") for child in node.children)
    clause = next((child for child in node.named_children if child.type.startswith("import_")), None)
    if clause is None:
        _bring_in(builder, node, "", _string(builder, source), "", type_only)
        return
    if clause.type == "import_require_clause":
        module = _string(builder, clause.child_by_field_name("source"))
        _bring_in(builder, node, builder.text(clause.named_children[0]), module, "", type_only)
        return
    module = _string(builder, source)
    for part in clause.named_children:
        if part.type == "identifier":
            _bring_in(builder, part, builder.text(part), module, "default", type_only)
        elif part.type == "namespace_import" and part.named_child_count:
            _bring_in(builder, part, builder.text(part.named_children[0]), module, "", type_only)
        elif part.type == "named_imports":
            for item in part.named_children:
                name = item.child_by_field_name("name")
                if name is None:
                    continue
                symbol = _string(builder, name) if name.type == "string" else builder.text(name)
                local = item.child_by_field_name("alias") or name
                only = type_only or any(child.type in ("type", "typeof") for child in item.children)
                _bring_in(builder, item, builder.text(local), module, symbol, only)


def _bring_in(builder: Builder, node: Node, name: str, module: str, symbol: str, type_only: bool) -> None:
    line = node.start_point[0] + 1
    builder.facts.imports.append(Import(name, module, symbol, line, type_only=type_only))
    if name:
        builder.imported.add(name)
        builder.bind(name, 0, imported=len(builder.facts.imports) - 1)


def _import_alias(builder: Builder, node: Node) -> None:
    """Read ``import A = B.C``, a name for a part of a namespace."""
    parts = node.named_children
    if len(parts) > 1:
        builder.bind(builder.text(parts[0]), node.start_byte, value=builder.value(parts[1]))


def bind_required(builder: Builder, target: Node, value: Node, scope: int) -> bool:
    """Bind the names of ``const x = require("m")`` as imports; return whether it is one."""
    if value.type == "await_expression":
        value = value.named_children[0] if value.named_child_count else value
    if value.type != "call_expression":
        return False
    function, arguments = value.child_by_field_name("function"), value.child_by_field_name("arguments")
    if function is None or arguments is None or builder.text(function) not in ("require", "import"):
        return False
    module = first(arguments)
    if module is None or module.type != "string":
        return False
    names: list[tuple[str, str]] = []
    if target.type == "identifier":
        names.append((builder.text(target), ""))
    elif target.type == "object_pattern":
        for part in target.named_children:
            key, local = part.child_by_field_name("key"), part.child_by_field_name("value")
            if part.type == "shorthand_property_identifier_pattern":
                names.append((builder.text(part), builder.text(part)))
            elif key is not None and local is not None and local.type == "identifier":
                names.append((builder.text(local), builder.text(key)))
            elif part.type != "comment":
                return False
    else:
        return False
    for name, symbol in names:
        line = value.start_point[0] + 1
        builder.facts.imports.append(Import(name, _string(builder, module), symbol, line))
        builder.bind(name, value.end_byte, scope=scope, imported=len(builder.facts.imports) - 1)
    return True


def _export(builder: Builder, node: Node) -> None:
    source = node.child_by_field_name("source")
    declaration, value = node.child_by_field_name("declaration"), node.child_by_field_name("value")
    marks = {child.type for child in node.children}
    for child in node.named_children:
        if child.type == "decorator":
            builder.statement(child)
    if source is not None:
        _reexport(builder, node, _string(builder, source))
    elif declaration is not None:
        _declaration(builder, declaration, default="default" in marks)
    elif value is not None:
        _default(builder, value)
    elif "=" in marks:
        builder.export(WHOLE, builder.read(node.named_children[-1]))
    else:
        for name, alias in _specifiers(builder, node):
            builder.export(alias, builder.name(name, len(builder.source)))


def _reexport(builder: Builder, node: Node, module: str) -> None:
    line = node.start_point[0] + 1
    builder.facts.imports.append(Import("", module, "", line))
    names = _specifiers(builder, node)
    for name, alias in names:
        builder.facts.exports.append(Export(alias, module=module, symbol=name))
    if any(child.type == "*" for child in node.children):
        builder.facts.exports.append(Export("", module=module, symbol="*"))
    for child in node.named_children:
        if child.type == "namespace_export" and child.named_child_count:
            part = child.named_children[0]
            text = _string(builder, part) if part.type == "string" else builder.text(part)
            builder.facts.exports.append(Export(text, module=module, symbol="*"))


def _specifiers(builder: Builder, node: Node) -> list[tuple[str, str]]:
    """Return the pairs (name, exported name) of an export clause."""
    found = []
    for clause in node.named_children:
        for item in clause.named_children if clause.type == "export_clause" else []:
            name, alias = item.child_by_field_name("name"), item.child_by_field_name("alias")
            if name is not None:
                texts = [
                    _string(builder, each) if each.type == "string" else builder.text(each)
                    for each in (name, alias or name)
                ]
                found.append((texts[0], texts[1]))
    return found


def _declaration(builder: Builder, declaration: Node, *, default: bool) -> None:
    """Read an exported declaration and export the names that it binds here."""
    start = len(builder.facts.bindings)
    builder.statement(declaration)
    scope = builder.context.scope
    bound = [each.name for each in builder.facts.bindings[start:] if each.scope == scope]
    for name in dict.fromkeys(bound):
        builder.export("default" if default else name, builder.name(name, len(builder.source)))


def _default(builder: Builder, value: Node) -> None:
    """Read ``export default`` of an expression; an anonymous function or class is called ``default``."""
    line = value.start_point[0] + 1
    naming = Naming("default", builder.qualified("default"), line, modifiers=("default",))
    own = value.child_by_field_name("name")
    if own is not None and value.type in ("function_expression", "generator_function", "class"):
        text = builder.text(own)
        naming = Naming(text, builder.qualified(text), line, modifiers=("default",))
    number = builder.value(value) if value.type == "identifier" else builder.read(value, naming)
    expression = builder.facts.expressions[number]
    if own is not None and isinstance(expression, Function):
        builder.bind(naming.name, 0, definition=expression.definition)
    builder.export("default", number)


def export_common(builder: Builder, name: str, number: int) -> None:
    """Record what ``module.exports = …`` (``name`` is empty) or ``exports.name = …`` exports."""
    if name:
        builder.export(name, number)
        return
    builder.export(WHOLE, number)
    expression = builder.facts.expressions[number]
    if isinstance(expression, Collection):
        for key, element in zip(expression.keys, expression.elements, strict=False):
            if key not in ("", "..."):
                builder.export(key, element)


def common_export_name(builder: Builder, left: Node) -> str | None:
    """Return the name that an assignment to ``left`` exports, empty for all, ``None`` for nothing."""
    text = builder.text(left)
    if text == "module.exports":
        return ""
    for prefix in ("module.exports.", "exports."):
        name = text.removeprefix(prefix)
        if name != text and name.isidentifier():
            return name
    return None


IMPORTS: dict[str, StatementHandler] = {
    "import_statement": _import,
    "import_alias": _import_alias,
    "export_statement": _export,
}
