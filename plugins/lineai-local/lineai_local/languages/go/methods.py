"""The methods of Go's types, and which types have all that an interface asks for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lineai_local.languages.go.modules import package_of
from lineai_local.link.values import FunctionValue, Values

if TYPE_CHECKING:
    from lineai_local.facts import Definition
    from lineai_local.link.evaluate import Evaluator
    from lineai_local.link.program import Program

MethodSet = dict[str, int]


class Methods:
    """The methods of one program's Go types."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._of: dict[tuple[object, str], dict[str, list[int]]] = {}
        self._types: list[int] = []
        self._sets: dict[int, MethodSet] = {}
        self._having: dict[str, set[int]] | None = None
        self._implementers: dict[int, tuple[int, ...]] = {}
        for unit in program.units:
            if unit.facts.language != "go":
                continue
            package = package_of(unit)
            for number, item in enumerate(unit.facts.definitions):
                if item.kind == "method" and "abstract" not in item.modifiers:
                    owner = item.qualified.rpartition(".")[0]
                    methods = self._of.setdefault((package, owner), {})
                    methods.setdefault(item.name, []).append(unit.first + number)
                elif item.kind == "class":
                    self._types.append(unit.first + number)

    def own(self, definition: int, name: str) -> Values | None:
        """Return the methods called ``name`` that are declared for a type itself, or ``None``."""
        found = self._declared(definition).get(name)
        return None if found is None else tuple(FunctionValue(each) for each in found)

    def _declared(self, definition: int) -> dict[str, list[int]]:
        unit = self._program.unit_of(definition)
        qualified = self._program.definitions[definition].qualified
        return self._of.get((package_of(unit), qualified), {})

    def implementers(self, evaluator: Evaluator, definition: int) -> tuple[int, ...]:
        """Return the types that have every known method of an interface; none of one without methods."""
        found = self._implementers.get(definition)
        if found is None:
            found = self._implementers[definition] = self._find(evaluator, definition)
        return found

    def _find(self, evaluator: Evaluator, definition: int) -> tuple[int, ...]:
        if self._having is None:
            self._having = {}
            for each in self._types:
                for name in self._set(evaluator, each):
                    self._having.setdefault(name, set()).add(each)
        wanted = self._set(evaluator, definition)
        if not wanted:
            return ()
        candidates = set.intersection(*(self._having.get(name, set()) for name in wanted))
        return tuple(
            each
            for each in sorted(candidates)
            if all(self._fits(method, self._set(evaluator, each)[name]) for name, method in wanted.items())
        )

    def _set(self, evaluator: Evaluator, definition: int) -> MethodSet:
        """Return the methods of a type or interface, those of embedded ones included."""
        found = self._sets.get(definition)
        if found is None:
            found = self._sets[definition] = {}
            for ancestor in evaluator.hierarchy.linearisation(definition):
                for name, numbers in self._declared(ancestor).items():
                    found.setdefault(name, numbers[0])
                unit = self._program.unit_of(ancestor)
                scope = self._program.definitions[ancestor].scope
                if self._program.definitions[ancestor].kind == "interface":
                    for (where, name), bindings in unit.bindings.items():
                        if where == scope:
                            found.setdefault(name, unit.first + bindings[0].definition)
        return found

    def _fits(self, wanted: int, method: int) -> bool:
        """Return whether a method has the signature of an interface's, as far as it is written."""
        one, other = self._program.definitions[wanted], self._program.definitions[method]
        if one.signature == other.signature:
            return True
        return self._is_generic(wanted, one) or self._is_generic(method, other)

    def _is_generic(self, number: int, item: Definition) -> bool:
        owner = self._program.parent(number)
        return bool(item.type_parameters or self._program.definitions[owner].type_parameters)
