"""What this account was refused with a fresh token: a matter of permission, which no login mends."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable

from lineai_core.http import Request

_REMEMBERED = 30.0
_MOST = 256
_VIEW = ("viewId", "materializedViewId")


class Denials:
    """Remembers refusals for half a minute, by view if the request names one, else by path."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._until: OrderedDict[str, float] = OrderedDict()

    def add(self, request: Request) -> None:
        """Remember that ``request`` was refused with a fresh token."""
        subject = _subject(request)
        self._until.pop(subject, None)
        self._until[subject] = self._clock() + _REMEMBERED
        while len(self._until) > _MOST:
            self._until.popitem(last=False)

    def holds(self, request: Request) -> bool:
        """Return whether the like of ``request`` was refused with a fresh token a short while ago."""
        return self._clock() < self._until.get(_subject(request), 0.0)


def _subject(request: Request) -> str:
    params = request.url.params
    return next((f"view {params[name]}" for name in _VIEW if name in params), request.url.path)
