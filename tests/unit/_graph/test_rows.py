"""A payload read from its text is the same graph as the payload read row by row."""

import json

from hypothesis import given, settings
from hypothesis import strategies as st

from lineai_core.plugin import ImpactGraph

SCALARS = st.none() | st.booleans() | st.integers(-5, 5) | st.floats() | st.text(max_size=4)
IDS = st.sampled_from(["a", "b", "c", "d", "", "\ud83d", "é"])
NAMES = st.sampled_from(["", " ", "save", "\ud83d", None, 7])
LABELS = st.sampled_from(["JavaMethodEntity", "SearchNode", "UnresolvedReference", "", None])
PROPERTIES = st.dictionaries(
    st.sampled_from(["id", "name", "shortName", "identity", "primaryLabel", "annotations", "line", "sites"]),
    SCALARS | st.lists(st.text(max_size=3), max_size=2) | LABELS,
    max_size=4,
)
NODES = st.fixed_dictionaries(
    {"id": IDS}, optional={"name": NAMES, "identity": NAMES, "primaryLabel": LABELS, "properties": PROPERTIES}
)
KINDS = st.sampled_from(["INVOKES_METHOD", "CONTAINS_METHOD", "GROUPS", "", None])
RELATIONSHIPS = st.fixed_dictionaries(
    {"startId": IDS, "endId": IDS},
    optional={
        "type": KINDS,
        "contains": SCALARS,
        "group": SCALARS,
        "properties": st.none() | st.dictionaries(st.sampled_from(["lane", "provenance"]), SCALARS),
    },
)
ROW = st.integers() | st.none()


def seen(graph: ImpactGraph) -> object:
    """Return all that a graph tells."""
    return (
        [(n.id, n.name, n.identity, n.label, dict(n.properties)) for n in graph.nodes.values()],
        [
            (r.start.id, r.end.id, r.type, r.contains, r.group, dict(r.properties))
            for r in graph.relationships
        ],
        [(each.id, [by.node.id for by in each.referenced_by]) for each in graph.unresolved],
        [[each.start.id for each in graph.incoming(node)] for node in graph.nodes],
        [[each.end.id for each in graph.outgoing(node)] for node in graph.nodes],
        [graph.lost(node) for node in "abcd"],
        (graph.dangling, graph.skipped, graph.truncated, graph.unread),
    )


@settings(max_examples=300, deadline=None)
@given(
    st.lists(NODES, max_size=5, unique_by=lambda row: row["id"]) | st.lists(NODES | ROW, max_size=4),
    st.lists(RELATIONSHIPS, max_size=6) | st.lists(RELATIONSHIPS | ROW, max_size=4),
    st.fixed_dictionaries({}, optional={"truncated": SCALARS, "notAnalysed": SCALARS}),
)
def test_the_text_and_the_rows_give_the_same_graph(nodes, relationships, more) -> None:
    payload = {"nodes": nodes, "relationships": relationships, **more}
    text = json.dumps(payload).replace("NaN", "null").replace("-Infinity", "null").replace("Infinity", "null")
    assert seen(ImpactGraph.parse_json(text.encode())) == seen(ImpactGraph.parse(json.loads(text)))
