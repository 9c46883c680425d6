"""What the fake server knows and what happened to it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from fake_lineai import shop
from fake_lineai.faults import Fault

USERNAME = "demo"
PASSWORD = "s3cret"


@dataclass
class Config:
    """How it behaves towards everybody.

    ``expires_in`` is stated with each token if set. With ``single_session`` a login ends all earlier
    ones. ``base_delay`` and ``auth_delay`` are seconds before each answer and each login.
    ``default_view`` may be ``None``: then there is no default view.
    """

    expires_in: Any = None
    single_session: bool = False
    base_delay: float = 0.0
    auth_delay: float = 0.0
    graph: bool = True
    default_view: Any = "mv-shop-7"


@dataclass
class Entry:
    """One request as it arrived, and what became of it: a status, or ``drop`` or ``gone``."""

    method: str
    target: str
    path: str
    query: Mapping[str, str]
    headers: Mapping[str, str]
    body: str
    status: int | str = ""


@dataclass
class State:
    """Data, faults, live tokens and the log of requests."""

    config: Config = field(default_factory=Config)
    faults: list[Fault] = field(default_factory=list)
    log: list[Entry] = field(default_factory=list)
    tokens: set[str] = field(default_factory=set)
    logins: int = 0
    in_flight: int = 0
    peak: int = 0
    workspaces: dict[str, tuple[str, str]] = field(default_factory=shop.workspaces)
    methods: dict[str, list[Any]] = field(default_factory=shop.methods)
    impact: dict[str, Any] = field(default_factory=shop.impact)
    tables: dict[str, list[Any]] = field(default_factory=shop.tables)

    def fault_for(self, method: str, path: str) -> Fault | None:
        """Return the first fault that concerns a request, and count its use."""
        for fault in self.faults:
            if fault.concerns(method, path):
                fault.times -= 1 if fault.times > 0 else 0
                return fault
        return None
