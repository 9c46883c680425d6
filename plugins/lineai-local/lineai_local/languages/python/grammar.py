"""The Python grammar, with its node kinds and fields as numbers, which compare faster than names."""

from __future__ import annotations

import tree_sitter_python
from tree_sitter import Language, Node

GRAMMAR = Language(tree_sitter_python.language())

_IDS: dict[str, list[int]] = {}
for _id in range(GRAMMAR.node_kind_count):
    if GRAMMAR.node_kind_is_named(_id) and GRAMMAR.node_kind_is_visible(_id):
        _IDS.setdefault(GRAMMAR.node_kind_for_id(_id) or "", []).append(_id)


def kinds(*names: str) -> frozenset[int]:
    """Return the numbers of the named node kinds ``names``. Raises ``KeyError`` for an unknown one."""
    return frozenset(number for name in names for number in _IDS[name])


def _kind(name: str) -> int:
    (number,) = _IDS[name]
    return number


def _field(name: str) -> int:
    number = GRAMMAR.field_id_for_name(name)
    if number is None:
        raise KeyError(name)
    return number


IDENTIFIER = _kind("identifier")
DOTTED_NAME = _kind("dotted_name")
ALIASED_IMPORT = _kind("aliased_import")
WILDCARD_IMPORT = _kind("wildcard_import")
IMPORT_PREFIX = _kind("import_prefix")
CALL = _kind("call")
ATTRIBUTE = _kind("attribute")
SUBSCRIPT = _kind("subscript")
AWAIT = _kind("await")
SLICE = _kind("slice")
PARENTHESES = _kind("parenthesized_expression")
BINARY = _kind("binary_operator")
BOOLEAN = _kind("boolean_operator")
NOT = _kind("not_operator")
KEYWORD_ARGUMENT = _kind("keyword_argument")
GENERATOR = _kind("generator_expression")
LIST_SPLAT = _kind("list_splat")
DICTIONARY_SPLAT = _kind("dictionary_splat")
LIST_SPLAT_PATTERN = _kind("list_splat_pattern")
DICTIONARY_SPLAT_PATTERN = _kind("dictionary_splat_pattern")
PAIR = _kind("pair")
STRING = _kind("string")
CONCATENATED_STRING = _kind("concatenated_string")
INTERPOLATION = _kind("interpolation")
COMMENT = _kind("comment")
FOR_IN = _kind("for_in_clause")
ASSIGNMENT = _kind("assignment")
DECORATOR = _kind("decorator")
FUNCTION_DEFINITION = _kind("function_definition")
TUPLE = _kind("tuple")
TYPE = _kind("type")
CASE_PATTERN = _kind("case_pattern")
KEYWORD_PATTERN = _kind("keyword_pattern")
SPLAT_PATTERN = _kind("splat_pattern")
AS_PATTERN = kinds("as_pattern")
PARENTHESIZED_SPLAT = _kind("parenthesized_list_splat")
ELIF = _kind("elif_clause")
EXCEPT = _kind("except_clause")
FINALLY = _kind("finally_clause")
ELSE = _kind("else_clause")
CASE = _kind("case_clause")
WITH_ITEM = _kind("with_item")
BLOCK = kinds("block")
LEAVES = kinds("return_statement", "raise_statement", "continue_statement", "break_statement")

ALIAS = _field("alias")
ARGUMENT = _field("argument")
ATTRIBUTE_NAME = _field("attribute")
BODY = _field("body")
CONDITION = _field("condition")
CONSEQUENCE = _field("consequence")
DEFINITION = _field("definition")
FUNCTION = _field("function")
GUARD = _field("guard")
KEY = _field("key")
LEFT = _field("left")
MODULE_NAME = _field("module_name")
NAME = _field("name")
OBJECT = _field("object")
PARAMETERS = _field("parameters")
RETURN_TYPE = _field("return_type")
RIGHT = _field("right")
SUBJECT = _field("subject")
SUPERCLASSES = _field("superclasses")
TYPE_FIELD = _field("type")
TYPE_PARAMETERS = _field("type_parameters")
VALUE = _field("value")


def parts(node: Node) -> list[Node]:
    """Return the named children of ``node`` without comments."""
    return [child for child in node.named_children if child.kind_id != COMMENT]


def unwrap(node: Node) -> Node:
    """Return the expression inside any number of parentheses around it."""
    while node.kind_id == PARENTHESES:
        inner = parts(node)
        if not inner:
            break
        node = inner[0]
    return node
