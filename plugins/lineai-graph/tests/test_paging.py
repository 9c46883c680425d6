"""A long response is cut to the reader's budget, and everything cut off can be read."""

import asyncio
import json
import re

import pytest

from lineai_core.testing import FakeApi, application

LIMIT = 8_000 * 3
PATH = "POST /api/ai-retrieval/graph/impact"


def own(answer):
    return {name: value for name, value in answer.structured.items() if name not in ("scope", "pages")}


def size(answer):
    return len(answer.text.encode()) + len(json.dumps(answer.structured, ensure_ascii=False).encode())


@pytest.fixture
def large(make_node):
    """A response with several long lists, in several places."""
    edges = [{"startId": f"m-{n}", "endId": f"m-{n // 2}", "type": "CALLS"} for n in range(1, 300)]
    return {
        "nodes": [make_node(n) for n in range(300)],
        "relationships": edges,
        "truncated": True,
        "stats": {"by": {"label": [f"label {n}" for n in range(2_000)]}},
        "groups": {f"group {n}": {"size": n, "members": [n]} for n in range(700)},
    }


def test_the_first_page_is_within_the_budget_and_states_all_totals(graph, large):
    answer = graph.ask("impact", large)
    assert size(answer) <= LIMIT
    totals = {page["section"]: page["total"] for page in answer.structured["pages"]}
    assert totals == {"nodes": 300, "relationships": 299, "stats_by_label": 2_000, "groups": 700}
    assert answer.structured["truncated"] is True
    assert all(page["shown"] for page in answer.structured["pages"])
    assert "**In total:** 300 in `nodes`, 299 in `relationships`, 2,000 in `stats.by.label`" in answer.text
    assert re.search(
        r"\*300 in total; shown here: rows 1 to \d+\. Read on with `cursor` set to `nodes\.", answer.text
    )


def merge(into, more):
    """Add the lists of one page to those of the pages before."""
    for name, value in more.items():
        if name in ("scope", "pages", "next_cursor"):
            continue
        if isinstance(value, dict):
            merge(into.setdefault(name, {}), value)
        elif isinstance(value, list) and name in into:
            into[name] = into[name] + value
        else:
            into[name] = value


def test_the_pages_together_are_the_response(graph, large):
    answer = graph.ask("impact", large)
    whole, texts = {}, []
    for _ in range(200):
        assert size(answer) <= LIMIT
        merge(whole, answer.structured)
        texts.append(answer.text)
        cursor = answer.structured.get("next_cursor")
        if cursor is None:
            break
        answer = graph.ask("impact", large, cursor=cursor)
    assert whole == large
    told = "\n".join(texts)
    assert all(f"| `m-{number}` |" in told for number in range(300))
    assert all(f"- `label {number}`\n" in told for number in range(2_000))


def test_a_later_page_holds_its_list_only_and_says_so(graph, large):
    cursor = re.search(r"`(groups\.[^`]*)`", graph.ask("impact", large).text)[1]
    answer = graph.ask("impact", large, cursor=cursor)
    assert "## `groups` (continued)" in answer.text
    assert "nodes" not in answer.structured
    assert answer.structured["truncated"] is True


@pytest.mark.parametrize("cursor", ["x", "nodes", "nodes.-1.0", "nothing.0.abc", "nodes.1.00000000"])
def test_a_cursor_that_leads_nowhere_is_refused(graph, large, cursor):
    answer = graph.ask("impact", large, cursor=cursor)
    assert answer.is_error
    assert "cursor" in answer.text


def test_a_cursor_from_before_a_change_is_refused(graph, large):
    cursor = graph.ask("impact", large).structured["next_cursor"]
    large["nodes"][250]["name"] = "renamed"
    assert "has changed" in graph.ask("impact", large, cursor=cursor).text


@pytest.mark.parametrize(
    "response",
    [
        {"nodes": [{"id": "m-1", "name": "x" * 100_000, "properties": {"p": ["y" * 5_000] * 50}}]},
        {"nodes": [{"id": f"m-{n}", **{f"k{m}": "v" * 900 for m in range(200)}} for n in range(30)]},
        {"note": "x" * 100_000, **{f"note {n}": "y" * 900 for n in range(300)}},
        {f"list {n}": [n] for n in range(300)},
        {"k" * 50_000: ["v"], "nodes": []},
        "x" * 100_000,
        ["x" * 100_000] * 50,
        {
            **{f"fact {n}": "<*y*>" * 20 for n in range(40)},
            "status": "<odd>" * 1_000,
            "static_analysis_gap": {f"gap {n}": ["z"] * n or "<g>" * 100 for n in range(9)},
            "assumptions_applied": ["<a>" * 1_000] * 9,
            "found": True,
            "nodes": [f"<{n}>" * 100 for n in range(100)],
            "relationships": ["<r>" * 100] * 99,
        },
        {
            "stats": {f"group {n}": {f"k{m}": m for m in range(9)} for n in range(39)},
            "nodes": [{"id": "a"}] * 500,
        },
    ],
)
def test_nothing_enormous_breaks_the_budget(graph, response):
    answer = graph.ask("impact", response)
    assert not answer.is_error, answer.text
    assert size(answer) <= LIMIT
    whole = response in (answer.structured.get("data"), own(answer))
    assert (answer.report is None) == whole


def test_a_short_answer_is_complete(graph, make_node):
    answer = graph.ask("search", {"nodes": [make_node(1)]})
    assert "next_cursor" not in answer.structured
    assert answer.report is None


def test_the_report_is_the_whole_response(large):
    from lineai_graph import plugin

    class Call:
        arguments = {"seed_node_ids": ["m-41"], "cursor": "nodes.1.00000000"}  # noqa: RUF012

    async def run():
        async with application(plugin, api=FakeApi({PATH: large})) as host:
            answer = await host.call("lineai-graph-impact", {"seed_node_ids": ["m-41"]})
            Call.api = host.api()

            async def view():
                from lineai_core.plugin import ViewRef

                return ViewRef(id="view-1")

            Call.view = staticmethod(view)
            return await answer.report(Call)

    text = asyncio.run(run())
    assert "in total; shown here" not in text
    assert all(f"| `m-{number}` |" in text for number in range(300))
    assert json.loads(text.partition("```json\n")[2].partition("\n```")[0]) == large
