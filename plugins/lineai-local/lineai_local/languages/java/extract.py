"""From the bytes of a Java file to its facts.

A file is visited in source order, node by node, from a list of what is pending (see ``Builder``). What
happens in field initialisers and initialiser blocks belongs to the class: Java runs them in every
constructor or when the class is loaded, and readers look for them at the class.
"""

from __future__ import annotations

import re
from collections.abc import Callable

import tree_sitter_java
from tree_sitter import Language, Node

from lineai_local.facts import NONE, FileFacts, Import
from lineai_local.languages import treesitter
from lineai_local.languages.identifiers import identifiers
from lineai_local.languages.java.builder import COMMENTS
from lineai_local.languages.java.classes import declare_class
from lineai_local.languages.java.expressions import value
from lineai_local.languages.java.members import (
    declare_constant,
    declare_constructor,
    declare_fields,
    declare_method,
)
from lineai_local.languages.java.statements import (
    visit_block,
    visit_catch,
    visit_children,
    visit_condition,
    visit_constructor_call,
    visit_expression,
    visit_for,
    visit_for_each,
    visit_resource,
    visit_return,
    visit_scoped,
    visit_simple,
    visit_switch,
    visit_variables,
    visit_yield,
)
from lineai_local.languages.sql_texts import add_sql
from lineai_local.languages.typed.builder import Builder, Pending

_GRAMMAR = Language(tree_sitter_java.language())

_UTF16_MARKS = (b"\xff\xfe", b"\xfe\xff")

_ANNOTATED_DOTS = re.compile(rb"@\w+(?:\.\w+)*(?=\s*\.\.\.)")
"""The annotation in ``T @NonNull ... values``, which the grammar does not know."""


def extract(path: str, source: bytes) -> FileFacts:
    """Return the facts of the Java file at ``path``; malformed source gives facts with ``problems``.

    Offsets in the facts are those in ``source``, or in its UTF-8 form if it is UTF-16.
    """
    if source.startswith(_UTF16_MARKS):
        source = source.decode("utf-16", "replace").encode()
    source = _ANNOTATED_DOTS.sub(lambda match: b" " * len(match[0]), source)
    try:
        root = treesitter.parse(_GRAMMAR, source).root_node
    except treesitter.UnreadableError as error:
        return treesitter.unread_facts("java", str(error))
    builder = Builder("java", source)
    builder.pending.append(Pending(root, 0))
    _visit_all(builder)
    facts = builder.finish(treesitter.syntax_problems(root))
    too_deep = builder.too_deep is not None
    facts.unread_names = tuple(identifiers(source)) if too_deep else treesitter.names_in_errors(root, source)
    add_sql(facts, root, source)
    return facts


def _visit_all(builder: Builder) -> None:
    """Visit what is pending until nothing is; what a visit adds comes next, in source order."""
    stack = builder.pending
    while stack:
        item = stack.pop()
        before = len(stack)
        visitor = _VISITORS.get(item.node.type)
        if item.result_of != NONE:
            builder.result(item.result_of, value(builder, item.node, item.scope))
        elif visitor is not None:
            visitor(builder, item.node, item.scope)
        else:
            value(builder, item.node, item.scope)
        stack[before:] = reversed(stack[before:])


def _package(builder: Builder, node: Node, scope: int) -> None:
    names = [child for child in node.named_children if child.type in ("scoped_identifier", "identifier")]
    if names:
        builder.facts.package = "".join(builder.text(names[0]).split())


def _import(builder: Builder, node: Node, scope: int) -> None:
    names = [child for child in node.named_children if child.type in ("scoped_identifier", "identifier")]
    if not names:
        return
    written = "".join(builder.text(names[0]).split())
    static = any(child.type == "static" for child in node.children)
    line = node.start_point[0] + 1
    if any(child.type == "asterisk" for child in node.named_children):
        builder.facts.imports.append(Import("", written, "*", line, static=static))
        return
    module, _, name = written.rpartition(".")
    builder.facts.imports.append(Import(name, module, name, line, static=static))
    builder.bind_import(name, names[0])


def _nothing(builder: Builder, node: Node, scope: int) -> None:
    """Pass over a node in which nothing is used: a name, a type, a comment."""


_VISITORS: dict[str, Callable[[Builder, Node, int], None]] = {
    "program": visit_children,
    "ERROR": visit_children,
    "package_declaration": _package,
    "import_declaration": _import,
    "class_declaration": declare_class,
    "interface_declaration": declare_class,
    "enum_declaration": declare_class,
    "record_declaration": declare_class,
    "annotation_type_declaration": declare_class,
    "class_body": visit_children,
    "enum_body_declarations": visit_children,
    "enum_constant": declare_constant,
    "method_declaration": declare_method,
    "annotation_type_element_declaration": declare_method,
    "constructor_declaration": declare_constructor,
    "compact_constructor_declaration": declare_constructor,
    "field_declaration": declare_fields,
    "constant_declaration": declare_fields,
    "static_initializer": visit_children,
    "explicit_constructor_invocation": visit_constructor_call,
    "block": visit_block,
    "constructor_body": visit_block,
    "local_variable_declaration": visit_variables,
    "expression_statement": visit_expression,
    "if_statement": visit_condition,
    "while_statement": visit_condition,
    "do_statement": visit_condition,
    "for_statement": visit_for,
    "enhanced_for_statement": visit_for_each,
    "labeled_statement": visit_children,
    "try_statement": visit_simple,
    "try_with_resources_statement": visit_scoped,
    "resource_specification": visit_children,
    "resource": visit_resource,
    "catch_clause": visit_catch,
    "finally_clause": visit_children,
    "switch_expression": visit_switch,
    "return_statement": visit_return,
    "yield_statement": visit_yield,
    "throw_statement": visit_simple,
    "assert_statement": visit_simple,
    "synchronized_statement": visit_simple,
    "break_statement": visit_simple,
    "continue_statement": visit_simple,
    "module_declaration": _nothing,
    "modifiers": _nothing,
    "type_identifier": _nothing,
    "identifier": _nothing,
    **dict.fromkeys(COMMENTS, _nothing),
}
