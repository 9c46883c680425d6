"""Who extends whom, which methods override which, and which may be called by a base outside the index."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from lineai_local.facts import NONE
from lineai_local.graph import EdgeType, Evidence
from lineai_local.link.program import TYPE_KINDS
from lineai_local.link.values import FunctionValue

if TYPE_CHECKING:
    from lineai_local.link.evaluate import Evaluator

_NEVER_OVERRIDE = frozenset({"static", "private"})

Edge = tuple[int, int, EdgeType, Evidence]


class Inheritance:
    """The edges of inheritance of one program; ``outside_bases`` is complete once they are all drawn."""

    def __init__(self, evaluator: Evaluator) -> None:
        self._evaluator = evaluator
        self._program = evaluator.program
        self.outside_bases: dict[int, str] = {}

    def edges(self) -> Iterator[Edge]:
        """Yield EXTENDS between classes and OVERRIDES between their methods, by definition."""
        for number, item in enumerate(self._program.definitions):
            if item.kind in TYPE_KINDS and self._program.whole(number) == number:
                for base in self._evaluator.hierarchy.base_classes(number):
                    yield number, base, "EXTENDS", self._evidence(number)
            elif item.kind in ("method", "property") and item.parent != NONE:
                owner = self._program.parent(number)
                if self._program.definitions[owner].kind in TYPE_KINDS:
                    yield from self._overrides(number, owner)

    def _overrides(self, method: int, owner: int) -> Iterator[Edge]:
        """Yield the edges to what the nearest ancestor that declares the method has, else note its base."""
        item = self._program.definitions[method]
        rules = self._program.unit_of(method).rules
        name = rules.method_key(item.name)
        for ancestor in self._evaluator.hierarchy.linearisation(owner)[1:]:
            overridden = [
                value.definition
                for value in self._evaluator.members.own(ancestor, name) or ()
                if isinstance(value, FunctionValue)
                and rules.overrides(self._evaluator, method, value.definition)
            ]
            if overridden:
                for each in overridden:
                    yield method, each, "OVERRIDES", self._evidence(method)
                return
        if _NEVER_OVERRIDE.isdisjoint(item.modifiers):
            for base in self._evaluator.hierarchy.open_bases(owner):
                if rules.may_call_back(base, item.name):
                    self.outside_bases[method] = base
                    return

    def _evidence(self, definition: int) -> Evidence:
        path = self._program.unit_of(definition).path
        return Evidence("Syntactic", "inheritance", 1.0, path, self._program.definitions[definition].line)
