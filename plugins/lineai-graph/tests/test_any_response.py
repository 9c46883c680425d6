"""Whatever JSON a server answers, each tool makes an answer of it, within its schema and budget."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from lineai_graph.questions import Question
from lineai_graph.report import Answer, report, whole_text
from lineai_graph.tools import TOOLS

from lineai_core.plugin import ViewRef

OPERATIONS = {
    "lineai-graph-capabilities": "capabilities",
    "lineai-graph-search": "search",
    "lineai-graph-impact": "impact",
    "lineai-graph-path-explain": "path",
    "lineai-graph-validate-change-scope": "validate-change-scope",
    "lineai-graph-owners": "owners",
}
NAMES = st.sampled_from(
    [
        "nodes",
        "relationships",
        "edges",
        "checks",
        "owners",
        "lineai.owners",
        "reviewers",
        "id",
        "name",
        "identity",
        "type",
        "startId",
        "endId",
        "properties",
        "primaryLabel",
        "path",
        "paths",
        "found",
        "length",
        "status",
        "truncated",
        "static_analysis_gap",
        "assumptions_applied",
        "ok",
        "passed",
        "risk",
        "labels",
        "limits",
        "flags",
        "data",
        "scope",
        "pages",
        "next_cursor",
        "not_found",
        "line",
        "lane",
        "confidence",
        "provenance",
        "query_stats",
        "materializedViewId",
        "frame",
        "item",
        "cut",
    ]
)
SCALARS = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=12)
    | st.sampled_from(
        ["m-1", "m-2", "UnresolvedReference", "SearchNode", "partial", "ok", "failed", "x" * 4_000]
    )
)
ANYTHING = st.recursive(
    SCALARS,
    lambda inner: (
        st.lists(inner, max_size=5) | st.dictionaries(NAMES | st.text(max_size=5), inner, max_size=6)
    ),
    max_leaves=40,
)


@settings(deadline=None, max_examples=300)
@given(st.sampled_from(TOOLS), ANYTHING)
def test_an_answer_is_made_of_any_response(tool, response):
    question = Question(operation=OPERATIONS[tool.name])
    answer = Answer(tool=tool, question=question, view=ViewRef(id="v"), response=response)
    result = report(answer)
    Draft202012Validator(tool.output_schema).validate(result.structured)
    size = len(result.text.encode()) + len(json.dumps(result.structured, ensure_ascii=False).encode())
    assert size <= 24_000
    if "next_cursor" not in result.structured and "longer than shown" not in result.text:
        own = {"scope", "pages"}
        told = {key: value for key, value in result.structured.items() if key not in own}
        assert told in (response, {"data": response})
    assert whole_text(answer).startswith(f"# {tool.name}\n")


@pytest.mark.parametrize("depth", [10, 300, 5_000])
def test_depth_is_no_obstacle(depth):
    response = []
    for _ in range(depth):
        response = {"nodes": [{"id": "m-1", "inner": response}]}
    for tool in TOOLS:
        question = Question(operation=OPERATIONS[tool.name])
        answer = Answer(tool=tool, question=question, view=ViewRef(id="v"), response=response)
        assert report(answer).structured["pages"][0]["total"] == 1
        assert whole_text(answer)


def test_fifty_thousand_nodes_make_one_page_in_linear_steps():
    def response(count):
        nodes = [{"id": f"m-{n}", "name": f"f{n}", "primaryLabel": "JavaMethodEntity"} for n in range(count)]
        edges = [{"startId": f"m-{n}", "endId": f"m-{n // 2}", "type": "CALLS"} for n in range(count)]
        return {"nodes": nodes, "relationships": edges}

    question = Question(operation="impact")
    answer = Answer(tool=TOOLS[2], question=question, view=ViewRef(id="v"), response=response(50_000))
    result = report(answer)
    assert [page["total"] for page in result.structured["pages"]] == [50_000, 50_000]
    assert len(result.text.encode()) < 24_000
