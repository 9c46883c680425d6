"""``getattr``: attributes whose names are values, told as far as the source shows them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tree_sitter import Node

from lineai_local.facts import ANY_NAME, Attribute, Choice
from lineai_local.languages.python import grammar as g
from lineai_local.languages.python.walk import Walk
from lineai_local.languages.treesitter import walk as descendants

_DISPLAYS = g.kinds("list", "tuple", "set")
_BODIES = g.kinds("function_definition", "lambda", "module")
_NEVER_CALL = frozenset(
    (
        "bool", "bytes", "callable", "dict", "float", "format", "frozenset", "getattr", "hasattr", "hash",
        "id", "int", "isinstance", "issubclass", "len", "list", "print", "repr", "set", "setattr", "str",
        "super", "tuple", "type", "vars",
    )
)  # fmt: skip
"""Built-in functions that never call the object that they are given."""

_PERCENT = re.compile(r"%(?:\(\w*\))?[-#0 +]*[\d.*]*[a-zA-Z]")
_BRACES = re.compile(r"\{[^{}]*\}")


def attribute(walk: Walk, owner: int, name: Node, default: int | None, used: Node) -> int | None:
    """Return what ``getattr(owner, name, default)`` gives if its name is written there, else ``None``.

    A name that is computed is noted as the attribute of that pattern, unless nothing of it is known and
    what it denotes is not called here.
    """
    found = sorted(set(_names(walk, name)))
    if all(_is_plain(each) for each in found):
        options = [walk.add(Attribute(owner, each)) for each in found]
        if not _is_called_at_once(name):
            for option in options:
                walk.site("reference", option, used)
        if default is not None:
            options.append(default)
        return options[0] if len(options) == 1 else walk.add(Choice(tuple(options)))
    for each in found:
        if each != ANY_NAME or _is_called(walk, name):
            walk.site("reference", walk.add(Attribute(owner, each)), used)
    return None


def _is_plain(name: str) -> bool:
    return ANY_NAME not in name


def _names(walk: Walk, node: Node) -> Iterator[str]:
    """Yield the names that an expression may give; ``*`` stands for any text in them."""
    node = g.unwrap(node)
    if node.kind_id == g.IDENTIFIER:
        values = list(_assigned(walk, node))
        for value in values:
            yield re.sub(r"\*+", ANY_NAME, _pattern(walk, value))
        if values:
            return
    yield re.sub(r"\*+", ANY_NAME, _pattern(walk, node))


def _pattern(walk: Walk, node: Node) -> str:
    """Return the text that a string expression gives, with ``*`` for what is computed."""
    node = g.unwrap(node)
    if node.kind_id == g.STRING:
        pieces = [_piece(walk, child) for child in node.named_children]
        return "".join(pieces)
    if node.kind_id == g.CONCATENATED_STRING:
        return "".join(_pattern(walk, child) for child in g.parts(node))
    if node.kind_id == g.BINARY:
        left, right = g.parts(node)[0], g.parts(node)[-1]
        operator = node.child_by_field_name("operator")
        if operator is not None and operator.type == "%":
            return _PERCENT.sub(ANY_NAME, _pattern(walk, left))
        return _pattern(walk, left) + _pattern(walk, right)
    if node.kind_id == g.CALL:
        function = node.child(0)
        method = function.child_by_field_id(g.ATTRIBUTE_NAME) if function is not None else None
        owner = function.child_by_field_id(g.OBJECT) if function is not None else None
        if method is not None and owner is not None and walk.text(method) == "format":
            return _BRACES.sub(ANY_NAME, _pattern(walk, owner))
    return ANY_NAME


def _piece(walk: Walk, node: Node) -> str:
    if node.type == "string_content":
        return walk.source[node.start_byte : node.end_byte].decode("utf-8", "replace").replace("{{", "{")
    return ANY_NAME if node.kind_id == g.INTERPOLATION else ""


def _assigned(walk: Walk, name: Node) -> Iterator[Node]:
    """Yield what is assigned to a variable in the function around, or what a loop takes it from."""
    text = walk.text(name)
    for node in descendants(_body(name)):
        left, right = node.child_by_field_id(g.LEFT), node.child_by_field_id(g.RIGHT)
        if left is None or right is None or left.kind_id != g.IDENTIFIER or walk.text(left) != text:
            continue
        if node.kind_id == g.ASSIGNMENT:
            yield right
        elif right.kind_id in _DISPLAYS:
            yield from g.parts(right)
        else:
            yield right


def _body(node: Node) -> Node:
    """Return the function around a node, or the whole file."""
    while node.kind_id not in _BODIES and node.parent is not None:
        node = node.parent
    return node


def _is_called_at_once(argument: Node) -> bool:
    """Return whether the result of the ``getattr`` around an argument is called where it stands."""
    call, outer = _around(argument)
    return outer is not None and outer.kind_id == g.CALL and outer.child(0) == call


def _around(argument: Node) -> tuple[Node | None, Node | None]:
    """Return the call that an argument belongs to, and what that call stands in."""
    call = argument.parent.parent if argument.parent is not None else None
    return call, call.parent if call is not None else None


def _is_called(walk: Walk, argument: Node) -> bool:
    """Return whether the ``getattr`` around gives what is called or passed on, at once or by a variable."""
    call, outer = _around(argument)
    if call is None or outer is None:
        return False
    if _is_called_at_once(argument) or _is_passed(walk, call):
        return True
    left = outer.child_by_field_id(g.LEFT) if outer.kind_id == g.ASSIGNMENT else None
    if left is None or left.kind_id != g.IDENTIFIER:
        return False
    text = walk.text(left)
    uses = (n for n in descendants(_body(outer)) if n.kind_id == g.IDENTIFIER and walk.text(n) == text)
    return any(_is_function(node) or _is_passed(walk, node) for node in uses)


def _is_function(node: Node) -> bool:
    """Return whether the node is what a call calls."""
    call = node.parent
    return call is not None and call.kind_id == g.CALL and call.child(0) == node


def _is_passed(walk: Walk, node: Node) -> bool:
    """Return whether the node is an argument of a call to something that may call it."""
    arguments = node.parent
    if arguments is not None and arguments.type == "keyword_argument":
        arguments = arguments.parent
    if arguments is None or arguments.type != "argument_list" or arguments.parent is None:
        return False
    function = arguments.parent.child(0)
    return function is None or walk.text(function) not in _NEVER_CALL
