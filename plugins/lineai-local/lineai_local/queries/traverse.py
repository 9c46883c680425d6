"""Walk the graph of uses: what is affected, what is needed, and how one node depends on another."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal

from lineai_local.callers import USES
from lineai_local.graph import DATABASE_USES
from lineai_local.store import NodeRow, UseRow, View

Direction = Literal["upstream", "downstream", "both"]
DEPENDENCIES = tuple(sorted((*USES, *DATABASE_USES, "EXTENDS", "IMPORTS", "OVERRIDES")))
"""The edges by which a change may travel, from the node that depends to the one it depends on."""

MOST_NODES = 500
MOST_EXAMINED = 20_000
DEFAULT_DEPTH, MOST_DEPTH = 3, 10
DEFAULT_LENGTH, MOST_LENGTH = 6, 12


@dataclass(slots=True)
class Region:
    """What a walk reached: nodes with their distance, the edges among them, and whether it was cut.

    ``beyond`` tells whether there is more behind the greatest depth.
    """

    nodes: dict[int, NodeRow] = field(default_factory=dict)
    distance: dict[int, int] = field(default_factory=dict)
    edges: list[UseRow] = field(default_factory=list)
    truncated: bool = False
    beyond: bool = False


def region(view: View, seeds: Iterable[NodeRow], direction: Direction, depth: int) -> Region:
    """Return what lies within ``depth`` steps of the seeds: the nearest ``MOST_NODES`` nodes."""
    found = Region(nodes={seed.id: seed for seed in seeds})
    found.distance = dict.fromkeys(found.nodes, 0)
    edges: dict[tuple[int, str, int], UseRow] = {}
    for upstream in (True, False):
        if direction != "both" and upstream != (direction == "upstream"):
            continue
        _spread(view, found, edges, depth, upstream=upstream)
    found.edges = [edges[key] for key in sorted(edges)]
    return found


def _spread(
    view: View, found: Region, edges: dict[tuple[int, str, int], UseRow], depth: int, *, upstream: bool
) -> None:
    level = sorted(number for number, distance in found.distance.items() if distance == 0)
    reached = set(level)
    for distance in range(1, depth + 2):
        near = view.incoming(level, DEPENDENCIES) if upstream else view.outgoing(level, DEPENDENCIES)
        ends = [edge.source if upstream else edge.target for edge in near]
        fresh = list(dict.fromkeys(end for end in ends if end not in reached))
        if distance > depth:
            found.beyond = found.beyond or bool(fresh)
            return
        new = [number for number in fresh if number not in found.nodes]
        room = MOST_NODES - len(found.nodes)
        if len(new) > room:
            found.truncated = True
            new = new[:room]
        found.nodes.update(view.nodes(new))
        for number in new:
            found.distance[number] = distance
        for edge in near:
            if edge.source in found.nodes and edge.target in found.nodes:
                edges[edge.source, edge.type, edge.target] = edge
        level = [number for number in fresh if number in found.nodes]
        reached.update(level)
        if not level:
            return


@dataclass(frozen=True, slots=True)
class Path:
    """A shortest path: node numbers and the edges between them; ``nodes`` is empty if there is none.

    ``examined`` are the nodes looked at; ``cut`` tells whether the search gave up before it was through.
    """

    nodes: list[int]
    edges: list[UseRow]
    examined: set[int]
    cut: bool


def shortest_path(view: View, start: int, end: int, longest: int) -> Path:
    """Return a shortest path along dependencies from ``start`` to ``end``, of at most ``longest`` steps."""
    if start == end:
        return Path([start], [], {start}, cut=False)
    ahead: dict[int, UseRow | None] = {start: None}
    behind: dict[int, UseRow | None] = {end: None}
    front, back = [start], [end]
    steps = 0
    while front and back and steps < longest:
        if len(ahead) + len(behind) > MOST_EXAMINED:
            return Path([], [], {*ahead, *behind}, cut=True)
        steps += 1
        if len(front) <= len(back):
            front, met = _step(view.outgoing(front, DEPENDENCIES), ahead, behind, forward=True)
        else:
            back, met = _step(view.incoming(back, DEPENDENCIES), behind, ahead, forward=False)
        if met is not None:
            edges = _trail(ahead, met, forward=True)[::-1] + _trail(behind, met, forward=False)
            return Path([start, *(edge.target for edge in edges)], edges, {*ahead, *behind}, cut=False)
    return Path([], [], {*ahead, *behind}, cut=bool(front and back))


def _step(
    edges: list[UseRow], mine: dict[int, UseRow | None], others: dict[int, UseRow | None], *, forward: bool
) -> tuple[list[int], int | None]:
    fresh: list[int] = []
    for edge in edges:
        number = edge.target if forward else edge.source
        if number in mine:
            continue
        mine[number] = edge
        if number in others:
            return fresh, number
        fresh.append(number)
    return fresh, None


def _trail(steps: dict[int, UseRow | None], number: int, *, forward: bool) -> list[UseRow]:
    found = []
    edge = steps[number]
    while edge is not None:
        found.append(edge)
        edge = steps[edge.source if forward else edge.target]
    return found
