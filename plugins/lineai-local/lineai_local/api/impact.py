"""What is affected if a node changes: everything that reaches it through uses."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from lineai_local.api.payload import application_json, edge_json, node_json, relationship, unresolved_json
from lineai_local.callers import USES
from lineai_local.problems import NotFound
from lineai_local.store import NodeRow, UnresolvedRow, UseRow, View

MOST_NODES = 2_000
_MOST_FILES = 500
_CONTAINS = ("CONTAINS_FILE", "CONTAINS_CLASS", "CONTAINS_METHOD")


def impact(view: View, key: str) -> dict[str, Any]:
    """Return the impact payload of the node with the id ``key``.

    It holds the node, what uses it directly or indirectly (at most ``MOST_NODES``, nearest first;
    ``truncated`` tells whether there is more), the classes and files around them, the applications
    they belong to, and a stand-in for the unresolved sites that may mean the node. Raises ``NotFound``.
    """
    searched = view.node(key)
    if searched is None:
        raise NotFound(f"There is no node {key!r} in this materialized view.")
    reached = _upstream(view, searched)
    sites = _open_sites(view, searched)
    reached.nodes.update(view.nodes({site.source for site in sites} - reached.nodes.keys()))
    _add_containers(view, reached.nodes)
    return _Payload(view, searched, reached, sites).build()


@dataclass(slots=True)
class _Reached:
    nodes: dict[int, NodeRow]
    edges: list[UseRow]
    truncated: bool


def _upstream(view: View, searched: NodeRow) -> _Reached:
    nodes = {searched.id: searched}
    edges: list[UseRow] = []
    level = [searched.id]
    truncated = False
    while level:
        found = view.incoming(level, USES)
        fresh = list(dict.fromkeys(edge.source for edge in found if edge.source not in nodes))
        room = MOST_NODES - len(nodes)
        truncated = truncated or len(fresh) > room
        level = fresh[:room]
        nodes.update(view.nodes(level))
        edges.extend(edge for edge in found if edge.source in nodes)
    return _Reached(nodes, edges, truncated)


def _open_sites(view: View, searched: NodeRow) -> list[UnresolvedRow]:
    if searched.kind == "module":
        return []
    rows = view.unresolved(searched.name)
    sources = view.nodes(row.source for row in rows)
    return [row for row in rows if sources[row.source].language == searched.language]


def _add_containers(view: View, nodes: dict[int, NodeRow]) -> None:
    missing = {node.parent for node in nodes.values() if node.parent and node.parent not in nodes}
    while missing:
        found = view.nodes(number for number in missing if number is not None)
        nodes.update(found)
        missing = {node.parent for node in found.values() if node.parent and node.parent not in nodes}


@dataclass(slots=True)
class _Payload:
    view: View
    searched: NodeRow
    reached: _Reached
    sites: list[UnresolvedRow]

    def build(self) -> dict[str, Any]:
        nodes = self.reached.nodes
        known = self.view.applications()
        used = {node.application for node in nodes.values() if node.application}
        payload = [node_json(node, self.view.id, known) for node in nodes.values()]
        payload += [application_json(known[number], self.view.id) for number in sorted(used)]
        relationships = [edge_json(edge, nodes) for edge in self.reached.edges]
        relationships += [edge_json(edge, nodes) for edge in self._containment()]
        relationships += [
            relationship(known[node.application].key, node.key, "GROUPS")
            for node in nodes.values()
            if node.application and node.kind == "module"
        ]
        relationships += [
            relationship(known[source].key, known[target].key, "REFERENCES_GROUP")
            for source, target in self.view.application_references()
            if source in used and target in used
        ]
        if self.sites:
            stand_in = unresolved_json(self.searched.name, len(self.sites), self.view.id)
            payload.append(stand_in)
            relationships += self._open_uses(stand_in["id"])
        files = self.view.mentions(self.searched.name, self.searched.language)
        return {
            "nodes": payload,
            "relationships": relationships,
            "truncated": self.reached.truncated,
            "notAnalysed": [{"path": file.path, "reason": file.reason} for file in files[:_MOST_FILES]],
        }

    def _containment(self) -> list[UseRow]:
        nodes = self.reached.nodes
        return [edge for edge in self.view.incoming(nodes, _CONTAINS) if edge.source in nodes]

    def _open_uses(self, stand_in: str) -> list[dict[str, Any]]:
        first: dict[tuple[int, str], UnresolvedRow] = {}
        for site in self.sites:
            first.setdefault((site.source, site.kind), site)
        return [
            relationship(
                self.reached.nodes[site.source].key,
                stand_in,
                "INVOKES_METHOD" if site.kind == "call" else "REFERENCES_METHOD",
                provenance=f"{site.path}:{site.line}",
                reason=site.reason,
            )
            for site in first.values()
        ]
