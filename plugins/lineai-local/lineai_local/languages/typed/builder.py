"""The tables of one file while they grow, and the list of what is still to be visited.

Nothing in the extractor recurses along the source except expressions inside expressions, and those only
``MAX_DEPTH`` levels: bodies of methods, classes and lambdas are put on ``pending`` and visited later. So
any nesting costs linear time and bounded stack.

Languages with declared types declare every local variable exactly once, with a type that never changes.
Flow blocks would add nothing to scopes, so every binding and name stands in block 0.
"""

from __future__ import annotations

from collections import defaultdict
from typing import NamedTuple

from tree_sitter import Node

from lineai_local.facts import (
    NONE,
    Binding,
    BuiltIn,
    Choice,
    Definition,
    DefinitionKind,
    Expression,
    FileFacts,
    Name,
    Opaque,
    ScopeFacts,
    ScopeKind,
    Site,
    SiteKind,
)
from lineai_local.languages.treesitter import MAX_DEPTH

_TYPES = frozenset({"class", "interface", "enum"})
_MEASURED = frozenset({"function", "method", "constructor", "property"})


class Pending(NamedTuple):
    """A node to visit later in ``scope``; its value is a result of the lambda ``result_of``, if given."""

    node: Node
    scope: int
    result_of: int = NONE


class Builder:
    """Collects the facts of one file of ``language``."""

    def __init__(self, language: str, source: bytes) -> None:
        self._characters = source.decode("latin-1")  # one character for each byte, so offsets stay valid
        self.facts = FileFacts(language, lines=source.count(b"\n") + (not source.endswith(b"\n")))
        self.expressions: list[Expression] = self.facts.expressions
        self.depth = 0
        self.pending: list[Pending] = []
        self.too_deep: int | None = None
        self._results: dict[int, list[int]] = defaultdict(list)
        self._choices: dict[int, list[int]] = defaultdict(list)
        self._shared: dict[Expression, int] = {}
        self._type_names: dict[tuple[str, int], int] = {}
        self._switch_values: dict[int, int] = {}
        self._yields: dict[int, int] = {}
        self._counters: list[int] = [0]
        self._levels: list[int] = [0]
        self._complexity: list[int] = [1]
        self._statements: list[int] = [0]
        module = Definition("module", "<module>", "<module>", NONE, 0, 1, max(1, self.facts.lines))
        self.facts.definitions.append(module)
        self.facts.scopes.append(ScopeFacts("module", NONE, 0))
        self.facts.blocks.append(NONE)

    # Text

    def text(self, node: Node) -> str:
        """Return the text of ``node``; bytes that are not UTF-8 become replacement characters."""
        written = self._characters[node.start_byte : node.end_byte]
        return written if written.isascii() else written.encode("latin-1").decode("utf-8", "replace")

    # Expressions

    def add(self, expression: Expression) -> int:
        """Append ``expression`` and return its index."""
        self.expressions.append(expression)
        return len(self.expressions) - 1

    def shared(self, expression: Expression) -> int:
        """Return the index of an expression that is the same wherever it stands; it is stored once."""
        index = self._shared.get(expression)
        if index is None:
            index = self._shared[expression] = self.add(expression)
        return index

    def built_in(self, name: str) -> int:
        """Return the index of a value (or, as an annotation, the type) of the built-in type ``name``."""
        return self.shared(BuiltIn(name))

    def opaque(self, reason: str) -> int:
        """Return the index of a value of which only ``reason`` is known."""
        return self.shared(Opaque(reason))

    def type_name(self, identifier: str, scope: int, at: int) -> int:
        """Return the index of a type's simple name; equal names in one scope share it."""
        index = self._type_names.get((identifier, scope))
        if index is None:
            index = self._type_names[identifier, scope] = self.add(Name(identifier, scope, 0, at))
        return index

    def site(self, kind: SiteKind, expression: int, scope: int, node: Node) -> int:
        """Record a site at the start of ``node`` and return ``expression``."""
        self.facts.sites.append(Site(kind, expression, scope, node.start_point[0] + 1))
        return expression

    # Definitions, scopes, bindings

    def scope(self, kind: ScopeKind, parent: int, definition: int = NONE) -> int:
        """Open a scope and return its index; a block belongs to the definition around it."""
        if definition == NONE:
            definition = self.facts.scopes[parent].definition
        self.facts.scopes.append(ScopeFacts(kind, parent, definition))
        return len(self.facts.scopes) - 1

    def define(
        self, kind: DefinitionKind, name: str, outside: int, node: Node, named: Node | None = None
    ) -> tuple[Definition, int]:
        """Define ``name`` in the scope ``outside`` and open its scope; return the definition and its index.

        ``named`` is the identifier, whose line is the definition's. Around the scope of a class there is
        another one for its header: type parameters are known there, its members are not. What happens in
        a lambda is counted for the method around it.
        """
        definitions = self.facts.definitions
        parent = self.facts.scopes[outside].definition
        index = len(definitions)
        is_class = kind in _TYPES
        scope = self.scope("block", outside, index) if is_class else outside
        definition = Definition(
            kind,
            name,
            self._qualified(parent, name, outside),
            parent,
            self.scope("class" if is_class else "function", scope, index),
            (named or node).start_point[0] + 1,
            node.end_point[0] + 1,
        )
        definitions.append(definition)
        self._counters.append(self._counters[parent] if kind == "lambda" else index)
        self._levels.append(self._levels[parent] + 1)
        self._complexity.append(0 if kind == "lambda" or is_class else 1)
        self._statements.append(0)
        return definition, index

    def may_nest(self, scope: int, node: Node) -> bool:
        """Return whether a class may be defined in ``scope``, or is nested too deeply to be read."""
        if self._levels[self._counters[self.facts.scopes[scope].definition]] < MAX_DEPTH:
            return True
        self.skipped(node)
        return False

    def skipped(self, node: Node) -> None:
        """Remember the first place where nesting was too deep."""
        self.too_deep = self.too_deep or node.start_point[0] + 1

    def bind(
        self,
        scope: int,
        name: Node,
        *,
        value: int = NONE,
        annotation: int = NONE,
        definition: int = NONE,
        parameter: int = NONE,
    ) -> None:
        """Bind the identifier ``name`` in ``scope``."""
        self.facts.bindings.append(
            Binding(
                scope, self.text(name), name.start_byte, 0, value, annotation, definition, NONE, parameter
            )
        )

    def _qualified(self, parent: int, name: str, scope: int) -> str:
        parent = self._counters[parent]
        prefix = self.facts.definitions[parent].qualified if parent else self.package_of(scope)
        return f"{prefix}.{name}" if prefix else name

    def package_of(self, scope: int) -> str:
        """Return the package of what is declared in a scope outside all definitions."""
        return self.facts.package

    def bind_as(self, scope: int, name: str, node: Node, definition: int) -> None:
        """Bind a definition under a name that is not the text of ``node``, where it stands."""
        self.facts.bindings.append(Binding(scope, name, node.start_byte, 0, definition=definition))

    def bind_import(self, name: str, node: Node) -> None:
        """Bind ``name`` to the import that was recorded last."""
        imported = len(self.facts.imports) - 1
        self.facts.bindings.append(Binding(0, name, node.start_byte, 0, imported=imported))

    # What is known only after later visits

    def returned(self, scope: int, value: int) -> None:
        """Record ``value`` as a result of the method or lambda around ``scope``."""
        self._results[self.facts.scopes[scope].definition].append(value)

    def result(self, definition: int, value: int) -> None:
        """Record ``value`` as a result of ``definition``."""
        self._results[definition].append(value)

    def switch_value(self, node: Node) -> int:
        """Return the index of an expression that will be the choice of the values that a switch yields."""
        index = self._switch_values[node.id] = self.add(Opaque("a switch without value"))
        return index

    def open_switch(self, node: Node, scope: int) -> tuple[int, bool]:
        """Open the scope of a switch; return it and whether the switch is used as a value."""
        inner = self.scope("block", scope)
        self._yields[inner] = self._switch_values.pop(node.id, NONE)
        return inner, self._yields[inner] != NONE

    def yielded(self, scope: int, value: int) -> None:
        """Record ``value`` for the innermost switch around ``scope``."""
        while scope != NONE:
            if scope in self._yields:
                self._choices[self._yields[scope]].append(value)
                return
            scope = self.facts.scopes[scope].parent

    # Metrics

    def branch(self, scope: int, count: int = 1) -> None:
        """Count places where control may take another way."""
        self._complexity[self._counters[self.facts.scopes[scope].definition]] += count

    def statement(self, scope: int) -> None:
        """Count a statement; one in a block lambda counts for the lambda too."""
        definition = self.facts.scopes[scope].definition
        self._statements[definition] += 1
        if self._counters[definition] != definition:
            self._statements[self._counters[definition]] += 1

    def finish(self, problems: list[str]) -> FileFacts:
        """Return the facts, completed by what was collected on the side."""
        for index, options in self._choices.items():
            if index != NONE:
                self.expressions[index] = Choice(tuple(options))
        for index, definition in enumerate(self.facts.definitions):
            definition.results = tuple(self._results.get(index, ()))
            if definition.kind in _MEASURED:
                definition.complexity = self._complexity[index]
            definition.statements = self._statements[index]
        if self.too_deep is not None:
            problems.append(f"Line {self.too_deep} is nested too deeply: not all inside it was followed.")
        self.facts.problems = tuple(problems)
        return self.facts
