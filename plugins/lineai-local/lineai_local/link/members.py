"""What ``value.name`` denotes: attributes of modules, classes, objects and externals."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from lineai_local.facts import NONE, Collection
from lineai_local.link.overriding import is_property
from lineai_local.link.values import (
    ClassValue,
    External,
    ExternalInstance,
    FunctionValue,
    InstanceValue,
    ModuleValue,
    ObjectValue,
    PackageValue,
    SuperValue,
    TypeVariable,
    Unknown,
    Values,
    present,
    union,
)

SPREAD = "..."
"""Key of an object literal's element that is not a property but an object whose properties it takes over."""

if TYPE_CHECKING:
    from lineai_local.link.evaluate import Evaluator
    from lineai_local.link.program import Unit


class Members:
    """Attribute look-up in one program."""

    def __init__(self, evaluator: Evaluator) -> None:
        self._evaluator = evaluator
        self._program = evaluator.program
        self._own: dict[tuple[int, str], Values | None] = {}
        self._open: set[tuple[int, str]] = set()

    def read(self, unit: Unit, values: Values, name: str) -> Values:
        """Return the values of ``values.name``; a property gives what its getter returns."""
        return present(
            union(
                self._after_property(unit, value, found)
                for value in values
                for found in self.find(unit, value, name)
            )
        )

    def _after_property(self, unit: Unit, receiver: Any, value: Any) -> Values:
        if not isinstance(value, FunctionValue):
            return (value,)
        is_static = "static" in self._program.definitions[value.definition].modifiers
        through_class = isinstance(receiver, ClassValue | ModuleValue)
        return (value,) if through_class and not is_static else self.got((value,))

    def got(self, values: Values) -> Values:
        """Return what reading members gives: of properties, what their getters return."""
        if not any(isinstance(value, FunctionValue) for value in values):
            return values
        return union(
            self._evaluator.calls.function_result(value)
            if isinstance(value, FunctionValue) and is_property(self._program.definitions[value.definition])
            else (value,)
            for value in values
        )

    def find(self, unit: Unit, value: Any, name: str) -> Values:
        """Return what one value offers under ``name``, properties as the functions they are."""
        match value:
            case InstanceValue():
                return self._of_instance(unit, value, name)
            case ClassValue():
                return self._of_class(unit, value, name)
            case SuperValue():
                return self._of_super(value, name)
            case ModuleValue() | PackageValue():
                found = self._evaluator.names.module_member(value, name)
                return (Unknown(f"'{name}' is not in the module", absent=True),) if found is None else found
            case FunctionValue():
                return unit.rules.function_member(self._evaluator, value, name)
            case ObjectValue():
                return self._of_object(value, name)
            case External():
                return (External(f"{value.name}.{name}"),)
            case ExternalInstance():
                found = unit.rules.external_member(self._evaluator, value, name)
                return (External(f"{value.name}.{name}"),) if found is None else found
            case TypeVariable():
                bounds = self._evaluator.hierarchy.bound(value)
                return union(self.find(unit, bound, name) for bound in bounds)
            case Unknown():
                return (value,)
        return (Unknown(f"attribute '{name}'"),)

    def class_of(self, value: InstanceValue) -> Values:
        """Return the class of an object."""
        return (ClassValue(value.definition, value.arguments, or_subclass=not value.exact),)

    # Classes and objects

    def own(self, definition: int, name: str) -> Values | None:
        """Return what a class itself declares under ``name``, or ``None``. Functions come unbound."""
        key = (definition, name)
        if key in self._open:
            return self._evaluator.nothing_yet()
        if key not in self._own:
            self._open.add(key)
            self._own[key] = self._declared(definition, name)
            self._open.discard(key)
        return self._own[key]

    def _declared(self, definition: int, name: str) -> Values | None:
        parts = self._program.parts(definition)
        found = [each for part in parts if (each := self._declared_in(part, name)) is not None]
        implicit = self._program.unit_of(definition).rules.class_member(self._evaluator, definition, name)
        if implicit is not None:
            found.append(implicit)
        return _without_none(union(found)) if found else None

    def _declared_in(self, definition: int, name: str) -> Values | None:
        evaluator = self._evaluator
        unit = self._program.unit_of(definition)
        item = self._program.definitions[definition]
        bindings = unit.bindings.get((item.scope, name), ())
        functions = [
            binding
            for binding in bindings
            if binding.definition != NONE
            and "overload" not in unit.facts.definitions[binding.definition].modifiers
        ]
        groups = [evaluator.names.bound(unit, binding) for binding in functions or bindings]
        members = unit.members.get(definition - unit.first, {}).get(name, ())
        annotated = [member for member in members if member.annotation != NONE]
        if annotated:
            groups = [evaluator.annotation(unit, member.annotation) for member in annotated]
        else:
            groups += [evaluator.value(unit, member.value) for member in members if member.value != NONE]
        if not groups and (bindings or members):
            groups = [(Unknown(f"field '{name}' of {item.name} has no visible value"),)]
        return union(groups) if groups else None

    def inherited(self, unit: Unit, definition: int, name: str) -> Values | None:
        """Return what a class or its nearest ancestor declares under ``name``, or ``None``."""
        return self._first(unit, self._evaluator.hierarchy.linearisation(definition), name)

    def _first(self, unit: Unit, classes: Sequence[int], name: str) -> Values | None:
        """Return what the first of the classes that knows ``name`` declares under it, or ``None``.

        In a language with overloads, functions of one name add up along the classes.
        """
        groups: list[Values] = []
        for ancestor in classes:
            found = self.own(ancestor, name)
            if found is None:
                continue
            groups.append(found)
            if not unit.rules.overloads or not any(isinstance(value, FunctionValue) for value in found):
                break
        return self._most_derived(groups) if groups else None

    def _most_derived(self, groups: list[Values]) -> Values:
        """Return the union of the groups, leaving out functions that an earlier group overrides."""
        if len(groups) == 1:
            return groups[0]
        seen: set[tuple[str, str]] = set()
        found: list[Any] = []
        for group in groups:
            fresh: set[tuple[str, str]] = set()
            for value in group:
                if isinstance(value, FunctionValue):
                    item = self._program.definitions[value.definition]
                    key = (item.name, item.signature)
                    if key in seen:
                        continue
                    fresh.add(key)
                found.append(value)
            seen |= fresh
        return union([tuple(found)])

    def _of_instance(self, unit: Unit, value: InstanceValue, name: str) -> Values:
        hierarchy = self._evaluator.hierarchy
        found = self.inherited(unit, value.definition, name)
        if found is not None:
            return self._seen_from(found, value)
        rules = self._program.unit_of(value.definition).rules
        inherited = rules.inherited_from_outside(self._evaluator, value, name)
        if inherited is not None:
            return inherited
        outside = hierarchy.open_base(value.definition)
        below = [] if value.exact else hierarchy.subclasses(value.definition)
        declared = [own for child in below if (own := self.own(child, name)) is not None]
        if declared:
            return self._seen_from(union(declared), value)
        item = self._program.definitions[value.definition]
        if rules.is_dynamic(self._evaluator, value.definition):
            return (Unknown(f"'{name}' is made at run time by {item.name}"),)
        if outside:
            return (External(f"{outside}.{name}"),)
        return (Unknown(f"{item.name} has no visible '{name}'", absent=True),)

    def _seen_from(self, values: Values, receiver: InstanceValue) -> Values:
        """Bind functions to the receiver and replace the type parameters of their class by its arguments."""
        evaluator = self._evaluator
        found: list[Values] = []
        for value in values:
            if isinstance(value, FunctionValue) and not value.receiver:
                found.append((FunctionValue(value.definition, (receiver,)),))
            elif receiver.arguments:
                group: Values = (value,)
                for ancestor in evaluator.hierarchy.linearisation(receiver.definition):
                    bound = evaluator.hierarchy.arguments_for(
                        receiver.definition, receiver.arguments, ancestor
                    )
                    group = evaluator.substitute(group, ancestor, bound)
                found.append(group)
            else:
                found.append((value,))
        return union(found)

    def _of_class(self, unit: Unit, value: ClassValue, name: str) -> Values:
        found = self.inherited(unit, value.definition, name)
        if found is not None:
            bound = []
            for each in found:
                if isinstance(each, FunctionValue):
                    modifiers = self._program.definitions[each.definition].modifiers
                    bound_here = "classmethod" in modifiers or value.or_subclass
                    each = FunctionValue(each.definition, (value,)) if bound_here else each
                bound.append(each)
            return tuple(bound)
        outside = self._evaluator.hierarchy.open_base(value.definition)
        if outside:
            return (External(f"{outside}.{name}"),)
        item = self._program.definitions[value.definition]
        declared = [
            own
            for child in self._evaluator.hierarchy.subclasses(value.definition)
            if (own := self.own(child, name)) is not None
        ]
        return union(declared) if declared else (Unknown(f"{item.name} has no visible '{name}'"),)

    def _of_super(self, value: SuperValue, name: str) -> Values:
        hierarchy = self._evaluator.hierarchy
        receiver = self._evaluator.own_instance(value.definition)
        unit = self._program.unit_of(value.definition)
        found = self._first(unit, hierarchy.linearisation(value.definition)[1:], name)
        if found is not None:
            return tuple(
                FunctionValue(each.definition, (SuperValue(value.definition),))
                if isinstance(each, FunctionValue)
                else each
                for each in self._seen_from(found, receiver)
            )
        outside = hierarchy.open_base(value.definition)
        return (External(f"{outside}.{name}"),) if outside else (Unknown(f"no base has '{name}'"),)

    def _of_object(self, value: ObjectValue, name: str) -> Values:
        """Return what an object literal has under a name: its own property, else that of what it spreads."""
        found: list[Values] = []
        seen, pending = {value}, [value]
        while pending:
            each = pending.pop(0)
            holder = self._program.units[each.file]
            literal = holder.facts.expressions[each.expression]
            assert isinstance(literal, Collection)
            pairs = list(zip(literal.keys, literal.elements, strict=False))
            own = [self._evaluator.value(holder, element) for key, element in pairs if key == name]
            found += own
            if own:
                continue
            for other in union(self._evaluator.value(holder, part) for key, part in pairs if key == SPREAD):
                if not isinstance(other, ObjectValue):
                    found.append(self.find(holder, other, name))
                elif other not in seen:
                    seen.add(other)
                    pending.append(other)
        return (
            present(union(found)) if found else (Unknown(f"the object literal has no '{name}'", absent=True),)
        )


def _without_none(values: Values) -> Values:
    """Drop ``None`` and ``null`` beside other values: a placeholder until the real one is assigned."""
    kept = tuple(
        value
        for value in values
        if not (isinstance(value, ExternalInstance) and value.name in ("None", "null", "undefined"))
    )
    return kept or values
