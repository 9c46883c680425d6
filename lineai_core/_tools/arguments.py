"""Bring arguments to the names of a tool's schema; check arguments and answers against its schemas."""

from __future__ import annotations

import re
from collections.abc import Mapping
from difflib import get_close_matches
from typing import Any

from lineai_core._tools.matching import matcher
from lineai_core.errors import ToolError
from lineai_core.types import Tool

_VIEW_ID = "materialized_view_id"
_HUMP = re.compile(r"(?<=[a-z0-9])([A-Z])")
_MOST_FAULTS = 5
_MOST_CHARACTERS = 200


def documented(tool: Tool, arguments: Any) -> Any:
    """Return the arguments under the names of the tool's input schema, as far as they can be told.

    A camelCase spelling or an alias fills in for the documented name where that is missing, null or blank.
    The id of a view may be a number: it becomes text. Everything else is left for the schema to judge.
    """
    if not isinstance(arguments, Mapping):
        return arguments
    known = tool.input_schema.get("properties", {})
    named: dict[str, Any] = {name: value for name, value in arguments.items() if name in known}
    for name, value in arguments.items():
        if name in known:
            continue
        meant = tool.aliases.get(name) or snake_case(name)
        if meant not in known:
            named[name] = value
        elif _blank(named.get(meant)):
            named[meant] = value
    view = named.get(_VIEW_ID)
    if isinstance(view, int) and not isinstance(view, bool):
        named[_VIEW_ID] = str(view)
    return named


def snake_case(name: str) -> str:
    """Return the snake_case spelling of a camelCase name."""
    return _HUMP.sub(r"_\1", name).lower() if _HUMP.search(name) else name


def _blank(value: Any) -> bool:
    return value is None or (isinstance(value, str) and not value.strip())


class Validator:
    """Knows the schemas of one tool; the JSON Schema library is loaded when something does not match."""

    def __init__(self, tool: Tool) -> None:
        self._tool = tool
        self._arguments_match = matcher(tool.input_schema)
        self._answer_matches = matcher(tool.output_schema)

    def check_arguments(self, arguments: Any) -> None:
        """Raise ``ToolError`` that names every fault if the arguments do not match the input schema."""
        if self._arguments_match and self._arguments_match(arguments):
            return
        faults = self._faults(self._tool.input_schema, arguments)
        if faults:
            raise ToolError(
                f"The arguments of {self._tool.name} are not valid: {'; '.join(faults)}.",
                hint=f"It takes {self._accepted()}.",
            )

    def answer_faults(self, structured: Any) -> list[str]:
        """Return how an answer's data departs from the output schema, at most a few sentences."""
        if self._answer_matches and self._answer_matches(structured):
            return []
        return self._faults(self._tool.output_schema, structured)

    def _faults(self, schema: Any, value: Any) -> list[str]:
        from jsonschema import Draft202012Validator

        errors = Draft202012Validator(schema).iter_errors(value)
        ordered = sorted(errors, key=lambda error: (list(map(str, error.absolute_path)), error.message))
        return [self._sentence(error) for error in ordered[:_MOST_FAULTS]]

    def _sentence(self, error: Any) -> str:
        if error.validator == "additionalProperties" and not error.absolute_path:
            known = error.schema.get("properties", {})
            extra = sorted(set(error.instance) - set(known))
            return ", ".join(f"{name!r} is unknown{_meant(name, known)}" for name in extra)
        place = ".".join(map(str, error.absolute_path))
        message = _range_fault(error) or error.message
        if len(message) > _MOST_CHARACTERS:
            message = f"{message[: _MOST_CHARACTERS - 1]}…"
        return f"{place}: {message}" if place else message

    def _accepted(self) -> str:
        required = set(self._tool.input_schema.get("required", ()))
        names = self._tool.input_schema.get("properties", {})
        shown = [name if name in required else f"{name} (optional)" for name in names]
        return ", ".join(shown) or "no arguments"


def _range_fault(error: Any) -> str | None:
    """Return the sentence for a number, or a number of items, that is out of the range the schema gives."""
    for low, high, value, noun in (
        ("minimum", "maximum", error.instance, ""),
        ("minItems", "maxItems", error.instance, " items"),
        ("minLength", "maxLength", error.instance, " characters"),
    ):
        if error.validator in (low, high) and low in error.schema and high in error.schema:
            given = len(value) if noun else value
            return f"{given}{noun} given, where {error.schema[low]} to {error.schema[high]} are accepted"
    return None


def _meant(name: str, known: Mapping[str, Any]) -> str:
    close = get_close_matches(name, list(known), n=1)
    return f" (did you mean {close[0]!r}?)" if close else ""
