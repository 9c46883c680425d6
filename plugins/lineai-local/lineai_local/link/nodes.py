"""The nodes of the graph: one for each file and named definition, with ids that survive edits."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping
from typing import TYPE_CHECKING

import msgspec

from lineai_local.facts import NONE
from lineai_local.graph import CodeEdge, CodeNode, EdgeType, Evidence, node_id
from lineai_local.link.program import CALLABLE_KINDS, TYPE_KINDS

if TYPE_CHECKING:
    from lineai_local.facts import Definition
    from lineai_local.link.program import Program, Unit

MODULE = "<module>"
BACKEND = "syntax"


class Nodes:
    """The nodes of a program; ``of`` gives a definition's node id."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._ids: dict[int, str] = {}
        self.all: list[CodeNode] = []
        for unit in program.units:
            self._add_unit(unit)

    def of(self, definition: int) -> str:
        """Return the id of the node that a definition, or what happens inside it, belongs to."""
        return self._ids[self._program.named_owner(definition)]

    def exposed(self, outside_bases: Mapping[int, str]) -> list[CodeNode]:
        """Return all nodes, with the base outside the index that may call a method, by definition."""
        bases = {self._ids[definition]: base for definition, base in outside_bases.items()}
        return [
            msgspec.structs.replace(node, outside_base=bases[node.id]) if node.id in bases else node
            for node in self.all
        ]

    def _add_unit(self, unit: Unit) -> None:
        definitions = unit.facts.definitions
        shared = Counter(_place(item) for item in definitions if item.kind != "lambda")
        ordinals: dict[tuple[str, str], int] = defaultdict(int)
        symbols: dict[int, str] = {}
        for number, item in enumerate(definitions):
            if item.kind == "lambda":
                continue
            name = MODULE if number == 0 else item.qualified
            if unit.rules.overloads and item.kind in CALLABLE_KINDS and shared[_place(item)] > 1:
                name = f"{name}({item.signature})"
            symbol = f"{unit.path}::{name}"
            ordinal = ordinals[item.kind, symbol]
            ordinals[item.kind, symbol] += 1
            identifier = node_id(unit.repository, item.kind, symbol, ordinal)
            self._ids[unit.first + number] = identifier
            symbols[number] = symbol
        for number, symbol in symbols.items():
            item, identifier = definitions[number], self._ids[unit.first + number]
            parent = self._program.parent(unit.first + number)
            self.all.append(
                CodeNode(
                    id=identifier,
                    repository=unit.repository,
                    symbol=symbol,
                    kind=item.kind,
                    label=unit.rules.label(item.kind),
                    name=unit.path.rpartition("/")[2] if number == 0 else item.name,
                    identity=self._identity(unit, number, item),
                    path=unit.path,
                    line=item.line,
                    end_line=item.end_line,
                    parent="" if parent == NONE else self.of(parent),
                    language=unit.facts.language,
                    complexity=item.complexity,
                    statements=item.statements,
                    annotations=item.annotations,
                    modifiers=item.modifiers,
                )
            )

    def _identity(self, unit: Unit, number: int, item: Definition) -> str:
        """Return ``container|Class|name(parameters)``; the container is the package, or the file's path."""
        package = unit.facts.package
        container = package or unit.path
        if number == 0:
            return unit.path
        within = item.qualified
        if package and within.startswith(f"{package}."):
            within = within[len(package) + 1 :]
        if item.kind in TYPE_KINDS:
            return f"{container}|{within}"
        outer, _, name = within.rpartition(".")
        parameters = item.signature or ",".join(parameter.name for parameter in item.parameters)
        return "|".join(part for part in (container, outer, f"{name}({parameters})") if part)

    def containment(self) -> list[CodeEdge]:
        """Return the edges from each node to the nodes directly inside it."""
        edges = []
        for node in self.all:
            if node.parent:
                kind: EdgeType = (
                    "CONTAINS_CLASS" if node.kind in TYPE_KINDS or node.kind == "type" else "CONTAINS_METHOD"
                )
                evidence = Evidence("Syntactic", BACKEND, 1.0, node.path, node.line)
                edges.append(CodeEdge(node.parent, node.id, kind, (evidence,)))
        return edges


def _place(item: Definition) -> tuple[str, str]:
    return (item.kind, item.qualified)
