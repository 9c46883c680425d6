"""A long answer is cut to the reader's budget, and everything cut off can be read."""

import asyncio
import json
import re

import pytest

from lineai_core.plugin import ViewRef
from lineai_core.testing import application, failure

LIMIT = 8_000 * 3


def size(answer):
    return len(answer.text.encode()) + len(json.dumps(answer.structured, ensure_ascii=False).encode())


def members(section):
    return section.rpartition("-")[0]


@pytest.fixture
def busy(database):
    """Twelve tables of one name; each is used by 40 methods and 25 objects, and has 20 owners."""
    for table in range(12):
        database.table(f"t-{table:02}", "ORDERS", f"S{table:02}")
        database.hit(f"t-{table:02}", "ORDERS", f"S{table:02}")
        for number in range(40):
            owners = [f"owner{number % 20}@{table}.test"]
            database.method(f"m-{table}-{number}", f"user{number:02}", **{"lineai.owners": owners})
            places = [f"a.java:{line}" for line in range(9)]
            database.edge(f"m-{table}-{number}", f"t-{table:02}", provenance=places)
        for number in range(25):
            database.table(f"x-{table}-{number}", f"X{number:02}")
            database.edge(f"x-{table}-{number}", f"t-{table:02}", "FOREIGN_KEY")
        for number in range(3):
            database.node(f"a-{table}-{number}", f"app{table}-{number}", "Application")
            database.edge(f"a-{table}-{number}", f"t-{table:02}", "GROUPS")
    for number in range(40):
        database.unresolved(f"ur-{number}", f"[Table] shortName EQUALS {'X' * (number % 3)}ORDERS")
        for place in range(7):
            database.edge(f"m-0-{place}", f"ur-{number}")
    for table in range(12):
        near = [node for node in database.nodes if re.match(rf"(t-{table:02}$|.-{table}-|ur-)", node["id"])]
        database.impact[f"t-{table:02}"] = {"nodes": near, "relationships": database.relationships}
    return database


def test_the_first_answer_is_within_the_budget_and_states_all_totals(busy, ask):
    answer = ask()
    assert size(answer) <= LIMIT
    assert answer.structured["totals"] == {
        "matches": 12,
        "first": 1,
        "analysed": 5,
        "failed": 0,
        "not_analysed": 7,
        "unresolved_references": 40,
    }
    totals = {page["section"]: page["total"] for page in answer.structured["pages"]}
    assert totals == {f"code_dependencies-{n}": 40 for n in range(1, 6)} | {
        f"related_objects-{n}": 25 for n in range(1, 6)
    } | {f"owners-{n}": 20 for n in range(1, 6)} | {
        "unresolved_references-1": 80,
        "applications-1": 15,
        "not_analysed-1": 7,
    }
    assert "**Matches:** 12; analysed here: 1 to 5" in answer.text
    assert "**Not Analysed:** 7 more matches; their risk is unknown" in answer.text
    assert [entity["risk"] for entity in answer.structured["entities"]] == ["high"] * 5


def test_the_pages_together_hold_every_row_of_every_match_once(busy, ask):
    answer = ask()
    rows = {}
    totals = {}
    seen = set()
    for _ in range(400):
        assert size(answer) <= LIMIT
        assert not answer.is_error
        seen |= {entity["id"] for entity in answer.structured["entities"]}
        counts = {}
        for page in answer.structured["pages"]:
            name, member = page["section"], members(page["section"])
            totals[name] = page["total"]
            start = counts.get(member, 0)
            counts[member] = start + page["shown"]
            shown = answer.structured[member][start : counts[member]]
            assert page["offset"] == len(rows.setdefault(name, []))
            rows[name] += shown
        cursor = answer.structured.get("next_cursor")
        if cursor is None:
            break
        answer = ask(cursor=cursor)
    assert answer.structured["truncated"] is False
    assert len(seen) == 12
    assert sum(totals[f"code_dependencies-{n}"] for n in range(1, 13)) == 12 * 40
    for name, total in totals.items():
        keys = [json.dumps(row, sort_keys=True) for row in rows[name]]
        assert len(keys) == len(set(keys)) == total, name


def test_a_list_can_be_read_on_by_the_cursor_in_the_text(busy, ask):
    cursor = re.search(r"`(related_objects-3\.[^`]*)`", ask().text)[1]
    answer = ask(cursor=cursor)
    assert "#### Related Database Objects (continued)" in answer.text
    assert {row["entity"] for row in answer.structured["related_objects"]} == {3}
    assert "code_dependencies" not in answer.structured


def test_further_matches_are_analysed_by_the_cursor_in_the_text(busy, ask):
    cursor = re.search(r"Ask again with `cursor` set to `(entities\.[^`]*)`", ask().text)[1]
    answer = ask(cursor=cursor)
    assert [entity["number"] for entity in answer.structured["entities"]] == [6, 7, 8, 9, 10]
    assert "### 6. Table: `S05.ORDERS`" in answer.text


@pytest.mark.parametrize(
    "cursor",
    ["x", "entities", "entities.-1.0", "owners-0.1.a", "owners-99.1.a", "nothing-1.0.a", "owners-²."],
)
def test_a_made_up_cursor_is_refused(busy, ask, cursor):
    answer = ask(cursor=cursor)
    assert answer.is_error
    assert "is not one of this tool's" in answer.text


@pytest.mark.parametrize("which", ["code_dependencies", "entities"])
def test_a_cursor_from_before_a_change_is_refused(busy, ask, which):
    cursor = re.search(rf"`({which}(?:-1)?\.[^`]*)`", ask().text)[1]
    busy.rows.pop()
    del busy.impact["t-00"]["nodes"][1]
    answer = ask(cursor=cursor)
    assert answer.is_error
    assert "has changed" in answer.text


def test_a_cursor_ends_when_other_matches_can_be_read_than_before(busy, ask):
    cursor = ask().structured["next_cursor"]
    busy.impact["t-03"] = lambda request: failure(500, "BROKEN", "x")
    answer = ask(cursor=cursor)
    assert answer.is_error
    assert "has changed" in answer.text


def test_a_short_answer_is_complete(shop, ask):
    answer = ask()
    assert answer.structured["truncated"] is False
    assert answer.report is None
    assert "in total; shown here" not in answer.text


@pytest.mark.parametrize("filler", ["x", "é", "\u200b", "\U0001f600"])
def test_enormous_names_do_not_break_the_budget(database, ask, filler):
    long = filler * 100_000
    for number in range(5):
        database.table(f"t-{number}" + filler * 150, long, f"S{number}" + long)
        database.hit(f"t-{number}" + filler * 150, long, f"S{number}" + long)
        database.node(f"m-{number}", long, "JavaMethodEntity", long)
        database.edge(f"m-{number}", f"t-{number}" + filler * 150)
    for row, _ in database.rows:
        database.impact[row["id"]] = database.payload()
    answer = ask("ORDERS" + filler * 2_000)
    assert not answer.is_error
    assert size(answer) <= LIMIT


class Call:
    """A call of the tool about the busy tables."""

    def __init__(self, api):
        self.api = api
        self.arguments = {"entity_type": "table", "name": "ORDERS"}

    async def view(self):
        return ViewRef(id="mv-shop-7")

    async def progress(self, *_):
        pass


def test_the_whole_report_is_written_on_demand_about_all_matches(busy, ask):
    from lineai_database import plugin

    writer = ask().report

    async def write():
        async with application(plugin, api=ask.api) as host:
            return await writer(Call(host.api()))

    whole = asyncio.run(write())
    assert len(re.findall(r"(?m)^### \d+\. Table: ", whole)) == 12
    assert whole.count("| `com.shop\\|OrderService\\|user") >= 12 * 40
    assert "in total; shown here" not in whole
