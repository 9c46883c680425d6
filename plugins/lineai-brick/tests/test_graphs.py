"""Cycles, bridges and impact of random multigraphs, against definitions taken literally."""

import random

from hypothesis import given, settings
from hypothesis import strategies as st
from lineai_brick.model import build
from lineai_brick.queries import ask
from lineai_brick.reading import write

ENDS = st.integers(0, 7)
EDGES = st.lists(st.tuples(ENDS, ENDS), max_size=16)
EVIDENCE = [{"lane": "Syntactic", "backend": "b", "confidence": 1, "provenance": "x:1"}]


def artifact(pairs, count=8):
    nodes = [{"id": f"n{number:07}", "kind": "function", "name": f"f{number}"} for number in range(count)]
    edges = [
        {
            "id": f"e{number:07}",
            "kind": ("calls", "imports", "inherits")[number % 3],
            "source": f"n{source:07}",
            "target": f"n{target:07}",
            "evidence": EVIDENCE,
        }
        for number, (source, target) in enumerate(pairs)
    ]
    head = {"building_schema_version": 4, "repository_id": "r", "root": ".", "scope": {}, "metrics": {}}
    return {**head, "nodes": nodes, "edges": edges}


def reach(pairs, start, depth=99):
    distance, frontier = {start: 0}, {start}
    for step in range(1, depth + 1):
        frontier = {target for source, target in pairs if source in frontier} - set(distance)
        distance |= dict.fromkeys(frontier, step)
    return distance


@settings(max_examples=1500, deadline=None)
@given(EDGES)
def test_cycles(pairs):
    """Requirements 54, 55."""
    ways = {number: reach(pairs, number) for number in range(8)}
    expected = set()
    for number in range(8):
        members = frozenset(other for other in ways[number] if number in ways[other])
        if len(members) > 1 or (number, number) in pairs:
            expected.add(members)
    found = ask(build(artifact(pairs)), "brick_cycles", {})["cycles"]
    assert {frozenset(int(node["id"][1:]) for node in cycle["nodes"]) for cycle in found} == expected
    assert len(found) == len(expected)


@settings(max_examples=1500, deadline=None)
@given(EDGES)
def test_bridges(pairs):
    """Requirements 61-63, 92."""
    expected = []
    for number, (source, target) in enumerate(pairs):
        rest = pairs[:number] + pairs[number + 1 :]
        if target not in reach(rest + [(b, a) for a, b in rest], source):
            expected.append(f"e{number:07}")
    found = ask(build(artifact(pairs)), "brick_bridges", {})["bridges"]
    assert [bridge["edge"]["id"] for bridge in found] == expected


@settings(max_examples=1000, deadline=None)
@given(EDGES, ENDS, st.integers(0, 5), st.booleans())
def test_impact(pairs, start, depth, dependents):
    """Requirements 46-52."""
    ways = [(b, a) for a, b in pairs] if dependents else pairs
    distance = reach(ways, start, depth)
    direction = "dependents" if dependents else "dependencies"
    question = {"node_id": f"n{start:07}", "direction": direction, "max_depth": depth}
    answer = ask(build(artifact(pairs)), "brick_impact", question)
    assert answer["depths"] == {f"n{node:07}": far for node, far in distance.items() if node != start}
    traversed = [f"e{number:07}" for number, way in enumerate(ways) if distance.get(way[0], 99) < depth]
    assert [edge["id"] for edge in answer["edges"]] == traversed


@settings(max_examples=200, deadline=None)
@given(EDGES, st.randoms(use_true_random=False))
def test_the_order_of_the_file_changes_no_answer(pairs, shuffler: random.Random):
    """Requirements 90, 91: byte for byte."""
    first, second = artifact(pairs), artifact(pairs)
    shuffler.shuffle(second["nodes"])
    shuffler.shuffle(second["edges"])
    for query in ("brick_cycles", "brick_bridges", "brick_uncalled"):
        assert write(ask(build(first), query, {})) == write(ask(build(second), query, {}))


def test_a_long_chain_needs_no_recursion():
    count = 20_000
    model = build(artifact([(number, number + 1) for number in range(count - 1)], count))
    assert len(ask(model, "brick_bridges", {})["bridges"]) == count - 1
    assert ask(model, "brick_cycles", {})["cycles"] == []
    question = {"node_id": "n0000000", "direction": "dependencies", "max_depth": count}
    assert ask(model, "brick_impact", question)["depths"][f"n{count - 1:07}"] == count - 1
