"""What is not known is never told as good news."""

import pytest

from lineai_core.testing import failure


def entity(answer):
    (found,) = answer.structured["entities"]
    return found


def users(database, count):
    for number in range(count):
        database.method(f"m-{number}", f"user{number:02}", **{"statistics.cyclomaticComplexity": 1})
        database.edge(f"m-{number}", "t-1")


@pytest.mark.parametrize(
    ("count", "level"), [(0, "low"), (5, "low"), (6, "medium"), (20, "medium"), (21, "high")]
)
def test_the_level_follows_the_number_of_dependents(database, ask, count, level):
    database.table("t-1", "ORDERS")
    users(database, count)
    answer = ask()
    assert entity(answer)["risk"] == answer.structured["risk"] == level
    assert f"- **Risk:** {level}" in answer.text


def test_objects_that_depend_on_it_count_and_those_it_depends_on_do_not(database, ask):
    database.table("t-1", "ORDERS")
    for number in range(6):
        database.table(f"x-{number}", f"X{number}")
        database.edge("t-1", f"x-{number}", "FOREIGN_KEY")
    assert entity(ask())["risk"] == "low"
    assert entity(ask())["status"] == "unreferenced"
    for number in range(6):
        database.edge(f"x-{number}", "t-1", "FOREIGN_KEY")
    assert entity(ask())["risk"] == "medium"


@pytest.mark.parametrize("count", [0, 5, 6, 21])
def test_a_doubt_turns_low_into_unknown_and_nothing_else(database, ask, count):
    database.table("t-1", "ORDERS")
    users(database, count)
    database.edge("nowhere", "t-1")
    answer = ask()
    assert entity(answer)["doubts"] == ["1 relationship into it from outside the graph"]
    assert entity(answer)["risk"] == {0: "unknown", 5: "unknown", 6: "medium", 21: "high"}[count]
    assert entity(answer)["status"] == ("resolved" if count else "unknown")
    if not count:
        assert "No code that uses it was found, but 1 relationship into it" in answer.text


def test_a_graph_without_the_object_leaves_everything_unknown(database, ask):
    database.rows = [({"id": "t-9", "name": "ORDERS"}, {})]
    database.table("t-10", "ORDERS")
    database.method("m-1", "save")
    database.edge("m-1", "t-10")
    answer = ask()
    assert entity(answer)["status"] == entity(answer)["risk"] == "unknown"
    assert entity(answer)["doubts"] == ["the impact graph does not hold the object itself"]


@pytest.mark.parametrize(
    ("sought", "properties", "meant"),
    [
        ("[Table] shortName EQUALS ORDERS", {}, True),
        ("[Table] shortName EQUALS orders", {}, True),
        ("[Table] name unknown", {}, True),
        ("anything", {"labels": ["Table", "v-1"]}, True),
        ("anything", {"labels": ["View", "MethodEntity"]}, True),
        ("anything", {}, True),
        ("[Table] shortName EQUALS CUSTOMERS", {}, False),
        ("[MethodEntity] identity EQUALS com.pay|Gateway|charge()", {}, False),
        ("anything", {"labels": ["Endpoint"]}, False),
    ],
)
def test_an_unresolved_reference_that_could_mean_it_is_a_doubt(database, ask, sought, properties, meant):
    database.table("t-1", "ORDERS")
    database.method("m-1", "run")
    database.unresolved("ur-1", sought, **properties)
    database.edge("m-1", "ur-1")
    answer = ask()
    assert entity(answer)["risk"] == ("unknown" if meant else "low")
    (row,) = answer.structured["unresolved_references"]
    assert row["could_mean"] == ([1] if meant else [])
    assert [place["name"] for place in row["referenced_by"]] == ["run"]


def test_unresolved_rows_of_the_search_are_never_analysed_but_counted(database, ask):
    database.table("t-1", "ORDERS")
    unresolved = {
        "id": "ur-1",
        "name": "[Table] shortName EQUALS ORDERS",
        "properties": {"primaryLabel": "UnresolvedReference"},
    }
    database.rows = [(unresolved, {}), ({"id": "t-1", "name": "ORDERS"}, {})]
    answer = ask()
    assert entity(answer)["id"] == "t-1"
    assert entity(answer)["risk"] == "unknown"
    assert [row["id"] for row in answer.structured["unresolved_references"]] == ["ur-1"]
    assert not any("ur-1" in request.path for request in ask.api.requests)


@pytest.mark.parametrize(
    ("more", "doubt"),
    [
        ({"truncated": True}, "the backend left remote dependents out of the graph"),
        (
            {"notAnalysed": [{"path": "a.py", "reason": "x"}]},
            "1 file that may mention it could not be analysed",
        ),
    ],
)
def test_what_the_backend_left_out_is_a_doubt(database, ask, more, doubt):
    database.table("t-1", "ORDERS")
    database.impact["t-1"] = {**database.payload(), **more}
    answer = ask()
    assert entity(answer)["doubts"] == [doubt]
    assert entity(answer)["risk"] == "unknown"
    assert ("notAnalysed" in more) == ("unread_files" in answer.structured)


@pytest.mark.parametrize(("count", "verdict"), [(0, "unknown"), (1, "acceptable"), (2, "elevated")])
def test_no_application_is_not_a_single_application(database, ask, count, verdict):
    database.table("t-1", "ORDERS")
    for number in range(count):
        database.node(f"a-{number}", f"app{number}", "Application")
        database.edge(f"a-{number}", "t-1", "GROUPS")
    answer = ask()
    reasons = {reason["factor"]: reason["verdict"] for reason in entity(answer)["reasons"]}
    assert reasons["applications"] == verdict
    assert ("names no application that uses what was analysed" in answer.text) == (count == 0)


@pytest.mark.parametrize(
    ("value", "verdict"), [(None, "unknown"), ("n/a", "unknown"), (10, "acceptable"), (11, "elevated")]
)
def test_unknown_complexity_of_code_is_unknown(database, ask, value, verdict):
    database.table("t-1", "ORDERS")
    database.method("m-1", "save", **{"statistics.cyclomaticComplexity": value})
    database.edge("m-1", "t-1")
    answer = ask()
    reasons = {reason["factor"]: reason["verdict"] for reason in entity(answer)["reasons"]}
    assert reasons["complexity"] == verdict
    assert (" | unknown |" in answer.text) == (verdict == "unknown")


def test_odd_rows_are_skipped_and_the_report_is_made(database, ask):
    database.table("t-1", "ORDERS")
    database.nodes += [None, 7, {"name": "no id"}, {"id": "n", "name": None, "properties": None}]
    database.method("m-1", "save", groupIds=None, **{"lineai.owners": [None, {"name": "x"}, "ana"]})
    database.relationships += [None, {}, {"startId": "m-1", "endId": "t-1"}]
    answer = ask()
    assert not answer.is_error
    assert entity(answer)["totals"]["code_dependencies"] == 1
    assert "4 rows of the graph could not be read" in entity(answer)["doubts"]


def test_a_partial_failure_is_stated_and_its_risk_is_unknown(database, ask):
    database.table("t-1", "ORDERS")
    database.hit("t-1", "ORDERS", "A")
    database.hit("t-2", "ORDERS", "B")
    database.hit(None, "ORDERS", "C")
    database.impact["t-2"] = lambda request: failure(500, "BROKEN", "no | luck\n# forged")
    answer = ask()
    assert not answer.is_error
    assert answer.structured["risk"] == "unknown"
    assert answer.structured["totals"] == {
        "matches": 3,
        "first": 1,
        "analysed": 1,
        "failed": 2,
        "not_analysed": 0,
        "unresolved_references": 0,
    }
    broken, without_id = answer.structured["failures"]
    assert (broken["id"], broken["kind"], broken["http_status"], broken["risk"]) == (
        "t-2",
        "http_error",
        500,
        "unknown",
    )
    assert (without_id["kind"], "id" in without_id) == ("invalid_response", False)
    assert "## Impact retrieval failures" in answer.text
    assert "| `B.ORDERS` | http_error, HTTP 500: " in answer.text
    assert "| `C.ORDERS` | invalid_response: the search tells no id for it | unknown |" in answer.text
    assert "**Incomplete:** the impact of 2 of them could not be read" in answer.text
    assert not any("None" in request.path for request in ask.api.requests)
