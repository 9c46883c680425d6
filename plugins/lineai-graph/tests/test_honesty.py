"""What a response leaves open is said at the top, and never told as good news."""

import pytest

from lineai_core.testing import Answer, failure


@pytest.mark.parametrize(
    ("facts", "words"),
    [
        ({"truncated": True}, "The server cut this answer at its own limits"),
        ({"status": "partial"}, "The server calls this answer partial"),
        ({"status": "TIMEOUT"}, "The server ran out of time"),
        ({"status": "error"}, "The server reports an error inside its answer"),
        ({"status": "odd"}, "the status `odd`"),
        ({"static_analysis_gap": True}, "has that gap."),
        ({"static_analysis_gap": ["reflection", "dynamic SQL"]}, "gap: `reflection`, `dynamic SQL`."),
        ({"staticAnalysisGap": {"kind": "eval"}}, "gap: kind `eval`."),
        ({"assumptions_applied": ["closed world"]}, "rests on assumptions: `closed world`."),
    ],
)
def test_limits_of_the_answer_stand_before_its_content(graph, make_node, facts, words):
    text = graph.ask("impact", {"nodes": [make_node(1)], "relationships": [], **facts}).text
    assert words in text.partition("**In total:**")[0]


@pytest.mark.parametrize("facts", [{}, {"status": "ok", "truncated": False, "static_analysis_gap": None}])
def test_a_whole_answer_is_not_called_doubtful(graph, make_node, facts):
    text = graph.ask("search", {"nodes": [make_node(1)], **facts}).text
    assert not any(mark in text for mark in "⚠❓")


@pytest.mark.parametrize("tool", ["search", "impact"])
@pytest.mark.parametrize("nothing", [None, [], {}, {"nodes": []}])
def test_nothing_is_definite_only_if_the_answer_is_whole(graph, tool, nothing):
    whole = graph.ask(tool, nothing).text
    assert ("nothing in this view matches" in whole) or ("nothing is touched" in whole)
    if isinstance(nothing, dict) and nothing:
        text = graph.ask(tool, {**nothing, "truncated": True}).text
        assert "whether there is something is unknown" in text
        assert "nothing is touched" not in text
        assert "matches it" not in text


@pytest.mark.parametrize(
    ("response", "words"),
    [
        ({"found": False}, "**Not found:** as far as the server looked"),
        ({"found": False, "truncated": True}, "It is unknown whether there is a path"),
        ({"found": False, "static_analysis_gap": ["eval"]}, "It is unknown whether there is a path"),
        ({"found": False, "status": "partial"}, "It is unknown whether there is a path"),
        ({}, "It is unknown whether there is a path"),
        (None, "It is unknown whether there is a path"),
        ({"found": "no"}, "It is unknown whether there is a path"),
    ],
)
def test_no_path_is_definite_only_if_the_answer_is_whole(graph, response, words):
    assert words in graph.ask("path-explain", response).text


@pytest.mark.parametrize("response", [{}, {"checks": []}, None, {"risk": "low"}])
def test_without_checks_the_scope_is_unknown(graph, response):
    assert (
        "whether the change stays within bounds is unknown"
        in graph.ask("validate-change-scope", response).text
    )


@pytest.mark.parametrize(
    "response", [None, {}, {"nodeId": "m-1", "owners": {}}, {"owners": {"lineai.owners": [None, " "]}}]
)
def test_without_a_name_the_owner_is_unknown_not_nobody(graph, response):
    assert "who is in charge is not recorded" in graph.ask("owners", response).text


@pytest.mark.parametrize(
    "tool", ["capabilities", "search", "impact", "path-explain", "validate-change-scope", "owners"]
)
def test_an_unknown_node_is_a_definite_answer_and_no_error(graph, tool):
    answer = graph.ask(tool, failure(404, "NOT_FOUND", "no node m-41 | here\n# forged"))
    assert not answer.is_error
    assert "it is definite: it knows no such node or view" in answer.text
    assert "\n# forged" not in answer.text
    assert answer.structured == {
        "scope": {"view_id": "mv-shop-7"},
        "pages": [],
        "not_found": "no node m-41 | here\n# forged",
    }


@pytest.mark.parametrize(
    ("response", "title"),
    [
        (Answer(status=404, body="<h1>nginx</h1>"), "Graph API not available"),
        (Answer(status=404, body={"status": 404, "error": "Not Found"}), "Graph API not available"),
        (failure(404, "UNKNOWN_ENDPOINT", "no such path"), "Graph API not available"),
        (failure(500, "INTERNAL", "boom"), "Graph API error"),
        (Answer(status=504, body="<html>"), "Graph gateway timeout"),
        (Answer(status=302, headers={"location": "https://login.test/x"}), "Graph API error"),
        (Answer(body="<html>login</html>"), "Invalid JSON from graph API"),
    ],
)
def test_a_failed_request_is_told_apart_from_every_answer(graph, response, title):
    answer = graph.ask("impact", response)
    assert answer.is_error
    assert answer.text.startswith(f"# {title}: `lineai-graph-impact`\n")
    assert "POST /api/ai-retrieval/graph/impact" in answer.text
    assert "## What this means" in answer.text
    assert "## What to do next" in answer.text


def test_a_redirect_is_named(graph):
    answer = graph.ask("search", Answer(status=302, headers={"location": "https://login.test/x"}))
    assert "login.test" in answer.text
