"""What no code that runs can reach, as far as the index can tell."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import Any, Literal

import msgspec

from lineai_local.callers import CALLABLE_KINDS, REFERENCES, USES, implicit_reason
from lineai_local.languages.identifiers import EVERYTHING
from lineai_local.problems import NotFound
from lineai_local.store import NodeRow, View

Why = Literal["unreferenced", "only used by unused code"]
_EDGES = (*dict.fromkeys((*USES, *REFERENCES)),)


class UnusedDefinition(msgspec.Struct, frozen=True, order=True):
    """A function or method that nothing reaches.

    ``unreferenced``: nothing names it. Otherwise ``users`` are the symbols that do, all of them unused.
    """

    path: str
    line: int
    symbol: str
    language: str
    why: Why
    users: list[str]


class Unused(msgspec.Struct, frozen=True):
    """All unused definitions by place, and how many functions and methods there are in all."""

    definitions: int
    unused: list[UnusedDefinition]


def unused(view: View, path: str = "") -> Unused:
    """Return the functions and methods with a body below ``path`` (all: empty) that nothing reaches.

    Code at module and class level runs, and so does what tools, frameworks and the language may call.
    From there every use leads on; an unresolved site leads to every definition of its name in its
    language. What is left is unused: no call of it can be missing but one that the analysis cannot see.
    Definitions of one symbol (overloads, branches of a condition) are one. This is reachability by names
    where types are unknown, as in class hierarchy analysis (Dean, Grove and Chambers, 1995), from all code
    that is not a function.
    """
    program = _Program(view)
    live = program.live()
    below = [n for n in program.callables.values() if _is_below(n.path, path) and not n.is_declaration]
    kept = {(node.repository, node.symbol) for node in below if node.id in live}
    dead: dict[tuple[str, str], list[NodeRow]] = {}
    for node in below:
        if (node.repository, node.symbol) not in kept:
            dead.setdefault((node.repository, node.symbol), []).append(node)
    return Unused(len(below), sorted(program.told(nodes) for nodes in dead.values()))


def unused_json(view: View, path: str) -> dict[str, Any]:
    """Return the answer as the API writes it; raise ``NotFound`` if nothing indexed is at ``path``."""
    wanted = path.strip().replace("\\", "/").removeprefix("./").rstrip("/")
    wanted = "" if wanted == "." else wanted
    if wanted and not any(_is_below(file.path, wanted) for file in view.files("status = 'indexed'")):
        raise NotFound(f"No file at or below {path!r} is in the index.")
    found: dict[str, Any] = msgspec.to_builtins(unused(view, wanted))
    return {"path": wanted, **found}


class _Program:
    """The uses between the definitions of a view, as far as they are known."""

    def __init__(self, view: View) -> None:
        self._view = view
        self.callables = {node.id: node for node in view.every(sorted(CALLABLE_KINDS))}
        self._by_name: dict[tuple[str, str], list[int]] = defaultdict(list)
        constructors: dict[int, list[int]] = defaultdict(list)
        for node in self.callables.values():
            self._by_name[node.language, node.name].append(node.id)
            if (node.kind == "constructor" or node.name == "__init__") and node.parent is not None:
                constructors[node.parent].append(node.id)
        for number, parent in view.nodes(constructors).items():
            self._by_name[parent.language, parent.name] += constructors[number]
        self._targets: dict[int, set[int]] = defaultdict(set)
        self._users: dict[int, set[int]] = defaultdict(set)
        for source, target, kind in view.uses(_EDGES):
            constructed = constructors[target] if kind in REFERENCES and target in constructors else ()
            for each in (target, *constructed):
                if each in self.callables:
                    self._targets[source].add(each)
                    self._users[each].add(source)
        for source, language, name in view.open_names():
            for each in self._by_name.get((language, name), ()):
                self._targets[source].add(each)
                self._users[each].add(source)

    def live(self) -> set[int]:
        """Return the row numbers of all that runs."""
        live: set[int] = set()
        pending = list(self._roots())
        while pending:
            number = pending.pop()
            if number in live:
                continue
            live.add(number)
            pending.extend(self._targets.get(number, ()))
        return live

    def told(self, nodes: list[NodeRow]) -> UnusedDefinition:
        """Return the definition, which is unused, with the others that use it; ``nodes`` share a symbol."""
        users = sorted({self.callables[user].symbol for n in nodes for user in self._users.get(n.id, ())})
        why: Why = "only used by unused code" if users else "unreferenced"
        node = max(nodes, key=lambda each: each.line)
        return UnusedDefinition(node.path, node.line, node.symbol, node.language, why, users)

    def _roots(self) -> Iterable[int]:
        """Yield whatever runs of itself, or may be called from outside the index."""
        yield from (source for source in self._targets if source not in self.callables)
        mentioned = self._view.mentioned()
        everything = {language for name, language in mentioned if name == EVERYTHING}
        for name, language in mentioned:
            yield from self._by_name.get((language, name), ())
        for node in self.callables.values():
            if node.language in everything or implicit_reason(self._view, node):
                yield node.id


def _is_below(file: str, path: str) -> bool:
    return not path or file == path or file.startswith(f"{path}/")
