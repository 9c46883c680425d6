"""A long answer is cut to the reader's budget, and everything cut off can be read."""

import asyncio
import json
import re
from typing import ClassVar

import pytest

from lineai_core.plugin import ViewRef
from lineai_core.testing import application

LIMIT = 8_000 * 3


class Call:
    """A call of the tool about the popular method."""

    arguments: ClassVar[dict] = {"method": "saveOrder"}

    def __init__(self, api):
        self.api = api

    async def view(self):
        return ViewRef(id="mv-shop-7")

    async def progress(self, *_):
        pass


def size(answer):
    return len(answer.text.encode()) + len(json.dumps(answer.structured, ensure_ascii=False).encode())


def key(section, row):
    if section in ("relationships", "endpoint_dependencies"):
        return row["start_id"], row["type"], row["end_id"]
    return row.get("id") or row.get("path") or (row["role"], row["name"])


@pytest.fixture
def popular(graph):
    """A method that 160 methods call, in 40 applications, with 60 open references and 30 namesakes."""
    target = graph.method("m-0", "saveOrder", **{"lineai.owners": [f"owner{n}@shop.test" for n in range(50)]})
    graph.rows = [target]
    for number in range(1, 161):
        graph.method(f"m-{number}", f"caller{number}", annotations=[f'@GetMapping("/{number}")'])
        graph.edge(f"m-{number}", "m-0", provenance=[f"src/Caller{number}.java:{line}" for line in range(30)])
    for number in range(40):
        graph.node(f"a-{number}", f"app{number:02}", "Application")
        graph.node(f"e-{number}", f"GET /{number:02}", "Endpoint")
        graph.node(f"k-{number}", f"Controller{number:02}", "SpringControllerEntity")
        graph.edge(f"e-{number}", f"e-{(number + 1) % 40}", "INVOKES_ENDPOINT")
        graph.edge(f"a-{number}", f"a-{(number + 1) % 40}", "REFERENCES_GROUP")
    for number in range(60):
        graph.unresolved(f"ur-{number}", f"[MethodEntity] shortName EQUALS {'save' * (number % 9)}Order")
    for number in range(30):
        graph.rows.append({"id": f"x-{number}", "name": "saveOrder", "primaryLabel": "JavaMethodEntity"})
    unread = [{"path": f"f{number}.py", "reason": "binary"} for number in range(40)]
    graph.impact = {**graph.payload(), "notAnalysed": unread}
    return graph


def test_the_first_page_is_within_the_budget_and_states_all_totals(popular, ask):
    answer = ask()
    assert size(answer) <= LIMIT
    totals = {page["section"]: page["total"] for page in answer.structured["pages"]}
    assert totals == {
        "dependents": 160,
        "alternatives": 30,
        "unresolved_references": 60,
        "unread_files": 40,
        "applications": 40,
        "endpoints": 40,
        "rest_methods": 160,
        "controllers": 40,
        "endpoint_dependencies": 40,
        "owners": 50,
        "nodes": 281,
        "relationships": 240,
    }
    assert answer.structured["truncated"] is True
    assert re.search(
        r"\*160 in total; shown here: rows 1 to \d+\. Read on with `cursor` set to `dependents\.", answer.text
    )


def test_the_pages_together_hold_every_row_once_in_both_forms(popular, ask):
    answer = ask()
    totals = {page["section"]: page["total"] for page in answer.structured["pages"]}
    rows = {section: [] for section in totals}
    texts = []
    for _ in range(500):
        assert size(answer) <= LIMIT
        texts.append(answer.text)
        for page in answer.structured["pages"]:
            assert page["offset"] == len(rows[page["section"]])
            rows[page["section"]] += answer.structured[page["section"]]
        cursor = answer.structured.get("next_cursor")
        if cursor is None:
            break
        answer = ask(cursor=cursor)
        assert answer.text.count("\n## Method Impact (continued)\n") == (cursor.startswith("dependents."))
    assert answer.structured["truncated"] is False
    for section, total in totals.items():
        keys = [key(section, row) for row in rows[section]]
        assert len(keys) == total
        assert len(set(keys)) == total
    whole = "\n".join(texts)
    for number in range(1, 161):
        assert f"\n- `caller{number}` – " in whole
        assert f"**`caller{number}`** | JavaMethodEntity | **`saveOrder`**" in whole


def test_a_section_can_be_read_on_by_the_cursor_in_the_text(popular, ask):
    cursor = re.search(r"`(endpoints\.[^`]*)`", ask().text)[1]
    answer = ask(cursor=cursor)
    assert "### Affected REST Endpoints (continued)" in answer.text
    assert answer.structured["endpoints"]
    assert "dependents" not in answer.structured


@pytest.mark.parametrize("cursor", ["x", "dependents", "dependents.-1.0", "nothing.0.abc", "dependents.²."])
def test_a_made_up_cursor_is_refused(popular, ask, cursor):
    answer = ask(cursor=cursor)
    assert answer.is_error
    assert "is not one of this tool's" in answer.text


def test_a_cursor_from_before_a_change_is_refused(popular, ask):
    cursor = ask().structured["next_cursor"]
    popular.edge("k-1", "m-0")
    answer = ask(cursor=cursor)
    assert answer.is_error
    assert "the code has changed" in answer.text


def test_a_change_elsewhere_does_not_spoil_a_cursor(popular, ask):
    cursor = ask().structured["next_cursor"]
    assert cursor.startswith("dependents.")
    popular.node("t-1", "orders", "Table")
    assert not ask(cursor=cursor).is_error


def test_a_short_answer_is_complete(shop, ask):
    answer = ask()
    assert answer.structured["truncated"] is False
    assert "next_cursor" not in answer.structured
    assert "in total; shown here" not in answer.text


def test_enormous_names_do_not_break_the_budget(graph, ask):
    graph.method("m-0", "saveOrder" + "x" * 100_000)
    graph.method("m-1", "y" * 100_000)
    graph.edge("m-1", "m-0")
    answer = ask("saveOrder")
    assert not answer.is_error
    assert size(answer) <= LIMIT
    assert answer.structured["dependents"][0]["name"].startswith("yyy")


def test_the_whole_report_is_written_on_demand_and_holds_every_row(popular, ask):
    from lineai_impact import plugin

    answer = ask()
    assert answer.report is not None
    writer = answer.report

    async def write():
        async with application(plugin, api=ask.api) as host:
            return await writer(Call(host.api()))

    whole = asyncio.run(write())
    assert len(whole.encode()) > 2 * LIMIT
    for number in range(1, 161):
        assert f"\n- `caller{number}` – " in whole
        assert f"**`caller{number}`** | JavaMethodEntity | **`saveOrder`**" in whole
    assert "in total; shown here" not in whole


def test_an_answer_that_is_complete_has_no_other_report(shop, ask):
    assert ask().report is None
