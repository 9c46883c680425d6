"""Whatever the rows of a payload hold, a report is made, and it keeps to its schema and budget."""

import json

from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from lineai_database import plugin
from lineai_database.analysis import analyse
from lineai_database.batch import Batch
from lineai_database.entity import Failure
from lineai_database.queries import Hit
from lineai_database.question import Question
from lineai_database.report import Answer, report
from lineai_database.schema import OUTPUT
from lineai_database.selection import select

from lineai_core.plugin import ImpactGraph, ViewRef
from lineai_core.testing import FakeApi, call_tool

HOSTILE = st.sampled_from(
    ["lone \ud83d surrogate", "\udc00", "a`|b\n# forged", "x" * 3_000, "\u202e\u200b\x00", "\U0001f600" * 400]
)
SCALARS = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20) | HOSTILE
ANYTHING = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3)
)
IDS = st.sampled_from(["t-1", "t-2", "c-1", "v-1", "m-1", "s-1", "u-1", "", 7, None])
LABELS = st.sampled_from(
    [
        "Table",
        "View",
        "Column",
        "Schema",
        "JavaMethodEntity",
        "JavaClassEntity",
        "Application",
        "SearchNode",
        None,
        3,
    ]
)
KEYS = st.sampled_from(
    [
        "statistics.cyclomaticComplexity",
        "lineai.owners",
        "lineai.reviewers",
        "groupIds",
        "labels",
        "fuzzy",
        "endpoint",
        "endpoint.path",
        "primaryLabel",
        "schema",
        "symbol",
        "reason",
        "sites",
        "id",
        "name",
    ]
)
NODES = st.fixed_dictionaries(
    {},
    optional={
        "id": IDS,
        "name": SCALARS,
        "schema": SCALARS,
        "identity": SCALARS,
        "primaryLabel": LABELS,
        "properties": st.dictionaries(KEYS, ANYTHING, max_size=6) | SCALARS,
    },
)
TYPES = st.sampled_from(
    [
        "SELECTS",
        "CONTAINS_COLUMN",
        "CONTAINS_TABLE",
        "REFERENCES",
        "FOREIGN_KEY",
        "GROUPS",
        "REFERENCES_GROUP",
        None,
    ]
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
        "properties": st.dictionaries(st.sampled_from(["lane", "confidence", "provenance"]), ANYTHING)
        | SCALARS,
    },
)
PAYLOADS = st.fixed_dictionaries(
    {
        "nodes": st.lists(NODES | SCALARS, max_size=10),
        "relationships": st.lists(RELATIONSHIPS | SCALARS, max_size=12),
    }
)
QUESTIONS = st.sampled_from(
    [
        {"entity_type": "table", "name": "SALES.ORDERS"},
        {"entity_type": "view", "name": "V"},
        {"entity_type": "column", "name": "TOTAL", "table_or_view": "ORDERS"},
    ]
)


@settings(deadline=None, max_examples=60)
@given(PAYLOADS, st.lists(NODES | SCALARS, max_size=3), QUESTIONS)
def test_the_tool_answers_whatever_a_server_sends(payload, rows, asked):
    answers = {
        f"POST /api/ai-retrieval/search/{asked['entity_type']}": [{"id": "t-1", "name": "X"}, *rows],
        "GET /api/dependency/impact/full/t-1/list": payload,
    }
    answer = call_tool(plugin, "lineai-database-impact", asked, api=FakeApi(answers))
    assert not answer.is_error, answer.text
    answer.text.encode()
    json.dumps(answer.structured, ensure_ascii=False, allow_nan=False).encode()
    assert "t-1" in {entity["id"] for entity in answer.structured["entities"]}


@settings(deadline=None, max_examples=300)
@given(PAYLOADS, st.lists(NODES | SCALARS, min_size=1, max_size=6), QUESTIONS)
def test_a_report_is_made_of_any_rows(payload, rows, asked):
    graph = ImpactGraph.parse(payload)
    question = Question.parse(asked)
    selection = select([hit for hit in map(Hit.parse, rows) if hit is not None], question.readings[0])
    hits = selection.hits[:5]
    numbered = list(enumerate(hits, start=1))
    batch = Batch(
        first=0,
        end=len(hits),
        entities=tuple(analyse(graph, hit, n, selection.unresolved) for n, hit in numbered if hit.has_id),
        failures=tuple(Failure(n, hit, None) for n, hit in numbered if not hit.has_id),
    )
    made = report(Answer(question=question, view=ViewRef(id="v"), selection=selection, batch=batch))
    result = made.answer()
    assert made.markdown().startswith("# Database Impact Analysis: ")
    Draft202012Validator(OUTPUT).validate(result.structured)
    encoded = json.dumps(result.structured, ensure_ascii=False, allow_nan=False).encode()
    assert len(result.text.encode()) + len(encoded) <= 24_000
    for entity in batch.entities:
        assert entity.node.id not in {item.node.id for item in (*entity.code, *entity.objects)}
        assert not (entity.doubts and entity.risk.level == "low")
        assert entity.known or entity.risk.level != "low"


def test_schemas_are_plain_json_schema():
    from lineai_database.tools import TOOL

    for schema in (TOOL.input_schema, TOOL.output_schema):
        Draft202012Validator.check_schema(schema)
        text = json.dumps(schema)
        assert not any(word in text for word in ('"$ref"', '"anyOf"', '"oneOf"', '"allOf"', '"type": ['))
    assert TOOL.read_only
    assert len(f"mcp__lineai__{TOOL.name}") <= 64
