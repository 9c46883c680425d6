"""Small repositories with questions about them, each answered by extracting and linking the sources.

``expected`` is the complete answer to a question, but for what is ``optional``. The expectations were
checked with compilers, type checkers or traces of running code.
"""

import json
from pathlib import Path

import pytest
from lineai_local.discovery.content import judge
from lineai_local.facts import FileFacts
from lineai_local.graph import CodeGraph
from lineai_local.languages import language, language_for
from lineai_local.link import SourceFile, link

CASES = Path(__file__).parent.parent / "cases"
DIRECT = 0.7
"""Confidence of evidence from which a caller counts as direct; dispatch and look-ups in tables have less."""


def extracted(source: Path) -> dict[str, FileFacts]:
    found = {}
    for path in sorted(source.rglob("*")):
        name = language_for(path.name)
        if path.is_file() and name is not None:
            relative = path.relative_to(source).as_posix()
            text = judge(relative, path.read_bytes(), name).text
            found[relative] = language(name).extract(relative, text)
    return found


def configs(source: Path) -> dict[tuple[str, str], bytes]:
    return {
        ("case", path.relative_to(source).as_posix()): path.read_bytes()
        for pattern in ("tsconfig*.json", "jsconfig.json", "package.json", "pyproject.toml")
        for path in sorted(source.rglob(pattern))
    }


def sources_of(graph: CodeGraph, target: str, types: set[str], confidence: float) -> set[str]:
    symbols = {node.id: node.symbol for node in graph.nodes}
    assert target in symbols.values(), f"{target} is not in the graph"
    return {
        symbols[edge.source]
        for edge in graph.edges
        if edge.type in types and symbols[edge.target] == target and edge.evidence[0].confidence >= confidence
    }


def answer(graph: CodeGraph, facts: dict[str, FileFacts], kind: str, target: str) -> set[str]:
    calls = {"INVOKES_METHOD", "INSTANTIATES"}
    if kind == "callers":
        return sources_of(graph, target, calls, DIRECT)
    if kind == "callers_including_dispatch":
        return sources_of(graph, target, calls, 0)
    if kind == "references":
        return sources_of(graph, target, {"REFERENCES_METHOD", "REFERENCES_CLASS"}, 0)
    if kind.startswith("impact_depth"):
        reached: set[str] = set()
        for _ in range(int(kind.removeprefix("impact_depth"))):
            for symbol in (target, *reached):
                reached |= sources_of(graph, symbol, {*calls, "REFERENCES_METHOD"}, 0)
        return reached
    if kind == "unreadable":
        return {path for path, found in facts.items() if found.problems}
    raise ValueError(f"unknown kind of question: {kind}")


def questions() -> list[object]:
    found = []
    for case in sorted(CASES.glob("*/expected.json")):
        for question in json.loads(case.read_text("utf-8"))["questions"]:
            name = f"{case.parent.name}-{question['kind']}-{question['target'].rpartition('::')[2]}"
            found.append(pytest.param(case.parent, question, id=name))
    return found


@pytest.mark.parametrize(("case", "question"), questions())
def test_answers_the_question_exactly(case: Path, question: dict[str, object]) -> None:
    facts = extracted(case / "src")
    files = [SourceFile("case", path, each) for path, each in facts.items()]
    graph = link(files, configs(case / "src"))
    found = answer(graph, facts, str(question["kind"]), str(question["target"]))
    expected = set(question["expected"])
    assert found >= expected
    assert found <= expected | set(question.get("optional", ()))
