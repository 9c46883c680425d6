"""What one source file says, in a form that is the same for every language.

A language's extractor is a pure function from bytes to ``FileFacts``; nothing here knows another
file. The linker later evaluates the expressions across files. Everything is flat: tables refer to
each other by index, so that a chain of 100,000 calls costs 100,000 rows and no recursion, shared
sub-expressions are stored once, and a file's facts encode quickly to a small blob.

Conventions
- Index ``-1`` (``NONE``) means "there is none".
- Definition 0 and scope 0 of every file are its module.
- ``at`` is a byte offset in the source; ``line`` is 1-based.
- An *expression* is a value as written; a *type expression* is an annotation as written. Both live in
  ``FileFacts.expressions``; where an index is a type expression its field is called ``annotation``
  and the linker reads it as "an instance of".
"""

from __future__ import annotations

from typing import Literal

import msgspec

from lineai_local.sql_facts import SqlStatement

NONE = -1
ANY_NAME = "*"
"""Stands, in an attribute's name, for a text that is computed when the program runs: ``visit_*``."""


class Name(msgspec.Struct, frozen=True, tag="n", array_like=True, gc=False):
    """A bare name, looked up from ``scope`` outwards; ``block`` and ``at`` say where it stands."""

    id: str
    scope: int
    block: int
    at: int


class Attribute(msgspec.Struct, frozen=True, tag="a", array_like=True, gc=False):
    """``value.name``; also ``value?.name`` and ``value::name``.

    A reference by a computed name has ``ANY_NAME`` in its ``name``; it is noted as a site, never called.
    """

    value: int
    name: str


class Call(msgspec.Struct, frozen=True, tag="c", array_like=True, gc=False):
    """``function(arguments…)``. Keyword and spread arguments count as arguments; see ``FileFacts.named``."""

    function: int
    arguments: tuple[int, ...] = ()


class New(msgspec.Struct, frozen=True, tag="w", array_like=True, gc=False):
    """``new T(arguments…)``, where construction is spelt apart from a call; ``annotation`` is ``T``."""

    annotation: int
    arguments: tuple[int, ...] = ()


class Subscript(msgspec.Struct, frozen=True, tag="s", array_like=True, gc=False):
    """``value[key]``."""

    value: int
    key: int = NONE


class Element(msgspec.Struct, frozen=True, tag="e", array_like=True, gc=False):
    """What iterating over ``value`` yields (a loop or comprehension variable)."""

    value: int


class Entry(msgspec.Struct, frozen=True, tag="i", array_like=True, gc=False):
    """The ``position``-th part of ``value`` in a destructuring assignment."""

    value: int
    position: int


class Await(msgspec.Struct, frozen=True, tag="y", array_like=True, gc=False):
    """``await value``."""

    value: int


class Enter(msgspec.Struct, frozen=True, tag="m", array_like=True, gc=False):
    """What ``with value as x`` binds (Python), or a resource of try-with-resources."""

    value: int


class Choice(msgspec.Struct, frozen=True, tag="o", array_like=True, gc=False):
    """One of several values: ``a or b``, ``x if c else y``, ``c ? x : y``."""

    options: tuple[int, ...]


class BuiltIn(msgspec.Struct, frozen=True, tag="l", array_like=True, gc=False):
    """A literal of the language's built-in type ``name``: ``str``, ``int``, ``string`` or ``double``.

    Arithmetic, comparisons and string formatting whose operands cannot be user types are literals too.
    """

    name: str


class Collection(msgspec.Struct, frozen=True, tag="k", array_like=True, gc=False):
    """A display or literal of a built-in container.

    ``kind`` is ``list``, ``tuple``, ``set``, ``dict`` (the elements are its values; keys are dropped)
    or ``object`` (a JavaScript object literal: see ``keys``). ``keys`` names string keys, one for each
    element (an empty string where a key is not a plain name, ``...`` where the element is an object that
    is spread out), or is empty.
    """

    kind: str
    elements: tuple[int, ...] = ()
    keys: tuple[str, ...] = ()


class This(msgspec.Struct, frozen=True, tag="t", array_like=True, gc=False):
    """The receiver (``self``, ``this``) of the method around ``scope``.

    Python's first parameter is an ordinary binding with ``receiver`` set, not a ``This``.
    """

    scope: int


class Super(msgspec.Struct, frozen=True, tag="u", array_like=True, gc=False):
    """The receiver seen as its base class: ``super``, ``super()``."""

    scope: int


class Function(msgspec.Struct, frozen=True, tag="f", array_like=True, gc=False):
    """A definition used as a value where it stands: a lambda, an arrow function, a class expression."""

    definition: int


class Typed(msgspec.Struct, frozen=True, tag="d", array_like=True, gc=False):
    """A value whose type is written: a cast, ``x as T``, an ``isinstance``-narrowed name."""

    annotation: int


class Applied(msgspec.Struct, frozen=True, tag="g", array_like=True, gc=False):
    """A generic type applied to arguments: ``List<Order>``; ``Order[]`` has the base ``Array``.

    Also a generic function with its type arguments, where they are written out: ``parse<Order>``.
    """

    base: int
    arguments: tuple[int, ...]


class Expected(msgspec.Struct, frozen=True, tag="v", array_like=True, gc=False):
    """The type that the place expects in which a value stands: that of ``new()`` without a type."""


class Opaque(msgspec.Struct, frozen=True, tag="x", array_like=True, gc=False):
    """A value about which the syntax says nothing; ``reason`` is a short phrase for the reader."""

    reason: str


Expression = (
    Name
    | Attribute
    | Call
    | New
    | Subscript
    | Element
    | Entry
    | Await
    | Enter
    | Choice
    | BuiltIn
    | Collection
    | This
    | Super
    | Function
    | Typed
    | Applied
    | Expected
    | Opaque
)

DefinitionKind = Literal[
    "module", "class", "interface", "enum", "function", "method", "constructor", "property", "lambda", "type"
]
ScopeKind = Literal["module", "class", "function", "block"]


class Parameter(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A formal parameter. ``kind``: ``normal``, ``variadic`` (``*a``, ``T…``), ``keywords`` (``**k``)."""

    name: str
    annotation: int = NONE
    default: int = NONE
    kind: Literal["normal", "variadic", "keywords"] = "normal"
    optional: bool = False


class Definition(msgspec.Struct, array_like=True, gc=False):
    """A module, class, function, method … defined in the file.

    ``qualified`` is the dotted name within the file (for languages with packages it starts with the
    package: ``fmt.Cutter.clip``); the linker appends a signature or ordinal where equals exist.
    An anonymous function has kind ``lambda`` and no symbol of its own: what happens inside it belongs
    to the nearest named definition around it. ``scope`` is the scope that its body opens.
    ``signature`` is the list of parameter types as written (``String,int``), for languages that
    overload; it is empty for others. ``type_bounds`` are the bounds of the ``type_parameters`` (``NONE``
    where there is none). A ``type`` definition is an alias: ``returns`` is the aliased annotation.
    ``results`` are the values of its return statements; in a generator they are the yielded values.
    ``modifiers`` holds, sorted, any of ``static``, ``abstract``, ``async``, ``generator``,
    ``classmethod``, ``property``, ``private``, ``protected``, ``public``, ``exported``, ``default``,
    ``override``, ``overload`` (a declaration without body beside the implementation), ``ambient`` (a
    declaration without implementation), ``extension`` (a method that is called on its first parameter)
    and ``partial`` (one of several declarations of a type).
    """

    kind: DefinitionKind
    name: str
    qualified: str
    parent: int
    scope: int
    line: int
    end_line: int
    parameters: tuple[Parameter, ...] = ()
    returns: int = NONE
    results: tuple[int, ...] = ()
    bases: tuple[int, ...] = ()
    decorators: tuple[int, ...] = ()
    type_parameters: tuple[str, ...] = ()
    modifiers: tuple[str, ...] = ()
    annotations: tuple[str, ...] = ()
    signature: str = ""
    complexity: int = 0
    statements: int = 0
    type_bounds: tuple[int, ...] = ()


class ScopeFacts(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A region in which names are bound. ``definition`` is the innermost definition around it."""

    kind: ScopeKind
    parent: int
    definition: int


class Binding(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A name bound in a scope.

    It is bound by assignment (``value``), declaration (``annotation``), ``definition``, import
    (``imported``, an index into ``imports``) or as a parameter (``parameter``, its position).

    ``block`` is the flow block it stands in: the linker takes the nearest binding before a use, and
    goes on to earlier ones until one stands in a block that encloses the use. ``at`` is where the
    binding takes effect: behind the assigned value, so that ``x = f(x)`` reads the earlier ``x``.
    ``receiver`` marks the first parameter of a Python method. Where a statement assigns to a name that
    is declared further out (``nonlocal``, ``global``, JavaScript), ``scope`` is the declaring scope.
    """

    scope: int
    name: str
    at: int
    block: int
    value: int = NONE
    annotation: int = NONE
    definition: int = NONE
    imported: int = NONE
    parameter: int = NONE
    receiver: bool = False


class Member(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """An attribute of the class ``owner`` that is not a method: a field, ``self.name = value``."""

    owner: int
    name: str
    value: int = NONE
    annotation: int = NONE
    static: bool = False


class Import(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A name brought in from another module.

    ``module`` is the module as written (``a.b``, ``./util``, ``com.shop``), ``level`` the number of
    leading dots in Python. ``symbol`` is the name taken from it: empty for the module itself, ``*``
    for all names, ``default`` for a default export. ``name`` is the local name (empty for a star
    import or one with side effects only). ``static`` marks Java's static imports, ``type_only``
    imports that exist for the type checker alone.
    """

    name: str
    module: str
    symbol: str
    line: int
    level: int = 0
    static: bool = False
    type_only: bool = False


class Export(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A name that the module offers under another spelling (JavaScript, TypeScript).

    Either ``value`` is the exported expression, or ``module`` and ``symbol`` name what is re-exported
    (``symbol`` ``*``: everything, under ``name`` if that is not empty).
    """

    name: str
    value: int = NONE
    module: str = ""
    symbol: str = ""


SiteKind = Literal["call", "reference", "decorator"]


class Site(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A place that uses a definition.

    ``call``: ``expression`` is a ``Call`` or ``New``. ``reference``: a ``Name`` or ``Attribute`` that
    is read as a value (argument, assignment, return, container element) and not called there.
    ``decorator``: the expression of a decorator or of an annotation that wraps what follows.
    ``scope`` tells who contains it.
    """

    kind: SiteKind
    expression: int
    scope: int
    line: int


class FileFacts(msgspec.Struct, array_like=True, gc=False):
    """All facts of one file. ``package`` is the package it declares (Java), else empty.

    ``blocks`` holds the parent of each flow block; block 0 is the module's. ``exported_names`` is
    Python's ``__all__`` if it is a plain list. ``problems`` are sentences for the index report
    (syntax errors with their lines, truncation). ``unread_names`` are the identifiers in what could not
    be read, ``*`` standing for all: any of them may be a use. ``assigned`` holds pairs of expressions: a
    target that is declared elsewhere, and the lambda, reference or object without type assigned to it.
    ``named`` holds the arguments that are passed by name, in languages that choose overloads by it.
    """

    language: str
    package: str = ""
    definitions: list[Definition] = msgspec.field(default_factory=list)
    scopes: list[ScopeFacts] = msgspec.field(default_factory=list)
    blocks: list[int] = msgspec.field(default_factory=list)
    expressions: list[Expression] = msgspec.field(default_factory=list)
    bindings: list[Binding] = msgspec.field(default_factory=list)
    members: list[Member] = msgspec.field(default_factory=list)
    imports: list[Import] = msgspec.field(default_factory=list)
    exports: list[Export] = msgspec.field(default_factory=list)
    sites: list[Site] = msgspec.field(default_factory=list)
    exported_names: tuple[str, ...] | None = None
    lines: int = 0
    problems: tuple[str, ...] = ()
    sql: list[SqlStatement] = msgspec.field(default_factory=list)
    unread_names: tuple[str, ...] = ()
    assigned: list[tuple[int, int]] = msgspec.field(default_factory=list)
    named: list[tuple[int, str]] = msgspec.field(default_factory=list)


def encode(facts: FileFacts) -> bytes:
    """Return the facts as a MessagePack blob."""
    return msgspec.msgpack.encode(facts)


def decode(blob: bytes) -> FileFacts:
    """Return the facts in a blob made by ``encode``.

    Raises ``msgspec.DecodeError`` if the blob is damaged or of another version.
    """
    return _DECODER.decode(blob)


_DECODER = msgspec.msgpack.Decoder(FileFacts)
