"""A response of unknown shape, taken apart into a frame and the lists in it, and put together again.

Every list that stands in objects only is a part of its own, which can be cut and read on. An object with
very many members counts as a list of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from lineai_graph.schema import fits
from lineai_graph.shorten import shorten, size

WRAPPED = "data"
MOST_MEMBERS = (40, 5, 0)
MOST_PARTS = 24
DEEPEST = 4
LARGEST_FRAME = 5_000


@dataclass(frozen=True, slots=True)
class Part:
    """A list in a response: its name, where it stands, and its items.

    The items of a ``keyed`` part are the members of an object, each an object with one member.
    """

    name: str
    path: tuple[str, ...]
    items: list[Any]
    keyed: bool = False


@dataclass(frozen=True, slots=True)
class _Hole:
    """Stands in the frame where a part belongs."""

    part: Part


@dataclass(frozen=True, slots=True)
class Shape:
    """A response taken apart; ``shortened`` tells that a value of the frame had to be cut."""

    frame: Mapping[str, Any]
    parts: tuple[Part, ...]
    shortened: bool = False

    @classmethod
    def of(cls, response: Any, output: Mapping[str, Any]) -> Shape:
        """Return the shape of a response in an answer with the schema ``output``."""
        whole = response if fits(response, output) else {WRAPPED: response}
        for most in MOST_MEMBERS:
            shape = _take_apart(whole, most)
            frame = shape.fill({part.name: [] for part in shape.parts})
            if len(shape.parts) <= MOST_PARTS and size(frame) <= LARGEST_FRAME:
                return shape
        part = _as_one_part(response)
        return cls({WRAPPED: _Hole(part)}, (part,))

    def fill(self, rows: Mapping[str, list[Any]]) -> dict[str, Any]:
        """Return the response with these rows of its parts; parts without an entry are left out."""
        filled = _filled(self.frame, rows)
        assert isinstance(filled, dict)
        return filled

    def scalars(self) -> Iterator[tuple[tuple[str, ...], Any]]:
        """Yield the values of the frame that are neither objects nor lists, and where each stands."""
        yield from _scalars(self.frame, ())


def _take_apart(whole: Mapping[str, Any], most: int) -> Shape:
    """Return the shape in which an object below the root with more members than ``most`` is a part."""
    parts: list[Part] = []
    shortened = False
    names: set[str] = set()

    def part(path: tuple[str, ...], items: list[Any], *, keyed: bool = False) -> _Hole:
        name = stem = re.sub(r"[^A-Za-z0-9]+", "_", "_".join(path)).strip("_")[:40] or "list"
        number = 1
        while name in names:
            number += 1
            name = f"{stem}_{number}"
        names.add(name)
        parts.append(Part(name, path, items, keyed))
        return _Hole(parts[-1])

    def walk(value: Any, path: tuple[str, ...]) -> Any:
        if isinstance(value, list) and value:
            return part(path, value)
        if isinstance(value, Mapping) and value and path and len(value) > most:
            return part(path, [{name: member} for name, member in value.items()], keyed=True)
        if isinstance(value, Mapping) and len(path) < DEEPEST:
            return {name: walk(member, (*path, name)) for name, member in value.items()}
        nonlocal shortened
        short = shorten(value)
        shortened = shortened or short is not value
        return short

    return Shape(walk(whole, ()), tuple(parts), shortened)


def _as_one_part(response: Any) -> Part:
    """Return a response that cannot be told in any better way as the list of its members."""
    if isinstance(response, dict):
        items = [{name: member} for name, member in response.items()]
        return Part(WRAPPED, (WRAPPED,), items, keyed=True)
    return Part(WRAPPED, (WRAPPED,), response if isinstance(response, list) else [response])


_NOTHING = object()


def _filled(value: Any, rows: Mapping[str, list[Any]]) -> Any:
    if isinstance(value, _Hole):
        part = value.part
        if part.name not in rows:
            return _NOTHING
        found = rows[part.name]
        return {name: member for row in found for name, member in row.items()} if part.keyed else found
    if isinstance(value, dict):
        members = ((name, _filled(member, rows)) for name, member in value.items())
        return {name: member for name, member in members if member is not _NOTHING}
    return value


def _scalars(value: Any, path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], Any]]:
    if isinstance(value, Mapping):
        for name, member in value.items():
            yield from _scalars(member, (*path, name))
    elif not isinstance(value, (list, _Hole)):
        yield path, value
