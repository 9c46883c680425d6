"""Java's rules for the linker."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from lineai_local.facts import NONE, Call, Name, New
from lineai_local.languages.java.analysis import JavaAnalysis, is_constructor_reference
from lineai_local.languages.java.builder import method_key
from lineai_local.languages.java.naming import Naming
from lineai_local.languages.typed.library import ARRAY
from lineai_local.link.rules import Rules
from lineai_local.link.values import (
    ClassValue,
    ExternalFunction,
    ExternalInstance,
    FunctionValue,
    InstanceValue,
    ModuleValue,
    PackageValue,
    Value,
    Values,
)

if TYPE_CHECKING:
    from lineai_local.facts import Import
    from lineai_local.link.evaluate import Evaluator
    from lineai_local.link.program import Program, Unit


class JavaRules(Rules):
    """Nested scopes of classes, packages, overloads, static types, functional interfaces."""

    language = "java"
    class_scope_is_lexical = True
    overloads = True

    def prepare(self, program: Program) -> None:
        """Index the classes by qualified name, and the constructors by class."""
        self._program = program
        self._naming = Naming(program)
        self._analysis: JavaAnalysis | None = None
        self._constructors: dict[int, list[int]] = {}
        for unit in program.units:
            if unit.facts.language == "java":
                for number, item in enumerate(unit.facts.definitions):
                    if item.kind == "constructor":
                        owner = unit.first + item.parent
                        self._constructors.setdefault(owner, []).append(unit.first + number)

    def _analysed(self, evaluator: Evaluator) -> JavaAnalysis:
        if self._analysis is None:
            self._analysis = JavaAnalysis(evaluator)
        return self._analysis

    # Names

    def method_key(self, name: str) -> str:
        """Return the name under which methods are bound, apart from fields and types."""
        return method_key(name)

    def written_name(self, name: str) -> str:
        """Return a method's name without what keeps it apart from fields."""
        return name.removesuffix("()")

    def resolve_import(self, evaluator: Evaluator, unit: Unit, item: Import) -> Values:
        """Return the class or static field that a single import brings in."""
        return self._naming.imported(evaluator, unit, item)

    def imported_module(self, evaluator: Evaluator, unit: Unit, item: Import) -> Values:
        """Return the file of the class that a single import names."""
        if item.symbol == "*":
            return ()
        name = item.module if item.static else f"{item.module}.{item.symbol}"
        number = self._naming.classes.find(unit, name)
        return () if number == NONE else (ModuleValue(self._program.unit_of(number).index),)

    def module_member(self, evaluator: Evaluator, module: Value, name: str) -> Values | None:
        """Return a class or package inside a package."""
        if isinstance(module, PackageValue):
            return self._naming.package_member(module.name, name)
        return None

    def lookup_outer(self, evaluator: Evaluator, unit: Unit, name: Name) -> Values | None:
        """Return what is found in the same package, by imports on demand, in ``java.lang``, as a package."""
        return self._naming.outer(evaluator, unit, name)

    def lookup_callee(self, evaluator: Evaluator, unit: Unit, name: Name) -> Values | None:
        """Return the methods of the innermost class that has any, else those imported statically."""
        return self._naming.callee(evaluator, unit, name)

    def is_type_name(self, name: str) -> bool:
        """Return ``False``: in Java calling something never constructs it."""
        return False

    # Types and library

    def collection_type(self, kind: str) -> str:
        """Return the type of a variadic parameter: an array."""
        return ARRAY

    def element(self, evaluator: Evaluator, value: Value) -> Values | None:
        """Return what an enhanced for loop over an array or an ``Iterable`` yields."""
        return self._analysed(evaluator).views.element(value)

    def subscript(self, evaluator: Evaluator, value: Value, unit: Unit, key: int) -> Values | None:
        """Return an array's element."""
        if isinstance(value, ExternalInstance) and value.name == ARRAY and value.arguments:
            return value.arguments[0]
        return None

    def entry(self, evaluator: Evaluator, value: Value, position: int) -> Values | None:
        """Return a record's component in a record pattern."""
        if not isinstance(value, InstanceValue):
            return None
        components = self._program.definitions[value.definition].parameters
        if position >= len(components) or components[position].annotation == NONE:
            return None
        unit = self._program.unit_of(value.definition)
        declared = evaluator.annotation(unit, components[position].annotation)
        bound = evaluator.hierarchy.arguments_for(value.definition, value.arguments, value.definition)
        return evaluator.substitute(declared, value.definition, bound)

    def external_member(self, evaluator: Evaluator, value: ExternalInstance, name: str) -> Values | None:
        """Return the length of an array; the methods of an array are those of ``Object``."""
        if value.name == ARRAY and name == "length":
            return (ExternalInstance("int"),)
        return None

    def external_call(self, evaluator: Evaluator, unit: Unit, name: str, call: int) -> Values | None:
        """Return what a method of the library gives, as far as the table knows it."""
        return self._analysed(evaluator).library_call(unit, name, call)

    def class_member(self, evaluator: Evaluator, definition: int, name: str) -> Values | None:
        """Return what the compiler adds to an enum, and the class itself for ``X::new``."""
        if name == method_key("new"):
            return (ClassValue(definition),)
        if self._program.definitions[definition].kind == "enum":
            constant: Values = (InstanceValue(definition),)
            if name == method_key("values"):
                return (ExternalFunction(name, (ExternalInstance(ARRAY, (constant,)),)),)
            if name == method_key("valueOf"):
                return (ExternalFunction(name, constant),)
        return None

    def inherited_from_outside(self, evaluator: Evaluator, value: InstanceValue, name: str) -> Values | None:
        """Return a member of ``Object`` or of a base outside the index; else it is not there."""
        return self._naming.from_outside(evaluator, value.definition, name)

    # Methods

    def constructors(self, evaluator: Evaluator, definition: int) -> Values:
        """Return the constructors that the class itself declares."""
        return tuple(FunctionValue(number) for number in self._constructors.get(definition, ()))

    def select_overloads(
        self,
        evaluator: Evaluator,
        candidates: Sequence[FunctionValue],
        unit: Unit,
        arguments: Sequence[int],
    ) -> Sequence[FunctionValue]:
        """Return the candidates that fit the static types of the arguments best."""
        values = [evaluator.value(unit, argument) for argument in arguments]
        return self._analysed(evaluator).overloads.select(candidates, values)

    def referenced(self, evaluator: Evaluator, unit: Unit, number: int, values: Values) -> Values:
        """Return the overload or constructor that a method reference means where it stands."""
        functions: list[Value] = []
        for value in values:
            if isinstance(value, ClassValue) and is_constructor_reference(unit, number):
                functions.extend(self.constructors(evaluator, value.definition) or (value,))
            else:
                functions.append(value)
        return self._analysed(evaluator).referenced(unit, number, tuple(functions))

    def overrides(self, evaluator: Evaluator, method: int, inherited: int) -> bool:
        """Return whether a method overrides another: same erased parameters, and visible to subclasses."""
        for number in (method, inherited):
            if not {"static", "private"}.isdisjoint(self._program.definitions[number].modifiers):
                return False
        return self._analysed(evaluator).overloads.same_parameters(method, inherited)

    def infer(self, evaluator: Evaluator, definition: int, unit: Unit, call: int) -> dict[str, Values] | None:
        """Return what the type parameters of a generic method stand for, lambdas' results included."""
        expression = unit.facts.expressions[call]
        if not self._program.definitions[definition].type_parameters or not isinstance(
            expression, Call | New
        ):
            return {}
        return self._analysed(evaluator).inferred(definition, unit, call)

    def lambda_parameter(
        self, evaluator: Evaluator, unit: Unit, definition: int, position: int
    ) -> Values | None:
        """Return the type of a lambda's parameter, from the functional interface that is expected of it."""
        return self._analysed(evaluator).lambda_parameter(unit, definition, position)
