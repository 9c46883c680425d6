"""What each tool says of a response, in words and as data."""

import pytest

from lineai_core.testing import Answer

UNRESOLVED = {
    "id": "ur-8",
    "name": "[MethodEntity] shortName EQUALS a|b",
    "primaryLabel": "SearchNode",
    "properties": {"primaryLabel": "UnresolvedReference"},
}


def own(answer):
    """Return the response in an answer without what the tool adds."""
    return {key: value for key, value in answer.structured.items() if key not in ("scope", "pages")}


@pytest.mark.parametrize(
    ("tool", "response"),
    [
        ("capabilities", {"labels": ["Table"], "limits": {"maxDepth": 6, "deep": {"er": [1]}}, "flags": {}}),
        ("search", {"nodes": [{"id": "m-1", "any": {"thing": [1, {"a": None}]}}], "truncated": False}),
        (
            "impact",
            {"nodes": [], "relationships": [{"startId": "a", "endId": "b"}], "query_stats": {"ms": 3}},
        ),
        ("path-explain", {"found": True, "length": 1, "nodes": ["m-7", "m-41"], "relationships": ["CALLS"]}),
        ("path-explain", {"found": False, "length": None, "nodes": None}),
        ("validate-change-scope", {"risk": None, "checks": [{"name": "fan-in", "value": 12, "ok": False}]}),
        ("owners", {"nodeId": "m-41", "owners": {"lineai.owners": ["ana@shop.test"]}}),
        ("owners", {}),
    ],
)
def test_the_response_is_passed_on_as_it_is(graph, tool, response):
    answer = graph.ask(tool, response)
    assert own(answer) == response
    assert answer.structured["scope"] == {"view_id": "mv-shop-7"}
    assert answer.report is None


@pytest.mark.parametrize("response", [None, [], [1, "x"], "text", 7, True, {"scope": 1}, {"nodes": None}])
def test_what_does_not_fit_at_the_root_is_passed_on_under_data(graph, response):
    assert own(graph.ask("search", response)) == {"data": response}


@pytest.mark.parametrize("body", [[1], {"nodes": []}, "null", '{"nodes": [{"id": "m-1", "x": NaN}]}'])
def test_json_without_an_envelope_is_a_response(graph, body):
    answer = graph.ask("search", Answer(body=body))
    assert not answer.is_error
    assert answer.text.startswith("# lineai-graph-search\n")


def test_nodes_are_a_table_with_all_that_is_known_of_them(graph, make_node):
    here = make_node(2, properties={"path": "src/Order.java", "line": 7, "symbol": "src/Order.java::Order.s"})
    text = graph.ask("search", {"nodes": [make_node(1), here, UNRESOLVED, {"id": "m-3"}, None]}).text
    rows = [line for line in text.splitlines() if line.startswith("| ")]
    assert rows == [
        "| Name | Label | Identity or symbol | Where | Id |",
        "| --- | --- | --- | --- | --- |",
        r"| `save1` | JavaMethodEntity | `com.shop\|Order\|save1()` | - | `m-1` |",
        "| `save2` | JavaMethodEntity | `src/Order.java::Order.s` | `src/Order.java:7` | `m-2` |",
        r"| `[MethodEntity] shortName EQUALS a\|b` | ⚠️ unresolved reference | - | - | `ur-8` |",
        "| `m-3` | unlabelled | - | - | `m-3` |",
        "| - | - | - | - | `null` |",
    ]
    assert "1 node here is an unresolved reference" in text


def test_relationships_name_their_ends(graph, make_node):
    edge = {"startId": "m-1", "endId": "m-9", "type": "INVOKES_METHOD"}
    sure = {"lane": "Symbolic", "confidence": 0.9, "provenance": ["a.py:3"]}
    edges = [edge, {**edge, "properties": sure}, "REFERENCES", 3]
    text = graph.ask("impact", {"nodes": [make_node(1)], "relationships": edges}).text
    assert "| INVOKES_METHOD | `save1` | `m-9` | - |" in text
    assert "| INVOKES_METHOD | `save1` | `m-9` | at `a.py:3` (Symbolic, 0.90) |" in text
    assert "| REFERENCES | - | - | - |" in text
    assert "**In total:** 1 in `data.nodes`, 4 in `data.relationships`." in text


@pytest.mark.parametrize(
    ("path", "drawn"),
    [
        ({"nodes": ["m-7", "m-41"], "relationships": ["CALLS"]}, "`m-7` —CALLS→ `m-41`"),
        ({"nodes": ["m-7", "m-41"]}, "`m-7` → `m-41`"),
        (
            {
                "nodes": [{"id": "a", "name": "save"}, {"id": "b", "name": "load"}],
                "relationships": [{"startId": "b", "endId": "a", "type": "CALLS"}],
            },
            "`save` ←CALLS— `load`",
        ),
        ({"path": ["a", "b", "c"]}, "`a` → `b` → `c`"),
        ({"paths": [{"nodes": ["a", "b"], "relationships": ["X"]}]}, "`a` —X→ `b`"),
        (
            {"nodes": [f"n{number}" for number in range(20)]},
            "`n0` → `n1` → `n2` → `n3` → `n4` → `n5` → `n6` → …6 more… → `n13` → `n14` → `n15` → `n16` "
            "→ `n17` → `n18` → `n19`",
        ),
    ],
)
def test_a_path_is_drawn_as_a_chain(graph, path, drawn):
    text = graph.ask("path-explain", {"found": True, **path}).text
    assert f"## Path\n\n{drawn}\n" in text
    assert "**Found:** a path of" in text


def test_a_path_from_a_node_to_itself_has_length_nought(graph):
    response = {"found": True, "length": 0, "nodes": ["m-1"], "relationships": []}
    assert "**Found:** a path of 0 relationships." in graph.ask("path-explain", response).text


def test_checks_are_ticked(graph):
    checks = [
        {"name": "fan-in", "value": 12, "ok": False, "note": "more than 10"},
        {"name": "owners", "passed": True},
        {"check": "cycles", "status": "PASSED"},
        {"name": "tests"},
        {"odd": 1},
    ]
    text = graph.ask("validate-change-scope", {"risk": "medium", "checks": checks}).text
    assert "**Checks:** 2 passed, 1 failed, 2 without a verdict that can be read." in text
    assert "- `risk`: medium\n" in text
    assert "- ❌ `fan-in` – value: `12`, note: `more than 10`\n" in text
    assert "- ✅ `owners`\n- ✅ `cycles` – status: `PASSED`\n- ❓ `tests`\n" in text
    assert '- ❓ `{"odd": 1}`' in text


def test_owners_are_named_wherever_they_stand(graph, make_node):
    text = graph.ask("owners", {"nodeId": "m-41", "owners": {"lineai.owners": ["ana@shop.test"]}}).text
    assert "## `owners.lineai.owners`\n\n- `ana@shop.test`\n" in text
    listed = make_node(1, owners={"lineai.owners": ["ana", "li"], "lineai.reviewers": "bo"})
    text = graph.ask("owners", {"nodes": [listed, make_node(2)]}).text
    assert "`lineai.owners`: ana, li; `lineai.reviewers`: bo | `m-1` |" in text
    assert "names nobody" not in text


def test_scalars_are_listed_with_their_place(graph):
    text = graph.ask("capabilities", {"limits": {"maxDepth": 6}, "flags": {"owners": True, "x": None}}).text
    assert "- `limits.maxDepth`: 6\n- `flags.owners`: yes\n- `flags.x`: null\n" in text


def test_what_the_embedded_server_says_of_a_path_and_of_owners_reads_well(graph):
    path = {
        "found": True,
        "length": 1,
        "nodes": ["8d2a", "c5d1"],
        "relationships": ["INVOKES_METHOD"],
        "symbols": ["a.py::f", "b.py::g"],
    }
    assert "`a.py::f` —INVOKES_METHOD→ `b.py::g`" in graph.ask("path-explain", path).text
    owned = {"nodeId": "8d2a", "symbol": "a.py::f", "path": "a.py", "owners": {"lineai.owners": ["ana"]}}
    text = graph.ask("owners", {"nodeId": "8d2a", "nodes": [owned]}).text
    assert "| `a.py::f` | `a.py::f` | `lineai.owners`: ana | `8d2a` |" in text


@pytest.mark.parametrize(
    ("gap", "told"),
    [
        ({"complete": True, "notAnalysedFiles": 22}, ""),
        ({"unresolvedSites": 0, "examples": []}, ""),
        (
            {"unresolvedSites": 3, "examples": [1, 2]},
            "has that gap: unresolvedSites `3`, examples (2, see below).",
        ),
    ],
)
def test_a_gap_is_told_if_there_is_one(graph, make_node, gap, told):
    text = graph.ask("search", {"nodes": [make_node(1)], "static_analysis_gap": gap}).text
    assert told in text
    assert ("has that gap" in text) == bool(told)
