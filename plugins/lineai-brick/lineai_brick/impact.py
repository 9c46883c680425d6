"""What depends on a node, or what a node depends on: breadth-first search."""

from __future__ import annotations

from lineai_brick.model import Model, Record


def impact(
    model: Model, start: str, *, dependents: bool, max_depth: int
) -> tuple[dict[str, int], list[Record]]:
    """Return the distance in edges of every node reached, and the edges traversed, both ordered by id.

    The start is not among the nodes. An edge is traversed when its near end is closer than ``max_depth``,
    whether or not its far end was seen before.
    """
    near, far = (model.incoming, "source") if dependents else (model.outgoing, "target")
    distances, traversed, queue = {start: 0}, set[str](), [start]
    for node in queue:
        if distances[node] >= max_depth:
            break
        for edge in near.get(node, ()):
            traversed.add(edge["id"])
            if edge[far] not in distances:
                distances[edge[far]] = distances[node] + 1
                queue.append(edge[far])
    del distances[start]
    return dict(sorted(distances.items())), [model.edges[edge] for edge in sorted(traversed)]
