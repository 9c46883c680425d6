"""Writes small SCIP indexes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

Place = tuple[Sequence[int], str, int]
"""Range (0-based line, start, end), symbol and roles of an occurrence."""


def varint(number: int) -> bytes:
    out = bytearray()
    while number > 127:
        out.append(number & 127 | 128)
        number >>= 7
    return bytes([*out, number])


def field(number: int, value: int | str | bytes) -> bytes:
    if isinstance(value, int):
        return varint(number << 3) + varint(value)
    data = value.encode() if isinstance(value, str) else value
    return varint(number << 3 | 2) + varint(len(data)) + data


def metadata(name: str = "scip-test", version: str = "1.0", root: str = "") -> bytes:
    tool = field(1, name) + field(2, version)
    return field(1, field(2, tool) + field(3, root))


def document(
    path: str,
    places: Iterable[Place],
    *,
    encoding: int = 0,
    implementations: Iterable[tuple[str, str]] = (),
) -> bytes:
    body = field(1, path)
    for place, symbol, roles in places:
        packed = b"".join(varint(number) for number in place)
        body += field(2, field(1, packed) + field(2, symbol) + field(3, roles))
    for symbol, other in implementations:
        body += field(3, field(1, symbol) + field(4, field(1, other) + field(3, 1)))
    return field(2, body + (field(6, encoding) if encoding else b""))


def find(text: str, name: str, symbol: str, *, nth: int = 0, definition: bool = False) -> Place:
    """Return the occurrence at the ``nth`` place where ``text`` has ``name``."""
    at = -1
    for _ in range(nth + 1):
        at = text.index(name, at + 1)
    line, start = text[:at].count("\n"), at - (text.rfind("\n", 0, at) + 1)
    return ((line, start, start + len(name)), symbol, int(definition))
