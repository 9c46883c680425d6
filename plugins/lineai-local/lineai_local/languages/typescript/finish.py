"""What can be said only when the whole file has been read: where names are declared, what is exported."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from lineai_local.facts import (
    NONE,
    Binding,
    Collection,
    Export,
    FileFacts,
    Function,
    Member,
    Name,
    ScopeFacts,
    Site,
)
from lineai_local.languages.typescript.builder import Assignment, Builder
from lineai_local.languages.typescript.imports import WHOLE

WHOLE_EXPORTS = frozenset({"default", WHOLE})
"""The names of what a file as a whole gives to whoever loads it."""

TYPE_MARK = " (type)"
"""Suffix of a type's name where a value of the same name stands beside it."""


def finish(builder: Builder) -> None:
    """Complete the tables of a file."""
    facts = builder.facts
    for number, results in builder.results.items():
        facts.definitions[number].results = tuple(results)
    declared = _Declared(builder)
    for assignment in builder.assignments:
        binding = declared.find(assignment.name, assignment.context.scope)
        if not assignment.attribute:
            scope = 0 if binding is None else binding.scope
            block, value = assignment.context.block, assignment.value
            facts.bindings.append(Binding(scope, assignment.name, assignment.at, block, value))
        elif binding is not None:
            _assign_attribute(facts, binding, assignment)
    own = {(binding.scope, binding.name) for binding in facts.bindings if binding.definition != NONE}
    facts.members = [
        member for member in facts.members if (facts.definitions[member.owner].scope, member.name) not in own
    ]
    _separate_types(builder)
    facts.sites = [
        *(s for s in facts.sites if s.kind != "reference" or declared.may_be_function(s.expression)),
        *_in_objects(facts, declared),
    ]
    _mark_exported(builder, declared)


def _assign_attribute(facts: FileFacts, binding: Binding, assignment: Assignment) -> None:
    """Record that a class, function or object literal gets an attribute after it was made."""
    name, value = assignment.attribute, assignment.value
    if binding.definition == NONE:
        literal = facts.expressions[binding.value] if binding.value != NONE else None
        if isinstance(literal, Collection) and literal.kind == "object":
            elements, keys = (*literal.elements, value), (*literal.keys, name)
            facts.expressions[binding.value] = Collection("object", elements, keys)
        return
    if assignment.instance:
        _make_class(facts, binding.definition)
    prototype = facts.expressions[value]
    if name == "prototype" and isinstance(prototype, Collection):
        _make_class(facts, binding.definition)
        for key, element in zip(prototype.keys, prototype.elements, strict=False):
            facts.members.append(Member(binding.definition, key, element))
    else:
        facts.members.append(Member(binding.definition, name, value, static=not assignment.instance))


def _make_class(facts: FileFacts, number: int) -> None:
    """Take a function for what it is used as: a class, whose members are not its local variables."""
    definition = facts.definitions[number]
    if definition.kind == "function":
        parent = facts.scopes[definition.scope].parent
        facts.scopes.append(ScopeFacts("class", parent, number))
        definition.kind, definition.scope = "class", len(facts.scopes) - 1


def _in_objects(facts: FileFacts, declared: _Declared) -> Iterator[Site]:
    """Yield a reference to each function in an object literal that is passed on by its name, or exported."""
    passed = [site for site in facts.sites if site.kind == "reference"]
    passed += [Site("reference", e.value, 0, 1) for e in facts.exports if e.name in WHOLE_EXPORTS]
    seen: set[tuple[int, int]] = set()
    for site in passed:
        if site.expression == NONE or (literal := declared.object_literal(site.expression)) is None:
            continue
        for element in _functions_in(facts, literal):
            if (element, site.line) not in seen:
                seen.add((element, site.line))
                yield Site("reference", element, site.scope, site.line)


def _functions_in(facts: FileFacts, literal: Collection) -> Iterator[int]:
    pending = list(literal.elements)
    while pending:
        number = pending.pop()
        expression = facts.expressions[number] if number != NONE else None
        if isinstance(expression, Function):
            yield number
        elif isinstance(expression, Collection) and expression.kind == "object":
            pending += expression.elements


class _Declared:
    """Where each name of the file is declared."""

    def __init__(self, builder: Builder) -> None:
        self._facts = builder.facts
        self._bindings: dict[tuple[int, str], Binding] = {}
        for binding in builder.facts.bindings:
            self._bindings.setdefault((binding.scope, binding.name), binding)

    def find(self, name: str, scope: int) -> Binding | None:
        """Return the first binding of the name in the innermost scope that has one."""
        while scope != NONE:
            binding = self._bindings.get((scope, name))
            if binding is not None:
                return binding
            scope = self._facts.scopes[scope].parent
        return None

    def may_be_function(self, number: int) -> bool:
        """Return whether a reference can mean a definition: not a parameter, a plain variable or a global."""
        expression = self._facts.expressions[number]
        if not isinstance(expression, Name):
            return True
        binding = self.find(expression.id, expression.scope)
        return binding is not None and (binding.definition != NONE or binding.imported != NONE)

    def object_literal(self, number: int) -> Collection | None:
        """Return the object literal that an expression is, by itself or by the name of a variable."""
        expression = self._facts.expressions[number]
        if isinstance(expression, Name):
            binding = self.find(expression.id, expression.scope)
            if binding is None or binding.value == NONE:
                return None
            expression = self._facts.expressions[binding.value]
        found = isinstance(expression, Collection) and expression.kind == "object"
        return expression if found else None  # type: ignore[return-value]


def _separate_types(builder: Builder) -> None:
    """Give types that share their name with a value another name, and all uses in types with them."""
    facts = builder.facts
    values = {
        (binding.scope, binding.name)
        for number, binding in enumerate(facts.bindings)
        if number not in set(builder.type_bindings)
        and (binding.definition == NONE or facts.definitions[binding.definition].kind == "function")
    }
    renamed = set()
    for number in builder.type_bindings:
        binding = facts.bindings[number]
        if (binding.scope, binding.name) in values:
            renamed.add((binding.scope, binding.name))
            facts.bindings[number] = msgspec.structs.replace(binding, name=binding.name + TYPE_MARK)
    if not renamed:
        return
    names = {name for _, name in renamed}
    for number in builder.type_names:
        expression = facts.expressions[number]
        if isinstance(expression, Name) and expression.id in names:
            scope = expression.scope
            while scope != NONE and (scope, expression.id) not in renamed:
                scope = facts.scopes[scope].parent
            if scope != NONE:
                identifier = expression.id + TYPE_MARK
                facts.expressions[number] = msgspec.structs.replace(expression, id=identifier)
    for export in list(facts.exports):
        if export.value != NONE:
            expression = facts.expressions[export.value]
            if isinstance(expression, Name) and (0, expression.id) in renamed:
                value = builder.name(expression.id + TYPE_MARK, expression.at)
                facts.exports.append(Export(export.name, value))


def _mark_exported(builder: Builder, declared: _Declared) -> None:
    facts = builder.facts
    for export in facts.exports:
        if export.value == NONE:
            continue
        expression = facts.expressions[export.value]
        number = expression.definition if isinstance(expression, Function) else NONE
        if isinstance(expression, Name):
            binding = declared.find(expression.id, 0)
            number = NONE if binding is None else binding.definition
        if number != NONE:
            definition = facts.definitions[number]
            marks = {"exported", "default"} if export.name in WHOLE_EXPORTS else {"exported"}
            definition.modifiers = tuple(sorted({*definition.modifiers, *marks}))
