"""All files of a workspace as one program: global numbers for definitions, and the indexes over them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from lineai_local.facts import NONE, Applied, Call, Function, New

if TYPE_CHECKING:
    from lineai_local.facts import Binding, Definition, Export, FileFacts, Member
    from lineai_local.link.rules import Rules

TYPE_KINDS = frozenset({"class", "interface", "enum"})
CALLABLE_KINDS = frozenset({"function", "method", "constructor", "property", "lambda"})


@dataclass(frozen=True, slots=True)
class SourceFile:
    """A file to link: which repository it belongs to, its path there (forward slashes), and its facts."""

    repository: str
    path: str
    facts: FileFacts


class Unit:
    """A source file inside a ``Program``, with its bindings and members indexed by name."""

    __slots__ = (
        "bindings",
        "contexts",
        "exports",
        "facts",
        "first",
        "index",
        "members",
        "named",
        "path",
        "repository",
        "rules",
        "star_imports",
    )

    def __init__(self, index: int, first: int, source: SourceFile, rules: Rules) -> None:
        facts = source.facts
        self.index = index
        self.first = first
        self.repository = source.repository
        self.path = source.path
        self.facts = facts
        self.rules = rules
        self.bindings: dict[tuple[int, str], list[Binding]] = defaultdict(list)
        for binding in facts.bindings:
            self.bindings[binding.scope, binding.name].append(binding)
        for found in self.bindings.values():
            found.sort(key=lambda binding: binding.at)
        self.bindings = dict(self.bindings)
        self.members: dict[int, dict[str, list[Member]]] = {}
        for member in facts.members:
            self.members.setdefault(member.owner, {}).setdefault(member.name, []).append(member)
        self.exports: dict[str, list[Export]] = {}
        for export in facts.exports:
            self.exports.setdefault(export.name, []).append(export)
        self.star_imports = tuple(item for item in facts.imports if item.symbol == "*" and not item.name)
        self.named = dict(facts.named)
        self.contexts: dict[int, tuple[int, int]] | None = None

    def callee(self, number: int) -> int:
        """Return the expression that a call or construction names, without type arguments of a function."""
        expression = self.facts.expressions[number]
        if isinstance(expression, New):
            return expression.annotation
        assert isinstance(expression, Call)
        function = self.facts.expressions[expression.function]
        return function.base if isinstance(function, Applied) else expression.function

    def argument_context(self, definition: int) -> tuple[int, int] | None:
        """Return the call that an anonymous function is an argument of, and its position there.

        ``definition`` is the function's number in the file; the call is an expression number. ``None``
        if the function is not passed to a call where it stands.
        """
        if self.contexts is None:
            self.contexts = {}
            expressions = self.facts.expressions
            for number, expression in enumerate(expressions):
                if isinstance(expression, Call | New):
                    for position, argument in enumerate(expression.arguments):
                        passed = expressions[argument]
                        if isinstance(passed, Function):
                            self.contexts[passed.definition] = (number, position)
        return self.contexts.get(definition)


class Program:
    """The files of a workspace, sorted by repository and path.

    ``units`` are the files, ``rules`` the policy of each language in use; a definition's global number
    is its unit's ``first`` plus its number in the file. ``configs`` holds the project files
    that languages read to resolve modules.
    """

    def __init__(
        self,
        files: Sequence[SourceFile],
        rules: Mapping[str, Rules],
        configs: Mapping[tuple[str, str], bytes],
    ) -> None:
        self.configs = configs
        self.rules = rules
        self.units: list[Unit] = []
        self.by_path: dict[tuple[str, str], int] = {}
        self.definitions: list[Definition] = []
        self._unit_of: list[int] = []
        self._whole: dict[int, int] = {}
        self._parts: dict[int, tuple[int, ...]] = {}
        for source in sorted(files, key=lambda file: (file.repository, file.path)):
            index = len(self.units)
            unit = Unit(index, len(self.definitions), source, rules[source.facts.language])
            self.units.append(unit)
            self.by_path[source.repository, source.path] = index
            self.definitions.extend(source.facts.definitions)
            self._unit_of.extend([index] * len(source.facts.definitions))

    def unit_of(self, definition: int) -> Unit:
        """Return the file that holds the definition with this global number."""
        return self.units[self._unit_of[definition]]

    def join(self, parts: Sequence[int]) -> None:
        """Make declarations of one type a whole, for which the first of them stands."""
        self._parts[parts[0]] = tuple(parts)
        self._whole.update(dict.fromkeys(parts[1:], parts[0]))

    def whole(self, definition: int) -> int:
        """Return the declaration that stands for all of a type; any other definition stands for itself."""
        return self._whole.get(definition, definition)

    def parts(self, definition: int) -> tuple[int, ...]:
        """Return all declarations of a type, the one that stands for it first."""
        return self._parts.get(definition, (definition,))

    def parent(self, definition: int) -> int:
        """Return the global number of the definition around this one, or ``NONE``; of a type, the whole."""
        parent = self.definitions[definition].parent
        return NONE if parent == NONE else self.whole(self.unit_of(definition).first + parent)

    def enclosing_class(self, definition: int) -> int:
        """Return the innermost class around a definition (or itself, if it is one), or ``NONE``."""
        while definition != NONE and self.definitions[definition].kind not in TYPE_KINDS:
            definition = self.parent(definition)
        return self.whole(definition)

    def named_owner(self, definition: int) -> int:
        """Return the definition itself, or the nearest one around it that is not anonymous."""
        while self.definitions[definition].kind == "lambda":
            definition = self.parent(definition)
        return definition

    def scope_definition(self, unit: Unit, scope: int) -> int:
        """Return the global number of the innermost definition around a scope of a file."""
        return unit.first + unit.facts.scopes[scope].definition
