"""How much a reader can take."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

T = TypeVar("T")

DEFAULT_TOKENS = 8_000
BYTES_PER_TOKEN = 3


class Budget:
    """An allowance of tokens, spent in UTF-8 bytes.

    A token is counted as 3 bytes. Source-like text has about 4 bytes a token, so the answer stays
    below the allowance for every tokenizer in use.
    """

    __slots__ = ("left", "total")

    def __init__(self, tokens: float = DEFAULT_TOKENS) -> None:
        self.total = int(tokens * BYTES_PER_TOKEN)
        self.left = self.total

    def spend(self, text: str) -> None:
        """Take a line of text off the allowance, which may go below zero."""
        self.left -= _size(text)

    def take(
        self, items: Iterable[T], text: Callable[[T], str], *, share: float = 1.0, at_least: int = 0
    ) -> list[T]:
        """Return the items, from the first, whose texts fit into a share of what is left, and spend them.

        The items are read only as far as they fit, and one more. ``at_least`` are taken whatever they
        cost, so that a reader who turns pages always gets on.
        """
        limit = self.left * share
        spent = 0
        taken: list[T] = []
        for item in items:
            cost = _size(text(item))
            if len(taken) >= at_least and spent + cost > limit:
                break
            spent += cost
            taken.append(item)
        self.left -= spent
        return taken


def _size(text: str) -> int:
    return len(text.encode("utf-8", "surrogatepass")) + 1
