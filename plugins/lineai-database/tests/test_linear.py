"""The work grows with the payload, not with its square."""

import sys

from lineai_database.analysis import analyse
from lineai_database.batch import Batch
from lineai_database.queries import Hit
from lineai_database.question import Question
from lineai_database.report import Answer, report
from lineai_database.selection import select

from lineai_core.plugin import ImpactGraph, ViewRef


def payload(count):
    """Return a table with many columns, views on it, code that uses all of them, and open references."""
    nodes = [{"id": "t", "name": "ORDERS", "primaryLabel": "Table"}]
    edges = []

    def add(id, label, *links):
        nodes.append({"id": id, "name": id, "primaryLabel": label, "identity": f"db|S|{id}"})
        edges.extend({"startId": start, "endId": end, "type": kind} for start, end, kind in links)

    for n in range(count):
        add(f"c{n}", "Column", ("t", f"c{n}", "CONTAINS_COLUMN"))
        add(f"v{n}", "View", (f"v{n}", "t", "REFERENCES"), (f"v{n}", f"v{n * 7 % (n + 1)}", "REFERENCES"))
        add(f"k{n}", "JavaClassEntity", ("a", f"k{n}", "GROUPS"))
        add(
            f"m{n}",
            "JavaMethodEntity",
            (f"k{n}", f"m{n}", "CONTAINS_METHOD"),
            (f"m{n}", "t", "SELECTS"),
            (f"m{n}", f"v{n}", "SELECTS"),
            (f"m{n}", f"c{n}", "UPDATES"),
            (f"m{n}", f"u{n}", "SELECTS"),
        )
        add(f"u{n}", "SearchNode")
        add(
            f"w{n}",
            "Column",
            ("v0", f"w{n}", "CONTAINS_COLUMN"),
            *((f"w{n}", f"c{k}", "REFERENCES") for k in (0, n)),
        )
    add("a", "Application")
    return {"nodes": nodes, "relationships": edges}


def answer(data):
    graph = ImpactGraph.parse(data)
    question = Question.parse({"entity_type": "table", "name": "ORDERS"})
    selection = select([Hit.parse({"id": "t", "name": "ORDERS"})], question.readings[0])
    entity = analyse(graph, selection.hits[0], 1)
    batch = Batch(0, 1, (entity,), ())
    return report(Answer(question=question, view=ViewRef(id="v"), selection=selection, batch=batch)).answer()


class Equals(str):
    """A string that counts how often it is compared: a look-up in a list compares, one in a dict hardly."""

    compared = 0
    __hash__ = str.__hash__

    def __eq__(self, other):
        Equals.compared += 1
        return str.__eq__(self, other)


def steps(count):
    """Return the lines and comparisons executed for an answer."""
    data = payload(count)
    for row in data["nodes"]:
        row["id"] = Equals(row["id"])
    for row in data["relationships"]:
        row["startId"], row["endId"] = Equals(row["startId"]), Equals(row["endId"])
    Equals.compared = executed = 0

    def trace(frame, event, argument):
        nonlocal executed
        frame.f_trace_opcodes = True
        executed += 1
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        answer(data)
    finally:
        sys.settrace(before)
    return executed + Equals.compared


def test_twice_the_payload_takes_at_most_about_twice_the_steps():
    steps(20)
    small, large = steps(100), steps(200)
    assert large < 2.3 * small


def test_fifty_thousand_nodes_make_one_page():
    result = answer(payload(10_000))
    (entity,) = result.structured["entities"]
    assert entity["totals"]["code_dependencies"] == 10_000
    assert entity["totals"]["related_objects"] == 10_000
    assert len(result.text.encode()) < 24_000
