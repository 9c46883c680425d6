"""``__all__``: the names that a module offers, as far as they are written down plainly."""

from __future__ import annotations

import ast

from tree_sitter import Node

from lineai_local.languages.python import grammar as g
from lineai_local.languages.python.walk import Walk

_DISPLAYS = g.kinds("list", "tuple")


def assign(walk: Walk, target: Node, value: Node | None) -> None:
    """Note ``__all__ = […]`` at module level; any other value makes the list unknown."""
    if _is_all(walk, target) and value is not None:
        names = _names(walk, value)
        walk.facts.exported_names = None if names is None else tuple(names)


def extend(walk: Walk, target: Node, value: Node | None) -> None:
    """Note ``__all__ += […]`` at module level."""
    if _is_all(walk, target) and value is not None:
        _add(walk, _names(walk, value))


def call(walk: Walk, node: Node) -> None:
    """Note ``__all__.extend([…])`` and ``__all__.append("…")`` at module level."""
    function, given = node.child(0), node.child(1)
    if function is None or given is None or function.kind_id != g.ATTRIBUTE:
        return
    owner, method = function.child(0), function.child_by_field_id(g.ATTRIBUTE_NAME)
    if owner is None or method is None or not _is_all(walk, owner):
        return
    values = g.parts(given)
    name = walk.text(method)
    if name == "append" and len(values) == 1:
        text = _text(walk, values[0])
        _add(walk, None if text is None else [text])
    elif name == "extend" and len(values) == 1:
        _add(walk, _names(walk, values[0]))


def _is_all(walk: Walk, node: Node) -> bool:
    return node.kind_id == g.IDENTIFIER and walk.frame.kind == "module" and walk.text(node) == "__all__"


def _add(walk: Walk, names: list[str] | None) -> None:
    known = walk.facts.exported_names
    walk.facts.exported_names = None if names is None or known is None else (*known, *names)


def _names(walk: Walk, node: Node) -> list[str] | None:
    """Return the strings in a list, a tuple or a sum of such, or ``None`` if anything else is in it."""
    parts: list[Node] = []
    while node.kind_id == g.BINARY:
        left, right = g.parts(node)[0], g.parts(node)[-1]
        parts.append(right)
        node = left
    parts.append(node)
    names: list[str] = []
    for part in reversed(parts):
        part = g.unwrap(part)
        if part.kind_id not in _DISPLAYS:
            return None
        texts = [_text(walk, child) for child in g.parts(part)]
        if any(text is None for text in texts):
            return None
        names.extend(text for text in texts if text is not None)
    return names


def _text(walk: Walk, node: Node) -> str | None:
    """Return the value of a plain string literal."""
    if node.kind_id not in (g.STRING, g.CONCATENATED_STRING):
        return None
    try:
        value = ast.literal_eval(f"({walk.source[node.start_byte : node.end_byte].decode('utf-8')})")
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        return None
    return value if isinstance(value, str) else None
