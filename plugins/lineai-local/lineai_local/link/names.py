"""What a bare name denotes: scopes, reaching definitions, imports, exports and module members."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from lineai_local.facts import NONE, Import
from lineai_local.link.values import (
    External,
    ExternalInstance,
    ModuleValue,
    PackageValue,
    TypeVariable,
    Unknown,
    Value,
    Values,
    union,
)

if TYPE_CHECKING:
    from lineai_local.facts import Binding, Name
    from lineai_local.link.evaluate import Evaluator
    from lineai_local.link.program import Unit


class Names:
    """Name look-up in the files of one program."""

    def __init__(self, evaluator: Evaluator) -> None:
        self._evaluator = evaluator
        self._program = evaluator.program
        self._members: dict[tuple[int, str], Values | None] = {}

    def bindings(self, unit: Unit, name: Name) -> Sequence[Binding]:
        """Return the bindings in the file that may give a name its value, the nearest scope's alone."""
        scope = name.scope
        inner = True
        while scope != NONE:
            item = unit.facts.scopes[scope]
            if item.kind != "class" or scope == name.scope:
                found = unit.bindings.get((scope, name.id))
                if found:
                    return self._reaching(unit, found, name) if inner else found
            inner = inner and item.kind == "block"
            scope = item.parent
        return ()

    def lookup(self, unit: Unit, name: Name) -> Values:
        """Return what a name denotes where it stands."""
        scope = name.scope
        inner = True
        while scope != NONE:
            item = unit.facts.scopes[scope]
            if item.kind != "class" or scope == name.scope or unit.rules.class_scope_is_lexical:
                bindings = unit.bindings.get((scope, name.id))
                if bindings and not (item.kind == "class" and unit.rules.class_scope_is_lexical):
                    reaching = self._reaching(unit, bindings, name) if inner else bindings
                    return union(self.bound(unit, binding) for binding in reaching)
                found = self._of_definition(unit, scope, name.id)
                if found is not None:
                    return found
            inner = inner and item.kind == "block"
            scope = item.parent
        return self._global(unit, name)

    def _of_definition(self, unit: Unit, scope: int, name: str) -> Values | None:
        """Return a type parameter, or a member seen without receiver, of a scope's definition."""
        item = unit.facts.scopes[scope]
        definition = unit.facts.definitions[item.definition]
        number = self._program.whole(unit.first + item.definition)
        if name in definition.type_parameters:
            return (TypeVariable(number, name),)
        if definition.scope != scope:
            return None
        if item.kind == "class" and unit.rules.class_scope_is_lexical:
            members = self._evaluator.members
            if members.inherited(unit, number, name) is not None:
                return members.find(unit, self._evaluator.own_instance(number), name)
        return None

    def _reaching(self, unit: Unit, bindings: Sequence[Binding], name: Name) -> Sequence[Binding]:
        """Return the bindings that may reach a use.

        Going back from the use, every binding counts until one stands in a block that encloses the use,
        for that one certainly ran. If none comes before the use, the code runs in a loop or a closure:
        all count.
        """
        enclosing = set()
        block = name.block
        while block != NONE:
            enclosing.add(block)
            block = unit.facts.blocks[block]
        found: list[Binding] = []
        for binding in reversed(bindings):
            if binding.at <= name.at:
                found.append(binding)
                if binding.block in enclosing:
                    break
        return found or bindings

    def _global(self, unit: Unit, name: Name) -> Values:
        for item in unit.star_imports:
            for module in unit.rules.imported_module(self._evaluator, unit, item):
                found = self.module_member(module, name.id, through_star=True)
                if found is not None:
                    return found
        outer = unit.rules.lookup_outer(self._evaluator, unit, name)
        if outer is not None:
            return outer
        if name.id in unit.rules.builtins:
            return (External(name.id),)
        if unit.star_imports:
            modules = ", ".join(item.module for item in unit.star_imports)
            return (Unknown(f"name '{name.id}' may come from {modules}"),)
        return (Unknown(f"name '{name.id}' is not defined in the index"),)

    def bound(self, unit: Unit, binding: Binding) -> Values:
        """Return the values that one binding gives its name."""
        evaluator = self._evaluator
        if binding.definition != NONE:
            return evaluator.definition_value(unit.first + binding.definition)
        if binding.imported != NONE:
            return unit.rules.resolve_import(evaluator, unit, unit.facts.imports[binding.imported])
        if binding.parameter != NONE:
            return self._parameter(unit, binding)
        if binding.annotation != NONE:
            return evaluator.annotation(unit, binding.annotation)
        if binding.value != NONE:
            return evaluator.value(unit, binding.value)
        return (Unknown(f"'{binding.name}' has no visible value"),)

    def _parameter(self, unit: Unit, binding: Binding) -> Values:
        evaluator = self._evaluator
        number = self._program.scope_definition(unit, binding.scope)
        definition = self._program.definitions[number]
        if binding.receiver:
            owner = self._program.enclosing_class(number)
            if owner != NONE:
                bound = evaluator.own_instance(owner)
                if "classmethod" in definition.modifiers:
                    return evaluator.members.class_of(bound)
                return (bound,)
        parameter = definition.parameters[binding.parameter]
        if parameter.annotation != NONE:
            values = evaluator.annotation(unit, parameter.annotation)
            if parameter.kind == "variadic":
                return (ExternalInstance(unit.rules.collection_type("list"), (values,)),)
            if parameter.kind == "keywords":
                return (ExternalInstance(unit.rules.collection_type("dict"), (values,)),)
            return values
        found = None
        if definition.kind == "lambda":
            found = unit.rules.lambda_parameter(evaluator, unit, number - unit.first, binding.parameter)
        if found is None:
            found = unit.rules.parameter(evaluator, number, binding.parameter)
        if found is not None:
            return found
        unknown = Unknown(f"parameter '{parameter.name}' of {definition.name or 'a function'} has no type")
        if parameter.default == NONE:
            return (unknown,)
        return union((evaluator.value(unit, parameter.default), (unknown,)))

    # Modules seen from outside

    def module_member(self, module: Value, name: str, *, through_star: bool = False) -> Values | None:
        """Return what ``module.name`` denotes, or ``None`` if the module has no such name."""
        if isinstance(module, ModuleValue):
            unit = self._program.units[module.file]
            if through_star and not _is_public(unit, name):
                return None
            found = self._module_name(module.file, name)
            if found is not None:
                return found
            return unit.rules.module_member(self._evaluator, module, name)
        if isinstance(module, PackageValue):
            return self._program.rules[module.language].module_member(self._evaluator, module, name)
        return None

    def _module_name(self, file: int, name: str) -> Values | None:
        key = (file, name)
        if key in self._members:
            return self._members[key]
        self._members[key] = None
        unit = self._program.units[file]
        found = self._exported(unit, name) if unit.facts.exports else self._declared(unit, name)
        if found is None:
            found = self._starred(unit, name)
        self._members[key] = found
        return found

    def _declared(self, unit: Unit, name: str) -> Values | None:
        bindings = unit.bindings.get((0, name))
        if not bindings:
            return None
        return union(self.bound(unit, binding) for binding in bindings)

    def _exported(self, unit: Unit, name: str) -> Values | None:
        exports = unit.exports.get(name)
        if not exports:
            return None
        found = []
        for export in exports:
            if export.value != NONE:
                found.append(self._evaluator.value(unit, export.value))
            else:
                symbol = export.symbol if export.symbol != "*" else ""
                item = Import(name=name, module=export.module, symbol=symbol, line=0)
                found.append(unit.rules.resolve_import(self._evaluator, unit, item))
        return union(found)

    def _starred(self, unit: Unit, name: str) -> Values | None:
        sources = list(unit.star_imports)
        for export in unit.exports.get("", ()):
            if export.symbol == "*":
                sources.append(Import(name="", module=export.module, symbol="*", line=0))
        for item in sources:
            for module in unit.rules.imported_module(self._evaluator, unit, item):
                found = self.module_member(module, name, through_star=True)
                if found is not None:
                    return found
        return None


def _is_public(unit: Unit, name: str) -> bool:
    """Return whether a star import brings the name in (``export``; Python's ``__all__`` and underscores)."""
    if unit.facts.exports:
        return name != "default"
    if unit.facts.exported_names is not None:
        return name in unit.facts.exported_names
    return not name.startswith("_")
