"""Tell quickly whether a value matches a schema; the JSON Schema library tells slowly why it does not.

Every call is checked twice, and nearly always rightly. So a schema becomes one function, made of the
keywords that tools use; a schema with any other keyword is left to the library.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

Match = Callable[[Any], bool]

_SAY_NOTHING = frozenset(
    {"title", "description", "default", "examples", "deprecated", "format", "$comment", "readOnly"}
)


def matcher(schema: Any) -> Match | None:
    """Return a function that tells whether a value matches ``schema``; ``None``: the library has to."""
    try:
        return _match(schema)
    except _Unknown:
        return None


class _Unknown(Exception):
    """A schema uses a keyword, or a form of one, that is not known here."""


def _match(schema: Any) -> Match:
    if not isinstance(schema, Mapping):
        raise _Unknown
    checks = [_keyword(word, schema) for word in schema if word not in _SAY_NOTHING]
    if len(checks) == 1:
        return checks[0]

    def match(value: Any) -> bool:
        for check in checks:  # noqa: SIM110 - a generator costs as much as the checks
            if not check(value):
                return False
        return True

    return match


def _keyword(word: str, schema: Mapping[str, Any]) -> Match:
    wanted = schema[word]
    if word == "type":
        return _type(wanted)
    if word in ("enum", "const"):
        options = wanted if word == "enum" else [wanted]
        if any(isinstance(option, list | dict) for option in options):
            raise _Unknown
        return lambda value: any(_same(value, option) for option in options)
    if word == "anyOf":
        parts = [_match(part) for part in wanted]
        return lambda value: any(part(value) for part in parts)
    if word in _BOUNDS:
        kind, keeps = _BOUNDS[word]
        return lambda value: not kind(value) or keeps(value, wanted)
    if word == "required":
        return lambda value: not isinstance(value, dict) or all(name in value for name in wanted)
    if word == "properties":
        members = {name: _match(part) for name, part in wanted.items()}
        return lambda value: not isinstance(value, dict) or _members_match(value, members)
    if word == "additionalProperties" and isinstance(wanted, bool | Mapping):
        known = frozenset(schema.get("properties", ()))
        rest: Match = (lambda _value: wanted) if isinstance(wanted, bool) else _match(wanted)
        return lambda value: (
            not isinstance(value, dict)
            or all(name in known or rest(member) for name, member in value.items())
        )
    if word == "items":
        item = _match(wanted)
        return lambda value: not isinstance(value, list) or all(map(item, value))
    raise _Unknown


def _members_match(value: dict[str, Any], members: Mapping[str, Match]) -> bool:
    for name, member in value.items():
        match = members.get(name)
        if match is not None and not match(member):
            return False
    return True


def _type(name: Any) -> Match:
    if isinstance(name, Sequence) and not isinstance(name, str):
        parts = [_type(each) for each in name]
        return lambda value: any(part(value) for part in parts)
    if not isinstance(name, str) or name not in _TYPES:
        raise _Unknown
    return _TYPES[name]


def _number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _text(value: Any) -> bool:
    return isinstance(value, str)


def _list(value: Any) -> bool:
    return isinstance(value, list)


def _integer(value: Any) -> bool:
    return _number(value) and (isinstance(value, int) or value.is_integer())


def _same(left: Any, right: Any) -> bool:
    """Return whether two plain values are equal in JSON, where ``true`` is not ``1``."""
    return isinstance(left, bool) == isinstance(right, bool) and left == right


_TYPES: Mapping[str, Match] = {
    "string": _text,
    "integer": _integer,
    "number": _number,
    "boolean": lambda value: isinstance(value, bool),
    "null": lambda value: value is None,
    "array": _list,
    "object": lambda value: isinstance(value, dict),
}
_BOUNDS: Mapping[str, tuple[Match, Callable[[Any, Any], bool]]] = {
    "minimum": (_number, lambda value, bound: value >= bound),
    "maximum": (_number, lambda value, bound: value <= bound),
    "exclusiveMinimum": (_number, lambda value, bound: value > bound),
    "exclusiveMaximum": (_number, lambda value, bound: value < bound),
    "minLength": (_text, lambda value, bound: len(value) >= bound),
    "maxLength": (_text, lambda value, bound: len(value) <= bound),
    "minItems": (_list, lambda value, bound: len(value) >= bound),
    "maxItems": (_list, lambda value, bound: len(value) <= bound),
}
