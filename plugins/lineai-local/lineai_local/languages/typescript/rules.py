"""How names and types resolve in TypeScript and JavaScript."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lineai_local.facts import NONE, Binding, Name
from lineai_local.languages.typescript import library
from lineai_local.languages.typescript.builder import GLOBAL_MARK
from lineai_local.languages.typescript.contexts import Contexts
from lineai_local.languages.typescript.imports import WHOLE
from lineai_local.languages.typescript.modules import Modules
from lineai_local.link.rules import Rules
from lineai_local.link.values import (
    External,
    ExternalInstance,
    FunctionValue,
    ModuleValue,
    Unknown,
    Value,
    Values,
    union,
)

if TYPE_CHECKING:
    from lineai_local.facts import Import
    from lineai_local.link.evaluate import Evaluator
    from lineai_local.link.program import Program, Unit


_GLOBAL_OBJECTS = frozenset({"window", "globalThis", "self", "global"})


_BUILT_IN_BASES = frozenset(
    {"Array", "Date", "Error", "Function", "Map", "Object", "Promise", "RangeError", "RegExp", "Set"}
    | {"String", "SyntaxError", "TypeError", "WeakMap", "WeakSet"}
)
_CONVERSIONS = frozenset({"then", "toJSON", "toString", "valueOf"})


class TypeScriptRules(Rules):
    """Modules by path, package and configuration; structural built-ins; contextual types of callbacks."""

    language = "typescript"
    constructor = "constructor"

    def prepare(self, program: Program) -> None:
        """Index modules, and the declarations that files which are no modules share."""
        self._modules = Modules(program)
        self._contexts = Contexts()
        self._globals: dict[tuple[str, str], list[tuple[int, Binding]]] = {}
        for unit in program.units:
            facts = unit.facts
            if facts.language != self.language:
                continue
            script = not facts.imports and not facts.exports
            for binding in facts.bindings:
                name = binding.name.removeprefix(GLOBAL_MARK)
                if binding.scope == 0 and (script or name != binding.name):
                    self._globals.setdefault((unit.repository, name), []).append((unit.index, binding))

    # Names and modules

    def imported_module(self, evaluator: Evaluator, unit: Unit, item: Import) -> Values:
        """Return the file that an import names, or an external module."""
        found = self._modules.resolve(unit, item.module)
        return (External(item.module),) if found is None else (ModuleValue(found),)

    def resolve_import(self, evaluator: Evaluator, unit: Unit, item: Import) -> Values:
        """Return the module or the exported value that an import, or a re-export, takes."""
        number = self._modules.resolve(unit, item.module)
        if number is None:
            return (External(f"{item.module}.{item.symbol}" if item.symbol else item.module),)
        module = ModuleValue(number)
        names = evaluator.names
        if not item.symbol:
            whole = names.module_member(module, WHOLE)
            return (module,) if whole is None else (*whole, module)
        found = names.module_member(module, item.symbol)
        if found is None:
            whole = names.module_member(module, WHOLE)
            if whole is not None and item.symbol == "default":
                return whole
            if whole is not None:
                return evaluator.members.read(unit, whole, item.symbol)
            return self._from_outside(evaluator, number, item)
        return found

    def _from_outside(self, evaluator: Evaluator, file: int, item: Import) -> Values:
        """Return a name that a module does not export itself: it may pass on all that a library exports."""
        pending, seen = [file], {file}
        while pending:
            unit = evaluator.program.units[pending.pop()]
            for export in unit.exports.get("", ()):
                target = self._modules.resolve(unit, export.module)
                if target is None:
                    return (External(f"{export.module}.{item.symbol}"),)
                if target not in seen:
                    seen.add(target)
                    pending.append(target)
        return (Unknown(f"'{item.symbol}' is not exported by {item.module}"),)

    def lookup_outer(self, evaluator: Evaluator, unit: Unit, name: Name) -> Values | None:
        """Return a global: declared by a script of the repository, else one of the platform."""
        shared = self._global(evaluator, unit, name.id)
        if name.id in _GLOBAL_OBJECTS:
            declared = evaluator.instances(unit, self._global(evaluator, unit, "Window"))
            return (*shared, *declared, External(name.id))
        return shared or (External(name.id),)

    def _global(self, evaluator: Evaluator, unit: Unit, name: str) -> Values:
        units = evaluator.program.units
        shared = self._globals.get((unit.repository, name), ())
        return union(evaluator.names.bound(units[index], binding) for index, binding in shared)

    # Types

    def instance_of_external(
        self, evaluator: Evaluator, name: str, arguments: tuple[Values, ...]
    ) -> Values | None:
        """Return what a utility type such as ``Partial<T>`` or ``ReturnType<F>`` stands for."""
        return library.utility(evaluator, name, arguments)

    def collection_type(self, kind: str) -> str:
        """Return the type of an array or object literal."""
        return {"list": "Array"}.get(kind, kind)

    def parameter(self, evaluator: Evaluator, definition: int, position: int) -> Values | None:
        """Return a parameter's type from where its function is passed, assigned or declared."""
        return self._contexts.parameter(evaluator, definition, position)

    def function_result(self, evaluator: Evaluator, definition: int, results: Values) -> Values:
        """Wrap the inferred results of ``async`` functions and of generators."""
        item = evaluator.program.definitions[definition]
        if item.returns != NONE or not results:
            return results
        if "generator" in item.modifiers:
            return (ExternalInstance("Generator", (results,)),)
        if "async" in item.modifiers:
            inner = union(self.awaited(evaluator, value) for value in results)
            return (ExternalInstance("Promise", (inner,)),)
        return results

    # Values from outside

    def external_member(self, evaluator: Evaluator, value: ExternalInstance, name: str) -> Values | None:
        """Return a member of a built-in container."""
        return library.member(value, name)

    def external_call(self, evaluator: Evaluator, unit: Unit, name: str, call: int) -> Values | None:
        """Return what a function of the platform, or a method of a built-in container, gives."""
        return library.called(evaluator, unit, name, call)

    def element(self, evaluator: Evaluator, value: Value) -> Values | None:
        """Return what ``for … of`` yields."""
        return library.element(value)

    def subscript(self, evaluator: Evaluator, value: Value, unit: Unit, key: int) -> Values | None:
        """Return ``value[key]``."""
        if isinstance(value, ExternalInstance) and value.name == "tuple" and value.arguments:
            return union(value.arguments)
        return super().subscript(evaluator, value, unit, key)

    def entry(self, evaluator: Evaluator, value: Value, position: int) -> Values | None:
        """Return the part of an array or tuple at a position."""
        if isinstance(value, ExternalInstance) and value.name == "tuple":
            return value.arguments[position] if position < len(value.arguments) else None
        return self.element(evaluator, value)

    def awaited(self, evaluator: Evaluator, value: Value) -> Values:
        """Return what a promise holds; anything else is itself."""
        if isinstance(value, ExternalInstance) and library.is_promise(value.name):
            return value.arguments[0] if value.arguments else (Unknown("what a promise holds"),)
        return (value,)

    # Members

    def is_structural(self, evaluator: Evaluator, definition: int) -> bool:
        """Return whether the type is an interface: every fitting object implements it."""
        return evaluator.program.definitions[definition].kind == "interface"

    def may_call_back(self, base: str, method: str) -> bool:
        """Return whether a base class outside the index may call the method: a library's may."""
        return base not in _BUILT_IN_BASES or method in _CONVERSIONS

    def function_member(self, evaluator: Evaluator, value: FunctionValue, name: str) -> Values:
        """Return ``function.call`` and its like as the function; properties assigned to it by their value."""
        if name in ("call", "apply", "bind"):
            return (value,)
        unit = evaluator.program.unit_of(value.definition)
        members = unit.members.get(value.definition - unit.first, {}).get(name)
        if members:
            return union(evaluator.value(unit, member.value) for member in members if member.value != NONE)
        return (Unknown(f"attribute '{name}' of a function"),)
