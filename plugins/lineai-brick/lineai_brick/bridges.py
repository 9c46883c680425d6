"""Edges whose removal separates their ends, in the undirected dependency multigraph (Tarjan 1974)."""

from __future__ import annotations

from collections import defaultdict

from lineai_brick.model import Model, Record


def bridges(model: Model) -> list[Record]:
    """Return the bridges ordered by id; linear in nodes and edges, without recursion.

    Only the edge by which a node was reached is skipped, not the node before it: a parallel or reverse edge
    so counts as another way back.
    """
    around: defaultdict[str, list[tuple[str, str]]] = defaultdict(list)
    for edge in model.dependencies:
        source, target = edge["source"], edge["target"]
        if source != target:
            around[source].append((edge["id"], target))
            around[target].append((edge["id"], source))
    order, low, found = dict[str, int](), dict[str, int](), list[str]()
    for root in around:
        if root in order:
            continue
        order[root] = low[root] = len(order)
        path = [(root, "", iter(around[root]))]
        while path:
            node, arrived, ways = path[-1]
            for edge_id, other in ways:
                if edge_id == arrived:
                    continue
                if other not in order:
                    order[other] = low[other] = len(order)
                    path.append((other, edge_id, iter(around[other])))
                    break
                low[node] = min(low[node], order[other])
            else:
                path.pop()
                if path:
                    before = path[-1][0]
                    low[before] = min(low[before], low[node])
                    if low[node] > order[before]:
                        found.append(arrived)
    return [model.edges[edge_id] for edge_id in sorted(found)]
