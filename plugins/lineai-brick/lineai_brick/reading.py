"""JSON in and out, without the liberties that the standard parser takes and without rounding a number."""

from __future__ import annotations

import json
from typing import Any, NoReturn


class Refused(ValueError):
    """The text is not an artifact; ``problems`` holds one sentence for each violation."""

    def __init__(self, problems: list[str]) -> None:
        super().__init__(
            problems[0] if len(problems) == 1 else f"{problems[0]} (and {len(problems) - 1} more)"
        )
        self.problems = problems


class Exact(float):
    """A number whose shortest form differs from the text that it was read from."""

    text: str


def parse(text: str | bytes) -> Any:
    """Return the JSON value of ``text``; raise ``Refused`` for a repeated member, NaN, and no JSON."""
    try:
        return json.loads(text, parse_float=_number, parse_constant=_constant, object_pairs_hook=_members)
    except Refused:
        raise
    except RecursionError:
        raise Refused(["$: the JSON is nested too deeply"]) from None
    except ValueError as error:
        raise Refused([f"$: not JSON: {error}"]) from None


def write(value: Any) -> str:
    """Return ``value`` as compact JSON on one line, members in their order, numbers as they were read."""
    if isinstance(value, Exact):
        return value.text
    if isinstance(value, dict):
        return "{" + ",".join(f"{json.dumps(key)}:{write(inner)}" for key, inner in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ",".join(map(write, value)) + "]"
    return json.dumps(value)


def _number(text: str) -> float:
    value = float(text)
    if repr(value) == text:
        return value
    exact = Exact(value)
    exact.text = text
    return exact


def _constant(name: str) -> NoReturn:
    raise Refused([f"$: {name} is not a JSON number"])


def _members(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) < len(pairs):
        seen: set[str] = set()
        repeated = next(key for key, _ in pairs if key in seen or seen.add(key))  # type: ignore[func-returns-value]
        raise Refused([f"$: an object repeats the member {json.dumps(repeated)}"])
    return members
