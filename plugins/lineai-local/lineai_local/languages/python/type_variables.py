"""Type variables made by a call: ``T = TypeVar("T", bound=Order)``."""

from __future__ import annotations

from tree_sitter import Node

from lineai_local.facts import NONE
from lineai_local.languages.python import grammar as g
from lineai_local.languages.python.annotations import annotation
from lineai_local.languages.python.walk import Walk


def assign(walk: Walk, target: Node, value: Node | None) -> None:
    """Note a type variable that is assigned to ``target``, with its bound."""
    if value is None or value.kind_id != g.CALL or target.kind_id != g.IDENTIFIER:
        return
    function, given = value.child(0), value.child(1)
    if function is None or given is None or walk.text(function).rpartition(".")[2] != "TypeVar":
        return
    bound = NONE
    for argument in g.parts(given):
        name = argument.child_by_field_id(g.NAME)
        if argument.kind_id == g.KEYWORD_ARGUMENT and name is not None and walk.text(name) == "bound":
            bound = annotation(walk, argument.child_by_field_id(g.VALUE))
    walk.type_variables[walk.text(target)] = bound
