"""The tables of one Go file while it is being read, and where in it the reader stands."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from tree_sitter import Node

from lineai_local.facts import (
    NONE,
    Applied,
    Binding,
    BuiltIn,
    Call,
    Definition,
    DefinitionKind,
    Expression,
    FileFacts,
    Name,
    New,
    Opaque,
    ScopeFacts,
    ScopeKind,
    Site,
    SiteKind,
)
from lineai_local.languages.treesitter import MAX_DEPTH, Metrics

_MEASURED = ("function", "method")


class Builder:
    """Fills the tables of ``facts``; ``scope`` is the one the reader stands in.

    A name that is declared after it was used further up in the same block (``x := x.next()``) opens a scope
    of its own, so that what stands before keeps the outer meaning.
    """

    def __init__(self, source: bytes) -> None:
        self.source = source
        self.facts = FileFacts("go", lines=source.count(b"\n") + 1, blocks=[NONE])
        self.facts.definitions.append(Definition("module", "<module>", "<module>", NONE, 0, 1, 1))
        self.facts.scopes.append(ScopeFacts("module", NONE, 0))
        self.expressions = self.facts.expressions
        self.scope = 0
        self.metrics = Metrics()
        self.too_deep = 0
        self._depth = 0
        self._owner = 0
        self._shared: dict[Expression, int] = {}
        self._used: dict[str, int] = {}
        self._opened: list[int] = [0]
        self._local: set[tuple[int, str]] = set()

    @property
    def definition(self) -> int:
        """The innermost definition around the reader."""
        return self.facts.scopes[self.scope].definition

    def text(self, node: Node) -> str:
        """Return the text of a node; bytes that are not UTF-8 become replacement characters."""
        return self.source[node.start_byte : node.end_byte].decode("utf-8", "replace")

    # Expressions

    def add(self, expression: Expression) -> int:
        """Add an expression and return its number."""
        self.expressions.append(expression)
        return len(self.expressions) - 1

    def shared(self, expression: Expression) -> int:
        """Return the number of an expression that is the same wherever it stands."""
        number = self._shared.get(expression)
        if number is None:
            number = self._shared[expression] = self.add(expression)
        return number

    def built_in(self, name: str) -> int:
        """Return a value (or, as an annotation, the type) of the predeclared type ``name``."""
        return self.shared(BuiltIn(name))

    def opaque(self, reason: str) -> int:
        """Return a value of which only ``reason`` is known."""
        return self.shared(Opaque(reason))

    def applied(self, base: str, *arguments: int) -> int:
        """Return the predeclared composite type ``base`` (slice, map, chan, tuple) of some types."""
        return self.shared(Applied(self.built_in(base), arguments))

    def name(self, node: Node) -> int:
        """Add the identifier that stands here and return its number."""
        identifier = self.text(node)
        self._used[identifier] = len(self.expressions)
        return self.shared(Name(identifier, self.scope, 0, node.start_byte))

    def call(self, function: int, arguments: list[int], node: Node) -> int:
        """Add a call, which is a site, and return its number."""
        return self.site("call", self.add(Call(function, tuple(arguments))), node)

    def construct(self, annotation: int, node: Node) -> int:
        """Add a composite literal, which is a site, and return its number."""
        return self.site("call", self.add(New(annotation)), node)

    def site(self, kind: SiteKind, expression: int, node: Node) -> int:
        """Record a site on the line where ``node`` starts and return ``expression``."""
        self.facts.sites.append(Site(kind, expression, self.scope, node.start_point[0] + 1))
        return expression

    # Scopes and definitions

    def open(self, kind: ScopeKind, definition: int = NONE) -> int:
        """Open a scope inside the current one, without entering it, and return its number."""
        if definition == NONE:
            definition = self.definition
        self.facts.scopes.append(ScopeFacts(kind, self.scope, definition))
        self._opened.append(len(self.expressions))
        return len(self.facts.scopes) - 1

    @contextmanager
    def within(self, scope: int) -> Iterator[None]:
        """Stand in ``scope``, and in the scopes that declarations open in it, for a while."""
        before, self.scope = self.scope, scope
        yield
        self.scope = before

    @contextmanager
    def block(self) -> Iterator[None]:
        """Stand in a new block for a while."""
        with self.within(self.open("block")):
            yield

    @contextmanager
    def deeper(self, node: Node) -> Iterator[bool]:
        """Go one level down; gives whether that is still allowed."""
        self._depth += 1
        if self._depth > MAX_DEPTH:
            self.too_deep = self.too_deep or node.start_point[0] + 1
        yield self._depth <= MAX_DEPTH
        self._depth -= 1

    def define(self, kind: DefinitionKind, name: str, qualified: str, node: Node) -> tuple[Definition, int]:
        """Define something where the reader stands, with a scope of its own; return it and its number."""
        number = len(self.facts.definitions)
        is_type = kind in ("class", "interface", "type")
        scope = self.open("class" if is_type else "function", number)
        line, end = node.start_point[0] + 1, node.end_point[0] + 1
        found = Definition(kind, name, qualified, self.definition, scope, line, end)
        self.facts.definitions.append(found)
        return found, number

    def qualified(self, name: str) -> str:
        """Return the qualified name of what is called ``name`` where the reader stands."""
        around = self.definition
        while around and self.facts.definitions[around].kind == "lambda":
            around = self.facts.definitions[around].parent
        prefix = self.facts.definitions[around].qualified if around else self.facts.package
        return f"{prefix}.{name}" if prefix else name

    @contextmanager
    def body(self, definition: Definition) -> Iterator[None]:
        """Stand in the body of a function, counting its statements and branches."""
        if definition.kind in _MEASURED:
            self.metrics.enter()
        with self.within(definition.scope):
            yield
        if definition.kind in _MEASURED:
            definition.complexity, definition.statements = self.metrics.leave()

    def bind(self, node: Node, *, receiver: bool = False, **what: int) -> None:
        """Declare the identifier ``node`` where the reader stands; ``what`` are members of ``Binding``.

        In a function it is known from here on, in a file everywhere.
        """
        name = self.text(node)
        if name == "_":
            return
        is_ordered = self.facts.scopes[self.scope].kind in ("function", "block")
        if is_ordered and self._used.get(name, -1) >= self._opened[self.scope]:
            self.scope = self.open("block")
        self._local.add((self.scope, name))
        self.facts.bindings.append(Binding(self.scope, name, 0, 0, receiver=receiver, **what))

    def is_local(self, name: str) -> bool:
        """Return whether a name is a variable of a function around the reader."""
        scope = self.scope
        while scope > 0:
            if (scope, name) in self._local:
                return True
            scope = self.facts.scopes[scope].parent
        return False
