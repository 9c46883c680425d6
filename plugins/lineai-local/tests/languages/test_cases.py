"""Small repositories with questions about them, each answered by extracting and linking the sources.

``expected`` is the complete answer to a question, but for what is ``optional``. The expectations were
checked with compilers, type checkers or traces of running code.
"""

import json
from pathlib import Path

import pytest
from lineai_local.discovery.content import judge
from lineai_local.facts import FileFacts
from lineai_local.graph import DATABASE_USES, CodeGraph
from lineai_local.languages import language, language_for
from lineai_local.link import SourceFile, link

CASES = Path(__file__).parent.parent / "cases"
USES = set(DATABASE_USES)
DATABASE_KINDS = {
    "tables", "unresolved_sql", "possible_table_refs", "table_refs", "column_refs", "column_impact",
    "view_impact", "users_impact", "column_sources", "fk_children", "schema_impact",
}  # fmt: skip
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
        for pattern in ("tsconfig*.json", "jsconfig.json", "package.json", "pyproject.toml", "go.mod")
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
    if kind in DATABASE_KINDS:
        return database_answer(graph, kind, target)
    if kind == "unreadable":
        return {path for path, found in facts.items() if found.problems}
    raise ValueError(f"unknown kind of question: {kind}")


def database_answer(graph: CodeGraph, kind: str, target: str) -> set[str]:
    symbols = {node.id: node.symbol for node in graph.nodes}
    kinds = {node.symbol: node.kind for node in graph.nodes}
    reads = {"SELECTS", "REFERENCES", "INSERTS", "UPDATES", "DELETES"}

    def plain(found: set[str], *wanted: str) -> set[str]:
        return {symbol.partition("::")[2] for symbol in found if not wanted or kinds[symbol] in wanted}

    def spread(start: str) -> set[str]:
        reached = {start}
        passed = {symbol for symbol, its in kinds.items() if its != "view" or kinds[start] != "column"}
        while (
            more := {s for symbol in reached & passed for s in sources_of(graph, symbol, USES, DIRECT)}
            - reached
        ):
            reached |= more
        return reached - {start}

    if kind == "tables":
        return plain(set(kinds), "table")
    if kind == "unresolved_sql":
        return {symbols[site.source] for site in graph.unresolved if site.kind == "sql"}
    if kind == "possible_table_refs":
        return sources_of(graph, target, reads, 0)
    if kind in ("table_refs", "column_refs"):
        found = sources_of(graph, target, reads, DIRECT)
        return {symbol for symbol in found if kinds[symbol] not in ("column", "constraint")}
    if kind == "column_impact":
        return plain(spread(target), "column")
    if kind == "view_impact":
        return plain(spread(target), "view")
    if kind == "users_impact":
        return {symbol for symbol in spread(target) if kinds[symbol] == "module"}
    if kind == "column_sources":
        ends = {
            symbols[edge.target]
            for edge in graph.edges
            if edge.type in USES and symbols[edge.source] == target
        }
        below = {end for symbol in ends for end in database_answer(graph, kind, symbol)}
        return below or plain({target})
    if kind == "fk_children":
        return plain(sources_of(graph, target, {"FOREIGN_KEY"}, DIRECT))
    return plain(sources_of(graph, target, USES, DIRECT))


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
