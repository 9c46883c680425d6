"""Nodes and relationships as words and as data."""

from lineai_core.plugin import ImpactGraph, UnreadFile, ViewRef, fact, spell

NASTY = "a`|b\n# forged"


def graph():
    rows = [
        {"id": "m-1", "name": NASTY, "primaryLabel": NASTY, "properties": {"symbol": "a.py::f", "line": 3}},
        {"id": "m-2", "name": "g", "identity": "p|C|g()"},
        {"id": "u-1", "name": "[X] shortName EQUALS g", "primaryLabel": "SearchNode"},
    ]
    evidence = {"lane": "Heuristic", "confidence": 0.5, "provenance": [f"a.py:{n}" for n in range(30)]}
    edges = [
        {"startId": "m-1", "endId": "m-2", "type": "CALLS", "properties": evidence},
        {"startId": "m-1", "endId": "u-1", "properties": {"reason": NASTY}},
    ]
    return ImpactGraph.parse({"nodes": rows, "relationships": edges})


def test_a_node_is_spelled_by_what_tells_most():
    first, second, _ = graph().nodes.values()
    assert spell.node(first) == spell.short(first) == "`a.py::f`"
    assert (spell.node(second), spell.short(second)) == ("`p|C|g()`", "`g`")
    assert spell.label(second) == "unlabelled"
    assert "\n" not in spell.label(first)


def test_evidence_is_cut_in_words_and_in_data_and_says_how_much_there_is():
    edge = graph().relationships[0]
    expected = " at `a.py:0`, `a.py:1`, `a.py:2` and 27 more (Heuristic, 0.50)"
    assert spell.relation(edge) + spell.evidence(edge) == f"CALLS{expected}"
    assert fact.evidence(edge)["provenance_total"] == 30
    assert len(fact.evidence(edge)["provenance"]) == fact.PLACES


def test_a_reference_tells_its_reason_and_no_value_leaves_its_line():
    (reference,) = graph().unresolved
    (place,) = reference.referenced_by
    words = spell.reference(place)
    assert words.startswith("`a.py::f` (unspecified relation: a")
    assert "\n" not in words
    assert fact.reference(place)["reason"] == NASTY


def test_small_words():
    assert spell.count(1, "row") == "1 row"
    assert spell.count(2_000, "row") == "2,000 rows"
    assert spell.figure(None) == "N/A"
    assert spell.view(ViewRef(id="v", workspace="shop")) == "`v` of workspace `shop`"
    assert spell.unread(UnreadFile("a.py", "")) == "`a.py`: no reason given"
    assert "\n" not in spell.sentence(NASTY)
    assert "`" not in spell.sentence("set `X`")


def test_data_is_exact_up_to_its_limit_and_leaves_out_the_unknown():
    assert fact.exact("x" * 2_000) == "x" * (fact.LONGEST - 1) + "…"
    assert fact.known(a=None, b="", c=0, d="x") == {"c": 0, "d": "x"}
    first, second, _ = graph().nodes.values()
    assert fact.node(first) == {"id": "m-1", "name": NASTY, "label": NASTY, "symbol": "a.py::f", "line": 3}
    assert fact.node(second) == {"id": "m-2", "name": "g", "label": "", "identity": "p|C|g()"}
