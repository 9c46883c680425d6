"""The state of one extraction: where the walk stands, and the tables it fills.

Each kind of syntax has one small function, registered with ``value_of`` or ``statement_of``; they call
each other through ``Walk.value`` and ``Walk.statement`` only, which bound the depth.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeAlias

from tree_sitter import Node

from lineai_local.facts import (
    NONE,
    Binding,
    BuiltIn,
    Expression,
    Import,
    Member,
    Name,
    Opaque,
    ScopeFacts,
    ScopeKind,
    Site,
    SiteKind,
)
from lineai_local.languages.python import grammar
from lineai_local.languages.treesitter import MAX_DEPTH, TOO_DEEP, Metrics, empty_facts, line

ValueVisitor: TypeAlias = "Callable[[Walk, Node], int]"
StatementVisitor: TypeAlias = "Callable[[Walk, Node], None]"

_VALUES: dict[int, ValueVisitor] = {}
_STATEMENTS: dict[int, StatementVisitor] = {}


def value_of(*kinds: str) -> Callable[[ValueVisitor], ValueVisitor]:
    """Register a visitor that returns the expression for nodes of ``kinds``."""

    def register(visitor: ValueVisitor) -> ValueVisitor:
        _VALUES.update(dict.fromkeys(grammar.kinds(*kinds), visitor))
        return visitor

    return register


def statement_of(*kinds: str) -> Callable[[StatementVisitor], StatementVisitor]:
    """Register a visitor for statements of ``kinds``."""

    def register(visitor: StatementVisitor) -> StatementVisitor:
        _STATEMENTS.update(dict.fromkeys(grammar.kinds(*kinds), visitor))
        return visitor

    return register


@dataclass(slots=True)
class Frame:
    """A scope while it is open: what is known of its names so far.

    ``variables`` are the names bound to plain values, ``declared`` those of ``global`` and ``nonlocal``
    statements with their scope, ``imports`` the import each imported name stands for and ``definitions``
    the other names that stand for definitions. ``receiver`` is the name of a method's first parameter.
    """

    kind: ScopeKind
    scope: int
    definition: int
    parent: Frame | None
    receiver: str = ""
    variables: set[str] = field(default_factory=set)
    definitions: set[str] = field(default_factory=set)
    imports: dict[str, Import] = field(default_factory=dict)
    declared: dict[str, int] = field(default_factory=dict)
    returned: list[int] = field(default_factory=list)
    yielded: list[int] | None = None

    def binds(self, name: str) -> bool:
        """Tell whether ``name`` has been bound in this scope so far."""
        return name in self.variables or name in self.definitions or name in self.imports


class Walk:
    """One file's extraction; ``facts`` is complete after ``finish``.

    ``frame`` and ``block`` say where the walk stands. ``shift`` is added to offsets inside a string that is
    read as source. ``type_variables`` are the file's type variables with their bounds; ``type_scopes`` says
    which scope's definition each of them parametrises here, and ``type_uses`` collects those that occur.
    """

    def __init__(self, source: bytes) -> None:
        self.source = source
        self.facts = empty_facts("python")
        self.expressions = self.facts.expressions
        self.metrics = Metrics()
        self.frame = Frame("module", 0, 0, None)
        self.block = 0
        self.shift = 0
        self.type_variables: dict[str, int] = {}
        self.type_scopes: dict[str, int] = {}
        self.type_uses: dict[str, None] = {}
        self.type_only = False
        self.narrows = b"isinstance" in source
        self.problems: list[str] = []
        self._sites: list[tuple[int, Site]] = []
        self._depth = 0
        self._leaves: dict[Expression, int] = {}

    def value(self, node: Node) -> int:
        """Return the index of the expression that ``node`` is, after noting the sites inside it."""
        if self._depth >= MAX_DEPTH:
            return self._too_deep(node)
        self._depth += 1
        index = _VALUES.get(node.kind_id, _other)(self, node)
        self._depth -= 1
        return index

    def read(self, node: Node) -> int:
        """Return the expression of ``node``; where it is a bare name, note that the name is read."""
        index = self.value(node)
        found = self.expressions[index]
        if type(found) is Name and not self._is_variable(found.id):
            self.site("reference", index, node)
        return index

    def statement(self, node: Node) -> None:
        """Visit a statement."""
        visitor = _STATEMENTS.get(node.kind_id)
        if visitor is None:
            if node.kind_id == grammar.COMMENT:
                return
            visitor = _recover
        if self._depth >= MAX_DEPTH:
            self._too_deep(node)
            return
        self._depth += 1
        self.metrics.statement()
        visitor(self, node)
        self._depth -= 1

    def statements(self, block: Node | None) -> None:
        """Visit all statements of a block."""
        if block is not None:
            for child in block.named_children:
                self.statement(child)

    def branch(self, block: Node | None, *, parent: int | None = None) -> int:
        """Visit the statements of ``block`` in a flow block of their own and return that flow block."""
        outer = self.block
        inner = self.block = self.new_block(outer if parent is None else parent)
        self.statements(block)
        self.block = outer
        return inner

    def new_block(self, parent: int) -> int:
        """Return a new flow block inside ``parent``."""
        self.facts.blocks.append(parent)
        return len(self.facts.blocks) - 1

    def new_scope(self, kind: ScopeKind, definition: int) -> int:
        """Return a new scope inside the current one."""
        self.facts.scopes.append(ScopeFacts(kind, self.frame.scope, definition))
        return len(self.facts.scopes) - 1

    def enter(self, scope: int, receiver: str = "") -> Frame:
        """Make ``scope`` the current one and return its frame; ``leave`` goes back."""
        item = self.facts.scopes[scope]
        self.frame = Frame(item.kind, scope, item.definition, self.frame, receiver)
        return self.frame

    def leave(self) -> None:
        """Leave the innermost scope."""
        if self.frame.parent is not None:
            self.frame = self.frame.parent

    def add(self, expression: Expression) -> int:
        """Return the index of ``expression`` after appending it to the table."""
        self.expressions.append(expression)
        return len(self.expressions) - 1

    def leaf(self, expression: BuiltIn | Opaque) -> int:
        """Return the index of ``expression``, which is stored once however often it occurs."""
        index = self._leaves.get(expression)
        if index is None:
            index = self._leaves[expression] = self.add(expression)
        return index

    def name(self, text: str, at: int) -> int:
        """Return the index of a new ``Name`` that stands in the current scope and flow block."""
        self.expressions.append(Name(text, self.frame.scope, self.block, at + self.shift))
        return len(self.expressions) - 1

    def text(self, node: Node) -> str:
        """Return the text of a name, normalised as Python does."""
        raw = self.source[node.start_byte : node.end_byte]
        if raw.isascii():
            return raw.decode("ascii")
        return unicodedata.normalize("NFKC", raw.decode("utf-8", "replace"))

    def site(self, kind: SiteKind, expression: int, node: Node) -> None:
        """Note a use of a definition at ``node`` (the name used, not what precedes it)."""
        if kind == "reference" and self._sites and self._sites[-1][1].expression == expression:
            return
        self._sites.append((node.start_byte, Site(kind, expression, self.frame.scope, line(node))))

    def decorator_site(self, expression: int, node: Node) -> None:
        """Note a decorator; an attribute that has just been noted as read is the decorator itself."""
        if self._sites and self._sites[-1][1].expression == expression and self._sites[-1][1].kind != "call":
            self._sites.pop()
        self.site("decorator", expression, node)

    def bind(
        self,
        name: str,
        at: int,
        *,
        value: int = NONE,
        annotation: int = NONE,
        definition: int = NONE,
        imported: int = NONE,
        parameter: int = NONE,
        receiver: bool = False,
        hoist: bool = False,
    ) -> None:
        """Bind ``name`` in the current scope from offset ``at`` on.

        ``hoist`` binds outside of comprehensions, as an assignment expression does. A plain value bound in
        a class is noted as its member, too.
        """
        frame = self.frame
        while hoist and frame.kind == "block" and frame.parent is not None:
            frame = frame.parent
        scope = frame.declared.get(name)
        if imported != NONE:
            frame.imports[name] = self.facts.imports[imported]
        elif definition != NONE:
            frame.definitions.add(name)
        else:
            frame.variables.add(name)
            if frame.kind == "class":
                self.facts.members.append(Member(frame.definition, name, value, annotation, static=True))
        self.facts.bindings.append(
            Binding(
                frame.scope if scope is None else scope,
                name,
                at,
                self.block,
                value,
                annotation,
                definition,
                imported,
                parameter,
                receiver,
            )
        )

    def find(self, name: str) -> Frame | None:
        """Return the innermost open frame that has bound ``name`` so far."""
        frame: Frame | None = self.frame
        while frame is not None and not frame.binds(name):
            frame = frame.parent
        return frame

    def function_frame(self) -> Frame:
        """Return the frame of the innermost function, class or module (comprehensions are passed over)."""
        frame = self.frame
        while frame.kind == "block" and frame.parent is not None:
            frame = frame.parent
        return frame

    def class_frame(self) -> Frame | None:
        """Return the frame of the innermost class around, or ``None``."""
        frame: Frame | None = self.frame
        while frame is not None and frame.kind != "class":
            frame = frame.parent
        return frame

    def finish(self) -> None:
        """Put the sites into source order."""
        self._sites.sort(key=_offset)
        self.facts.sites = [site for _, site in self._sites]

    def _is_variable(self, name: str) -> bool:
        """Tell whether ``name`` is a variable of the function around: then what it holds was noted before."""
        frame: Frame | None = self.frame
        while frame is not None and frame.kind != "module":
            if name in frame.definitions or name in frame.imports:
                return False
            if name in frame.variables:
                return True
            if frame.kind != "block":
                return False
            frame = frame.parent
        return False

    def _too_deep(self, node: Node) -> int:
        if not self.problems:
            self.problems.append(
                f"Code on line {line(node)}, more than {MAX_DEPTH} levels deep, was skipped."
            )
        return self.leaf(TOO_DEEP)


def _offset(entry: tuple[int, Site]) -> int:
    return entry[0]


def _other(walk: Walk, node: Node) -> int:
    """Visit what is inside an expression of no interest of its own."""
    for child in node.named_children:
        walk.value(child)
    return walk.leaf(Opaque("not analysed"))


def _recover(walk: Walk, node: Node) -> None:
    """Visit what the parser could make out inside a syntax error, or an expression without a statement."""
    if node.kind_id in _VALUES:
        walk.value(node)
        return
    for child in node.named_children:
        if child.kind_id != grammar.IDENTIFIER:
            walk.statement(child)
