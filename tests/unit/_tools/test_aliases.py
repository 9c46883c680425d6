"""An argument is understood under each of its names, and a handler sees the documented one."""

import pytest

from lineai_core._tools.arguments import documented
from lineai_core._tools.schema import tool_fault
from lineai_core.plugin import Tool

TEXT = {"type": "string"}
NAMES = ("query", "seed_node_ids", "max_depth", "materialized_view_id")
OBJECT = {"type": "object", "properties": {}}


async def _handle(call): ...


def tool(aliases=None):
    return Tool(
        name="probe",
        title="T",
        description="D.",
        handler=_handle,
        input_schema={"type": "object", "properties": dict.fromkeys(NAMES, TEXT)},
        output_schema=OBJECT,
        aliases=aliases or {},
    )


@pytest.mark.parametrize(
    ("given", "seen"),
    [
        ({"seedNodeIds": ["a"], "maxDepth": 3}, {"seed_node_ids": ["a"], "max_depth": 3}),
        ({"q": "save"}, {"query": "save"}),
        ({"query": "save", "q": "other"}, {"query": "save"}),
        ({"q": "other", "query": "save"}, {"query": "save"}),
        ({"query": "  ", "q": "other"}, {"query": "other"}),
        ({"query": None, "q": "other"}, {"query": "other"}),
        ({"max_depth": 0, "maxDepth": 3}, {"max_depth": 0}),
        ({"materialized_view_id": -7301925538112}, {"materialized_view_id": "-7301925538112"}),
        ({"materializedViewId": 7}, {"materialized_view_id": "7"}),
        ({"materialized_view_id": True}, {"materialized_view_id": True}),
        ({"queries": "x", "seedIds": 1}, {"queries": "x", "seedIds": 1}),
        ([1], [1]),
    ],
)
def test_other_spellings_fill_in_for_the_documented_one(given, seen):
    assert documented(tool({"q": "query"}), given) == seen


@pytest.mark.parametrize("aliases", [{"q": "nothing"}, {"max_depth": "query"}])
def test_an_alias_that_stands_for_nothing_is_refused(aliases):
    assert "alias" in tool_fault(tool(aliases))


def test_an_alias_of_an_argument_is_accepted():
    assert tool_fault(tool({"q": "query"})) is None
