import asyncio

import pytest

from lineai_core._tools.tiers import PAUSE_SECONDS, Tiers
from lineai_core.plugin import ApiUnavailable, NotDeployed, Tool

OBJECT = {"type": "object", "properties": {}}


async def unused(_):
    raise AssertionError


def tool(name, tier=None, probe=None):
    about = {"title": name, "description": name, "handler": unused}
    return Tool(name=name, tier=tier, probe=probe, input_schema=OBJECT, output_schema=OBJECT, **about)


PLAIN, FIRST, SECOND = tool("plain"), tool("first", "graph"), tool("second", "graph", unused)


class World:
    """Tiers under a clock that stands still, and a probe that answers ``outcome``."""

    def __init__(self, *tools):
        self.now = 1000.0
        self.outcome = None
        self.probed = []
        self.told = 0
        self.tiers = Tiers(tools or (PLAIN, FIRST, SECOND), self.ask, clock=lambda: self.now)
        self.end = self.tiers.watch(self.hear)

    def hear(self):
        self.told += 1

    async def ask(self, tool, arguments):
        self.probed.append((tool.name, arguments))
        if self.outcome is not None:
            raise self.outcome

    async def look(self, seconds=0.0):
        self.now += seconds
        self.tiers.look_again()
        for _ in range(3):
            await asyncio.sleep(0)

    def offered(self):
        return [tool.name for tool in (PLAIN, FIRST, SECOND) if self.tiers.offers(tool)]


def test_without_tiers_the_tools_never_change():
    world = World(PLAIN)
    world.tiers.withdraw(PLAIN, {})
    world.tiers.restore(PLAIN)
    assert (bool(world.tiers), world.told, world.offered()) == (False, 0, ["plain", "first", "second"])
    assert World().tiers


def test_one_missing_call_withdraws_the_whole_tier_and_tells_it_once():
    world = World()
    world.tiers.withdraw(FIRST, {})
    world.tiers.withdraw(SECOND, {})
    assert (world.offered(), world.told) == (["plain"], 1)


def test_one_success_offers_the_whole_tier_again_and_tells_it_once():
    world = World()
    world.tiers.withdraw(FIRST, {})
    world.tiers.restore(SECOND)
    world.tiers.restore(FIRST)
    assert (world.offered(), world.told) == (["plain", "first", "second"], 2)


def test_who_has_left_is_not_told():
    world = World()
    world.end()
    world.end()
    world.tiers.withdraw(FIRST, {})
    assert world.told == 0


def test_a_probe_of_the_same_view_brings_the_tier_back_at_most_once_a_minute():
    async def run():
        world = World()
        await world.look(PAUSE_SECONDS)
        assert world.probed == []
        world.tiers.withdraw(FIRST, {"workspace": "shop"})
        await world.look(PAUSE_SECONDS - 1)
        assert world.probed == []
        world.outcome = NotDeployed("no", endpoint="GET /x", status=404)
        await world.look(1)
        await world.look(PAUSE_SECONDS - 1)
        assert world.probed == [("second", {"workspace": "shop"})]
        assert world.offered() == ["plain"]
        world.outcome = None
        await world.look(1)
        assert len(world.probed) == 2
        assert (world.offered(), world.told) == (["plain", "first", "second"], 2)

    asyncio.run(run())


@pytest.mark.parametrize("outcome", [ApiUnavailable("down", endpoint="GET /x"), RuntimeError("bug")])
def test_a_probe_that_cannot_find_out_changes_nothing(outcome):
    async def run():
        world = World()
        world.tiers.withdraw(FIRST, {})
        world.outcome = outcome
        await world.look(PAUSE_SECONDS)
        assert world.probed
        assert (world.offered(), world.told) == (["plain"], 1)

    asyncio.run(run())


def test_a_tier_without_a_probe_waits_for_a_call():
    async def run():
        world = World(PLAIN, FIRST)
        world.tiers.withdraw(FIRST, {})
        await world.look(10 * PAUSE_SECONDS)
        assert world.probed == []

    asyncio.run(run())


def test_a_search_ends_when_the_application_does():
    async def run():
        world = World()
        ended = []

        async def ask(tool, arguments):
            try:
                await asyncio.sleep(60)
            finally:
                ended.append(tool.name)

        tiers = Tiers([SECOND], ask, clock=lambda: world.now)
        tiers.withdraw(SECOND, {})
        world.now += PAUSE_SECONDS
        tiers.look_again()
        tiers.look_again()
        await asyncio.sleep(0)
        await tiers.aclose()
        assert ended == ["second"]

    asyncio.run(run())
