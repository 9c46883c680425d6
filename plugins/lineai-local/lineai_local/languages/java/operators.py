"""The types of literals and of operators' results, as far as a single file tells."""

from __future__ import annotations

from lineai_local.facts import NONE, BuiltIn, Choice
from lineai_local.languages.typed.builder import Builder

LITERALS = {
    "string_literal": "String",
    "character_literal": "char",
    "true": "boolean",
    "false": "boolean",
    "null_literal": "null",
}

NUMBERS = frozenset(
    {
        "decimal_integer_literal",
        "hex_integer_literal",
        "octal_integer_literal",
        "binary_integer_literal",
        "decimal_floating_point_literal",
        "hex_floating_point_literal",
    }
)

_BOOLEAN = frozenset({"==", "!=", "<", ">", "<=", ">=", "&&", "||"})
_SHIFT = frozenset({"<<", ">>", ">>>"})
_WIDTH = {"byte": 0, "short": 0, "char": 0, "int": 0, "long": 1, "float": 2, "double": 3}
_PROMOTED = ("int", "long", "float", "double")


def number_type(kind: str, written: str) -> str:
    """Return the type of a numeric literal: ``int``, ``long``, ``float`` or ``double``."""
    suffix = written[-1:].lower()
    if kind.endswith("integer_literal"):
        return "long" if suffix == "l" else "int"
    return "float" if suffix == "f" else "double"


class Operands:
    """Folds a chain of binary operators, left to right, into the type of its result."""

    def __init__(self, builder: Builder, first: int) -> None:
        self._builder = builder
        self._options = [] if first == NONE else [first]
        self._name = self._built_in(first)

    def combine(self, operator: str, right: int) -> None:
        """Apply ``operator`` to what was folded so far and the value ``right``."""
        name = self._built_in(right)
        if operator in _BOOLEAN:
            self._name = "boolean"
        elif operator == "+" and "String" in (self._name, name):
            self._name = "String"
        elif operator in _SHIFT:
            self._name = _wider(self._name, "int")
        elif self._name and name:
            self._name = _wider(self._name, name)
        else:
            if self._name:
                self._options = [self._builder.built_in(self._name)]
            if right != NONE and right not in self._options[-1:]:
                self._options.append(right)
            self._name = ""

    def result(self) -> int:
        """Return the index of the result: a built-in type, or the choice of the operands' types."""
        if self._name:
            return self._builder.built_in(self._name)
        if len(self._options) == 1:
            return self._options[0]
        return self._builder.add(Choice(tuple(self._options)))

    def _built_in(self, index: int) -> str:
        expression = None if index == NONE else self._builder.expressions[index]
        return expression.name if isinstance(expression, BuiltIn) else ""


def _wider(left: str, right: str) -> str:
    """Return the type to which arithmetic promotes two built-in types; empty if it is not known."""
    if left in _WIDTH and right in _WIDTH:
        return _PROMOTED[max(_WIDTH[left], _WIDTH[right])]
    return left if left == right else ""
