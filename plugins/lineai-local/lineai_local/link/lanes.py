"""By which analysis an expression was bound, and how sure that is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lineai_local.facts import NONE, Attribute, Call, Choice, Entry, Name, Super, This
from lineai_local.link.values import InstanceValue

if TYPE_CHECKING:
    from lineai_local.facts import Expression
    from lineai_local.graph import Lane
    from lineai_local.link.evaluate import Evaluator
    from lineai_local.link.program import Unit

SCOPE = "scope"
RECEIVER = "receiver"
INFERENCE = "inference"


class Lanes:
    """Tells evidence from scopes and written types apart from what was inferred."""

    def __init__(self, evaluator: Evaluator) -> None:
        self._evaluator = evaluator

    def of(self, unit: Unit, number: int, candidates: int) -> tuple[str, Lane, float]:
        """Return which analysis bound an expression, its lane, and its confidence.

        Scopes, imports and written receivers are facts of the syntax; a receiver whose type was inferred
        from assignments is heuristic, more so with several candidates, and most of all a function that
        another one returned.
        """
        expression = unit.facts.expressions[number]
        if candidates > 1:
            return INFERENCE, "Heuristic", 0.7
        while isinstance(expression, Attribute):
            receiver = unit.facts.expressions[expression.value]
            if self._is_own_receiver(unit, receiver):
                return RECEIVER, "Syntactic", 1.0
            if isinstance(receiver, Name | Attribute):
                values = self._evaluator.value(unit, expression.value)
                if any(isinstance(value, InstanceValue) for value in values):
                    return INFERENCE, "Heuristic", 0.9
                expression = receiver
                continue
            return INFERENCE, "Heuristic", 0.8
        if isinstance(expression, Call | Choice | Entry):
            return INFERENCE, "Heuristic", 0.6
        return SCOPE, "Syntactic", 1.0

    def _is_own_receiver(self, unit: Unit, expression: Expression) -> bool:
        """Return whether an expression is the object whose method this is: ``this``, ``super``, ``self``."""
        if not isinstance(expression, Name):
            return isinstance(expression, This | Super)
        scope = expression.scope
        while scope != NONE:
            bindings = unit.bindings.get((scope, expression.id))
            if bindings:
                return all(binding.receiver for binding in bindings)
            scope = unit.facts.scopes[scope].parent
        return False
