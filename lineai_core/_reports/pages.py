"""Cut a long text into pages of bounded size, each of which names the next."""

from __future__ import annotations

from collections.abc import Callable

_ROOM_FOR_NOTE = 200


def cut(text: str, limit: int, note: Callable[[int, int], str]) -> tuple[str, ...]:
    """Return ``text`` as pages of at most ``limit`` UTF-8 bytes, cut at the ends of lines where possible.

    ``note(page, pages)`` is the line put under each page if there are several; pages count from one.
    """
    if len(text.encode()) <= limit:
        return (text,)
    parts = _parts(text, limit - _ROOM_FOR_NOTE)
    return tuple(
        f"{part.rstrip()}\n\n{note(number, len(parts))}\n" for number, part in enumerate(parts, start=1)
    )


def _parts(text: str, limit: int) -> list[str]:
    data = text.encode()
    parts = []
    start = 0
    while start < len(data):
        end = min(start + limit, len(data))
        if end < len(data):
            line_end = data.rfind(b"\n", start, end)
            if line_end > start:
                end = line_end + 1
            else:
                while data[end] & 0xC0 == 0x80:  # inside a character
                    end -= 1
        parts.append(data[start:end].decode())
        start = end
    return parts
