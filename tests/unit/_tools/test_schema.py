"""What every client accepts, and what is refused when a plugin is loaded."""

import pytest

from lineai_core._tools.schema import MAX_NAME, tool_fault
from lineai_core.plugin import Tool

OBJECT = {"type": "object", "properties": {}}


async def _handle(call): ...


def _tool(name="probe", input_schema=OBJECT, output_schema=OBJECT, title="T", description="D."):
    return Tool(
        name=name,
        title=title,
        description=description,
        handler=_handle,
        input_schema=input_schema,
        output_schema=output_schema,
    )


def _with(schema):
    return {"type": "object", "properties": {"a": schema}}


def test_a_plain_tool_is_accepted():
    schema = {
        "type": "object",
        "properties": {"$ref": {"type": "string"}, "list": {"type": "array", "items": {"type": "integer"}}},
        "required": ["list"],
        "additionalProperties": False,
    }
    assert tool_fault(_tool(input_schema=schema, output_schema=schema)) is None


def test_the_longest_name_fits_behind_the_prefix_that_clients_add():
    assert len("mcp__lineai__" + "x" * MAX_NAME) == 64
    assert tool_fault(_tool(name="x" * MAX_NAME)) is None


@pytest.mark.parametrize(
    "name", ["", "Probe", "db.columns", "db/columns", "-probe", "x" * (MAX_NAME + 1), "a b", "é"]
)
def test_a_name_that_some_client_refuses_is_refused(name):
    assert "name" in tool_fault(_tool(name=name))


@pytest.mark.parametrize(
    ("schema", "said"),
    [
        ({"type": "array", "items": {}}, "no root of type object"),
        ({"type": "object"}, "no properties"),
        ({**OBJECT, "anyOf": []}, "anyOf at its root"),
        (_with({"$ref": "#/$defs/x"}), "uses $ref at a"),
        ({**OBJECT, "$defs": {}}, "uses $defs"),
        (_with({"type": ["string", "null"]}), "list of types at a"),
        (_with({"type": "array"}), "array without items at a"),
        (_with({"type": "object", "properties": {"b": {"type": "array"}}}), "array without items at a.b"),
        (_with({"type": "array", "items": {"definitions": {}}}), "uses definitions at a[]"),
        (_with({"const": 1}), "const without a type at a"),
    ],
)
@pytest.mark.parametrize("kind", ["input_schema", "output_schema"])
def test_a_schema_that_some_client_cannot_read_is_refused(kind, schema, said):
    fault = tool_fault(_tool(**{kind: schema}))
    assert said in fault
    assert "'probe'" in fault


def test_alternatives_are_refused_in_arguments_and_accepted_in_answers():
    schema = _with({"anyOf": [{"type": "string"}, {"type": "null"}]})
    assert "uses anyOf at a" in tool_fault(_tool(input_schema=schema))
    assert tool_fault(_tool(output_schema=schema)) is None


def test_a_tool_without_title_or_description_is_refused():
    assert "title" in tool_fault(_tool(title=" "))
    assert "description" in tool_fault(_tool(description=""))
