"""Confirm, correct and complete the edges of a graph by what SCIP indexes say."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from lineai_local.graph import CodeEdge, CodeGraph, CodeNode, EdgeType, Evidence
from lineai_local.link.program import SourceFile
from lineai_local.scip.keep import KeptFile, Place
from lineai_local.scip.sites import CALLABLE, TYPES, Sites, is_structural
from lineai_local.scip.symbols import LOCAL, last, package

_CORRECTED = ("inference", "dispatch")
_CALLS = ("INVOKES_METHOD", "REFERENCES_METHOD")
_OPEN_TYPE = "anything that has the method fits the type"
_TOO_MANY = "may "
"""Reasons that begin so name the overriding methods or subclasses that one site may reach."""


class Imported(msgspec.Struct, frozen=True):
    """What came of imported indexes.

    ``files`` are the documents in use, ``places`` their occurrences; ``stale`` lists the files whose text
    is another than the index was made from, ``confirmed``, ``added`` and ``corrected`` count edges,
    ``closed`` the sites that were unresolved.
    """

    tools: list[str]
    files: int
    places: int
    stale: list[str]
    confirmed: int
    added: int
    corrected: int
    closed: int


def refine(
    graph: CodeGraph,
    sources: Iterable[SourceFile],
    kept: Iterable[KeptFile],
    digests: Mapping[tuple[str, str], str],
) -> Imported:
    """Change ``graph`` by what ``kept`` says of files that have the same digest today; tell what changed."""
    used, stale = [], set()
    for file in kept:
        if file.digest and digests.get((file.repository, file.path)) == file.digest:
            used.append(file)
        else:
            stale.add((file.repository, file.path))
    refiner = _Refiner(graph, {(s.repository, s.path): s for s in sources}, used)
    refiner.run()
    return Imported(
        tools=sorted({file.tool for file in used}),
        files=len({(file.repository, file.path) for file in used}),
        places=sum(len(file.places) for file in used),
        stale=sorted(path for _, path in stale - {(file.repository, file.path) for file in used}),
        **refiner.counts,
    )


class _Refiner:
    def __init__(
        self, graph: CodeGraph, sources: Mapping[tuple[str, str], SourceFile], used: list[KeptFile]
    ) -> None:
        self._graph = graph
        self._used = sorted(used, key=lambda file: (file.repository, file.path, file.tool))
        self._nodes = {node.id: node for node in graph.nodes}
        self._sites = Sites(graph, sources)
        self._edges: dict[tuple[str, str, EdgeType], set[Evidence]] = {
            (edge.source, edge.target, edge.type): set(edge.evidence) for edge in graph.edges
        }
        self._before = {key: frozenset(evidence) for key, evidence in self._edges.items()}
        self._overriders: dict[str, set[str]] = defaultdict(set)
        self._constructors: dict[str, set[str]] = defaultdict(set)
        for source, target, kind in self._edges:
            if kind == "OVERRIDES":
                self._overriders[target].add(source)
        for node in graph.nodes:
            if node.kind == "constructor" or node.name == "__init__":
                self._constructors[node.parent].add(node.id)
        self._at: dict[tuple[str, str, int, str], list[tuple[tuple[str, str, EdgeType], Evidence]]] = (
            defaultdict(list)
        )
        self._defined: dict[str, set[str]] = defaultdict(set)
        self._symbols: set[str] = set()
        self._packages: set[str] = set()
        self._closed: set[Any] = set()
        self.counts: dict[str, int] = {}

    def run(self) -> None:
        """Apply what the used files say."""
        self._define()
        self._relate()
        for key, found in self._edges.items():
            target = self._nodes[key[1]]
            repository = self._nodes[key[0]].repository
            for item in found:
                if item.backend in _CORRECTED and key[2] in _CALLS:
                    self._at[repository, item.path, item.line, target.name].append((key, item))
        for file in self._used:
            self._apply(file)
        self._finish()

    def _define(self) -> None:
        for file in self._used:
            for place in file.places:
                if place.definition:
                    self._symbols.add(place.symbol)
                    if not place.symbol.startswith(LOCAL):
                        self._packages.add(package(place.symbol))
                    node = self._sites.defined(file, place, last(place.symbol)[1])
                    if node is not None:
                        self._defined[place.symbol].add(node.id)
        self._settle()

    def _settle(self) -> None:
        """Drop symbols that stand for several definitions; let one stand for all overloads of its own."""
        alike: dict[tuple[str, str], set[str]] = defaultdict(set)
        for node in self._graph.nodes:
            alike[node.repository, node.symbol].add(node.id)
        for symbol, found in list(self._defined.items()):
            meant = {(self._nodes[each].repository, self._nodes[each].symbol) for each in found}
            if len(meant) == 1:
                self._defined[symbol] = alike[meant.pop()]
            else:
                del self._defined[symbol]

    def _relate(self) -> None:
        for file in self._used:
            for symbol, other in file.implementations:
                for source in self._defined.get(symbol, ()):
                    for target in self._defined.get(other, ()):
                        a, b = self._nodes[source], self._nodes[target]
                        if a.kind in TYPES and b.kind in TYPES:
                            self._add(file, a, b, "EXTENDS", a.line)
                        elif a.kind in CALLABLE and b.kind in CALLABLE:
                            self._add(file, a, b, "OVERRIDES", a.line)
                            self._overriders[target].add(source)

    def _add(self, file: KeptFile, source: CodeNode, target: CodeNode, kind: EdgeType, line: int) -> None:
        if source.id != target.id or kind == "INVOKES_METHOD":
            evidence = Evidence("Imported", file.tool, 1.0, file.path, line)
            self._edges.setdefault((source.id, target.id, kind), set()).add(evidence)

    def _apply(self, file: KeptFile) -> None:
        """Bind the sites of a file: all uses of one name on one line together."""
        uses: dict[tuple[int, str], list[Place]] = defaultdict(list)
        for place in file.places:
            if not place.definition:
                uses[place.line, place.name].append(place)
        for (line, name), places in uses.items():
            sites = self._sites.at(file, line, name)
            columns = {place.column for place in places}
            if not sites or len(sites) > len(columns):
                continue
            resolved = [self._targets(place.symbol) for place in places]
            known = [each for each in resolved if each is not None]
            targets = set().union(*known)
            if len({kind for _, kind in sites}) == 1 or len(targets) == 1:
                for source, kind in sites:
                    for target in targets:
                        self._bind(file, self._nodes[source], self._nodes[target], kind, line)
            if len(known) == len(resolved):
                self._correct(file, line, name, targets)
                self._close(file, line, name, targets)

    def _targets(self, symbol: str) -> set[str] | None:
        """Return the nodes of a symbol, none if it is a method from outside, ``None`` if nobody knows."""
        if symbol in self._defined:
            return self._defined[symbol]
        outside = not symbol.startswith(LOCAL) and package(symbol) not in self._packages
        if symbol not in self._symbols and outside and last(symbol)[1] in ("()", "#"):
            return set()
        return None

    def _bind(self, file: KeptFile, source: CodeNode, target: CodeNode, kind: str, line: int) -> None:
        is_getter = target.kind == "property" or "property" in target.modifiers
        called = kind != "reference" or is_getter
        if target.kind in TYPES:
            use: EdgeType = "INSTANTIATES" if called and target.kind == "class" else "REFERENCES_CLASS"
            self._add(file, source, target, use, line)
            constructors = self._constructors.get(target.id, set())
            if called and len(constructors) == 1:
                self._add(file, source, self._nodes[next(iter(constructors))], "INVOKES_METHOD", line)
        elif target.kind in CALLABLE:
            self._add(file, source, target, "INVOKES_METHOD" if called else "REFERENCES_METHOD", line)
            for other in self._below(target.id):
                key: tuple[str, str, EdgeType] = (
                    source.id, other, "INVOKES_METHOD" if called else "REFERENCES_METHOD",
                )  # fmt: skip
                if key not in self._edges and (file.path, line) in self._sites.unresolved_lines:
                    self._edges[key] = {Evidence("Heuristic", "dispatch", 0.5, file.path, line)}

    def _below(self, method: str) -> set[str]:
        """Return the methods that override one, directly or not."""
        found: set[str] = set()
        waiting = [method]
        while waiting:
            new = self._overriders.get(waiting.pop(), set()) - found
            found |= new
            waiting += new
        return found

    def _correct(self, file: KeptFile, line: int, name: str, targets: set[str]) -> None:
        """Take away what was inferred, and what overrides it, where the index names something else."""
        fitting = set(targets)
        for target in targets:
            fitting |= self._below(target) | self._constructors.get(target, set())
            fitting.add(self._nodes[target].parent)
        for key, item in self._at.get((file.repository, file.path, line, name), ()):
            if key[1] not in fitting:
                self._edges[key].discard(item)

    def _close(self, file: KeptFile, line: int, name: str, targets: set[str]) -> None:
        if any(is_structural(self._nodes, self._sites, target) for target in targets):
            return
        for site in self._sites.unresolved.get((file.repository, file.path, line, name), ()):
            if site.reason != _OPEN_TYPE and not site.reason.startswith(_TOO_MANY):
                self._closed.add(site)

    def _finish(self) -> None:
        counts: Counter[str] = Counter(confirmed=0, added=0, corrected=0, closed=len(self._closed))
        edges = []
        for key, found in self._edges.items():
            before = self._before.get(key)
            if found:
                edges.append(CodeEdge(*key, tuple(sorted(found, key=_strength))))
                imported = any(item.lane == "Imported" for item in found)
                counts["added"] += before is None and imported
                counts["confirmed"] += before is not None and imported
            counts["corrected"] += before is not None and not before <= found
        self._graph.edges = sorted(edges, key=lambda edge: (edge.source, edge.type, edge.target))
        self._graph.unresolved = [site for site in self._graph.unresolved if site not in self._closed]
        self.counts = dict(counts)


def _strength(evidence: Evidence) -> tuple[float, str, int, str, str]:
    return (-evidence.confidence, evidence.path, evidence.line, evidence.lane, evidence.backend)
