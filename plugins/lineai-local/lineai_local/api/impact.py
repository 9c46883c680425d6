"""What is affected if a node changes: everything that reaches it through uses."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from lineai_local.api.graph import owner_properties
from lineai_local.api.payload import application_json, edge_json, node_json, relationship, unresolved_json
from lineai_local.callers import USES
from lineai_local.graph import DATABASE_KINDS, DATABASE_USES, DYNAMIC_SQL
from lineai_local.problems import NotFound
from lineai_local.queries.owners import Ownership
from lineai_local.store import NodeRow, UnresolvedRow, UseRow, View

MOST_NODES = 2_000
_MOST_FILES = 500
_MOST_OWNED = 20
_CONTAINS = ("CONTAINS_FILE", "CONTAINS_CLASS", "CONTAINS_METHOD", "CONTAINS_TABLE", "CONTAINS_COLUMN")
_OPEN = {"call": "INVOKES_METHOD", "reference": "REFERENCES_METHOD", "sql": "REFERENCES"}
_USES = (*USES, *DATABASE_USES)


def impact(view: View, key: str, owners: Ownership | None = None) -> dict[str, Any]:
    """Return the impact payload of the node with the id ``key``.

    It holds the node, what uses it directly or indirectly (at most ``MOST_NODES``, nearest first;
    ``truncated`` tells whether there is more), the classes and files around them, the applications
    they belong to, and a stand-in for the unresolved sites that may mean the node. Of a column it also
    holds what uses its table. The node and the nearest of its users tell who ``owners`` says owns them.
    Raises ``NotFound``.
    """
    searched = view.node(key)
    if searched is None:
        raise NotFound(f"There is no node {key!r} in this materialized view.")
    reached = _upstream(view, searched)
    sites = _open_sites(view, searched)
    reached.nodes.update(view.nodes({site.source for site in sites} - reached.nodes.keys()))
    _add_containers(view, reached.nodes)
    if searched.kind in DATABASE_KINDS:
        _add_schemas(view, reached.nodes)
    return _Payload(view, searched, reached, sites, owners or Ownership({})).build()


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
        found = view.incoming(level, _USES)
        fresh = list(dict.fromkeys(edge.source for edge in found if edge.source not in nodes))
        room = MOST_NODES - len(nodes)
        truncated = truncated or len(fresh) > room
        level = fresh[:room]
        fetched = view.nodes(level)
        nodes.update(fetched)
        if searched.kind == "column":  # its way through a view are the view's columns
            level = [number for number in level if fetched[number].kind != "view"]
        edges.extend(edge for edge in found if edge.source in nodes)
    if searched.kind == "column" and searched.parent is not None:
        around = view.incoming([searched.parent], _USES)
        room = max(MOST_NODES - len(nodes), 0)
        missing = [number for number in dict.fromkeys(e.source for e in around) if number not in nodes]
        truncated = truncated or len(missing) > room
        nodes.update(view.nodes([searched.parent, *missing[:room]]))
        edges.extend(edge for edge in around if edge.source in nodes and edge not in edges)
    return _Reached(nodes, edges, truncated)


def _open_sites(view: View, searched: NodeRow) -> list[UnresolvedRow]:
    if searched.kind in DATABASE_KINDS:
        return view.unresolved(DYNAMIC_SQL)
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


def _add_schemas(view: View, nodes: dict[int, NodeRow]) -> None:
    """Add the schemas around the tables: a table's own container is the file that makes it."""
    tables = [number for number, node in nodes.items() if node.kind in ("table", "view")]
    around = view.nodes(edge.source for edge in view.incoming(tables, ("CONTAINS_TABLE",)))
    nodes.update((number, node) for number, node in around.items() if node.kind == "schema")
    _add_containers(view, nodes)


@dataclass(slots=True)
class _Payload:
    view: View
    searched: NodeRow
    reached: _Reached
    sites: list[UnresolvedRow]
    owners: Ownership

    def build(self) -> dict[str, Any]:
        nodes = self.reached.nodes
        known = self.view.applications()
        used = {node.application for node in nodes.values() if node.application}
        payload = [node_json(node, self.view.id, known) for node in nodes.values()]
        self._add_owners(payload)
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
            database = self.searched.kind in DATABASE_KINDS
            name, label = (DYNAMIC_SQL, "Table") if database else (self.searched.name, "MethodEntity")
            stand_in = unresolved_json(name, len(self.sites), self.view.id, label)
            payload.append(stand_in)
            relationships += self._open_uses(stand_in["id"])
        files = (
            []
            if self.searched.kind in DATABASE_KINDS
            else self.view.mentions(self.searched.name, self.searched.language)
        )
        return {
            "nodes": payload,
            "relationships": relationships,
            "truncated": self.reached.truncated,
            "notAnalysed": [{"path": file.path, "reason": file.reason} for file in files[:_MOST_FILES]],
        }

    def _add_owners(self, payload: list[dict[str, Any]]) -> None:
        """Tell the owners of the node and its nearest users, for a bounded number of files."""
        searched = self.searched
        near = {edge.source for edge in self.reached.edges if edge.target in (searched.id, searched.parent)}
        files: set[tuple[str, str]] = set()
        for node, shown in zip(self.reached.nodes.values(), payload, strict=True):
            place = (node.repository, node.path)
            if node.kind == "unresolved" or (node.id != searched.id and node.id not in near):
                continue
            if place in files or len(files) < _MOST_OWNED:
                files.add(place)
                shown["properties"].update(owner_properties(node, self.owners, deep=node.id == searched.id))

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
                _OPEN[site.kind],
                provenance=f"{site.path}:{site.line}",
                reason=site.reason,
            )
            for site in first.values()
        ]
