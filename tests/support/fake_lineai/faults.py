"""Faults: what goes wrong, for which requests, and how often."""

from __future__ import annotations

import json as json_module
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

Action = Literal["drop", "hang", "trickle", "truncate"]


@dataclass
class Fault:
    """Something that goes wrong for requests whose path matches the regular expression ``path``.

    It happens ``times`` times (-1: always). After ``delay`` seconds the answer has ``status`` and
    ``headers``, and as its body ``json`` or ``text``; without either, the answer is the proper one.
    ``action`` spoils the delivery: ``drop`` closes the connection unanswered, ``hang`` never answers,
    ``trickle`` sends ``parts`` pieces ``interval`` seconds apart, ``truncate`` closes halfway.
    """

    path: str
    method: str | None = None
    times: int = -1
    delay: float = 0.0
    status: int | None = None
    json: Any = None
    text: str | None = None
    content_type: str = "text/html"
    headers: Mapping[str, str] = field(default_factory=dict)
    action: Action | None = None
    parts: int = 10
    interval: float = 1.0

    def concerns(self, method: str, path: str) -> bool:
        """Return whether the fault has uses left and applies to a request."""
        return self.times != 0 and self.method in (None, method) and re.fullmatch(self.path, path) is not None

    def answer(self) -> tuple[int, str, bytes] | None:
        """Return status, content type and body, or ``None`` to answer properly."""
        if self.text is not None:
            return self.status or 200, self.content_type, self.text.encode("utf-8", "surrogatepass")
        if self.json is not None or self.status is not None:
            return self.status or 200, "application/json", json_module.dumps(self.json).encode()
        return None
