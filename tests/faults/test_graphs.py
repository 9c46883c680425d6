"""Odd graphs: the right subject, nothing lost, and nothing called harmless that is only unknown."""

import pytest
from fake_lineai import shop

METHOD = "lineai-method-impact"
COMPLEXITY, OWNERS = "statistics.cyclomaticComplexity", "lineai.owners"


def ur(sought="[MethodEntity] shortName EQUALS save"):
    properties = {"id": "ur-8", "primaryLabel": "UnresolvedReference", "labels": ["MethodEntity", "v-1"]}
    return {"id": "ur-8", "name": sought, "primaryLabel": "SearchNode", "properties": properties}


def graph(nodes, *edges, rows=None):
    """Return the data of a shop whose method ``save`` has the id ``m-1`` and this impact."""
    relationships = [shop.edge(*edge) if isinstance(edge, tuple) else edge for edge in edges]
    rows = rows or [item for item in nodes if isinstance(item, dict) and item.get("id") == "m-1"]
    return {"methods": {"save": rows}, "impact": {"m-1": shop.envelope(nodes, relationships)}}


def target(**facts):
    return shop.method("m-1", "save", "OrderService", **facts)


@pytest.fixture
def report(ask):
    """Return a function that asks for the impact of ``save``, and requires a report."""

    def report(nodes, *edges, rows=None, **arguments):
        asked = ask(arguments={"method": "save", **arguments}, data=graph(nodes, *edges, rows=rows))
        assert not asked.is_error, asked.text
        return asked

    return report


def test_facts_are_those_of_the_node_that_was_searched(report):
    other = shop.method("m-2", "saveAllTheThings", "Batch", **{COMPLEXITY: 25, OWNERS: ["wrong@x"]})
    found = target(**{COMPLEXITY: 3, OWNERS: ["right@x"]})
    asked = report([other, found], ("m-2", "m-1", "INVOKES_METHOD"))
    assert asked.data["target"]["complexity"] == 3
    assert [owner["name"] for owner in asked.data["owners"]] == ["right@x"]


def test_a_class_is_not_found_in_the_name_of_a_package(report):
    userland = {**target(), "id": "m-0", "identity": "com.userland|Tool|save()"}
    userland["properties"] = {**userland["properties"], "id": "m-0", "identity": "com.userland|Tool|save()"}
    user = {**target(), "identity": "com.shop|User|save()"}
    user["properties"] = {**user["properties"], "identity": "com.shop|User|save()"}
    asked = report([user], rows=[userland, user], **{"class": "User"})
    assert asked.data["target"]["id"] == "m-1"


def test_other_methods_of_that_name_are_listed(report):
    other = shop.method("m-9", "save", "Invoice")
    asked = report([target()], rows=[target(), other])
    assert [method["id"] for method in asked.data["alternatives"]] == ["m-9"]
    assert "Invoice" in asked.text


def test_a_definition_is_preferred_to_an_unresolved_reference(report):
    asked = report([target()], rows=[ur(), target()])
    assert asked.data["target"]["id"] == "m-1"


@pytest.mark.parametrize("nodes", [[target()], [], [shop.method("m-2", "other", "X")]])
def test_what_is_not_known_is_not_called_harmless(report, nodes):
    asked = report(nodes, rows=[target()])
    reasons = {reason["factor"]: reason["verdict"] for reason in asked.data["risk"]["reasons"]}
    assert reasons["complexity"] == "unknown"
    assert reasons["applications"] == "unknown"
    assert asked.data["risk"]["level"] != "acceptable"
    assert "acceptable limits" not in asked.text


@pytest.mark.parametrize(
    "odd",
    [
        {**shop.method("m-2", "x", "X"), "properties": None},
        {**shop.method("m-2", "x", "X"), "name": None},
        {**shop.method("m-2", "x", "X"), "primaryLabel": None},
        shop.method("m-2", "x", "X", **{OWNERS: [None, {"name": "ana"}]}),
        shop.method("m-2", "x", "X", groupIds=None),
        shop.method("m-2", "x", "X", **{COMPLEXITY: "many"}),
        shop.method("m-2", "x", "X", annotations=[{"name": "GetMapping"}, None]),
        {**shop.node("m-2", "x", "Application"), "name": None},
        {"id": None, "name": None},
        {},
        None,
        "text",
    ],
)
def test_one_odd_node_does_not_cost_the_report(report, odd):
    caller = shop.method("m-3", "caller", "C")
    asked = report([target(), odd, caller], ("m-3", "m-1", "INVOKES_METHOD"))
    assert [dependent["id"] for dependent in asked.data["dependents"]] == ["m-3"]


@pytest.mark.parametrize("odd", [None, {}, "x", {"startId": "m-3"}, {"startId": None, "endId": "m-1"}, 7])
def test_one_odd_relationship_does_not_cost_the_report(report, odd):
    asked = report([target(), shop.method("m-3", "caller", "C")], ("m-3", "m-1", "INVOKES_METHOD"), odd)
    assert [dependent["id"] for dependent in asked.data["dependents"]] == ["m-3"]


@pytest.mark.parametrize("row", [{"id": "m-0"}, {"name": None}, {}, None, {"identity": None, "id": "m-0"}])
def test_one_odd_row_of_the_search_does_not_cost_the_report(report, row):
    asked = report([target()], rows=[target(), row])
    assert asked.data["target"]["id"] == "m-1"


@pytest.mark.parametrize(
    ("owners", "names"),
    [("alice", ["alice"]), (["ana", "raj"], ["ana", "raj"]), (None, []), ([None], [])],
)
def test_owners_are_whole_names(report, owners, names):
    asked = report([target(**{OWNERS: owners})])
    assert [owner["name"] for owner in asked.data.get("owners", [])] == names


def test_what_comes_twice_is_told_once(report):
    caller = shop.method("m-3", "caller", "C")
    edges = [("m-3", "m-1", "INVOKES_METHOD")] * 3
    asked = report([target(), target(), caller, caller], *edges)
    assert [dependent["id"] for dependent in asked.data["dependents"]] == ["m-3"]
    assert [node["id"] for node in asked.data["nodes"]] == ["m-1", "m-3"]


def test_a_method_that_calls_itself_is_not_its_own_dependent(report):
    asked = report([target()], ("m-1", "m-1", "INVOKES_METHOD"))
    assert asked.data["totals"]["direct_dependents"] == 0


def test_a_container_is_not_a_dependent(report):
    holder = shop.node("c-1", "OrderService", "JavaClassEntity")
    asked = report([target(), holder], ("c-1", "m-1", "CONTAINS_METHOD"))
    assert asked.data["totals"]["direct_dependents"] == 0


def test_a_cycle_ends(report):
    caller = shop.method("m-3", "caller", "C")
    asked = report([target(), caller], ("m-3", "m-1", "INVOKES_METHOD"), ("m-1", "m-3", "INVOKES_METHOD"))
    assert [dependent["id"] for dependent in asked.data["dependents"]] == ["m-3"]


def test_a_relationship_that_leads_nowhere_is_counted(report):
    asked = report([target()], ("gone", "m-1", "INVOKES_METHOD"))
    assert asked.data["totals"]["dangling_relationships"] == 1


def test_a_chain_of_containers_may_be_deep(report):
    chain = [shop.node(f"c-{depth}", f"C{depth}", "JavaClassEntity") for depth in range(1200)]
    edges = [(f"c-{depth}", f"c-{depth + 1}", "CONTAINS_CLASS") for depth in range(1199)]
    asked = report([target(), *chain], *edges, ("c-1199", "m-1", "CONTAINS_METHOD"))
    assert asked.data["target"]["id"] == "m-1"


def test_a_large_impact_is_a_short_answer(ask):
    asked = ask(arguments={"method": "synth-5000-20000"})
    assert len(asked.text.encode()) < 40_000
    assert asked.data["truncated"] is True
