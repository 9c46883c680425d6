"""What the upstream answers instead of an answer, and how answers break on the way."""

import pytest

METHOD = "lineai-method-impact"
SHORTNAME = ".*/search/shortname"
IMPACT = "/api/dependency/impact/.*"
DEFAULT = ".*/materialized-view/default"
LOGIN_PAGE = "<html><title>Sign in</title></html>"
OK = {"status": "success"}
ENDPOINTS = {
    SHORTNAME: "POST /api/ai-retrieval/search/shortname",
    IMPACT: "GET /api/dependency/impact/full/m-save/list",
    DEFAULT: "GET /api/materialized-view/default",
}


@pytest.mark.parametrize(("path", "endpoint"), ENDPOINTS.items())
@pytest.mark.parametrize(
    ("fault", "kind", "words"),
    [
        ({"status": 204, "text": ""}, "invalid_response, HTTP 204", "without a body"),
        ({"status": 302, "headers": {"Location": "/in"}}, "http_error, HTTP 302", "redirects this request"),
        ({"status": 400, "text": "no such parameter"}, "http_error, HTTP 400", "no such parameter"),
        ({"status": 429, "text": "slow down"}, "busy, HTTP 429", "slow down"),
        ({"status": 500, "text": "boom"}, "http_error, HTTP 500", "boom"),
        ({"status": 503, "text": "down"}, "http_error, HTTP 503", "down"),
        ({"status": 504, "text": "late"}, "gateway_timeout, HTTP 504", "late"),
        ({"text": LOGIN_PAGE}, "invalid_response, HTTP 200", "Sign in"),
        ({"text": ""}, "invalid_response, HTTP 200", "without a body"),
        ({"text": "{"}, "invalid_response, HTTP 200", "not JSON"),
    ],
)
def test_a_fault_is_told_by_its_kind_with_endpoint_status_and_words(ask, path, endpoint, fault, kind, words):
    asked = ask(faults=[{"path": path, **fault}])
    assert asked.is_error
    assert kind in asked.text
    assert words in asked.text
    assert endpoint in asked.text


@pytest.mark.parametrize("path", [SHORTNAME, IMPACT, DEFAULT])
@pytest.mark.parametrize("status", [429, 503])
def test_a_pause_that_is_asked_for_is_made(ask, path, status):
    asked = ask(faults=[{"path": path, "status": status, "headers": {"Retry-After": "0.2"}, "times": 2}])
    assert not asked.is_error
    assert len(asked.requests) == 4 + 2


def test_a_backend_that_stays_busy_is_asked_a_few_times_only(ask):
    asked = ask(faults=[{"path": SHORTNAME, "status": 503, "headers": {"Retry-After": "0"}}])
    assert asked.title.startswith("# The backend is busy")
    assert len(asked.requests) == 2 + 4


def test_a_node_that_the_view_does_not_hold_is_no_fault_of_the_server(ask):
    missing = {"error": {"code": "NOT_FOUND", "message": "no such node"}}
    asked = ask(faults=[{"path": IMPACT, "status": 404, "json": missing}])
    assert "not_found, HTTP 404" in asked.text
    assert "no such node" in asked.text


@pytest.mark.parametrize(
    "body",
    [
        None,
        [],
        {},
        {**OK, "data": "text"},
        {**OK, "data": [1]},
        {**OK, "data": 7},
        OK,
    ],
)
def test_an_impact_of_another_shape_is_an_unexpected_answer(ask, body):
    asked = ask(faults=[{"path": IMPACT, "status": 200, "json": body}])
    assert asked.is_error
    assert "invalid_response" in asked.text
    assert "Traceback" not in asked.text


@pytest.mark.parametrize("data", [None, {"nodes": None, "relationships": None}, {"nodes": []}, {}])
def test_an_empty_impact_is_told_as_unknown(ask, data):
    asked = ask(faults=[{"path": IMPACT, "json": {**OK, "data": data}}])
    assert "acceptable" not in asked.text.lower()
    assert "isolated" not in asked.text.lower()


@pytest.mark.parametrize("data", [None, [], {}])
def test_an_empty_search_is_no_error(ask, data):
    asked = ask(faults=[{"path": SHORTNAME, "json": {**OK, "data": data}}])
    assert not asked.is_error
    assert "saveOrder" in asked.title


@pytest.mark.parametrize(
    "body", [None, [1], {**OK, "data": "text"}, {**OK, "data": [1, 2]}, {**OK, "data": 5}]
)
def test_a_search_of_another_shape_is_an_unexpected_answer(ask, body):
    asked = ask(faults=[{"path": SHORTNAME, "status": 200, "json": body}])
    assert asked.is_error
    assert "invalid_response" in asked.text
    assert "Traceback" not in asked.text


@pytest.mark.parametrize("data", [[1], ["mv"], {}, {"id": None}, True, 1.5, "  ", None])
def test_a_default_view_that_is_none_is_an_unexpected_answer(ask, data):
    asked = ask(faults=[{"path": DEFAULT, "json": {**OK, "data": data}}])
    assert asked.title.startswith("# Unexpected server response")


@pytest.mark.parametrize("data", [7, "mv-9", {"id": 7}, -7301925538112])
def test_a_default_view_may_be_a_number_or_an_object(ask, data):
    asked = ask(faults=[{"path": DEFAULT, "json": {**OK, "data": data}}])
    assert not asked.is_error


def test_no_default_view_is_told(ask):
    asked = ask(config={"default_view": None})
    assert asked.title.startswith("# No default materialized view")
    assert "LINEAI_WORKSPACE_NAME" in asked.text


@pytest.mark.parametrize("path", [".*/authenticate", SHORTNAME, IMPACT, DEFAULT])
def test_any_endpoint_slower_than_the_timeout_is_a_timeout(ask, path):
    asked = ask(faults=[{"path": path, "action": "hang"}], LINEAI_REQUEST_TIMEOUT="0.5")
    assert "timeout, no HTTP" in asked.text
    assert "0.5 s" in asked.text


def test_a_body_that_trickles_ends_at_the_timeout(ask):
    trickle = {"path": IMPACT, "action": "trickle", "parts": 40, "interval": 0.25}
    asked = ask(faults=[trickle], LINEAI_REQUEST_TIMEOUT="1")
    assert "timeout, no HTTP" in asked.text


def test_a_call_has_a_deadline_for_all_of_its_requests(ask):
    asked = ask(config={"base_delay": 0.4}, LINEAI_CALL_TIMEOUT="1")
    assert "timeout, no HTTP" in asked.text
    assert "time allowed for this call" in asked.text


@pytest.mark.parametrize("path", [SHORTNAME, IMPACT, DEFAULT])
@pytest.mark.parametrize("action", ["drop", "truncate"])
def test_a_connection_that_breaks_once_goes_unseen(ask, path, action):
    asked = ask(faults=[{"path": path, "action": action, "times": 1}])
    assert not asked.is_error


@pytest.mark.parametrize("action", ["drop", "truncate"])
def test_a_connection_that_keeps_breaking_is_told(ask, action):
    asked = ask(faults=[{"path": IMPACT, "action": action}])
    assert asked.title.startswith("# The backend cannot be reached")
    assert "before the answer was complete" in asked.text
    assert len(asked.requests) == 3 + 2


def test_a_graph_question_is_read_only_and_so_is_asked_again(ask):
    busy = {"path": ".*/graph/.*", "status": 429, "headers": {"Retry-After": "0.2"}, "times": 1}
    dropped = {"path": ".*/graph/.*", "action": "drop", "times": 1}
    assert not ask("lineai-graph-search", {"query": "save"}, faults=[busy, dropped]).is_error
