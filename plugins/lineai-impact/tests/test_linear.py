"""The work grows with the payload, not with its square."""

import sys

from lineai_impact.analysis import analyse
from lineai_impact.question import Question
from lineai_impact.report import Answer, report

from lineai_core.plugin import ImpactGraph, ViewRef


def payload(nodes):
    """Return a graph of ``nodes`` methods with four calls each, all of which lead to the first."""
    rows = [
        {"id": f"m-{n}", "name": f"f{n}", "identity": f"p|C|f{n}()", "primaryLabel": "JavaMethodEntity"}
        for n in range(nodes)
    ]
    calls = [
        {"startId": f"m-{n}", "endId": f"m-{(n * k) // 5}", "type": "INVOKES_METHOD"}
        for n in range(1, nodes)
        for k in range(4)
    ]
    return {"nodes": rows, "relationships": calls}


def answer(data):
    graph = ImpactGraph.parse(data)
    impact = analyse(graph, graph.nodes["m-0"])
    question = Question.parse({"method": "f0"})
    return report(Answer(question=question, view=ViewRef(id="v"), impact=impact)).answer()


class Equals(str):
    """A string that counts how often it is compared: a look-up in a list compares, one in a dict hardly."""

    compared = 0
    __hash__ = str.__hash__

    def __eq__(self, other):
        Equals.compared += 1
        return str.__eq__(self, other)


def steps(nodes):
    """Return the lines and comparisons executed for an answer about ``nodes`` nodes."""
    data = payload(nodes)
    for row in data["nodes"]:
        row["id"] = Equals(row["id"])
    for row in data["relationships"]:
        row["startId"], row["endId"] = Equals(row["startId"]), Equals(row["endId"])
    Equals.compared = count = 0

    def trace(frame, event, argument):
        nonlocal count
        frame.f_trace_opcodes = True
        count += 1
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        answer(data)
    finally:
        sys.settrace(before)
    return count + Equals.compared


def test_twice_the_payload_takes_at_most_about_twice_the_steps():
    steps(50)
    small, large = steps(400), steps(800)
    assert large < 2.3 * small


def test_fifty_thousand_nodes_and_two_hundred_thousand_relationships_make_one_page():
    result = answer(payload(50_001))
    totals = {page["section"]: page["total"] for page in result.structured["pages"]}
    assert totals["nodes"] == 50_001
    assert totals["relationships"] > 150_000
    assert len(result.text.encode()) < 24_000
