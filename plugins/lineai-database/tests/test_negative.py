"""Each answer without a report says whether it is certain."""

import pytest

from lineai_core.testing import Answer, FakeApi, call_tool, failure

IMPACT = "GET /api/dependency/impact/full/t-1/list"
SEARCH = "POST /api/ai-retrieval/search/table"
FOUND = [{"id": "t-1", "name": "ORDERS", "schema": "SALES"}]


def ask(answers, name="ORDERS", entity_type="table", **arguments):
    from lineai_database import plugin

    arguments = {"entity_type": entity_type, "name": name, **arguments}
    return call_tool(plugin, "lineai-database-impact", arguments, api=FakeApi(answers))


@pytest.mark.parametrize(
    "answer", [[], None, {}, failure(404, "NOT_FOUND", "nothing"), Answer(status=404, body={})]
)
def test_no_match_is_definite_and_no_error(answer):
    result = ask({SEARCH: answer})
    assert not result.is_error
    assert result.structured["status"] == "no_match"
    assert result.structured["scope"] == {"view_id": "view-1"}
    assert result.text.startswith("# No tables found matching `ORDERS`\n")
    assert "definite no-match" in result.text
    assert "risk" not in result.structured


@pytest.mark.parametrize(
    "answer",
    [
        Answer(status=404, body="<html>not here</html>"),
        failure(500, "BROKEN", "out of order"),
        failure(504, "GATEWAY", "slow"),
        Answer(status=200, body="<html>"),
        "text",
        [1, 2],
        {"a": 1},
    ],
)
def test_a_search_that_failed_is_no_no_match(answer):
    result = ask({SEARCH: answer})
    assert result.is_error
    assert result.structured is None
    assert "no-match" not in result.text
    assert "# Unable to Analyze Table: `ORDERS`" in result.text
    assert "it is not known whether it exists" in result.text


def test_the_page_of_a_failed_search_shows_status_kind_and_what_the_server_said():
    result = ask({SEARCH: failure(500, "BROKEN", "out of order")})
    assert "http_error, HTTP 500" in result.text
    assert "out of order" in result.text


def test_only_unresolved_rows_are_a_no_match_that_says_so():
    row = {"id": "u", "name": "[Table] shortName EQUALS ORDERS", "primaryLabel": "SearchNode"}
    result = ask({SEARCH: [row]})
    assert result.structured["status"] == "no_match"
    assert "does occur in 1 unresolved reference" in result.text


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (failure(500, "BROKEN", "out of order"), "its impact could not be read"),
        (failure(404, "NOT_FOUND", "gone"), "the view does not hold it"),
        (Answer(status=200, body="<html>"), "its impact could not be read"),
        ({"nodes": []}, "its impact could not be read"),
        (None, "its impact could not be read"),
    ],
)
def test_the_only_impact_failing_is_an_error(answer, words):
    result = ask({SEARCH: FOUND, IMPACT: answer})
    assert result.is_error
    assert words in result.text
    assert "low" not in result.text.replace("below", "").replace("slow", "")


def test_every_impact_failing_is_an_error_that_lists_them():
    rows = [{"id": f"t-{number}", "name": "ORDERS", "schema": f"S{number}"} for number in (1, 2)]
    result = ask({SEARCH: [*rows, {"name": "ORDERS"}], IMPACT: failure(500, "BROKEN", "x")})
    assert result.is_error
    assert "the impact of none could be read" in result.text
    assert "| `S1.ORDERS` | http_error, HTTP 500" in result.text
    assert "| `S2.ORDERS` | not_found, HTTP 404" in result.text
    assert "| `ORDERS` | invalid_response" in result.text


def test_refused_permission_for_every_match_is_told_as_such():
    rows = [{"id": f"t-{number}", "name": "ORDERS"} for number in (1, 2)]
    refused = failure(403, "FORBIDDEN", "not your view")
    answers = {SEARCH: rows, IMPACT: refused, IMPACT.replace("t-1", "t-2"): refused}
    result = ask(answers)
    assert result.is_error
    assert "not your view" in result.text


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"name": "  "}, "'name' is empty"),
        ({"entity_type": "column", "name": "TOTAL"}, "table or view"),
        ({"entity_type": "index"}, "entity_type"),
        ({"entity_type": "table", "nme": "x"}, "did you mean 'name'"),
    ],
)
def test_a_question_that_names_nothing_is_refused_with_a_hint(arguments, words):
    result = ask({}, **arguments)
    assert result.is_error
    assert words in result.text


@pytest.mark.parametrize("hostile", ["a?x=1", "a#f", "../../../authenticate", "a/b", ".."])
def test_an_id_cannot_leave_its_path_segment(hostile):
    from lineai_database import plugin

    api = FakeApi({SEARCH: [{"id": hostile, "name": "ORDERS"}]})
    call_tool(plugin, "lineai-database-impact", {"entity_type": "table", "name": "ORDERS"}, api=api)
    last = api.requests[-1]
    assert last.path.startswith("/api/dependency/impact/full/")
    assert last.path.endswith("/list")
    assert last.query == {"viewId": "view-1"}


def test_names_are_spelled_the_same_in_camel_case_and_view_ids_may_be_numbers():
    from lineai_database import plugin

    api = FakeApi({SEARCH: []})
    arguments = {"entityType": "table", "name": "ORDERS", "materializedViewId": -73}
    result = call_tool(plugin, "lineai-database-impact", arguments, api=api)
    assert not result.is_error
    assert [request.query for request in api.requests] == [
        {"materializedViewId": "-73", "tableName": "ORDERS"}
    ]
    assert api.requests[0].json == {}
