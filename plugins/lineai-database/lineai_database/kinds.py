"""What kind of thing a label names, however a backend prefixes or ends it."""

from __future__ import annotations

from typing import Literal

from lineai_core.plugin import Node

EntityType = Literal["table", "view", "column"]

_ENDINGS = ("Table", "View", "Column", "Schema", "Database", "Index", "Sequence", "Synonym", "Constraint")
_CODE_ENDINGS = ("MethodEntity", "ClassEntity", "FunctionEntity")


def database_kind(label: str) -> str | None:
    """Return which kind of database object a label names, in lower case; ``None`` for anything else.

    ``Table``, ``OracleTable`` and ``TableEntity`` are tables; a class that is called a view is none.
    """
    if label.endswith(_CODE_ENDINGS):
        return None
    bare = label.removesuffix("Entity")
    return next((ending.lower() for ending in _ENDINGS if bare.endswith(ending)), None)


def kind_of(node: Node) -> str | None:
    """Return which kind of database object a node is, or ``None``."""
    return database_kind(node.label)


def is_code(node: Node) -> bool:
    """Whether a node is an element of code: a method, class, function, procedure or the like."""
    return not (node.is_unresolved or node.label == "Application" or kind_of(node))


def holds_columns(node: Node) -> bool:
    """Whether a node is a table or a view."""
    return kind_of(node) in ("table", "view")
