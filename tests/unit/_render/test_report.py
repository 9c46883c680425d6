"""A report with long lists: its pages stay within the budget and together tell everything."""

import asyncio
import json
import re

import pytest

from lineai_core._render.paging import cut
from lineai_core.plugin import Budget, Place, Report, Row, Section, ToolError, resume

TOKENS = 500
LIMIT = TOKENS * 3


def budget():
    return Budget(TOKENS)


def section(name, count, **more):
    return Section(
        name=name,
        heading=f"## {name}",
        items=[f"{name}{number:03}" for number in range(count)],
        key=str,
        render=lambda item: Row([f"`{item}`"], {"name": item}),
        **more,
    )


def report(*sections, further=None, **more):
    return Report(
        title="# Title",
        identification=["**Id:** 1"],
        blocks=["Intro.", *(Place(each.name, **more) for each in sections), Place("absent"), "Outro."],
        sections=sections,
        facts={"base": True},
        further=further,
    )


def size(answer):
    return len(answer.text.encode()) + len(json.dumps(answer.structured, ensure_ascii=False).encode())


def test_a_short_report_is_one_page_with_its_blocks_in_order():
    answer = report(section("a", 2), before="Before.").answer(allowance=budget)
    assert answer.text == "# Title\n\nIntro.\n\n## a\n\nBefore.\n\n- `a000`\n- `a001`\n\nOutro.\n"
    assert answer.structured == {
        "base": True,
        "a": [{"name": "a000"}, {"name": "a001"}],
        "pages": [{"section": "a", "offset": 0, "shown": 2, "total": 2}],
        "truncated": False,
    }


def test_an_empty_list_is_left_out_of_the_text_or_told_by_a_sentence():
    assert "## a" not in report(section("a", 0)).answer().text
    assert "## a\n\nNothing.\n" in report(section("a", 0), if_empty="Nothing.").answer().text


def test_the_pages_are_within_the_budget_and_hold_every_row_once():
    made = report(section("a", 90, weight=3), section("b", 40, headers=("Name",)), further="more.1.x")
    answer = made.answer(allowance=budget)
    rows = {"a": [], "b": []}
    for _ in range(100):
        assert size(answer) <= LIMIT
        for page in answer.structured["pages"]:
            assert page["offset"] == len(rows[page["section"]])
            rows[page["section"]] += [row["name"] for row in answer.structured[page["section"]]]
        cursor = answer.structured["next_cursor"]
        if cursor == "more.1.x":
            break
        answer = made.answer(cursor, allowance=budget)
        assert "(continued)" in answer.text
        assert "- **Id:** 1" in answer.text
    assert rows["a"] == [f"a{number:03}" for number in range(90)]
    assert rows["b"] == [f"b{number:03}" for number in range(40)]


def test_sections_may_share_a_member_of_the_data():
    made = report(section("a-1", 2, member="a"), section("a-2", 1, member="a"))
    answer = made.answer()
    assert [row["name"] for row in answer.structured["a"]] == ["a-1000", "a-1001", "a-2000"]
    assert [page["section"] for page in answer.structured["pages"]] == ["a-1", "a-2"]


def test_the_whole_report_is_handed_in_only_with_an_answer_that_was_cut():
    async def whole(call):
        return "all"

    assert report(section("a", 2)).answer(whole=whole).report is None
    cut_short = report(section("a", 900)).answer(allowance=budget, whole=whole)
    assert asyncio.run(cut_short.report(None)) == "all"
    text = report(section("a", 900)).markdown()
    assert text.count("\n- `a") == 900
    assert "in total" not in text


def test_the_cursor_in_the_text_leads_on():
    made = report(section("a", 900))
    text = made.answer(allowance=budget).text
    found = re.search(r"\*900 in total; shown here: rows 1 to (\d+)\. .* `(a\.\1\.\w+)`\.\*", text)
    answer = made.answer(found[2], allowance=budget)
    assert answer.structured["a"][0]["name"] == f"a{int(found[1]):03}"


@pytest.mark.parametrize("cursor", ["", "a", "a.", "a.-1.x", "a.²", "b.1.x", "c.1"])
def test_a_made_up_cursor_is_refused(cursor):
    with pytest.raises(ToolError, match="is not one of this tool's"):
        resume([section("a", 3)], cursor)


@pytest.mark.parametrize("other", [section("a", 4), section("a", 3, seed="x")])
def test_a_cursor_ends_with_its_list(other):
    here = section("a", 3)
    cursor = cut(here, Budget(1), at_least=1).cursor
    assert resume([here], cursor) == (here, 1)
    with pytest.raises(ToolError, match="has changed"):
        resume([other], cursor)


def test_a_row_larger_than_the_budget_is_shown_alone_when_it_is_asked_for():
    big = Section(
        name="a",
        heading="## a",
        items=["x" * 5_000, "y"],
        key=str,
        render=lambda item: Row([item], {"name": item}),
    )
    first = report(big).answer(allowance=budget)
    assert first.structured["a"] == []
    second = report(big).answer(first.structured["next_cursor"], allowance=budget)
    assert [len(row["name"]) for row in second.structured["a"]] == [5_000]
