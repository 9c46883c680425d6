"""The names under which Java's tables keep methods, and the nodes that say nothing."""

from __future__ import annotations

from tree_sitter import Node

from lineai_local.languages.typed.builder import Builder

COMMENTS = frozenset({"line_comment", "block_comment"})


def method_key(name: str) -> str:
    """Return the name under which methods called ``name`` are bound: apart from fields and types."""
    return f"{name}()"


def bind_method(builder: Builder, scope: int, name: str, node: Node, definition: int) -> None:
    """Bind a method in its class; methods have a name space of their own (see ``method_key``)."""
    builder.bind_as(scope, method_key(name), node, definition)
