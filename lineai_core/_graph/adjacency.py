"""Relationships by the numbers of the nodes at their ends: a graph is walked without an object a step."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import cached_property

from lineai_core._graph.model import Relationship

_NONE = -1


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
        self._starts = starts
        self._ends = ends

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
        starts, chains, depends = self._starts, self._incoming, self._dependencies()
        for each in reached:
            further = found[each] + 1
            number = chains.heads[each]
            while number != _NONE:
                start = starts[number]
                if found[start] == far and depends[number]:
                    found[start] = further
                    reached.append(start)
                number = chains.following[number]
        return found

    def by_distance(self, distances: Sequence[int], own: str) -> tuple[Relationship, ...]:
        """Return the relationships by the distance of their ends; see ``ImpactGraph``."""
        first = self._position.get(own)
        ends = zip(self._starts, self._ends, strict=True)
        ranks = [0 if start == first else distances[end] for start, end in ends]
        order = sorted(range(len(ranks)), key=ranks.__getitem__)
        return tuple(map(self._relationships.__getitem__, order))

    def _dependencies(self) -> list[bool]:
        """Return, for each relationship, whether a change of its end can break an element at its start."""
        return [
            not (edge.contains or edge.group or start == end or edge.start.is_unresolved)
            for edge, start, end in zip(self._relationships, self._starts, self._ends, strict=True)
        ]

    @cached_property
    def _position(self) -> dict[str, int]:
        return {identifier: number for number, identifier in enumerate(self._nodes)}

    @cached_property
    def _incoming(self) -> _Chains:
        return _Chains(self._ends, len(self._nodes))

    @cached_property
    def _outgoing(self) -> _Chains:
        return _Chains(self._starts, len(self._nodes))

    def _at(self, chains: _Chains, identifier: str) -> Sequence[Relationship]:
        number = self._position.get(identifier)
        return () if number is None else tuple(self._relationships[each] for each in chains.at(number))


class _Chains:
    """For each node the first relationship at it, and for each relationship the next one at that node.

    Two lists of numbers, instead of one list for each node.
    """

    def __init__(self, places: Sequence[int], count: int) -> None:
        self.heads = heads = [_NONE] * count
        self.following = following = [_NONE] * len(places)
        for number in range(len(places) - 1, -1, -1):
            place = places[number]
            following[number] = heads[place]
            heads[place] = number

    def at(self, node: int) -> Iterator[int]:
        """Yield the numbers of the relationships at a node, in their order."""
        number = self.heads[node]
        while number != _NONE:
            yield number
            number = self.following[number]
