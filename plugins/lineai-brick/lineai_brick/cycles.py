"""Strongly connected components of the dependency graph (Tarjan 1972), without recursion."""

from __future__ import annotations

from lineai_brick.model import Model, Record


def cycles(model: Model) -> list[tuple[list[str], list[Record]]]:
    """Return the members and internal edges of each cycle, all ordered by id, cycles by their first member.

    A cycle is a component of two nodes or more, or a node with an edge to itself. Linear in nodes and edges.
    """
    owner = _components(model)
    members, internal = dict[int, list[str]](), dict[int, list[Record]]()
    for node in model.nodes:
        members.setdefault(owner[node], []).append(node)
    for edge in model.dependencies:
        if owner[edge["source"]] == owner[edge["target"]]:
            internal.setdefault(owner[edge["source"]], []).append(edge)
    return [(nodes, internal[number]) for number, nodes in members.items() if number in internal]


def _components(model: Model) -> dict[str, int]:
    """Return the number of each node's component."""
    order, low, owner = dict[str, int](), dict[str, int](), dict[str, int]()
    stack: list[str] = []
    for root in model.nodes:
        if root in order:
            continue
        order[root] = low[root] = len(order)
        stack.append(root)
        path = [(root, iter(model.outgoing.get(root, ())))]
        while path:
            node, edges = path[-1]
            for edge in edges:
                target = edge["target"]
                if target not in order:
                    order[target] = low[target] = len(order)
                    stack.append(target)
                    path.append((target, iter(model.outgoing.get(target, ()))))
                    break
                if target not in owner:
                    low[node] = min(low[node], order[target])
            else:
                path.pop()
                if path:
                    low[path[-1][0]] = min(low[path[-1][0]], low[node])
                if low[node] == order[node]:
                    while True:
                        member = stack.pop()
                        owner[member] = order[node]
                        if member == node:
                            break
    return owner
