"""Go's rules for the linker."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from lineai_local.facts import NONE, Attribute, Call
from lineai_local.languages.go import library
from lineai_local.languages.go.methods import Methods
from lineai_local.languages.go.modules import Modules, Package, package_of
from lineai_local.link.rules import Rules
from lineai_local.link.values import (
    External,
    ExternalFunction,
    ExternalInstance,
    FunctionValue,
    InstanceValue,
    ModuleValue,
    PackageValue,
    Unknown,
    Value,
    Values,
    union,
)

if TYPE_CHECKING:
    from lineai_local.facts import Import, Name
    from lineai_local.link.evaluate import Evaluator
    from lineai_local.link.program import Program, Unit

_CALLED = "()"
"""Member under which a named function type keeps what calling its values gives."""

_VOID: Values = (ExternalInstance("void"),)


class GoRules(Rules):
    """Packages of several files, embedding, structural interfaces, named types of any kind."""

    language = "go"
    builtins = library.BUILTINS
    constructor = ""
    call_method = _CALLED

    def prepare(self, program: Program) -> None:
        """Index the packages and the methods of the program."""
        self._modules = Modules(program)
        self._methods = Methods(program)
        self._packages = {_value(package): package for package in self._modules.files}
        self._open: set[int] = set()

    # Names

    def resolve_import(self, evaluator: Evaluator, unit: Unit, item: Import) -> Values:
        """Return the package that an import names."""
        package = self._modules.find(unit, item.module)
        return (External(item.module),) if package is None else (_value(package),)

    def imported_module(self, evaluator: Evaluator, unit: Unit, item: Import) -> Values:
        """Return the package that an import names, and its files."""
        package = self._modules.find(unit, item.module)
        if package is None:
            return (External(item.module),)
        files = tuple(ModuleValue(each.index) for each in self._modules.files[package])
        return (_value(package), *files)

    def module_member(self, evaluator: Evaluator, module: Value, name: str) -> Values | None:
        """Return what a package declares under a name."""
        if isinstance(module, PackageValue):
            return self._declared(evaluator, self._packages[module], name)
        return None

    def _declared(self, evaluator: Evaluator, package: Package, name: str) -> Values | None:
        found = self._modules.names[package].get(name)
        if not found:
            return None
        return union(evaluator.names.bound(unit, binding) for unit, binding in found)

    def lookup_outer(self, evaluator: Evaluator, unit: Unit, name: Name) -> Values | None:
        """Return what a name denotes in the other files of the package, or as an imported package."""
        item = self._modules.imported(unit, name.id)
        if item is not None:
            return self.resolve_import(evaluator, unit, item)
        return self._declared(evaluator, package_of(unit), name.id)

    # Types

    def instance_of_external(
        self, evaluator: Evaluator, name: str, arguments: tuple[Values, ...]
    ) -> Values | None:
        """Return a value of a predeclared or library type; of an empty interface nothing is known."""
        return (Unknown("a value of any type"),) if name == "any" else None

    def is_type_name(self, name: str) -> bool:
        """Return whether calling the external makes a value of it: only for predeclared types."""
        return name in library.TYPES

    def function_result(self, evaluator: Evaluator, definition: int, results: Values) -> Values:
        """Return what a call gives; a function without a result gives nothing to use."""
        item = evaluator.program.definitions[definition]
        return _VOID if item.returns == NONE and not results else results

    def infer(self, evaluator: Evaluator, definition: int, unit: Unit, call: int) -> dict[str, Values] | None:
        """Return what the type parameters of a method's receiver stand for."""
        item = evaluator.program.definitions[definition]
        expression = unit.facts.expressions[call]
        if item.kind != "method" or not item.type_parameters or not isinstance(expression, Call):
            return None
        function = unit.facts.expressions[expression.function]
        if not isinstance(function, Attribute):
            return {}
        found: dict[str, Values] = {}
        for receiver in evaluator.value(unit, function.value):
            if isinstance(receiver, InstanceValue) and len(receiver.arguments) == len(item.type_parameters):
                for name, values in zip(item.type_parameters, receiver.arguments, strict=True):
                    found[name] = union((found.get(name, ()), values))
        return found

    def _underlying(self, evaluator: Evaluator, definition: int) -> Values:
        """Return values of the type that a named type is made of, or nothing if it is a struct."""
        item = evaluator.program.definitions[definition]
        if item.returns == NONE or item.kind != "class" or definition in self._open:
            return ()
        self._open.add(definition)
        found = evaluator.annotation(evaluator.program.unit_of(definition), item.returns)
        self._open.discard(definition)
        return found

    # Members

    def class_member(self, evaluator: Evaluator, definition: int, name: str) -> Values | None:
        """Return a type's method, or the field of the struct that it is made of."""
        found = self._methods.own(definition, name)
        if found is not None:
            return found
        for value in self._underlying(evaluator, definition):
            if name == _CALLED and isinstance(value, FunctionValue):
                return (ExternalFunction("func", evaluator.calls.function_result(value)),)
            if isinstance(value, InstanceValue) and value.definition != definition:
                unit = evaluator.program.unit_of(value.definition)
                fields = evaluator.members.inherited(unit, value.definition, name) or ()
                is_interface = evaluator.program.definitions[value.definition].kind == "interface"
                kept = tuple(each for each in fields if is_interface or not isinstance(each, FunctionValue))
                if kept:
                    return kept
        return None

    def inherited_from_outside(self, evaluator: Evaluator, value: InstanceValue, name: str) -> Values | None:
        """Return what an embedded type from outside gives an object; else it has no such member."""
        for base in evaluator.hierarchy.open_bases(value.definition):
            if library.is_interface(base) or "." not in base:
                return (Unknown(f"'{name}' comes from the embedded {base}"),)
            return (External(f"{base}.{name}"),)
        item = evaluator.program.definitions[value.definition]
        return (Unknown(f"{item.name} has no '{name}'", absent=True),)

    def implementers(self, evaluator: Evaluator, definition: int) -> Sequence[int] | None:
        """Return the types that satisfy an interface; nothing stands in for any other type."""
        if evaluator.program.definitions[definition].kind != "interface":
            return ()
        return self._methods.implementers(evaluator, definition)

    def overrides(self, evaluator: Evaluator, method: int, inherited: int) -> bool:
        """Return false: a method hides that of an embedded type, which is not called in its place."""
        return False

    # Values

    def external_member(self, evaluator: Evaluator, value: ExternalInstance, name: str) -> Values | None:
        """Return a method of a value from outside: through an interface, any type's may run."""
        if library.is_interface(value.name):
            return (Unknown(f"a method of the interface {value.name}, outside the index"),)
        return None

    def external_call(self, evaluator: Evaluator, unit: Unit, name: str, call: int) -> Values | None:
        """Return the result of a function of the standard library."""
        return library.result(name)

    def element(self, evaluator: Evaluator, value: Value) -> Values | None:
        """Return what is received from a channel, or what a slice holds."""
        if isinstance(value, ExternalInstance) and value.arguments:
            return value.arguments[-1]
        if isinstance(value, InstanceValue):
            return _of_all(self.element(evaluator, each) for each in self._made_of(evaluator, value))
        return None

    def subscript(self, evaluator: Evaluator, value: Value, unit: Unit, key: int) -> Values | None:
        """Return ``value[key]``; of a generic function, the function."""
        if isinstance(value, FunctionValue):
            return (value,)
        if isinstance(value, ExternalInstance) and value.name == "string":
            return (ExternalInstance("byte"),)
        if isinstance(value, InstanceValue):
            found = self._made_of(evaluator, value)
            return _of_all(self.subscript(evaluator, each, unit, key) for each in found)
        return self.element(evaluator, value)

    def entry(self, evaluator: Evaluator, value: Value, position: int) -> Values | None:
        """Return one of several results, or what ``range`` gives: keys first, then values."""
        if isinstance(value, InstanceValue):
            return _of_all(self.entry(evaluator, each, position) for each in self._made_of(evaluator, value))
        if isinstance(value, FunctionValue):
            return self._yielded(evaluator, value, position)
        if not isinstance(value, ExternalInstance):
            return None
        if value.name in ("tuple", "map"):
            return value.arguments[position] if position < len(value.arguments) else None
        if value.name == "chan":
            return self.element(evaluator, value)
        if position == 0:
            return (ExternalInstance("int"),)
        return (ExternalInstance("rune"),) if value.name == "string" else self.element(evaluator, value)

    def _yielded(self, evaluator: Evaluator, value: FunctionValue, position: int) -> Values | None:
        """Return what an iterator function hands to the body of a loop."""
        unit = evaluator.program.unit_of(value.definition)
        parameters = evaluator.program.definitions[value.definition].parameters
        for each in evaluator.annotation(unit, parameters[0].annotation) if parameters else ():
            if isinstance(each, FunctionValue):
                given = evaluator.program.definitions[each.definition].parameters
                if position < len(given):
                    return evaluator.annotation(unit, given[position].annotation)
        return None

    def _made_of(self, evaluator: Evaluator, value: InstanceValue) -> Values:
        names = evaluator.program.definitions[value.definition].type_parameters
        bound = dict(zip(names, value.arguments, strict=False))
        underlying = self._underlying(evaluator, value.definition)
        return evaluator.substitute(underlying, value.definition, bound)


def _value(package: Package) -> PackageValue:
    return PackageValue("go", f"{package.repository}:{package.directory}:{package.name}")


def _of_all(groups: object) -> Values | None:
    found = [group for group in groups if group is not None]  # type: ignore[attr-defined]
    return union(found) if found else None
