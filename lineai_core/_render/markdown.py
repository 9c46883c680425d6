"""The blocks a Markdown answer is built of."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

_BARE_PIPE = re.compile(r"(?<!\\)((?:\\\\)*)\|")


def bullet(text: str) -> str:
    """Return a list item; ``text`` is Markdown on one line."""
    return f"- {text}"


def row(cells: Sequence[str]) -> str:
    """Return a table row; each cell is Markdown on one line, and a bare pipe in it is escaped."""
    return "| " + " | ".join(_BARE_PIPE.sub(r"\1\\|", cell) for cell in cells) + " |"


def table(headers: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table; headers and cells are Markdown on one line, without line ends."""
    return "\n".join([row(headers), row(["---"] * len(headers)), *map(row, rows)])


class Document:
    """A Markdown text under construction, block by block.

    Text given to it is Markdown: values from elsewhere pass ``escape`` or ``code`` first.
    """

    def __init__(self) -> None:
        self._blocks: list[str] = []

    def heading(self, level: int, text: str) -> None:
        """Add a heading of level 1 to 6."""
        self._blocks.append(f"{'#' * level} {text}")

    def add(self, block: str) -> None:
        """Add a paragraph, table or any other block; an empty one is left out."""
        if block:
            self._blocks.append(block)

    def bullets(self, items: Iterable[str]) -> None:
        """Add a list with one item per text."""
        self.add("\n".join(map(bullet, items)))

    def text(self) -> str:
        """Return the whole text, blocks parted by blank lines."""
        return "\n\n".join(self._blocks) + "\n"
