"""Reading an impact payload."""

import json

import pytest

from lineai_core.plugin import ImpactGraph, InvalidResponse, Node


def graph(nodes=(), relationships=()):
    return ImpactGraph.parse({"nodes": list(nodes), "relationships": list(relationships)})


def edge(start, end, kind="INVOKES_METHOD", **more):
    return {"startId": start, "endId": end, "type": kind, **more}


@pytest.mark.parametrize(
    "data",
    [
        None,
        [],
        "text",
        7,
        {},
        {"nodes": []},
        {"nodes": None, "relationships": []},
        {"nodes": {}, "relationships": []},
    ],
)
def test_what_is_no_graph_is_refused_naming_the_endpoint(data):
    with pytest.raises(InvalidResponse) as caught:
        ImpactGraph.parse(data, endpoint="GET /impact")
    assert caught.value.endpoint == "GET /impact"


def test_nodes_are_found_by_id_and_label_in_order():
    found = graph([{"id": "b", "primaryLabel": "Table"}, {"id": "a", "primaryLabel": "Table"}, {"id": "c"}])
    assert [node.id for node in found.labelled("Table")] == ["b", "a"]
    assert found.node("c").label == ""
    assert found.node("d") is None
    assert found.labelled("View") == ()


def test_relationships_are_found_by_either_end():
    found = graph([{"id": "a"}, {"id": "b"}], [edge("a", "b"), edge("b", "b", "X")])
    assert [r.start.id for r in found.incoming("b")] == ["a", "b"]
    assert [r.type for r in found.outgoing("a")] == ["INVOKES_METHOD"]
    assert found.incoming("a") == ()


def test_rows_with_one_id_are_one_node_and_keep_what_either_knows():
    found = graph(
        [
            {"id": "a", "properties": {"x": 1}},
            {"id": "a", "name": "save", "primaryLabel": "Table", "properties": {"x": 2, "y": 3}},
        ]
    )
    assert list(found.nodes) == ["a"]
    node = found.node("a")
    assert (node.name, node.label, node.number("x"), node.number("y")) == ("save", "Table", 1, 3)


def test_relationships_that_say_the_same_are_one_with_all_their_evidence():
    found = graph(
        [{"id": "a"}, {"id": "b"}],
        [
            edge("a", "b", properties={"lane": "Syntactic", "provenance": ["f:1"]}),
            edge("a", "b", properties={"lane": "Heuristic", "provenance": ["f:2", "f:1"]}),
            edge("a", "b"),
        ],
    )
    (only,) = found.relationships
    assert only.lane == "Syntactic"
    assert only.provenance == ("f:1", "f:2")


def test_lost_and_unreadable_rows_are_counted():
    found = graph(
        [{"id": "a"}, None, {}, {"id": True}], [edge("a", "x"), edge("x", "a"), edge("x", "a", "Y"), None]
    )
    assert (found.dangling, found.skipped) == (3, 4)
    assert (found.lost("a"), found.lost("x"), found.lost("b")) == (2, 1, 0)


@pytest.mark.parametrize(
    ("row", "dependency"),
    [
        (edge("a", "b"), True),
        (edge("a", "b", None), True),
        (edge("a", "b", "CONTAINS_METHOD"), False),
        (edge("a", "b", "HOLDS", contains=True), False),
        (edge("a", "b", "GROUPS"), False),
        (edge("a", "b", "REFERENCES_GROUP"), False),
        (edge("a", "b", "MEMBER", group=True), False),
        (edge("a", "a"), False),
    ],
)
def test_containment_grouping_and_self_loops_are_no_dependencies(row, dependency):
    (only,) = graph([{"id": "a"}, {"id": "b"}], [row]).relationships
    assert only.is_dependency is dependency


def test_ids_are_compared_as_text():
    found = graph([{"id": 5}, {"id": -7301925538112}], [edge("5", -7301925538112)])
    assert found.incoming("-7301925538112")[0].start.id == "5"


@pytest.mark.parametrize(
    ("row", "name"),
    [
        ({"id": "a", "name": "n"}, "n"),
        ({"id": "a", "name": None, "properties": {"name": "p"}}, "p"),
        ({"id": "a", "name": "  ", "properties": {"shortName": "s"}}, "s"),
        ({"id": "a", "identity": "p|C|m()"}, "p|C|m()"),
        ({"id": "a", "name": [1], "properties": None}, "a"),
        ({"properties": {"id": 4}}, "4"),
    ],
)
def test_a_node_always_has_a_name(row, name):
    assert Node.parse(row).name == name


@pytest.mark.parametrize(
    ("value", "number"),
    [
        (14, 14),
        (1.5, 1.5),
        ("14", 14),
        (" 2.5 ", 2.5),
        ("many", None),
        (None, None),
        (True, None),
        (float("nan"), None),
        ("inf", None),
        ([1], None),
    ],
)
def test_figures_are_numbers_or_unknown(value, number):
    assert (
        Node.parse({"id": "a", "properties": {"statistics.cyclomaticComplexity": value}}).complexity == number
    )


@pytest.mark.parametrize(
    ("value", "owners"),
    [
        (["b", "a", "b"], ("b", "a")),
        ("alice", ("alice",)),
        (None, ()),
        ({"name": "x"}, ('{"name": "x"}',)),
        ([None, "", 3, {"n": 1}], ("3", '{"n": 1}')),
        (True, ()),
    ],
)
def test_lists_of_names_are_distinct_texts(value, owners):
    assert Node.parse({"id": "a", "properties": {"lineai.owners": value}}).owners == owners


def test_a_lone_surrogate_is_replaced():
    row = json.loads('{"id": "a", "name": "x\\ud83dy", "properties": {"p": "\\ud83d\\ude00"}}')
    node = Node.parse(row)
    assert node.name == "x\ufffdy"
    assert node.text("p") == "\N{GRINNING FACE}"


@pytest.mark.parametrize(
    "row",
    [
        {"id": "u", "primaryLabel": "SearchNode"},
        {"id": "u", "primaryLabel": "UnresolvedReference"},
        {"id": "u", "primaryLabel": "SearchNode", "properties": {"primaryLabel": "UnresolvedReference"}},
        {"id": "u", "properties": {"primaryLabel": "UnresolvedReference"}},
    ],
)
def test_unresolved_references_are_recognised_in_every_shape(row):
    found = graph([row, {"id": "m", "name": "save"}, {"id": "n"}], [edge("m", "u"), edge("u", "n")])
    (reference,) = found.unresolved
    assert reference.id == "u"
    assert [by.node.name for by in reference.referenced_by] == ["save"]


def unresolved(name="x", **properties):
    row = {"id": "u", "name": name, "primaryLabel": "SearchNode", "properties": properties}
    return graph([row]).unresolved[0]


@pytest.mark.parametrize(
    ("reference", "name"),
    [
        (unresolved(fuzzy='{"shortName": "charge"}'), "charge"),
        (unresolved(fuzzy={"shortName": "charge"}), "charge"),
        (unresolved(shortName="charge"), "charge"),
        (unresolved(identity="com.pay|Gateway|charge(int)"), "charge"),
        (unresolved("[MethodEntity] shortName EQUALS charge"), "charge"),
        (unresolved("[MethodEntity] identity EQUALS com.pay|Gateway|charge()", fuzzy="{broken"), "charge"),
        (unresolved("a call of something"), None),
        (unresolved(fuzzy="[1]"), None),
    ],
)
def test_the_short_name_sought_is_told_if_it_can_be(reference, name):
    assert reference.short_name == name


def test_an_unresolved_reference_tells_labels_and_endpoint():
    reference = unresolved(
        labels=["MethodEntity", "v-77", "UnresolvedReference", 3, None],
        endpoint={"path": "/old", "host": None},
        **{"endpoint.path": "/charge", "endpoint.httpMethod": "POST"},
    )
    assert reference.labels == ("MethodEntity",)
    assert reference.endpoint == {"path": "/charge", "httpMethod": "POST"}


def test_what_the_backend_left_out_is_told():
    files = [{"path": "a.py", "reason": "too large"}, {"path": None}, 3]
    found = ImpactGraph.parse({"nodes": [], "relationships": [], "truncated": True, "notAnalysed": files})
    assert found.truncated
    assert [(file.path, file.reason) for file in found.unread] == [("a.py", "too large")]
    assert not graph().truncated
    assert graph().unread == ()


def test_an_unresolved_reference_has_as_many_sites_as_told_or_seen():
    assert unresolved(sites=4).sites == 4
    assert unresolved(sites="x").sites == 1
    assert unresolved().sites == 1
