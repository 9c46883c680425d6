"""Tiers: the tools of a part of the API that this backend may lack, withdrawn while it does."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass

from lineai_core.errors import LineaiError, NotDeployed
from lineai_core.types import JsonObject, Tool

log = logging.getLogger("lineai.tools")

PAUSE_SECONDS = 60.0

Ask = Callable[[Tool, JsonObject], Awaitable[object]]


@dataclass(slots=True)
class _Missing:
    """A tier that is not there: the arguments of the call that found out, and when it was last looked for."""

    arguments: JsonObject
    looked: float


class Tiers:
    """Knows which tiers the backend lacks; every tier counts as there until a call finds otherwise.

    ``ask`` calls the probe of a tool with some arguments. ``clock`` counts seconds.
    """

    def __init__(
        self, tools: Iterable[Tool], ask: Ask, *, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._probes: dict[str, Tool | None] = {}
        self._note(tools)
        self._ask = ask
        self._clock = clock
        self._missing: dict[str, _Missing] = {}
        self._listeners: dict[object, Callable[[], None]] = {}
        self._searches: dict[str, asyncio.Task[None]] = {}

    def __bool__(self) -> bool:
        """Return whether there is any tier, so that the tools on offer can change."""
        return bool(self._probes)

    def add(self, tools: Iterable[Tool]) -> None:
        """Take in tools that have come while the server runs, and tell of them."""
        self._note(tools)
        self._tell()

    def offers(self, tool: Tool) -> bool:
        """Return whether a tool is on offer: it has no tier, or its tier is not known to be missing."""
        return tool.tier not in self._missing

    def withdraw(self, tool: Tool, arguments: JsonObject) -> None:
        """Note that a call of ``tool`` with ``arguments`` found its tier missing."""
        if tool.tier is None:
            return
        news = tool.tier not in self._missing
        self._missing[tool.tier] = _Missing(arguments, self._clock())
        if news:
            log.info("The backend lacks the tier %s: its tools are withdrawn.", tool.tier)
            self._tell()

    def restore(self, tool: Tool) -> None:
        """Note that the tier of ``tool`` has answered."""
        if tool.tier is not None and tool.tier in self._missing:
            del self._missing[tool.tier]
            log.info("The backend has the tier %s now: its tools are offered again.", tool.tier)
            self._tell()

    def look_again(self) -> None:
        """Ask in the background whether a missing tier has come, each at most once a minute."""
        now = self._clock()
        for tier, missing in self._missing.items():
            probe = self._probes[tier]
            if probe is not None and tier not in self._searches and now - missing.looked >= PAUSE_SECONDS:
                missing.looked = now
                self._searches[tier] = asyncio.create_task(self._search(tier, probe, missing.arguments))

    def watch(self, listener: Callable[[], None]) -> Callable[[], None]:
        """Have ``listener`` called whenever tools are withdrawn or offered again; return how to end that."""
        token = object()
        self._listeners[token] = listener

        def end() -> None:
            self._listeners.pop(token, None)

        return end

    async def aclose(self) -> None:
        """Stop looking for tiers."""
        searches = list(self._searches.values())
        for search in searches:
            search.cancel()
        await asyncio.gather(*searches, return_exceptions=True)

    async def _search(self, tier: str, tool: Tool, arguments: JsonObject) -> None:
        try:
            await self._ask(tool, arguments)
        except NotDeployed:
            log.debug("The tier %s is still missing.", tier)
        except LineaiError as error:
            log.debug("Whether the tier %s is there could not be found out: %s", tier, error)
        except Exception:
            log.exception("The probe of the tier %s failed.", tier)
        else:
            self.restore(tool)
        finally:
            del self._searches[tier]

    def _note(self, tools: Iterable[Tool]) -> None:
        for tool in tools:
            if tool.tier is not None and not self._probes.get(tool.tier):
                self._probes[tool.tier] = tool if tool.probe else None

    def _tell(self) -> None:
        for listener in list(self._listeners.values()):
            listener()
