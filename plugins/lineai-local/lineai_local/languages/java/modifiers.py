"""Modifiers and annotations in front of a declaration."""

from __future__ import annotations

from tree_sitter import Node

from lineai_local.facts import Definition
from lineai_local.languages.treesitter import shortened
from lineai_local.languages.typed.builder import Builder

_KNOWN = frozenset({"static", "abstract", "private", "protected", "public", "default"})


def read_modifiers(builder: Builder, node: Node, definition: Definition, *implied: str) -> None:
    """Set the modifiers (as written, and ``implied``) and annotations of the declaration ``node``."""
    found = set(implied)
    annotations: list[str] = []
    for child in node.named_children[:3]:
        if child.type == "modifiers":
            for part in child.children:
                if part.is_named:
                    if part.type.endswith("annotation"):
                        annotations.append(shortened(builder.text(part)))
                elif part.type in _KNOWN:
                    found.add(part.type)
    if "@Override" in annotations:
        found.add("override")
    definition.modifiers = tuple(sorted(found))
    definition.annotations = tuple(annotations)


def is_static(node: Node) -> bool:
    """Return whether the declaration ``node`` is written ``static``."""
    for child in node.named_children[:3]:
        if child.type == "modifiers":
            return any(part.type == "static" for part in child.children)
    return False
