"""What is not known is never told as good news."""

import pytest


def reasons(answer):
    return {reason["factor"]: reason["verdict"] for reason in answer.structured["risk"]["reasons"]}


def test_unknown_complexity_is_not_acceptable(graph, ask):
    graph.method("m-1", "saveOrder")
    answer = ask()
    assert reasons(answer)["complexity"] == "unknown"
    assert "complexity" not in answer.structured["target"]
    assert "- **Complexity:** unknown" in answer.text


@pytest.mark.parametrize(
    ("value", "verdict"), [(10, "acceptable"), (11, "elevated"), ("14", "elevated"), ("n/a", "unknown")]
)
def test_complexity_is_compared_with_the_threshold(graph, ask, value, verdict):
    graph.method("m-1", "saveOrder", **{"statistics.cyclomaticComplexity": value})
    assert reasons(ask())["complexity"] == verdict


@pytest.mark.parametrize(("count", "verdict"), [(0, "unknown"), (1, "acceptable"), (2, "elevated")])
def test_no_application_is_not_a_single_application(graph, ask, count, verdict):
    graph.method("m-1", "saveOrder")
    for number in range(count):
        graph.node(f"a-{number}", f"app{number}", "Application")
    assert reasons(ask())["applications"] == verdict


def test_a_method_without_dependents_is_isolated_only_if_nothing_could_be_a_caller(graph, ask):
    graph.method("m-1", "saveOrder")
    answer = ask()
    assert answer.structured["status"] == "unreferenced"
    assert "it is isolated here" in answer.text


@pytest.mark.parametrize(
    "properties",
    [
        {"fuzzy": '{"shortName": "saveOrder"}'},
        {"shortName": "saveOrder"},
        {"labels": ["MethodEntity", "v-1"]},
    ],
)
def test_an_unresolved_reference_that_could_be_a_caller_makes_isolation_unknown(graph, ask, properties):
    graph.method("m-1", "saveOrder")
    graph.method("m-2", "other")
    graph.unresolved("ur-1", "something dynamic", **properties)
    graph.edge("m-2", "ur-1")
    answer = ask()
    assert answer.structured["status"] == "unknown"
    assert answer.structured["doubts"] == ["at 1 place it is unknown what is called, and it could be this"]
    assert "- **Direct Dependents:** unknown" in answer.text
    assert "isolated" not in answer.text
    assert reasons(answer)["dependents"] == "unknown"


@pytest.mark.parametrize(
    ("sought", "properties"),
    [
        ("[MethodEntity] shortName EQUALS charge", {}),
        ("[MethodEntity] identity EQUALS com.pay|Gateway|charge()", {}),
        ("anything", {"labels": ["Table"]}),
        ("anything", {"labels": ["Endpoint"], "endpoint": {"path": "/x", "httpMethod": None}}),
    ],
)
def test_an_unresolved_reference_to_something_else_is_no_possible_caller(graph, ask, sought, properties):
    graph.method("m-1", "saveOrder")
    graph.unresolved("ur-1", sought, **properties)
    assert ask().structured["status"] == "unreferenced"


def test_an_unresolved_http_call_could_reach_a_method_that_serves_a_route(graph, ask):
    graph.method("m-1", "saveOrder", annotations=['@PostMapping("/orders")'])
    graph.unresolved("ur-1", "anything", labels=["Endpoint"], endpoint={"path": "/orders"})
    assert ask().structured["status"] == "unknown"


def test_a_reference_within_the_method_itself_is_no_caller(graph, ask):
    graph.method("m-1", "saveOrder")
    graph.unresolved("ur-1", "[MethodEntity] shortName EQUALS saveOrder")
    graph.edge("m-1", "ur-1")
    assert ask().structured["status"] == "unreferenced"


def test_unresolved_rows_of_the_search_are_possible_callers(graph, ask):
    method = graph.method("m-1", "saveOrder")
    row = graph.unresolved("ur-1", "[MethodEntity] shortName EQUALS saveOrder")
    graph.nodes.remove(row)
    graph.rows = [row, method]
    answer = ask()
    assert answer.structured["target"]["id"] == "m-1"
    assert answer.structured["status"] == "unknown"
    assert [item["id"] for item in answer.structured["unresolved_references"]] == ["ur-1"]


def test_a_graph_without_the_method_leaves_its_dependents_unknown(graph, ask):
    graph.rows = [graph.method("m-1", "saveOrder", **{"statistics.cyclomaticComplexity": 2})]
    graph.impact = {"nodes": [], "relationships": []}
    answer = ask()
    assert answer.structured["status"] == "unknown"
    assert answer.structured["target"]["complexity"] == 2
    assert reasons(answer) == {
        "complexity": "acceptable",
        "dependents": "unknown",
        "applications": "unknown",
        "rest_api": "unknown",
    }


def test_a_relationship_from_outside_the_graph_could_be_a_caller(graph, ask):
    graph.method("m-1", "saveOrder")
    graph.edge("nowhere", "m-1")
    graph.edge("m-1", "nowhere")
    answer = ask()
    assert answer.structured["status"] == "unknown"
    assert answer.structured["totals"]["dangling_relationships"] == 2


def test_odd_rows_are_skipped_and_the_report_is_made(graph, ask):
    graph.method("m-1", "saveOrder", groupIds=None, **{"lineai.owners": [None, {"name": "x"}, "ana"]})
    graph.nodes += [
        None,
        7,
        {"name": "no id"},
        {"id": "n-1", "name": None, "primaryLabel": None, "properties": None},
    ]
    graph.method("m-2", "pay", annotations=[{"name": "GetMapping"}, None])
    graph.node("a-1", None, "Application")
    graph.node("a-2", "web", "Application")
    graph.relationships += [None, {}, {"startId": "m-2", "endId": "m-1"}]
    answer = ask()
    assert not answer.is_error
    assert [item["id"] for item in answer.structured["dependents"]] == ["m-2"]
    assert answer.structured["totals"]["unreadable_rows"] == 4
    assert {item["name"] for item in answer.structured["applications"]} == {"a-1", "web"}


def test_numeric_ids_join_with_their_spelling(graph, ask):
    graph.method("7", "saveOrder")
    graph.method("8", "pay")
    graph.edge(8, 7)  # type: ignore[arg-type]
    assert [item["id"] for item in ask().structured["dependents"]] == ["8"]


def test_many_dependents_are_a_risk_of_their_own(graph, ask):
    graph.method("m-0", "saveOrder")
    for number in range(1, 22):
        graph.method(f"m-{number}", f"caller{number}")
        graph.edge(f"m-{number}", "m-0")
    assert reasons(ask())["dependents"] == "elevated"


def test_files_that_were_not_analysed_leave_isolation_unknown(graph, ask):
    graph.method("m-1", "saveOrder")
    graph.impact = {**graph.payload(), "notAnalysed": [{"path": "a.py", "reason": "too large"}, None, {}]}
    answer = ask()
    assert answer.structured["status"] == "unknown"
    assert answer.structured["unread_files"] == [{"path": "a.py", "reason": "too large"}]
    assert "### Files That Could Not Be Analysed\n\n- `a.py`: too large\n" in answer.text


def test_something_that_is_no_method_is_never_called_isolated(graph, ask):
    graph.node("f-1", "a.py", "PythonSourceFileEntity")
    answer = ask("a.py")
    assert answer.structured["status"] == "unknown"
    assert answer.structured["doubts"] == ["it is no method, and uses of what it contains are not counted"]


def test_a_graph_cut_by_the_backend_counts_at_least(graph, ask):
    graph.method("m-1", "saveOrder")
    graph.method("m-2", "pay")
    graph.edge("m-2", "m-1")
    graph.impact = {**graph.payload(), "truncated": True}
    answer = ask()
    assert answer.structured["doubts"] == ["the backend left remote dependents out of the graph"]
    assert "- **Transitive Dependents:** at least 1 " in answer.text


def test_every_place_of_an_unresolved_reference_is_told_with_its_reason(graph, ask):
    graph.method("m-0", "saveOrder")
    graph.unresolved("ur-1", "[MethodEntity] shortName EQUALS saveOrder", sites=30)
    for number in range(25):
        graph.method(f"m-{number + 1}", f"caller{number}")
        graph.edge(f"m-{number + 1}", "ur-1", provenance=f"a.py:{number}", reason="the receiver has no type")
    answer = ask()
    assert answer.structured["totals"]["unresolved_references"] == 1
    assert answer.structured["totals"]["possible_callers"] == 30
    parts = answer.structured["unresolved_references"]
    assert [part["referenced_by_offset"] for part in parts] == [0, 5, 10, 15, 20]
    places = [place["provenance"] for part in parts for place in part["referenced_by"]]
    assert places == [[f"a.py:{number}"] for number in range(25)]
    assert "INVOKES_METHOD at `a.py:24`: the receiver has no type" in answer.text
