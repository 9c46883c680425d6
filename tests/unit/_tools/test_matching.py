"""The quick check and the JSON Schema library agree on every value."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from lineai_core._tools.matching import matcher

NAMES = st.sampled_from(["a", "b", "c"])
LEAVES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 3),
    st.sampled_from([0.0, 1.0, 1.5, -2.0]),
    st.text(alphabet="xé😀", max_size=3),
)
VALUES = st.recursive(
    LEAVES,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(NAMES, inner, max_size=3),
    max_leaves=8,
)
TYPES = st.sampled_from(["string", "integer", "number", "boolean", "null", "array", "object"])
BOUNDS = ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"]
LENGTHS = ["minLength", "maxLength", "minItems", "maxItems"]


def schemas(inner):
    return st.fixed_dictionaries(
        {},
        optional={
            "type": TYPES | st.lists(TYPES, min_size=1, max_size=2, unique=True),
            "enum": st.lists(LEAVES, min_size=1, max_size=3),
            "const": LEAVES,
            "required": st.lists(NAMES, unique=True),
            "properties": st.dictionaries(NAMES, inner, max_size=2),
            "additionalProperties": st.booleans() | inner,
            "items": inner,
            "anyOf": st.lists(inner, min_size=1, max_size=2),
            "description": st.just("says nothing"),
            **{word: st.integers(-2, 2) for word in BOUNDS},
            **{word: st.integers(0, 2) for word in LENGTHS},
        },
    )


SCHEMAS = st.recursive(st.fixed_dictionaries({}, optional={"type": TYPES}), schemas, max_leaves=4)


@given(SCHEMAS, VALUES)
def test_it_agrees_with_the_library(schema, value):
    match = matcher(schema)
    assert match is not None
    assert match(value) == Draft202012Validator(schema).is_valid(value)


@pytest.mark.parametrize(
    "schema",
    [
        {"pattern": "^a"},
        {"$ref": "#/x"},
        {"properties": {"a": {"not": {}}}},
        {"items": [{"type": "string"}]},
        {"enum": [[1]]},
        {"const": {"a": 1}},
        {"type": "any"},
        {"items": True},
        True,
    ],
)
def test_what_it_does_not_know_it_leaves_to_the_library(schema):
    assert matcher(schema) is None
