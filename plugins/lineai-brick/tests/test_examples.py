"""The worked examples: every expected answer, and every file that is refused."""

import json
from pathlib import Path

import pytest
from lineai_brick.model import build, load
from lineai_brick.queries import Missing, ask
from lineai_brick.reading import Refused, parse, write

EXAMPLES = Path(__file__).parent / "examples"
CASES = [
    (name, case)
    for name in ("ledger", "gateway")
    for case in json.loads((EXAMPLES / f"{name}.expected.json").read_text(encoding="utf-8"))["cases"]
]
REJECTIONS = json.loads((EXAMPLES / "rejections.json").read_text(encoding="utf-8"))["cases"]
PLACES = {
    "schema-version": "$.building_schema_version",
    "missing-field": ("$.repository_id", "$.scope", "$.edges"),
    "duplicate-node-id": "$.nodes[2].id",
    "duplicate-edge-id": "$.edges[1].id",
    "id-collision": "$.edges[0].id",
    "missing-endpoint": ("$.edges[0].source", "$.edges[0].target"),
    "edge-without-evidence": "$.edges[0].evidence",
    "bad-evidence-lane": "$.edges[0].evidence[0].lane",
    "bad-evidence": "$.edges[0].evidence[0]",
    "several-repositories": "$.nodes[1].repository_id",
    "duplicate-json-key": "$",
    "non-finite-number": "$",
}


@pytest.mark.parametrize(("name", "case"), [each for each in CASES if "result" in each[1]["expect"]])
def test_answer(name, case):
    """Requirements 22-35, 45-92 by example."""
    model = load(EXAMPLES / f"{name}.artifact.json")
    assert ask(model, case["tool"], case["arguments"]) == case["expect"]["result"]


@pytest.mark.parametrize(("name", "case"), [each for each in CASES if "isError" in each[1]["expect"]])
def test_missing_entity(name, case):
    """Requirement 44."""
    with pytest.raises(Missing) as missing:
        ask(load(EXAMPLES / f"{name}.artifact.json"), case["tool"], case["arguments"])
    assert missing.value.entity == case["expect"]["entity"]


@pytest.mark.parametrize("case", REJECTIONS, ids=lambda case: case["code"])
def test_refused(case):
    """Requirements 14-21: each violation is found at its place."""
    with pytest.raises(Refused) as refused:
        build(parse(case["text"]) if "text" in case else case["artifact"])
    assert len(refused.value.problems) == 1
    assert refused.value.problems[0].startswith(PLACES[case["code"]])


def test_a_file_over_the_limit_is_refused():
    with pytest.raises(Refused, match="the limit is 10"):
        load(EXAMPLES / "ledger.artifact.json", largest=10)


@pytest.mark.parametrize(
    "text", ["123456789012345678901234567890", "0.123456789012345678901234567890", "1.10", "1e400"]
)
def test_numbers_come_back_as_they_were(text):
    assert write(parse(f'{{"n":[{text}]}}')) == f'{{"n":[{text}]}}'
