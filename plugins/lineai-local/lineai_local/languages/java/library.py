"""Objects and types as Java sees them: arrays, primitives and their boxes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lineai_local.languages.java.jdk import library
from lineai_local.languages.typed.library import ARRAY, Bound, Views
from lineai_local.languages.typed.table import Method, Type
from lineai_local.link.values import ExternalInstance, Value, Values, union

if TYPE_CHECKING:
    from lineai_local.link.evaluate import Evaluator


class JavaViews(Views):
    """Objects of a program's own classes, seen as objects of Java's library."""

    def __init__(self, evaluator: Evaluator) -> None:
        super().__init__(evaluator, library())

    def method(self, value: Value, name: str, count: int) -> tuple[Method, Bound] | None:
        """Return the library's method ``name`` of a value; an array's ``clone`` gives such an array."""
        if isinstance(value, ExternalInstance) and value.name == ARRAY and name == "clone":
            return Method((), Type("T")), {"T": (value,)}
        return super().method(value, name, count)


def static_type(values: Values) -> Values:
    """Return the types of a value without repetitions; of the operands of ``+``, what they add up to."""
    values = library().typed(values)
    names = [value.name for value in values if isinstance(value, ExternalInstance)]
    if len(names) > 1:
        if "String" in names:
            return (ExternalInstance("String"),)
        if all(name in WIDTH for name in names):
            widest = max(names, key=lambda name: WIDTH[name])
            return (ExternalInstance(widest),) if WIDTH[widest] > WIDTH["int"] else (ExternalInstance("int"),)
    return union([values])


WIDTH = {"byte": 0, "short": 1, "char": 1, "int": 2, "long": 3, "float": 4, "double": 5}

BOXES = {
    "byte": "Byte",
    "short": "Short",
    "char": "Character",
    "int": "Integer",
    "long": "Long",
    "float": "Float",
    "double": "Double",
    "boolean": "Boolean",
    "void": "Void",
}

UNBOXED = {box: name for name, box in BOXES.items()}


def boxed(values: Values) -> Values:
    """Return values as they are when type parameters stand for them: primitives as objects."""
    return tuple(
        ExternalInstance(BOXES[value.name])
        if isinstance(value, ExternalInstance) and value.name in BOXES
        else value
        for value in values
    )
