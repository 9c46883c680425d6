"""What somebody who mistyped a name may have meant."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches


def meant(name: str, known: Iterable[str], *, cutoff: float = 0.6) -> str:
    """Return `` Did you mean 'x'?`` with the closest known name, or nothing if none is close.

    ``cutoff`` is the least similarity, from 0 to 1, as ``difflib`` counts it.
    """
    close = get_close_matches(name, sorted(known), n=1, cutoff=cutoff)
    return f" Did you mean {close[0]!r}?" if close else ""
