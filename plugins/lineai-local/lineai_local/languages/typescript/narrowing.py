"""What a condition says about the type of a name: ``x instanceof T``."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

from tree_sitter import Node

from lineai_local.facts import Typed
from lineai_local.languages.typescript.builder import Builder, first

MAX_TERMS = 50
"""Terms of a condition that are looked at."""


def facts_of(builder: Builder, condition: Node | None, *, positive: bool) -> list[tuple[str, Node]]:
    """Return the names that have a known class if the condition is true (or false), with the class."""
    found: list[tuple[str, Node]] = []
    pending = [(condition, positive)]
    for _ in range(MAX_TERMS):
        if not pending:
            break
        node, expected = pending.pop()
        if node is None:
            continue
        if node.type == "parenthesized_expression":
            pending.append((first(node), expected))
        elif node.type == "unary_expression" and node.children[0].type == "!":
            pending.append((node.child_by_field_name("argument"), not expected))
        elif node.type == "binary_expression":
            operator = node.child_by_field_name("operator")
            left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
            sign = operator.type if operator is not None else ""
            if sign == ("&&" if expected else "||"):
                pending += [(left, expected), (right, expected)]
            elif sign == "instanceof" and expected and left is not None and right is not None:
                named = left.type == "identifier" and right.type in ("identifier", "member_expression")
                found += [(builder.text(left), right)] if named else []
    return found


def bind_narrowed(builder: Builder, narrowings: list[tuple[str, Node]], at: int) -> None:
    """Bind the names to their narrowed types from the offset ``at`` on, in the current scope."""
    for name, kind in narrowings:
        builder.bind(name, at, value=builder.add(Typed(builder.value(kind))))


@contextmanager
def narrowed(builder: Builder, condition: Node | None, *, positive: bool, at: int) -> Iterator[None]:
    """Read what follows in a scope where the condition is known to hold, or not to hold."""
    known = facts_of(builder, condition, positive=positive)
    if not known:
        yield
        return
    before = builder.context
    scope = builder.open_scope("block", before.definition)
    builder.context = replace(before, scope=scope)
    bind_narrowed(builder, [(name, kind) for name, kind in known], at)
    yield
    builder.context = before
