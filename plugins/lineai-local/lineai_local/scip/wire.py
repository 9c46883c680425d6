"""The protobuf wire format, as far as SCIP uses it: fields of a message, one after the other.

Written after the encoding's public description: varints, 64-bit, length-delimited and 32-bit fields.
Unknown fields are passed over by the readers, so a newer index can be read.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import BinaryIO

from lineai_local.problems import LocalError

_LONGEST_VARINT = 10


class Damaged(LocalError):
    """A file is no SCIP index, or a part of it is missing; ``offset`` is where, in bytes."""

    code = "BAD_SCIP"

    def __init__(self, name: str, offset: int, what: str) -> None:
        super().__init__(f"{name} is not a whole SCIP index: {what} at byte {offset}. Make it again.")
        self.offset = offset


class BadMessage(ValueError):
    """A message cannot be read; the arguments are what is wrong and the offset in the message."""


def top_level(file: BinaryIO, name: str) -> Iterator[tuple[int, int, bytes]]:
    """Yield (field number, offset of its value, value) of the length-delimited fields of a file.

    Only one field is in memory at a time. Raises ``Damaged`` with ``name`` where the file breaks off.
    """
    size = file.seek(0, 2)
    file.seek(0)
    while file.tell() < size:
        start = file.tell()
        key, value = _file_varint(file, name), _file_varint(file, name)
        if key & 7 != 2 or key >> 3 == 0:
            raise Damaged(name, start, "an unexpected field")
        offset = file.tell()
        if value > size - offset:
            raise Damaged(name, start, "a field is longer than the rest of the file")
        yield key >> 3, offset, file.read(value)


def _file_varint(file: BinaryIO, name: str) -> int:
    start, result = file.tell(), 0
    for position in range(_LONGEST_VARINT):
        byte = file.read(1)
        if not byte:
            raise Damaged(name, start, "the file ends inside a number")
        result |= (byte[0] & 127) << (7 * position)
        if byte[0] < 128:
            return result
    raise Damaged(name, start, "a number is too long")


def fields(data: bytes) -> Iterator[tuple[int, int | bytes]]:
    """Yield (field number, value) of a message: an integer, or bytes. Raises ``BadMessage``."""
    at, end = 0, len(data)
    while at < end:
        start = at
        key, at = varint(data, at)
        kind = key & 7
        if kind == 0:
            value, at = varint(data, at)
            yield key >> 3, value
            continue
        if kind == 2:
            length, at = varint(data, at)
        elif kind in (1, 5):
            length = 8 if kind == 1 else 4
        else:
            raise BadMessage("an unexpected field", start)
        if length > end - at:
            raise BadMessage("a field is longer than what is around it", start)
        yield key >> 3, data[at : at + length]
        at += length


def varint(data: bytes, at: int) -> tuple[int, int]:
    """Return the unsigned number at an offset and the offset behind it. Raises ``BadMessage``."""
    result = shift = 0
    start = at
    while at < len(data) and shift < 7 * _LONGEST_VARINT:
        byte = data[at]
        at += 1
        result |= (byte & 127) << shift
        if byte < 128:
            return result, at
        shift += 7
    raise BadMessage("a number does not end", start)


def integers(value: int | bytes) -> list[int]:
    """Return the numbers of a repeated integer field, packed or single. Raises ``BadMessage``."""
    if isinstance(value, int):
        return [value]
    found, at = [], 0
    while at < len(value):
        number, at = varint(value, at)
        found.append(number)
    return found
