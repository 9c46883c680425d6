"""Relationships by the positions of the nodes at their ends: numbers, over which walks are fast."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import cached_property

from lineai_core._graph.model import Relationship


class Adjacency:
    """The relationships of a graph, whose nodes are numbered in the payload's order.

    ``starts`` and ``ends`` are the numbers of each relationship's ends, in the order of ``relationships``.
    """

    def __init__(
        self,
        nodes: Collection[str],
        relationships: Sequence[Relationship],
        starts: list[int],
        ends: list[int],
    ) -> None:
        self._nodes = nodes
        self._relationships = relationships
        self.starts = starts
        self.ends = ends

    @classmethod
    def of(cls, nodes: Collection[str], relationships: Sequence[Relationship]) -> Adjacency:
        """Return the adjacency of relationships between these nodes, given by their ids."""
        position = {identifier: number for number, identifier in enumerate(nodes)}
        starts = [position[edge.start.id] for edge in relationships]
        return cls(nodes, relationships, starts, [position[edge.end.id] for edge in relationships])

    def incoming(self, identifier: str) -> Sequence[Relationship]:
        """Return the relationships that end at a node, in the payload's order."""
        return self._at(self._incoming, identifier)

    def outgoing(self, identifier: str) -> Sequence[Relationship]:
        """Return the relationships that start at a node, in the payload's order."""
        return self._at(self._outgoing, identifier)

    def distances(self, identifier: str) -> list[int]:
        """Return how many dependencies away from a node each node is, by number; see ``ImpactGraph``."""
        far = len(self._nodes)
        found = [far] * far
        first = self._position.get(identifier)
        if first is None:
            return found
        found[first] = 0
        reached = [first]
        dependents = self._dependents
        for each in reached:
            further = found[each] + 1
            for start in dependents[each]:
                if found[start] == far:
                    found[start] = further
                    reached.append(start)
        return found

    def by_distance(self, distances: Sequence[int], own: str) -> tuple[Relationship, ...]:
        """Return the relationships by the distance of their ends; see ``ImpactGraph``."""
        first = self._position.get(own)
        ends = zip(self.starts, self.ends, strict=True)
        ranks = [0 if start == first else distances[end] for start, end in ends]
        order = sorted(range(len(ranks)), key=ranks.__getitem__)
        return tuple(map(self._relationships.__getitem__, order))

    @cached_property
    def _position(self) -> dict[str, int]:
        return {identifier: number for number, identifier in enumerate(self._nodes)}

    @cached_property
    def _dependents(self) -> list[Sequence[int]]:
        """The nodes that depend on each node, by number; an unresolved reference depends on nothing."""
        groups: list[Sequence[int]] = [()] * len(self._nodes)
        for edge, start, end in zip(self._relationships, self.starts, self.ends, strict=True):
            if not (edge.contains or edge.group or start == end or edge.start.is_unresolved):
                _add(groups, end, start)
        return groups

    @cached_property
    def _incoming(self) -> list[Sequence[int]]:
        return _grouped(self.ends, len(self._nodes))

    @cached_property
    def _outgoing(self) -> list[Sequence[int]]:
        return _grouped(self.starts, len(self._nodes))

    def _at(self, groups: list[Sequence[int]], identifier: str) -> Sequence[Relationship]:
        number = self._position.get(identifier)
        return () if number is None else tuple(self._relationships[each] for each in groups[number])


def _grouped(ends: Sequence[int], count: int) -> list[Sequence[int]]:
    """Return, for each node, the numbers of the relationships that have it as that end."""
    groups: list[Sequence[int]] = [()] * count
    for number, end in enumerate(ends):
        _add(groups, end, number)
    return groups


def _add(groups: list[Sequence[int]], place: int, number: int) -> None:
    """Add a number to a group; most nodes have none, and share the empty one."""
    group = groups[place]
    if isinstance(group, list):
        group.append(number)
    else:
        groups[place] = [number]
