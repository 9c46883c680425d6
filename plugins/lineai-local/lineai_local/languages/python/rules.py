"""What is particular to linking Python."""

from __future__ import annotations

import builtins
from typing import TYPE_CHECKING

from lineai_local.facts import NONE
from lineai_local.languages.python import calls, lambdas, library
from lineai_local.languages.python.decorators import decorator_names
from lineai_local.languages.python.fixtures import Fixtures
from lineai_local.languages.python.modules import Modules
from lineai_local.link.rules import Rules
from lineai_local.link.values import (
    ClassValue,
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
    from lineai_local.facts import Import
    from lineai_local.link.evaluate import Evaluator
    from lineai_local.link.program import Program, Unit

_CONTEXT_MANAGERS = frozenset({"contextmanager", "asynccontextmanager"})
_SUBSCRIPTED = ("list", "set", "dict")


class PythonRules(Rules):
    """The linking policy of Python."""

    language = "python"
    builtins = library.BUILTINS
    constructor = "__init__"
    call_method = "__call__"
    transparent_decorators = frozenset(
        (
            "abstractmethod",
            "asynccontextmanager",
            "cache",
            "cached_property",
            "classmethod",
            "contextmanager",
            "dataclass",
            "final",
            "lru_cache",
            "overload",
            "override",
            "property",
            "runtime_checkable",
            "staticmethod",
            "total_ordering",
            "unique",
            "wraps",
        )
    )

    def prepare(self, program: Program) -> None:
        """Index the modules and the test fixtures of the program."""
        self._modules = Modules(program)
        self._fixtures = Fixtures(program)

    # Modules

    def resolve_import(self, evaluator: Evaluator, unit: Unit, item: Import) -> Values:
        """Return what the local name of an import denotes."""
        values = self.imported_module(evaluator, unit, item)
        if not item.symbol:
            return values
        return union(self._imported(evaluator, value, item.symbol) for value in values)

    def _imported(self, evaluator: Evaluator, module: Value, symbol: str) -> Values:
        if isinstance(module, External):
            return (External(f"{module.name}.{symbol}"),)
        found = evaluator.names.module_member(module, symbol)
        return (Unknown(f"'{symbol}' is not in the module"),) if found is None else found

    def imported_module(self, evaluator: Evaluator, unit: Unit, item: Import) -> Values:
        """Return the module that an import statement names."""
        found = self._modules.find(unit, item.module, item.level)
        if found is not None:
            return (found,)
        if item.level:
            return (Unknown(f"module '{'.' * item.level}{item.module}' is not in the index"),)
        return (External(item.module),)

    def module_member(self, evaluator: Evaluator, module: Value, name: str) -> Values | None:
        """Return a submodule, or what a module's ``__getattr__`` makes."""
        if isinstance(module, PackageValue):
            found = self._modules.submodule(module, None, name)
            return None if found is None else (found,)
        if isinstance(module, ModuleValue):
            unit = evaluator.program.units[module.file]
            found = self._modules.submodule(module, unit, name)
            if found is not None:
                return (found,)
            if (0, "__getattr__") in unit.bindings:
                return (Unknown(f"'{name}' is made at run time by the module"),)
        return None

    # Types

    def instance_of_external(
        self, evaluator: Evaluator, name: str, arguments: tuple[Values, ...]
    ) -> Values | None:
        """Return an object of an external type; special forms of ``typing`` are taken apart."""
        name = library.plain_name(name)
        if name in ("Any", "object"):
            return (Unknown(f"a value of type {name}"),)
        if name in ("Optional", "Union"):
            return union(arguments)
        if name in library.QUALIFIERS and arguments:
            return arguments[0]
        if name == "type" and arguments:
            return union(_class_of(value) for value in arguments[0])
        if name == "Callable" and arguments:
            return (ExternalFunction(name, arguments[-1]),)
        return (ExternalInstance(name, arguments),)

    def parameter(self, evaluator: Evaluator, definition: int, position: int) -> Values | None:
        """Return what a test's parameter holds: the value of the fixture of that name."""
        fixture = self._fixtures.find(definition, position)
        if fixture == NONE:
            return None
        results = evaluator.calls.function_result(FunctionValue(fixture))
        if "generator" not in evaluator.program.definitions[fixture].modifiers:
            return results
        unit = evaluator.program.unit_of(fixture)
        return union(evaluator.element(unit, value) for value in results)

    def lambda_parameter(
        self, evaluator: Evaluator, unit: Unit, definition: int, position: int
    ) -> Values | None:
        """Return what a lambda's parameter holds, told by the function it is passed to."""
        return lambdas.parameter(evaluator, unit, definition, position)

    def function_result(self, evaluator: Evaluator, definition: int, results: Values) -> Values:
        """Return what a call gives: generators are iterated over, coroutines stand for their result."""
        item = evaluator.program.definitions[definition]
        if "generator" in item.modifiers and item.returns == NONE:
            results = (ExternalInstance("list", (results,)),)
        if not _CONTEXT_MANAGERS.isdisjoint(decorator_names(item)):
            unit = evaluator.program.unit_of(definition)
            entered = union(evaluator.element(unit, value) for value in results)
            return (ExternalInstance(library.CONTEXT_MANAGER, (entered,)),)
        if not results and not item.results:
            return (Unknown(f"the result of {item.name}, which returns nothing"),)
        return results

    # Values from outside

    def external_member(self, evaluator: Evaluator, value: ExternalInstance, name: str) -> Values | None:
        """Return a method of a built-in type whose result is known."""
        return library.member(value, name)

    def external_call(self, evaluator: Evaluator, unit: Unit, name: str, call: int) -> Values | None:
        """Return the result of a function of the standard library."""
        return calls.result(evaluator, unit, name, call)

    def element(self, evaluator: Evaluator, value: Value) -> Values | None:
        """Return what iterating over the value yields."""
        if isinstance(value, ExternalInstance):
            return library.elements(value)
        if isinstance(value, InstanceValue):
            iterator = self._result_of(evaluator, value, ("__iter__", "__aiter__"))
            if iterator is None:
                return None
            unknown: Values = (Unknown("an element of a value of unknown type"),)
            return union(self._next(evaluator, each) or unknown for each in iterator)
        if isinstance(value, ClassValue):
            return (InstanceValue(value.definition, exact=True),)
        return None

    def _next(self, evaluator: Evaluator, iterator: Value) -> Values | None:
        if isinstance(iterator, InstanceValue):
            return self._result_of(evaluator, iterator, ("__next__", "__anext__"))
        return self.element(evaluator, iterator)

    def subscript(self, evaluator: Evaluator, value: Value, unit: Unit, key: int) -> Values | None:
        """Return ``value[key]``."""
        if isinstance(value, ExternalInstance):
            if value.name == "tuple" and value.arguments:
                return union(library.items(value))
            return value.arguments[-1] if value.name in _SUBSCRIPTED and value.arguments else None
        if isinstance(value, InstanceValue):
            return self._result_of(evaluator, value, ("__getitem__",))
        return None

    def entry(self, evaluator: Evaluator, value: Value, position: int) -> Values | None:
        """Return the ``position``-th part of a value that is unpacked."""
        if isinstance(value, ExternalInstance) and value.name == "tuple":
            parts = library.items(value)
            if len(parts) == len(value.arguments) and position < len(parts):
                return parts[position]
        return self.element(evaluator, value)

    def awaited(self, evaluator: Evaluator, value: Value) -> Values:
        """Return what ``await value`` gives; a coroutine already stands for its result."""
        if isinstance(value, ExternalInstance) and value.name in library.AWAITABLES and value.arguments:
            return value.arguments[-1]
        return (value,)

    def entered(self, evaluator: Evaluator, value: Value) -> Values:
        """Return what ``with value as x`` binds."""
        if isinstance(value, ExternalInstance) and value.name == library.CONTEXT_MANAGER and value.arguments:
            return value.arguments[0]
        if isinstance(value, InstanceValue):
            return self._result_of(evaluator, value, ("__enter__", "__aenter__")) or (value,)
        return (value,)

    def _result_of(self, evaluator: Evaluator, value: InstanceValue, names: tuple[str, ...]) -> Values | None:
        """Return the result of the first of the methods that the object's class has, or ``None``."""
        unit = evaluator.program.unit_of(value.definition)
        for name in names:
            if evaluator.members.inherited(unit, value.definition, name) is not None:
                methods = evaluator.members.find(unit, value, name)
                return union(
                    evaluator.calls.function_result(each)
                    for each in methods
                    if isinstance(each, FunctionValue)
                )
        return None

    # Members

    def constructors(self, evaluator: Evaluator, definition: int) -> Values:
        """Return the methods that run when the class is called."""
        unit = evaluator.program.unit_of(definition)
        members = evaluator.members
        found = [
            members.inherited(unit, definition, "__new__"),
            members.inherited(unit, definition, "__init__"),
        ]
        if "dataclass" in decorator_names(evaluator.program.definitions[definition]):
            found.append(members.inherited(unit, definition, "__post_init__"))
        return union(values for values in found if values is not None)

    def inherited_from_outside(self, evaluator: Evaluator, value: InstanceValue, name: str) -> Values | None:
        """Return the class of an object for ``__class__``."""
        return evaluator.members.class_of(value) if name == "__class__" else None

    def function_member(self, evaluator: Evaluator, value: FunctionValue, name: str) -> Values:
        """Return an attribute of a function."""
        if name in ("__call__", "__func__", "__wrapped__"):
            return (value,)
        if name.startswith("__") and name.endswith("__"):
            return (External(f"function.{name}"),)
        return (Unknown(f"attribute '{name}' of a function"),)

    def is_structural(self, evaluator: Evaluator, definition: int) -> bool:
        """Return whether the class is a protocol."""
        bases = (value for values in evaluator.hierarchy.bases(definition) for value in values)
        return any(isinstance(base, External) and base.name in library.PROTOCOLS for base in bases)

    def may_call_back(self, base: str, method: str) -> bool:
        """Return whether a base class outside the index may call the method: any may that is no mere mark."""
        builtin = getattr(builtins, base, None)
        if isinstance(builtin, type):
            return hasattr(builtin, method)
        return base not in library.PASSIVE_BASES and not method.startswith("__")

    def is_dynamic(self, evaluator: Evaluator, definition: int) -> bool:
        """Return whether the class answers to any name through ``__getattr__``."""
        return any(
            evaluator.members.own(ancestor, name) is not None
            for ancestor in evaluator.hierarchy.linearisation(definition)
            for name in ("__getattr__", "__getattribute__")
        )


def _class_of(value: Value) -> Values:
    """Return the class that ``type[value]`` means."""
    if isinstance(value, InstanceValue):
        return (ClassValue(value.definition, value.arguments, or_subclass=not value.exact),)
    if isinstance(value, ExternalInstance):
        return (External(value.name, value.arguments),)
    return (value,)
