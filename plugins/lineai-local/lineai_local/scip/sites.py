"""The places of the facts that an index's places are compared with: definitions, uses, unresolved sites."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping

from lineai_local.facts import NONE, Attribute, Call, Name, New
from lineai_local.graph import CodeGraph, CodeNode, UnresolvedSite
from lineai_local.link.program import CALLABLE_KINDS, TYPE_KINDS, SourceFile
from lineai_local.scip.keep import KeptFile, Place

CALLABLE, TYPES = CALLABLE_KINDS, TYPE_KINDS
_SUFFIXES = {"()": CALLABLE, "#": TYPES}


class Sites:
    """Finds nodes and sites by file, line and name."""

    def __init__(self, graph: CodeGraph, sources: Mapping[tuple[str, str], SourceFile]) -> None:
        self._sources = sources
        self._named: dict[tuple[str, str, str], list[CodeNode]] = defaultdict(list)
        self._files: dict[tuple[str, str], dict[tuple[int, str], list[tuple[str, str]]]] = {}
        self.unresolved: dict[tuple[str, str, int, str], list[UnresolvedSite]] = defaultdict(list)
        repositories = {}
        for node in graph.nodes:
            self._named[node.repository, node.path, node.name].append(node)
            repositories[node.id] = node.repository
        for site in graph.unresolved:
            self.unresolved[repositories[site.source], site.path, site.line, site.name].append(site)
        self.unresolved_lines = {(site.path, site.line) for site in graph.unresolved}
        self._modules = {(node.repository, node.path): node for node in graph.nodes if node.kind == "module"}

    def defined(self, file: KeptFile, place: Place, suffix: str) -> CodeNode | None:
        """Return the node whose name stands at a place: the innermost of that name and sort there."""
        kinds = _SUFFIXES.get(suffix)
        found = [
            node
            for node in self._named.get((file.repository, file.path, place.name), ())
            if (kinds is None or node.kind in kinds)
            and node.kind != "module"
            and node.line <= place.line <= node.end_line
            and (suffix in ("()", "#") or node.line == place.line)
        ]
        return max(found, key=lambda node: node.line, default=None)

    def at(self, file: KeptFile, line: int, name: str) -> list[tuple[str, str]]:
        """Return (id of the node around it, kind) of the sites of a name on a line."""
        key = (file.repository, file.path)
        if key not in self._files:
            self._files[key] = self._of(self._sources.get(key))
        return self._files[key].get((line, name), [])

    def bases(self, node: CodeNode) -> set[str]:
        """Return the simple names of the bases of a class."""
        source = self._sources.get((node.repository, node.path))
        if source is None:
            return set()
        items = (d for d in source.facts.definitions if d.line == node.line and d.name == node.name)
        return {_simple(source, base) for item in items for base in item.bases}

    def _of(self, source: SourceFile | None) -> dict[tuple[int, str], list[tuple[str, str]]]:
        found: dict[tuple[int, str], list[tuple[str, str]]] = defaultdict(list)
        if source is None:
            return found
        facts = source.facts
        owners: dict[int, str] = {}
        for site in facts.sites:
            expression = facts.expressions[site.expression]
            if site.kind == "decorator" and isinstance(expression, Call | New):
                continue
            number = facts.scopes[site.scope].definition
            if number not in owners:
                owners[number] = self._owner(source, number)
            found[site.line, _simple(source, site.expression)].append((owners[number], site.kind))
        return found

    def _owner(self, source: SourceFile, number: int) -> str:
        """Return the id of the node of a definition, or of the one around it if it is anonymous."""
        definitions = source.facts.definitions
        while definitions[number].kind == "lambda" and definitions[number].parent != NONE:
            number = definitions[number].parent
        item = definitions[number]
        if number:
            for node in self._named.get((source.repository, source.path, item.name), ()):
                if (node.line, node.end_line, node.kind) == (item.line, item.end_line, item.kind):
                    return node.id
        return self._modules[source.repository, source.path].id


def is_structural(nodes: Mapping[str, CodeNode], sites: Sites, target: str) -> bool:
    """Return whether classes that do not name the type of a method may take its place."""
    owner = nodes.get(nodes[target].parent)
    if owner is None:
        return False
    return (owner.kind == "interface" and owner.language in ("typescript", "go")) or (
        owner.language == "python" and "Protocol" in sites.bases(owner)
    )


def _simple(source: SourceFile, number: int) -> str:
    expressions = source.facts.expressions
    expression = expressions[number]
    while isinstance(expression, Call | New):
        inner = expression.annotation if isinstance(expression, New) else expression.function
        expression = expressions[inner]
    if isinstance(expression, Attribute):
        return expression.name
    return expression.id if isinstance(expression, Name) else ""
