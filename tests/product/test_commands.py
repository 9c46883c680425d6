"""The other commands: impact reports, tools, the state of the set-up."""

from __future__ import annotations

import pytest
from jsonschema import Draft202012Validator
from small_projects import JAVA, PYTHON, TYPESCRIPT

TOOL = "lineai-method-impact"
DEPENDENTS = {
    "python": (PYTHON, "shop/checkout.py::checkout"),
    "java": (JAVA, "src/shop/Checkout.java::shop.Checkout.checkout"),
    "typescript": (TYPESCRIPT, "src/checkout.ts::checkout"),
}


@pytest.mark.parametrize("language", DEPENDENTS)
def test_impact_names_what_depends_on_the_method(project, ask, language):
    files, dependent = DEPENDENTS[language]
    report = ask("impact", "total", here=project(files))
    assert report["status"] == "resolved"
    assert [row["symbol"] for row in report["dependents"]] == [dependent]
    assert report["totals"]["direct_dependents"] == 1


def test_impact_takes_a_class_to_tell_methods_of_one_name_apart(project, ask):
    twice = {**PYTHON, "shop/cart.py": "class Cart:\n    def flush(self):\n        pass\n"}
    report = ask("impact", "flush", "--class", "Cart", here=project(twice))
    assert report["target"]["symbol"] == "shop/cart.py::Cart.flush"


def test_impact_of_what_may_have_callers_is_unknown(project, ask):
    report = ask("impact", "shop/pricing.py::Ledger.flush", here=project(PYTHON))
    assert (report["status"], report["totals"]["possible_callers"]) == ("unknown", 1)


def test_impact_is_a_report_for_a_reader(project, lineai, tmp_path):
    done = lineai("impact", "total", "--repo", project(PYTHON), here=tmp_path)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("# Impact Analysis for Method: `total`")
    assert "INVOKES_METHOD at `shop/checkout.py:5`" in done.stdout
    assert done.stderr == ""


def test_call_calls_any_tool(project, ask, lineai):
    repository = project(PYTHON)
    (tool,) = [tool for tool in ask("tools", here=repository)["tools"] if tool["name"] == TOOL]
    assert (tool["name"], tool["inputSchema"]["required"]) == (TOOL, ["method"])
    result = ask("call", TOOL, "method=shop/pricing.py::total", here=repository)
    Draft202012Validator(tool["outputSchema"]).validate(result["structuredContent"])
    assert result["isError"] is False
    text = lineai("call", TOOL, "method=shop/pricing.py::total", here=repository).stdout
    assert text.strip() == result["content"][0]["text"].strip()


def test_call_fails_when_the_answer_is_an_error(project, lineai):
    done = lineai("call", TOOL, "method= ", here=project(PYTHON))
    assert done.returncode == 1
    assert "'method' is empty" in done.stdout


def test_no_match_is_an_answer_of_the_tool_and_no_report(project, lineai):
    repository = project(PYTHON)
    called = lineai("call", TOOL, "method=totl", here=repository)
    assert called.returncode == 0
    assert "definite no-match" in called.stdout
    assert lineai("impact", "totl", here=repository).returncode == 1


def test_doctor_tells_the_state_of_everything(project, ask):
    repository = project(PYTHON)
    ask("index", here=repository)
    found = ask("doctor", here=repository)
    assert (found["ok"], found["backend"], found["problems"]) == (True, "local", [])
    assert {plugin["state"] for plugin in found["plugins"]} == {"active"}
    checks = {check["name"]: check["detail"] for check in found["checks"]}
    assert "3 files" in checks["index"]
    assert {"go", "java", "python", "sql", "typescript"} <= set(checks["grammars"].split(", "))


def test_index_tells_what_it_found_and_what_it_left_out(project, ask):
    report = ask("index", here=project({**PYTHON, "main.rb": "puts 1\n"}))
    assert report["languages"] == {"python": {"files": 3, "lines": 20}}
    assert report["skipped"] == [{"repository": "shop", "path": "main.rb", "reason": "Ruby is not analysed"}]
