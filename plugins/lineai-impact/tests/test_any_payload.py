"""Whatever the rows of a payload hold, a report is made, and it keeps to its schema and budget."""

import asyncio
import json

from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from lineai_impact import plugin
from lineai_impact.analysis import analyse
from lineai_impact.question import Question
from lineai_impact.report import Answer, report
from lineai_impact.schema import OUTPUT
from lineai_impact.selection import select

from lineai_core.plugin import ImpactGraph, Node, ViewRef
from lineai_core.testing import FakeApi, call_tool

HOSTILE = st.sampled_from(
    ["lone \ud83d surrogate", "\udc00", "a`|b\n# forged", "x" * 3_000, "\u202e\u200b\x00", "\U0001f600" * 400]
)
SCALARS = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20) | HOSTILE
ANYTHING = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3)
)
IDS = st.sampled_from(["m-1", "m-2", "m-3", "c-1", "u-1", "\ud83d", "", 7, None])
LABELS = st.sampled_from(
    ["JavaMethodEntity", "JavaClassEntity", "Application", "Endpoint", "SearchNode", "ApiController", None, 3]
)
KEYS = st.sampled_from(
    [
        "statistics.cyclomaticComplexity",
        "statistics.instructionCount",
        "lineai.owners",
        "lineai.reviewers",
        "groupIds",
        "annotations",
        "path",
        "httpVerb",
        "labels",
        "fuzzy",
        "endpoint",
        "endpoint.path",
        "primaryLabel",
        "symbol",
        "line",
        "reason",
        "id",
        "name",
    ]
)
NODES = st.fixed_dictionaries(
    {},
    optional={
        "id": IDS,
        "name": SCALARS,
        "identity": SCALARS,
        "primaryLabel": LABELS,
        "properties": st.dictionaries(KEYS, ANYTHING, max_size=6) | SCALARS,
    },
)
TYPES = st.sampled_from(
    ["INVOKES_METHOD", "CONTAINS_METHOD", "GROUPS", "REFERENCES_GROUP", "INVOKES_ENDPOINT", None]
)
EVIDENCE = st.sampled_from(["lane", "confidence", "provenance"])
RELATIONSHIPS = st.fixed_dictionaries(
    {},
    optional={
        "startId": IDS,
        "endId": IDS,
        "type": TYPES,
        "contains": SCALARS,
        "group": SCALARS,
        "properties": st.dictionaries(EVIDENCE, ANYTHING) | SCALARS,
    },
)
PAYLOADS = st.fixed_dictionaries(
    {
        "nodes": st.lists(NODES | SCALARS, max_size=8),
        "relationships": st.lists(RELATIONSHIPS | SCALARS, max_size=8),
    }
)


@settings(deadline=None, max_examples=60)
@given(PAYLOADS, st.lists(NODES | SCALARS, max_size=3))
def test_the_tool_answers_whatever_a_server_sends(payload, rows):
    found = {"id": "m-1", "name": "save", "primaryLabel": "JavaMethodEntity"}
    answers = {
        "POST /api/ai-retrieval/search/shortname": [found, *rows],
        "GET /api/dependency/impact/full/m-1/list": payload,
    }
    answer = call_tool(plugin, "lineai-method-impact", {"method": "save"}, api=FakeApi(answers))
    assert not answer.is_error, answer.text
    answer.text.encode()
    json.dumps(answer.structured, ensure_ascii=False, allow_nan=False).encode()
    assert answer.structured["target"]["id"] == "m-1"


@settings(deadline=None, max_examples=300)
@given(PAYLOADS, st.lists(NODES | SCALARS, max_size=4))
def test_a_report_is_made_of_any_rows(payload, rows):
    graph = ImpactGraph.parse(payload)
    question = Question.parse({"method": "save", "class": "Order"})
    found = tuple(filter(None, map(Node.parse, rows)))
    selection = select(found, question.readings[0])
    target = selection.chosen or Node.of("m-1", "save", "", "JavaMethodEntity", {})
    impact = analyse(graph, target, selection.unresolved)
    answer = Answer(
        question=question, view=ViewRef(id="v"), impact=impact, alternatives=selection.alternatives
    )
    result = report(answer).answer()
    Draft202012Validator(OUTPUT).validate(result.structured)
    assert json.loads(json.dumps(result.structured, allow_nan=False)) == result.structured
    assert (
        len(result.text.encode()) + len(json.dumps(result.structured, ensure_ascii=False).encode()) <= 24_000
    )
    assert impact.target.id not in {dependent.node.id for dependent in impact.dependents}
    assert (impact.status == "resolved") == bool(impact.dependents)


def test_schemas_are_plain_json_schema():
    from lineai_impact.tools import TOOL

    for schema in (TOOL.input_schema, TOOL.output_schema):
        Draft202012Validator.check_schema(schema)
        text = json.dumps(schema)
        assert not any(word in text for word in ('"$ref"', '"anyOf"', '"oneOf"', '"allOf"', '"type": ['))


def test_the_tool_is_read_only_and_its_name_fits_every_client():
    from lineai_impact.tools import TOOL

    assert TOOL.read_only
    assert len(f"mcp__lineai__{TOOL.name}") <= 64
    assert asyncio.iscoroutinefunction(TOOL.handler)
