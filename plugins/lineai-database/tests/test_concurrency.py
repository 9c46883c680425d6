"""The matches of one answer are read at the same time, but never too many."""

import asyncio

from lineai_core.testing import FakeApi, application

ROWS = [{"id": f"t-{number:02}", "name": "ORDERS"} for number in range(12)]


class SlowApi(FakeApi):
    """Holds each impact request until ``together`` of them wait."""

    def __init__(self, together):
        super().__init__({"POST /api/ai-retrieval/search/table": ROWS})
        for row in ROWS:
            graph = {"nodes": [{**row, "primaryLabel": "Table"}], "relationships": []}
            self.answers[f"GET /api/dependency/impact/full/{row['id']}/list"] = graph
        self.together = together
        self.waiting = self.most = 0
        self.gate = asyncio.Event()

    async def __call__(self, scope, receive, send):
        if "impact" not in scope.get("path", ""):
            return await super().__call__(scope, receive, send)
        self.waiting += 1
        self.most = max(self.most, self.waiting)
        if self.waiting >= self.together:
            self.gate.set()
        await self.gate.wait()
        await super().__call__(scope, receive, send)
        self.waiting -= 1
        return None


def test_five_matches_are_read_at_the_same_time():
    from lineai_database import plugin

    async def run():
        api = SlowApi(together=5)
        async with application(plugin, api=api) as host:
            answer = await host.call("lineai-database-impact", {"entity_type": "table", "name": "ORDERS"})
        return api, answer

    api, answer = asyncio.run(run())
    assert not answer.is_error
    assert api.most == 5
    assert sum("impact" in request.path for request in api.requests) == 5
    assert answer.structured["totals"]["not_analysed"] == 7
