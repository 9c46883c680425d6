"""The impact payload as a typed, indexed graph, shared by every report made from it."""

from lineai_core._graph.fetch import fetch_impact, fetch_rows
from lineai_core._graph.graph import ImpactGraph
from lineai_core._graph.model import Node, Reference, Relationship, UnreadFile, UnresolvedReference

__all__ = [
    "ImpactGraph",
    "Node",
    "Reference",
    "Relationship",
    "UnreadFile",
    "UnresolvedReference",
    "fetch_impact",
    "fetch_rows",
]
