"""The tools of every installed plugin are in the form that all known clients and model APIs accept."""

from __future__ import annotations

import re

import pytest

NAME = re.compile(r"[a-z0-9][a-z0-9_-]*")
LONGEST_NAME = 64 - len("mcp__lineai__")  # clients put the server's name in front, and stop at 64
PROPERTY = re.compile(r"[A-Za-z0-9_.-]{1,64}")
REFUSED = {
    "$ref",
    "$defs",
    "definitions",
    "$schema",
    "anyOf",
    "oneOf",
    "allOf",
    "not",
    "if",
    "patternProperties",
}
CUT_OFF = 2048  # characters of a description, or of the instructions, that clients show to the model


@pytest.fixture
def everything(start, environment):
    """The handshake's result and the tools of a server with every installed plugin."""
    for variable in ("LINEAI_PLUGINS", "PYTHONPATH"):
        del environment[variable]
    server = start()
    return server.initialize(), server.ask("tools/list")["result"]["tools"]


def schemas(schema, path):
    """Yield every schema inside ``schema``, itself first, with its path."""
    yield path, schema
    for name, member in schema.get("properties", {}).items():
        yield from schemas(member, f"{path}.{name}")
    for keyword in ("items", "additionalProperties"):
        if isinstance(schema.get(keyword), dict):
            yield from schemas(schema[keyword], f"{path}.{keyword}")


def test_names_fit_behind_the_prefix_of_a_client(everything):
    _, tools = everything
    for tool in tools:
        assert NAME.fullmatch(tool["name"])
        assert len(tool["name"]) <= LONGEST_NAME


def test_schemas_keep_to_what_every_client_understands(everything):
    _, tools = everything
    for tool in tools:
        for kind in ("inputSchema", "outputSchema"):
            root = tool[kind]
            assert root["type"] == "object", tool["name"]
            assert "properties" in root, tool["name"]
            for path, schema in schemas(root, f"{tool['name']}.{kind}"):
                assert isinstance(schema, dict), path
                assert not REFUSED & set(schema), path
                assert isinstance(schema.get("type"), str), path
                assert schema["type"] != "array" or "items" in schema, path
                assert all(PROPERTY.fullmatch(name) for name in schema.get("properties", {})), path
                assert set(schema.get("required", [])) <= set(schema.get("properties", {})), path


def test_the_model_sees_every_text_in_full(everything):
    handshake, tools = everything
    assert len(handshake.get("instructions", "")) <= CUT_OFF
    for tool in tools:
        assert 0 < len(tool["description"]) <= CUT_OFF
        assert tool["title"]


def test_every_tool_says_whether_it_changes_anything(everything):
    _, tools = everything
    for tool in tools:
        assert isinstance(tool["annotations"]["readOnlyHint"], bool)
