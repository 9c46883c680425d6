"""Reading and analysing the matches that one answer is about."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence
from dataclasses import dataclass

from lineai_core.plugin import (
    ApiError,
    Row,
    Section,
    ToolCall,
    ViewNotReady,
    ViewRef,
    fetch_impact,
    resume,
)
from lineai_database.analysis import analyse
from lineai_database.entity import Entity, Failure
from lineai_database.queries import Hit
from lineai_database.selection import Selection

PER_ANSWER = 5
CONCURRENT = 5
ENTITIES = "entities"
_NUMBERED = re.compile(r"[a-z_]+-([1-9][0-9]{0,8})\.", re.ASCII)


@dataclass(frozen=True, slots=True)
class Batch:
    """What became of consecutive matches; ``first`` and ``end`` are offsets among all of them."""

    first: int
    end: int
    entities: tuple[Entity, ...]
    failures: tuple[Failure, ...]


def matches(hits: Sequence[Hit]) -> Section[Hit]:
    """Return the list of all matches, which cursors to further matches are about."""
    return Section(
        name=ENTITIES,
        heading="## Matches",
        items=hits,
        key=lambda hit: f"{hit.schema or ''}\0{hit.node.name}\0{hit.node.id}",
        render=lambda hit: Row([], {}),
    )


def cursor_to(hits: Sequence[Hit], offset: int) -> str | None:
    """Return the cursor of the match at an offset, or ``None`` if there is none."""
    return f"{ENTITIES}.{offset}.{matches(hits).mark()}" if offset < len(hits) else None


def first_match(hits: Sequence[Hit], cursor: str | None) -> tuple[int, str | None]:
    """Return the offset of the first match of a cursor's answer, and what it says of a list in it.

    Raises ``ToolError`` if the cursor leads nowhere, or the matches have changed since.
    """
    if cursor is None:
        return 0, None
    numbered = _NUMBERED.match(cursor)
    if numbered and int(numbered[1]) <= len(hits):
        return (int(numbered[1]) - 1) // PER_ANSWER * PER_ANSWER, cursor
    return resume([matches(hits)], cursor)[1], None


async def read(call: ToolCall, view: ViewRef, selection: Selection, first: int, most: int) -> Batch:
    """Return what becomes of at most so many matches from an offset, several being read at a time.

    A match that cannot be read is a failure. Raises ``ViewNotReady``, and what is no ``ApiError``.
    """
    hits = selection.hits[first : first + most]
    turn = asyncio.Semaphore(CONCURRENT)
    done = 0

    async def one(number: int, hit: Hit) -> Entity | Failure:
        nonlocal done
        if not hit.has_id:
            return Failure(number, hit, None)
        async with turn:
            try:
                graph = await fetch_impact(call.api, view_id=view.id, node_id=hit.node.id)
            except ViewNotReady:
                raise
            except ApiError as error:
                return Failure(number, hit, error)
            entity = await asyncio.to_thread(analyse, graph, hit, number, selection.unresolved)
        done += 1
        await call.progress(1 + done, 2 + len(hits), "Reading the impact of the matches")
        return entity

    async with asyncio.TaskGroup() as group:
        tasks = [group.create_task(one(first + place, hit)) for place, hit in enumerate(hits, start=1)]
    results = [task.result() for task in tasks]
    return Batch(
        first=first,
        end=first + len(hits),
        entities=tuple(item for item in results if isinstance(item, Entity)),
        failures=tuple(item for item in results if isinstance(item, Failure)),
    )


def seed(batch: Batch) -> str:
    """Return what the cut of every list depends on: which matches could not be read."""
    return " ".join(str(failure.number) for failure in batch.failures)
