"""Functions that leave their place: whoever gets them may call them, and no code here need name them."""

from __future__ import annotations

from tree_sitter import Node

_THROUGH = frozenset(
    {
        "array", "as_expression", "binary_expression", "non_null_expression", "object", "pair",
        "parenthesized_expression", "satisfies_expression", "spread_element", "ternary_expression",
        "type_assertion",
    }
)  # fmt: skip
"""What hands the value of a part on as, or inside, its own value."""

_OUT = frozenset(
    {
        "arguments", "arrow_function", "decorator", "export_statement", "jsx_expression", "return_statement",
        "template_substitution",
    }
)  # fmt: skip
"""Whatever stands directly in one of these is given to code that is not seen here."""

_OWN = frozenset({"exports", "module", "super", "this"})


def escapes(node: Node) -> bool:
    """Return whether the function ``node`` is given away where it is written, alone or inside an object.

    It is if it is an argument (``memo(() => …)``), a property of a JSX element, a default export,
    returned, or put into an object that is not the class around it
    (``request.onload = () => …``). What a variable is set to is not: its uses are followed.
    """
    inner, outer = node, node.parent
    while outer is not None and outer.type in _THROUGH:
        inner, outer = outer, outer.parent
    if outer is None:
        return False
    if outer.type == "assignment_expression":
        left = outer.child_by_field_name("left")
        return left is not None and left != inner and _is_foreign(left)
    return outer.type in _OUT


def _is_foreign(left: Node) -> bool:
    """Return whether the assignment puts its value into an object whose class is not the one around."""
    if left.type == "subscript_expression":
        return True
    holder = left.child_by_field_name("object") if left.type == "member_expression" else None
    if holder is None:
        return False
    name = holder.text or b""
    return name.decode("utf-8", "replace") not in _OWN and not name.endswith((b".prototype", b".exports"))
