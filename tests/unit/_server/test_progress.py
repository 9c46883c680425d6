"""Progress grows, and never falls silent."""

from __future__ import annotations

import asyncio

from lineai_core._server.progress import Progress


def reports(*steps):
    """Return what a client is told when a handler reports ``steps``."""
    told = []

    async def send(value, total, message):
        told.append((value, total, message))

    async def call():
        with Progress(send) as progress:
            for step in steps:
                await progress(*step)

    asyncio.run(call())
    return told


def test_a_plain_count_is_passed_on():
    assert reports((1, 3, "parse"), (2, 3, "parse")) == [(1, 3, "parse"), (2, 3, "parse")]


def test_the_total_may_be_unknown():
    assert reports((5, None, "looking")) == [(5, None, "looking")]


def test_a_count_that_starts_anew_goes_on_from_the_counts_before():
    assert [step[:2] for step in reports((10, 10), (0, 5), (5, 5), (1, 2))] == [
        (10, 10),
        (10.001, 15),
        (15, 15),
        (16, 17),
    ]


def test_a_count_that_stands_still_grows_all_the_same():
    values = [value for value, _, _ in reports((0, 9), (0, 9), (0, 9), (4, 9), (4, 9))]
    assert values == sorted(set(values))
    assert values[0] > 0


def test_the_value_never_exceeds_the_total():
    assert all(value <= total for value, total, _ in reports((3, 3), (3, 3), (3, 3)))


def test_a_silent_handler_is_spoken_for_until_it_returns():
    told = []
    heard = asyncio.Event()

    async def send(value, total, message):
        told.append(value)
        if len(told) == 3:
            heard.set()

    async def call():
        with Progress(send, beat=0.001):
            await asyncio.wait_for(heard.wait(), 30)
        after = len(told)
        await asyncio.sleep(0.01)
        assert len(told) == after

    asyncio.run(call())
    assert told == sorted(set(told))
