"""The tables of one file while it is being read, and where in it the reader stands."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import NamedTuple

import msgspec
from tree_sitter import Node

from lineai_local.facts import (
    NONE,
    Applied,
    Binding,
    Choice,
    Definition,
    DefinitionKind,
    Export,
    Expression,
    FileFacts,
    Import,
    Member,
    Name,
    Opaque,
    ScopeFacts,
    ScopeKind,
    Site,
)

MAX_DEPTH = 100
"""Levels of nested syntax entered before the rest is put off: it is read from the queue, nothing is lost."""

GLOBAL_MARK = "global "
"""Prefix of the names that ``declare global`` declares for all files."""

_TRANSPARENT = frozenset({"non_null_expression", "parenthesized_expression", "satisfies_expression"})


class Naming(NamedTuple):
    """The name that a function gets from the place it stands in: a variable, a property, a field."""

    name: str
    qualified: str
    line: int
    kind: DefinitionKind = "function"
    modifiers: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Context:
    """Where the reader stands.

    ``scope`` binds ``let`` and ``const``, ``function_scope`` binds ``var``. ``block`` is the flow block,
    ``definition`` the innermost definition, ``owner`` the innermost named one; ``prefix`` starts the
    qualified names of what is defined here. ``this`` is the expression that ``this`` stands for,
    ``owner_class`` the class whose method or field is being read. ``exports`` collects what the
    namespace around this place exports, if there is one; ``ambient`` marks declarations without code.
    """

    scope: int = 0
    function_scope: int = 0
    block: int = 0
    definition: int = 0
    owner: int = 0
    prefix: str = ""
    this: int = NONE
    owner_class: int = NONE
    exports: list[tuple[str, int]] | None = None
    ambient: bool = False


@dataclass(slots=True)
class Assignment:
    """An assignment to a name or to an attribute of one, resolved when all declarations are known.

    With ``instance`` it is an attribute of the objects that the function of this name constructs.
    """

    name: str
    attribute: str
    context: Context
    at: int
    value: int
    instance: bool = False


def first(node: Node) -> Node | None:
    """Return the first named part of a node, or ``None`` if it has none."""
    for child in node.named_children:
        if child.type != "comment":
            return child
    return None


ValueHandler = Callable[["Builder", Node, "Naming | None"], int]
TypeHandler = Callable[["Builder", Node], int]
StatementHandler = Callable[["Builder", Node], None]


class Builder:
    """Fills the tables of ``facts``; the handlers of each kind of syntax are given by the extractor."""

    def __init__(
        self,
        source: bytes,
        values: dict[str, ValueHandler],
        types: dict[str, TypeHandler],
        statements: dict[str, StatementHandler],
    ) -> None:
        self.source = source
        self.facts = FileFacts(language="typescript", lines=source.count(b"\n") + 1)
        self.context = Context()
        self.imported: set[str] = set()
        self.assignments: list[Assignment] = []
        self.type_names: list[int] = []
        self.type_bindings: list[int] = []
        self.results: dict[int, list[int]] = {}
        self._signatures: dict[tuple[int, str], int] = {}
        self._values = values
        self._types = types
        self._statements = statements
        self._queue: deque[tuple[Context, Callable[[], None]]] = deque()
        self._filled: list[tuple[int, int]] = []
        self._depth = 0
        self._modules: dict[str, str] = {}

    # Text and tables

    def text(self, node: Node) -> str:
        """Return the text of a node; bytes that are not UTF-8 become replacement characters."""
        return self.source[node.start_byte : node.end_byte].decode("utf-8", "replace")

    def add(self, expression: Expression) -> int:
        """Add an expression and return its number."""
        table = self.facts.expressions
        table.append(expression)
        return len(table) - 1

    def name(self, identifier: str, at: int) -> int:
        """Add a bare name that stands here and return its number."""
        context = self.context
        return self.add(Name(identifier, context.scope, context.block, at))

    def choice(self, options: list[int]) -> int:
        """Return an expression for any of ``options``, which is not empty."""
        return options[0] if len(options) == 1 else self.add(Choice(tuple(options)))

    def applied(self, base: int, arguments: Node) -> int:
        """Return the generic type ``base`` applied to the types in ``arguments``."""
        kinds = [self.annotation(child) for child in arguments.named_children if child.type != "comment"]
        return self.add(Applied(base, tuple(kinds)))

    def open_scope(self, kind: ScopeKind, definition: int) -> int:
        """Add a scope inside the current one and return its number."""
        self.facts.scopes.append(ScopeFacts(kind, self.context.scope, definition))
        return len(self.facts.scopes) - 1

    def open_block(self) -> int:
        """Add a flow block inside the current one and return its number."""
        self.facts.blocks.append(self.context.block)
        return len(self.facts.blocks) - 1

    def define(self, kind: DefinitionKind, naming: Naming, node: Node) -> int:
        """Add a definition without scope or contents and return its number."""
        context = self.context
        definitions = self.facts.definitions
        modifiers = naming.modifiers
        if context.ambient:
            modifiers = (*modifiers, "ambient")
        definitions.append(
            Definition(
                kind,
                naming.name,
                naming.qualified,
                context.definition,
                context.scope,
                naming.line,
                node.end_point[0] + 1,
                modifiers=tuple(sorted(set(modifiers))),
            )
        )
        return len(definitions) - 1

    def bind(
        self,
        name: str,
        at: int,
        *,
        scope: int = NONE,
        value: int = NONE,
        annotation: int = NONE,
        definition: int = NONE,
        imported: int = NONE,
        parameter: int = NONE,
    ) -> None:
        """Bind a name in the current scope, or in the given one."""
        context = self.context
        where = context.scope if scope == NONE else scope
        self.facts.bindings.append(
            Binding(where, name, at, context.block, value, annotation, definition, imported, parameter)
        )

    def bind_type(self, name: str, at: int, definition: int) -> None:
        """Bind a name that exists in types only: another binding of the name may stand beside it."""
        self.type_bindings.append(len(self.facts.bindings))
        self.bind(name, at, definition=definition)

    def make_global(self, start: int) -> None:
        """Let what was bound here since there were ``start`` bindings be visible in all files."""
        bindings = self.facts.bindings
        for number in range(start, len(bindings)):
            if bindings[number].scope == self.context.scope:
                name = GLOBAL_MARK + bindings[number].name
                bindings[number] = msgspec.structs.replace(bindings[number], name=name, scope=0)

    def member(
        self, owner: int, name: str, *, value: int = NONE, annotation: int = NONE, static: bool = False
    ) -> None:
        """Add a field of a class."""
        self.facts.members.append(Member(owner, name, value, annotation, static))

    def site(self, kind: str, expression: int, node: Node) -> None:
        """Record that ``expression`` is used at ``node`` as a ``call``, ``reference`` or ``decorator``."""
        self.facts.sites.append(
            Site(kind, expression, self.context.scope, node.start_point[0] + 1)  # type: ignore[arg-type]
        )

    def export(self, name: str, value: int) -> None:
        """Record that the module, or the namespace around this place, exports a value."""
        if self.context.exports is not None:
            self.context.exports.append((name, value))
        else:
            self.facts.exports.append(Export(name, value))

    def signature(self, name: str) -> int:
        """Return the definition that an earlier signature of this name made in this scope, or ``NONE``."""
        return self._signatures.get((self.context.scope, name), NONE)

    def remember_signature(self, name: str, definition: int) -> None:
        """Let later signatures and the implementation of this name share ``definition``."""
        self._signatures[self.context.scope, name] = definition

    def module(self, specifier: str) -> int:
        """Return an expression for the module that ``require`` or ``import()`` gives."""
        hidden = self._modules.get(specifier)
        if hidden is None:
            hidden = self._modules[specifier] = f"import({specifier!r})"
            self.facts.imports.append(Import("", specifier, "", 1))
            self.bind(hidden, 0, scope=0, imported=len(self.facts.imports) - 1)
        return self.name(hidden, 0)

    # Reading

    def qualified(self, name: str) -> str:
        """Return the qualified name of what is called ``name`` here."""
        return f"{self.context.prefix}{name}"

    def branch(self) -> None:
        """Count a place where control may take another way."""
        self.facts.definitions[self.context.owner].complexity += 1

    def value(self, node: Node, naming: Naming | None = None) -> int:
        """Return the number of the expression that ``node`` is; a function in it may be called ``naming``."""
        handler = self._values.get(node.type)
        if handler is None:
            for child in node.named_children:
                self.visit(child)
            return self.add(Opaque(f"the value of a {node.type.replace('_', ' ')}"))
        if self._depth >= MAX_DEPTH:
            return self._postpone(lambda: self.value(node, naming))
        self._depth += 1
        number = handler(self, node, naming)
        self._depth -= 1
        return number

    def read(self, node: Node, naming: Naming | None = None) -> int:
        """Return the value of ``node``, which is used as a value: if it is a name, that is a reference."""
        number = self.value(node, naming)
        used: Node | None = node
        while used is not None and used.type in _TRANSPARENT:
            used = first(used)
        if used is not None and used.type == "identifier":
            self.site("reference", number, used)
        return number

    def visit(self, node: Node) -> None:
        """Read ``node`` for what happens inside it, not for its value."""
        if node.child_count and node.type != "comment":
            self.value(node)

    def annotation(self, node: Node) -> int:
        """Return the number of the type expression that ``node`` is."""
        handler = self._types.get(node.type)
        if handler is None:
            return self.add(Opaque(f"a {node.type.replace('_', ' ')}"))
        if self._depth >= MAX_DEPTH:
            return self._postpone(lambda: self.annotation(node))
        self._depth += 1
        number = handler(self, node)
        self._depth -= 1
        return number

    def statement(self, node: Node) -> None:
        """Read a statement or declaration; anything else is read as an expression."""
        handler = self._statements.get(node.type)
        if handler is None:
            self.visit(node)
        elif self._depth >= MAX_DEPTH:
            self.later(self.context, lambda: handler(self, node))
        else:
            self._depth += 1
            handler(self, node)
            self._depth -= 1

    def inside(self, context: Context, node: Node) -> None:
        """Read the statement ``node`` in another context."""
        before, self.context = self.context, context
        self.statement(node)
        self.context = before

    def block(self, node: Node) -> None:
        """Read the statement ``node`` in a flow block of its own."""
        self.inside(replace(self.context, block=self.open_block()), node)

    def later(self, context: Context, task: Callable[[], None]) -> None:
        """Let ``task`` run in ``context`` when everything around it has been read."""
        self._queue.append((context, task))

    def _postpone(self, read: Callable[[], int]) -> int:
        """Return the number of an expression that ``read`` fills in later."""
        number = self.add(Opaque("not read"))

        self.later(self.context, lambda: self._filled.append((number, read())))
        return number

    def drain(self) -> None:
        """Run what was put off until nothing is left."""
        while self._queue:
            self.context, task = self._queue.popleft()
            self._depth = 0
            task()
        self.context = Context()
        for number, found in reversed(self._filled):
            self.facts.expressions[number] = self.facts.expressions[found]
