"""From use sites to edges: each call, reference and decorator bound, or kept as unresolved with a reason."""

from __future__ import annotations

from collections import defaultdict
from itertools import islice
from typing import TYPE_CHECKING, Any, TypeGuard

from lineai_local.facts import (
    ANY_NAME,
    NONE,
    Attribute,
    Call,
    Element,
    Name,
    New,
    Subscript,
)
from lineai_local.graph import EdgeType, Evidence, Lane, UnresolvedSite
from lineai_local.link.computed import ComputedNames
from lineai_local.link.lanes import Lanes
from lineai_local.link.overriding import Overriding, is_property
from lineai_local.link.program import CALLABLE_KINDS
from lineai_local.link.values import (
    ClassValue,
    External,
    FunctionValue,
    InstanceValue,
    ModuleValue,
    SuperValue,
    TypeVariable,
    Unknown,
    Values,
)

if TYPE_CHECKING:
    from lineai_local.facts import Site
    from lineai_local.link.evaluate import Evaluator
    from lineai_local.link.nodes import Nodes
    from lineai_local.link.program import Unit

DISPATCH = "dispatch"
CONTAINER = "container"
MEMBER = "member"

MAX_DISPATCH = 64
"""Overriding methods that one call site may be bound to; beyond it the site is also kept as unresolved."""


class Binder:
    """Collects edges and unresolved sites of one program."""

    def __init__(self, evaluator: Evaluator, nodes: Nodes) -> None:
        self._evaluator = evaluator
        self._program = evaluator.program
        self._nodes = nodes
        self.edges: dict[tuple[str, str, EdgeType], set[Evidence]] = defaultdict(set)
        self.unresolved: set[UnresolvedSite] = set()
        self._callable_names = {
            item.name for item in self._program.definitions if item.kind in CALLABLE_KINDS and item.name
        }
        self._computed = ComputedNames(evaluator, self._callable_names)
        self._overriding = Overriding(evaluator)
        self._lane = Lanes(evaluator).of

    def bind(self, unit: Unit) -> None:
        """Bind every site of a file."""
        for site in sorted(unit.facts.sites, key=lambda site: site.expression):
            expression = unit.facts.expressions[site.expression]
            if site.kind == "decorator":
                self._bind_decorator(unit, site)
            elif isinstance(expression, Call | New):
                self._bind_call(unit, site, expression)
            else:
                self._bind_reference(unit, site)

    # Calls

    def _bind_call(self, unit: Unit, site: Site, expression: Call | New) -> None:
        calls = self._evaluator.calls
        function = unit.callee(site.expression)
        values = calls.callees(unit, site.expression)
        bound = self._callees(unit, values, expression.arguments)
        for value in values:
            if isinstance(value, ClassValue):
                self._edge(unit, site, value.definition, "INSTANTIATES", *self._lane(unit, function, 1))
                if value.or_subclass:
                    self._construct_subclasses(unit, site, value, expression.arguments)
        reason = next((value.reason for value in values if isinstance(value, Unknown)), None)
        contained = self._is_contained(unit, function)
        for value in bound:
            if self._is_function_type(value.definition):
                reason = "any function of the declared type"
                continue
            if contained:
                self._edge(unit, site, value.definition, "REFERENCES_METHOD", CONTAINER, "Heuristic", 0.6)
                continue
            backend, lane, confidence = self._lane(unit, function, len(bound))
            self._edge(unit, site, value.definition, "INVOKES_METHOD", backend, lane, confidence)
            self._dispatch(unit, site, value)
        if any(isinstance(value, External) for value in values):
            self._dispatch_from_outside(unit, site, function, len(expression.arguments))
        if not values:
            reason = "its value depends on itself"
        if reason is not None:
            self._keep(unit, site, function, "call", reason)
        self._bind_receivers(unit, site, function)

    def _is_contained(self, unit: Unit, number: int) -> bool:
        """Return whether a callee is an item of a container: which of them is called is not in the source."""
        expression = unit.facts.expressions[number]
        if isinstance(expression, Name):
            bindings = self._evaluator.names.bindings(unit, expression)
            values = [binding.value for binding in bindings]
            return bool(values) and all(value != NONE and self._is_item(unit, value) for value in values)
        return self._is_item(unit, number)

    def _is_item(self, unit: Unit, number: int) -> bool:
        expression = unit.facts.expressions[number]
        if isinstance(expression, Subscript):
            values = self._evaluator.value(unit, expression.value)
            return not any(isinstance(value, FunctionValue) for value in values)  # a generic one, applied
        return isinstance(expression, Element)

    def _is_function_type(self, definition: int) -> bool:
        """Return whether a definition is only a type of functions, not one that can run."""
        item = self._program.definitions[definition]
        return item.kind == "lambda" and "ambient" in item.modifiers

    def _callees(self, unit: Unit, values: Values, arguments: tuple[int, ...]) -> list[FunctionValue]:
        """Return the functions that run when any of the values is called."""
        found: dict[int, FunctionValue] = {}
        for value in values:
            functions: Values = ()
            match value:
                case FunctionValue():
                    functions = (value,)
                case ClassValue():
                    functions = self._evaluator.calls.constructors(unit, value, arguments)
                case InstanceValue() if unit.rules.call_method:
                    functions = self._evaluator.members.find(unit, value, unit.rules.call_method)
                case SuperValue():
                    for base in self._evaluator.hierarchy.base_classes(value.definition):
                        functions += self._evaluator.calls.constructors(unit, ClassValue(base), arguments)
            for each in functions:
                if isinstance(each, FunctionValue):
                    found.setdefault(each.definition, each)
        return list(found.values())

    def _dispatch(self, unit: Unit, site: Site, value: FunctionValue) -> None:
        """Add the methods that override the called one in subclasses of the receiver's class."""
        for receiver in value.receiver:
            if isinstance(receiver, TypeVariable):
                continue
            if not _may_be_subclass(receiver):
                continue
            name = self._program.definitions[value.definition].name
            overriders = self._overriding.methods(value.definition, receiver.definition)
            for overrider in overriders[:MAX_DISPATCH]:
                self._edge(unit, site, overrider, "INVOKES_METHOD", DISPATCH, "Heuristic", 0.5)
            if len(overriders) > MAX_DISPATCH:
                reason = f"may run any of {len(overriders)} overriding methods"
                self._add_unresolved(unit, site, name, "call", reason)
            if unit.rules.is_structural(self._evaluator, receiver.definition):
                self._add_unresolved(unit, site, name, "call", "anything that has the method fits the type")

    def _construct_subclasses(
        self, unit: Unit, site: Site, value: ClassValue, arguments: tuple[int, ...]
    ) -> None:
        """Add the subclasses that may be constructed in place of a class, and their constructors."""
        subclasses = self._evaluator.hierarchy.subclasses(value.definition)
        for number in subclasses[:MAX_DISPATCH]:
            self._edge(unit, site, number, "INSTANTIATES", DISPATCH, "Heuristic", 0.5)
            for each in self._evaluator.calls.constructors(unit, ClassValue(number), arguments):
                if isinstance(each, FunctionValue):
                    self._edge(unit, site, each.definition, "INVOKES_METHOD", DISPATCH, "Heuristic", 0.5)
        for number in subclasses[MAX_DISPATCH:]:
            name = self._program.definitions[number].name
            self._add_unresolved(
                unit, site, name, "call", f"may construct any of {len(subclasses)} subclasses"
            )

    def _dispatch_from_outside(self, unit: Unit, site: Site, function: int, count: int) -> None:
        """Add the methods that override in subclasses what the receiver inherits from outside the index."""
        expression = unit.facts.expressions[function]
        receivers: Values = ()
        if isinstance(expression, Attribute):
            receivers = self._evaluator.value(unit, expression.value)
        elif isinstance(expression, Name) and unit.rules.class_scope_is_lexical:
            owner = self._program.enclosing_class(self._program.scope_definition(unit, site.scope))
            receivers = () if owner == NONE else (InstanceValue(owner),)
        else:
            return
        key = unit.rules.method_key(_simple_name(unit, function))
        for receiver in receivers:
            if not isinstance(receiver, InstanceValue) or receiver.exact:
                continue
            below = (
                value.definition
                for child in self._evaluator.hierarchy.subclasses(receiver.definition)
                for value in self._evaluator.members.own(child, key) or ()
                if isinstance(value, FunctionValue)
                and len(self._program.definitions[value.definition].parameters) == count
            )
            for overrider in islice(below, MAX_DISPATCH):
                self._edge(unit, site, overrider, "INVOKES_METHOD", DISPATCH, "Heuristic", 0.5)

    def _bind_receivers(self, unit: Unit, site: Site, function: int) -> None:
        """Bind the properties that are read on the way to the called attribute."""
        expression = unit.facts.expressions[function]
        while isinstance(expression, Attribute):
            number = expression.value
            expression = unit.facts.expressions[number]
            if isinstance(expression, Attribute):
                self._bind_properties(unit, site, number, expression)
            elif isinstance(expression, Name):
                self._bind_bare_properties(unit, site, number, expression)
            self._bind_class(unit, site, number)

    def _bind_class(self, unit: Unit, site: Site, receiver: int) -> None:
        """Add that a class is used if it is named to reach one of its members."""
        if not isinstance(unit.facts.expressions[receiver], Attribute | Name):
            return
        for value in self._evaluator.value(unit, receiver):
            if isinstance(value, ClassValue) and not value.or_subclass:
                _, lane, confidence = self._lane(unit, receiver, 1)
                self._edge(unit, site, value.definition, "REFERENCES_CLASS", MEMBER, lane, confidence)

    def _bind_properties(self, unit: Unit, site: Site, number: int, expression: Attribute) -> list[Any]:
        """Bind an attribute that is a property to its getter; return what else the attribute denotes."""
        rest: list[Any] = []
        for receiver in self._evaluator.value(unit, expression.value):
            for value in self._evaluator.members.find(unit, receiver, expression.name):
                if not isinstance(value, FunctionValue) or not is_property(
                    self._program.definitions[value.definition]
                ):
                    rest.append(value)
                    if isinstance(receiver, InstanceValue) and not receiver.exact:
                        for getter in self._overriding.properties(expression.name, receiver.definition):
                            self._edge(unit, site, getter, "INVOKES_METHOD", DISPATCH, "Heuristic", 0.5)
                elif not isinstance(receiver, ClassValue | ModuleValue) or self._is_static(value.definition):
                    self._edge(unit, site, value.definition, "INVOKES_METHOD", *self._lane(unit, number, 1))
                    self._dispatch(unit, site, value)
        return rest

    def _bind_bare_properties(self, unit: Unit, site: Site, number: int, name: Name) -> list[Any]:
        """Bind a bare name that is a property of a class around it; return what else the name denotes."""
        if not unit.rules.class_scope_is_lexical:
            return list(self._evaluator.value(unit, number))
        rest: list[Any] = []
        for value in self._evaluator.names.lookup(unit, name):
            if isinstance(value, FunctionValue) and is_property(self._program.definitions[value.definition]):
                self._edge(unit, site, value.definition, "INVOKES_METHOD", *self._lane(unit, number, 1))
                self._dispatch(unit, site, value)
            else:
                rest.append(value)
        return rest

    def _is_static(self, definition: int) -> bool:
        return "static" in self._program.definitions[definition].modifiers

    # References

    def _bind_reference(self, unit: Unit, site: Site) -> None:
        expression = unit.facts.expressions[site.expression]
        if isinstance(expression, Attribute) and ANY_NAME in expression.name:
            reason = f"the name of the attribute is computed: {expression.name}"
            for name in self._computed.names(unit, expression):
                self._add_unresolved(unit, site, name, "reference", reason)
            return
        if isinstance(expression, Attribute):
            self._bind_receivers(unit, site, site.expression)
            values = self._bind_properties(unit, site, site.expression, expression)
        elif isinstance(expression, Name):
            values = self._bind_bare_properties(unit, site, site.expression, expression)
        else:
            values = list(self._evaluator.value(unit, site.expression))
        values = list(unit.rules.referenced(self._evaluator, unit, site.expression, tuple(values)))
        for value in values:
            if isinstance(value, FunctionValue):
                if self._program.definitions[value.definition].kind != "lambda":
                    self._reference(unit, site, value.definition, "REFERENCES_METHOD", len(values))
                    for receiver in value.receiver:
                        if _may_be_subclass(receiver):
                            for other in self._overriding.methods(value.definition, receiver.definition)[
                                :MAX_DISPATCH
                            ]:
                                self._edge(unit, site, other, "REFERENCES_METHOD", DISPATCH, "Heuristic", 0.5)
            elif isinstance(value, ClassValue):
                self._reference(unit, site, value.definition, "REFERENCES_CLASS", len(values))
            elif isinstance(value, Unknown) and isinstance(expression, Attribute):
                self._keep(unit, site, site.expression, "reference", value.reason)

    def _reference(self, unit: Unit, site: Site, target: int, kind: EdgeType, count: int) -> None:
        self._edge(unit, site, target, kind, *self._lane(unit, site.expression, count))

    def _bind_decorator(self, unit: Unit, site: Site) -> None:
        """Bind a bare decorator: it is called. One with arguments has a call site of its own."""
        if isinstance(unit.facts.expressions[site.expression], Call | New):
            return
        values = self._evaluator.value(unit, site.expression)
        for callee in self._callees(unit, values, ()):
            self._edge(unit, site, callee.definition, "INVOKES_METHOD", *self._lane(unit, site.expression, 1))
        for value in values:
            if isinstance(value, Unknown):
                self._keep(unit, site, site.expression, "call", value.reason)

    def bind_decorated(self, unit: Unit) -> None:
        """Record that a decorated definition is handed to its decorator, unless the decorator keeps it."""
        for number, definition in enumerate(unit.facts.definitions):
            for decorator in definition.decorators:
                name = _simple_name(unit, decorator)
                if name in unit.rules.transparent_decorators or definition.parent == NONE:
                    continue
                source = self._nodes.of(unit.first + definition.parent)
                target = self._nodes.of(unit.first + number)
                evidence = Evidence("Syntactic", f"decorator {name}", 1.0, unit.path, definition.line)
                kind: EdgeType = (
                    "REFERENCES_METHOD" if definition.kind in CALLABLE_KINDS else "REFERENCES_CLASS"
                )
                self.edges[source, target, kind].add(evidence)

    # Shared

    def _edge(
        self, unit: Unit, site: Site, target: int, kind: EdgeType, backend: str, lane: Lane, confidence: float
    ) -> None:
        source = self._nodes.of(self._program.scope_definition(unit, site.scope))
        node = self._nodes.of(target)
        if node == source and self._program.definitions[target].kind == "lambda":
            return  # an anonymous function run where it is written is no recursion
        evidence = Evidence(lane, backend, confidence, unit.path, site.line)
        self.edges[source, node, kind].add(evidence)

    def _keep(self, unit: Unit, site: Site, number: int, kind: Any, reason: str) -> None:
        name = unit.rules.written_name(_simple_name(unit, number))
        if name in self._callable_names:
            self._add_unresolved(unit, site, name, kind, reason)

    def _add_unresolved(self, unit: Unit, site: Site, name: str, kind: Any, reason: str) -> None:
        source = self._nodes.of(self._program.scope_definition(unit, site.scope))
        self.unresolved.add(UnresolvedSite(source, name, kind, unit.path, site.line, reason))


def _may_be_subclass(receiver: object) -> TypeGuard[InstanceValue | ClassValue]:
    """Return whether an object, or a class, of a subclass may stand in for a receiver."""
    return (isinstance(receiver, InstanceValue) and not receiver.exact) or (
        isinstance(receiver, ClassValue) and receiver.or_subclass
    )


def _simple_name(unit: Unit, number: int) -> str:
    """Return the last name of a callee expression: ``save`` for ``order.lines[0].save``."""
    expression = unit.facts.expressions[number]
    while isinstance(expression, Call | New):
        inner = expression.annotation if isinstance(expression, New) else expression.function
        expression = unit.facts.expressions[inner]
    if isinstance(expression, Attribute):
        return expression.name
    return expression.id if isinstance(expression, Name) else ""
