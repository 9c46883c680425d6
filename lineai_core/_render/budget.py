"""How much a reader can take."""

from __future__ import annotations

from collections.abc import Sequence

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
        """Take the text's bytes (and a line end) off the allowance; it may go below zero."""
        self.left -= size(text)

    def fit(self, texts: Sequence[str], *, share: float = 1.0, at_least: int = 0) -> int:
        """Return how many of the texts, from the first, fit into a share of what is left, and spend them.

        ``at_least`` are taken whatever they cost, so that a reader who turns pages always gets on.
        """
        limit = self.left * share
        spent = count = 0
        for text in texts:
            cost = size(text)
            if count >= at_least and spent + cost > limit:
                break
            spent += cost
            count += 1
        self.left -= spent
        return count


def size(text: str) -> int:
    """Return the UTF-8 bytes of a line of text, with its line end."""
    return len(text.encode("utf-8", "surrogatepass")) + 1
