"""What an expression denotes: an abstract interpreter over the facts of all files.

Evaluation is demand-driven and memoised per expression. A definition that depends on itself gives the
empty set while it is being evaluated, so every evaluation ends.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from lineai_local.facts import (
    NONE,
    Applied,
    Attribute,
    Await,
    BuiltIn,
    Call,
    Choice,
    Collection,
    Element,
    Enter,
    Entry,
    Expected,
    Function,
    Name,
    New,
    Opaque,
    Subscript,
    Super,
    This,
    Typed,
)
from lineai_local.link.calls import Calls
from lineai_local.link.hierarchy import Hierarchy
from lineai_local.link.members import Members
from lineai_local.link.names import Names
from lineai_local.link.program import TYPE_KINDS, Program, Unit
from lineai_local.link.values import (
    AliasValue,
    ClassValue,
    External,
    ExternalInstance,
    FunctionValue,
    InstanceValue,
    ModuleValue,
    ObjectValue,
    SuperValue,
    TypeVariable,
    Unknown,
    Values,
    union,
)

MAX_DEPTH = 120
"""Nested evaluations after which inference gives up; real code stays below 40."""

TOO_DEEP: Values = (Unknown("inferred through too many steps"),)


class Evaluator:
    """Evaluates expressions of one program; ``names``, ``members``, ``calls`` and ``hierarchy`` share it."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.hierarchy = Hierarchy(self)
        self.names = Names(self)
        self.members = Members(self)
        self.calls = Calls(self)
        self._memo: list[dict[int, Values]] = [{} for _ in program.units]
        self._running: set[tuple[int, int]] = set()
        self._open_aliases: set[int] = set()
        self._interrupted = False
        self._handlers: dict[type, Callable[[Unit, int, Any], Values]] = {
            Name: self._name,
            Attribute: self._attribute,
            Call: self._call,
            New: self._new,
            Subscript: self._subscript,
            Element: self._element,
            Entry: self._entry,
            Await: self._await,
            Enter: self._enter,
            Choice: self._choice,
            BuiltIn: self._builtin,
            Collection: self._collection,
            This: self._this,
            Super: self._super,
            Function: self._function,
            Typed: self._typed,
            Applied: self._applied,
            Expected: self._expected,
            Opaque: self._opaque,
        }

    def value(self, unit: Unit, number: int) -> Values:
        """Return the possible values of expression ``number`` of a file."""
        memo = self._memo[unit.index]
        found = memo.get(number)
        if found is not None:
            return found
        key = (unit.index, number)
        if key in self._running:
            return self.nothing_yet()
        if len(self._running) > MAX_DEPTH:
            self._interrupted = True
            return TOO_DEEP
        self._running.add(key)
        expression = unit.facts.expressions[number]
        found = self._handlers[type(expression)](unit, number, expression)
        self._running.discard(key)
        if not self._running:
            self._interrupted = False
        if not self._interrupted or (found and found != TOO_DEEP):
            memo[number] = found
        return found

    def nothing_yet(self) -> Values:
        """Return no values for what is being evaluated already; what depends on it is not remembered."""
        self._interrupted = True
        return ()

    def annotation(self, unit: Unit, number: int) -> Values:
        """Return the objects that a type expression admits."""
        return self.instances(unit, self.value(unit, number))

    def instances(self, unit: Unit, values: Values) -> Values:
        """Return the objects of the types that ``values`` denote."""
        return union(self._instance(unit, value) for value in values)

    def _instance(self, unit: Unit, value: Any) -> Values:
        match value:
            case ClassValue():
                return (InstanceValue(value.definition, value.arguments),)
            case External():
                special = unit.rules.instance_of_external(self, value.name, value.arguments)
                return (ExternalInstance(value.name, value.arguments),) if special is None else special
            case AliasValue():
                return self._aliased(value)
            case InstanceValue() | ExternalInstance() | TypeVariable() | Unknown() | ObjectValue():
                return (value,)
            case FunctionValue() | ModuleValue():
                return (value,)
        return (Unknown("not a type"),)

    def _aliased(self, alias: AliasValue) -> Values:
        """Return the objects of the type that an alias stands for; what it says of itself adds none."""
        number = alias.definition
        item = self.program.definitions[number]
        if item.returns == NONE:
            return (Unknown(f"type {item.name}"),)
        if number in self._open_aliases:
            return self.nothing_yet()
        self._open_aliases.add(number)
        target = self.annotation(self.program.unit_of(number), item.returns)
        self._open_aliases.discard(number)
        return self.substitute(target, number, dict(zip(item.type_parameters, alias.arguments, strict=False)))

    def substitute(self, values: Values, owner: int, bound: dict[str, Values]) -> Values:
        """Return ``values`` with the type parameters of ``owner`` replaced by what they stand for."""
        if not bound:
            return values
        return union(self._substituted(value, owner, bound) for value in values)

    def _substituted(self, value: Any, owner: int, bound: dict[str, Values]) -> Values:
        match value:
            case TypeVariable():
                if value.definition == owner and value.name in bound:
                    return bound[value.name]
            case InstanceValue() | ClassValue() | ExternalInstance() | External() | AliasValue():
                if value.arguments:
                    applied = tuple(self.substitute(each, owner, bound) for each in value.arguments)
                    if isinstance(value, InstanceValue):
                        return (InstanceValue(value.definition, applied, value.exact),)
                    if isinstance(value, ClassValue | AliasValue):
                        return (msgspec.structs.replace(value, arguments=applied),)
                    return (type(value)(value.name, applied),)
        return (value,)

    # One handler for each kind of expression

    def _name(self, unit: Unit, number: int, expression: Name) -> Values:
        found = self.names.lookup(unit, expression)
        return self.members.got(found) if unit.rules.class_scope_is_lexical else found

    def _attribute(self, unit: Unit, number: int, expression: Attribute) -> Values:
        return self.members.read(unit, self.value(unit, expression.value), expression.name)

    def _call(self, unit: Unit, number: int, expression: Call) -> Values:
        return self.calls.result(unit, number)

    def _new(self, unit: Unit, number: int, expression: New) -> Values:
        return self.calls.constructed(unit, self.value(unit, expression.annotation))

    def _subscript(self, unit: Unit, number: int, expression: Subscript) -> Values:
        return union(self._item(unit, value, expression.key) for value in self.value(unit, expression.value))

    def _item(self, unit: Unit, value: Any, key: int) -> Values:
        if isinstance(value, ClassValue | External | AliasValue) and key != NONE:
            applied = self._type_arguments(unit, key)
            if isinstance(value, External):
                return (External(value.name, applied),)
            return (type(value)(value.definition, applied),)
        if isinstance(value, ObjectValue):
            holder = self.program.units[value.file]
            literal = holder.facts.expressions[value.expression]
            assert isinstance(literal, Collection)
            return union(self.value(holder, element) for element in literal.elements)
        found = unit.rules.subscript(self, value, unit, key)
        return (Unknown("an item of a value of unknown type"),) if found is None else found

    def _type_arguments(self, unit: Unit, key: int) -> tuple[Values, ...]:
        expression = unit.facts.expressions[key]
        if isinstance(expression, Collection) and expression.kind == "tuple":
            return tuple(self.annotation(unit, element) for element in expression.elements)
        return (self.annotation(unit, key),)

    def _element(self, unit: Unit, number: int, expression: Element) -> Values:
        return union(self.element(unit, value) for value in self.value(unit, expression.value))

    def element(self, unit: Unit, value: Any) -> Values:
        """Return what iterating over ``value`` yields."""
        found = unit.rules.element(self, value)
        return (Unknown("an element of a value of unknown type"),) if found is None else found

    def _entry(self, unit: Unit, number: int, expression: Entry) -> Values:
        found = []
        for value in self.value(unit, expression.value):
            part = unit.rules.entry(self, value, expression.position)
            found.append((Unknown("a part of a value of unknown type"),) if part is None else part)
        return union(found)

    def _await(self, unit: Unit, number: int, expression: Await) -> Values:
        return union(unit.rules.awaited(self, value) for value in self.value(unit, expression.value))

    def _enter(self, unit: Unit, number: int, expression: Enter) -> Values:
        return union(unit.rules.entered(self, value) for value in self.value(unit, expression.value))

    def _choice(self, unit: Unit, number: int, expression: Choice) -> Values:
        return union(self.value(unit, option) for option in expression.options)

    def _builtin(self, unit: Unit, number: int, expression: BuiltIn) -> Values:
        return (ExternalInstance(expression.name),)

    def _collection(self, unit: Unit, number: int, expression: Collection) -> Values:
        if expression.kind == "object":
            return (ObjectValue(unit.index, number),)
        name = unit.rules.collection_type(expression.kind)
        if expression.kind == "tuple":
            return (ExternalInstance(name, tuple(self.value(unit, item) for item in expression.elements)),)
        elements = union(self.value(unit, item) for item in expression.elements)
        return (ExternalInstance(name, (elements,) if elements else ()),)

    def _this(self, unit: Unit, number: int, expression: This) -> Values:
        owner = self.program.enclosing_class(self.program.scope_definition(unit, expression.scope))
        return (Unknown("'this' outside a class"),) if owner == NONE else (self.own_instance(owner),)

    def own_instance(self, definition: int) -> InstanceValue:
        """Return an instance of a class as its own methods see it: applied to its own type parameters."""
        names = self.program.definitions[definition].type_parameters
        return InstanceValue(definition, tuple((TypeVariable(definition, name),) for name in names))

    def _super(self, unit: Unit, number: int, expression: Super) -> Values:
        owner = self.program.enclosing_class(self.program.scope_definition(unit, expression.scope))
        return (Unknown("'super' outside a class"),) if owner == NONE else (SuperValue(owner),)

    def _function(self, unit: Unit, number: int, expression: Function) -> Values:
        return self.definition_value(unit.first + expression.definition)

    def definition_value(self, definition: int) -> Values:
        """Return the class, alias or function that a definition introduces."""
        kind = self.program.definitions[definition].kind
        if kind in TYPE_KINDS:
            return (ClassValue(self.program.whole(definition)),)
        return (AliasValue(definition),) if kind == "type" else (FunctionValue(definition),)

    def _typed(self, unit: Unit, number: int, expression: Typed) -> Values:
        return self.annotation(unit, expression.annotation)

    def _applied(self, unit: Unit, number: int, expression: Applied) -> Values:
        applied = tuple(self.annotation(unit, argument) for argument in expression.arguments)
        found: list[Values] = []
        for value in self.value(unit, expression.base):
            match value:
                case External() | ExternalInstance():
                    found.append((type(value)(value.name, applied),))
                case ClassValue() | AliasValue():
                    found.append((type(value)(value.definition, applied),))
                case _:
                    found.append((value,))
        return union(found)

    def _expected(self, unit: Unit, number: int, expression: Expected) -> Values:
        return unit.rules.expected(self, unit, number)

    def _opaque(self, unit: Unit, number: int, expression: Opaque) -> Values:
        return (Unknown(expression.reason),)
