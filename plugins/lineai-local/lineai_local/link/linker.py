"""The linker: all files in, one graph out."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence

from lineai_local.database import DatabaseGraph
from lineai_local.graph import CodeEdge, CodeGraph, Evidence, UnresolvedSite
from lineai_local.languages import language
from lineai_local.link.evaluate import Evaluator
from lineai_local.link.inheritance import Inheritance
from lineai_local.link.nodes import Nodes
from lineai_local.link.program import Program, SourceFile
from lineai_local.link.sites import Binder
from lineai_local.link.values import ModuleValue

RECURSION_LIMIT = 20_000
"""Python frames that an evaluation may nest: about eight for each of the evaluator's steps."""


def link(files: Sequence[SourceFile], configs: Mapping[tuple[str, str], bytes] | None = None) -> CodeGraph:
    """Return the graph of the files, whatever their order.

    ``configs`` holds the project files that steer module resolution (``tsconfig.json``,
    ``package.json``, ``pyproject.toml``) by repository and path.
    """
    names = sorted({file.facts.language for file in files})
    rules = {name: language(name).rules() for name in names}
    program = Program(files, rules, configs or {})
    for each in rules.values():
        each.prepare(program)
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(max(limit, RECURSION_LIMIT))
    try:
        return _Linker(program).graph()
    finally:
        sys.setrecursionlimit(limit)


class _Linker:
    def __init__(self, program: Program) -> None:
        self._program = program
        self._evaluator = Evaluator(program)
        self._nodes = Nodes(program)
        self._binder = Binder(self._evaluator, self._nodes)

    def graph(self) -> CodeGraph:
        for unit in self._program.units:
            self._binder.bind(unit)
            self._binder.bind_decorated(unit)
            self._imports(unit.index)
        inheritance = self._inheritance()
        database = DatabaseGraph(self._program, self._nodes)
        self._binder.edges.update(database.edges)
        edges = [
            CodeEdge(source, target, kind, tuple(sorted(evidence, key=_strength)))
            for (source, target, kind), evidence in self._binder.edges.items()
        ]
        edges += self._nodes.containment()
        edges.sort(key=lambda edge: (edge.source, edge.type, edge.target))
        return CodeGraph(
            nodes=sorted(
                [*self._nodes.exposed(inheritance.outside_bases), *database.nodes.values()],
                key=lambda node: node.id,
            ),
            edges=edges,
            unresolved=sorted({*self._binder.unresolved, *database.unresolved}, key=_place),
        )

    def _imports(self, index: int) -> None:
        """Add an edge from each file to every file that its imports name."""
        unit = self._program.units[index]
        for item in unit.facts.imports:
            found = list(unit.rules.imported_module(self._evaluator, unit, item))
            if item.symbol and item.symbol != "*":
                found += unit.rules.resolve_import(self._evaluator, unit, item)
            for value in found:
                if isinstance(value, ModuleValue) and value.file != index:
                    target = self._program.units[value.file].first
                    evidence = Evidence("Syntactic", "import", 1.0, unit.path, item.line)
                    key = (self._nodes.of(unit.first), self._nodes.of(target))
                    self._binder.edges[*key, "IMPORTS"].add(evidence)

    def _inheritance(self) -> Inheritance:
        inheritance = Inheritance(self._evaluator)
        for source, target, kind, evidence in inheritance.edges():
            self._binder.edges[self._nodes.of(source), self._nodes.of(target), kind].add(evidence)
        return inheritance


def _strength(evidence: Evidence) -> tuple[float, str, int, str, str]:
    return (-evidence.confidence, evidence.path, evidence.line, evidence.lane, evidence.backend)


def _place(site: UnresolvedSite) -> tuple[str, int, str, str, str, str]:
    return (site.path, site.line, site.name, site.kind, site.source, site.reason)
