"""The HTTP API of a Lineai server, as tests: what the tools rely on, whoever answers."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, TypeVar
from urllib.parse import quote

from lineai_core._graph import ImpactGraph, Node
from lineai_core._http.bare import bare_client
from lineai_core.http import Response
from lineai_core.types import AsgiApp

T = TypeVar("T")
_PATIENCE = 60.0
_NOWHERE = "lineai-no-such-name"


@dataclass(frozen=True, kw_only=True)
class Served:
    """A backend under test: where it is, how to log in, and what it knows.

    It is an ASGI application, made anew for each test by ``app``, or a server at ``url``. ``workspace`` has a
    view, in which ``method`` is the short name of a method that something uses, and ``table`` the name of a
    table if the backend knows databases.
    """

    workspace: str
    method: str
    table: str | None = None
    app: Callable[[], AsgiApp] | None = None
    url: str = "http://lineai.test"
    username: str = ""
    password: str = ""


class BackendContract:
    """Subclass it, and return your backend from ``served``."""

    def served(self) -> Served:
        """Return the backend to be tested; override it."""
        raise NotImplementedError

    def test_the_default_view_is_an_id(self) -> None:
        """Or an object that holds it."""

        async def check(asked: _Conversation) -> None:
            assert await asked.view()

        self._converse(check)

    def test_a_workspace_leads_to_its_latest_view(self) -> None:
        """By its name to its definition, and by that to the view."""

        async def check(asked: _Conversation) -> None:
            name = asked.served.workspace
            path = "/api/materialized-view-definition/name"
            definition = await asked.data("GET", path, params={"name": name})
            latest = "/api/materialized-view/latest"
            view = await asked.data("GET", latest, params={"definitionId": definition["id"]})
            assert _is_id(view["id"])

        self._converse(check)

    def test_an_unknown_workspace_is_not_found(self) -> None:
        """That is no failure: it is the answer."""

        async def check(asked: _Conversation) -> None:
            path = "/api/materialized-view-definition/name"
            await asked.refused(404, "NOT_FOUND", "GET", path, params={"name": _NOWHERE})

        self._converse(check)

    def test_a_method_is_found_by_its_short_name(self) -> None:
        """Each row is a node whose id leads to its impact."""

        async def check(asked: _Conversation) -> None:
            rows = await asked.search("shortname", shortname=asked.served.method)
            assert rows
            nodes = [Node.parse(row) for row in rows]
            assert any(node is not None and node.is_method and node.id for node in nodes)

        self._converse(check)

    def test_an_unknown_method_is_not_found_or_an_empty_list(self) -> None:
        """Never an error of another kind, and never something else."""

        async def check(asked: _Conversation) -> None:
            for what, names in (("shortname", {"shortname": _NOWHERE}), ("table", {"tableName": _NOWHERE})):
                if what == "table" and asked.served.table is None:
                    continue
                answer = await asked.ask(
                    "POST", _SEARCH + what, params={"materializedViewId": await asked.view(), **names}
                )
                if answer.status_code == 404:
                    assert answer.json()["error"]["code"] == "NOT_FOUND"
                else:
                    assert (answer.status_code, answer.json()["data"]) == (200, [])

        self._converse(check)

    def test_an_impact_is_a_whole_graph_around_its_node(self) -> None:
        """Nothing leads to a node that the answer does not hold."""

        async def check(asked: _Conversation) -> None:
            (row, *_) = await asked.search("shortname", shortname=asked.served.method)
            await asked.impact(row["id"])

        self._converse(check)

    def test_a_table_has_an_impact_like_a_method(self) -> None:
        """If the backend knows databases."""

        async def check(asked: _Conversation) -> None:
            if asked.served.table is not None:
                (row, *_) = await asked.search("table", tableName=asked.served.table)
                assert row["name"]
                await asked.impact(row["id"])

        self._converse(check)

    def test_the_impact_of_an_unknown_node_is_not_found(self) -> None:
        """An empty graph would say that nothing breaks."""

        async def check(asked: _Conversation) -> None:
            path = _impact_path(_NOWHERE)
            await asked.refused(404, "NOT_FOUND", "GET", path, params={"viewId": await asked.view()})

        self._converse(check)

    def test_an_id_with_strange_characters_is_an_id(self) -> None:
        """It comes percent-encoded, and leads to no other path."""

        async def check(asked: _Conversation) -> None:
            path = _impact_path("a b?c=d&e#f%g ü")
            await asked.refused(404, "NOT_FOUND", "GET", path, params={"viewId": await asked.view()})

        self._converse(check)

    def test_an_unknown_path_is_no_success(self) -> None:
        """By it a tool learns that this server lacks a part of the API."""

        async def check(asked: _Conversation) -> None:
            assert (await asked.ask("GET", "/api/lineai-no-such-service")).status_code == 404

        self._converse(check)

    def test_the_same_question_has_the_same_answer(self) -> None:
        """Also if it is asked many times at once: a view never changes."""

        async def check(asked: _Conversation) -> None:
            (row, *_) = await asked.search("shortname", shortname=asked.served.method)
            answers = await asyncio.gather(*(asked.impact(row["id"]) for _ in range(4)))
            assert all(answer == answers[0] for answer in answers)

        self._converse(check)

    def test_a_login_is_refused_without_the_password_and_nothing_is_told_without_a_login(self) -> None:
        """If the backend has an account at all."""

        async def check(asked: _Conversation) -> None:
            served = asked.served
            if not served.username:
                return
            wrong = await asked.login(served.username, served.password + "-not")
            assert wrong.status_code in (400, 401, 403)
            assert "access_token" not in wrong.text
            for bearer in ("", "lineai-no-such-token"):
                asked.bearer = bearer
                answer = await asked.ask("GET", "/api/materialized-view/default")
                assert answer.status_code in (401, 403)

        self._converse(check)

    def _converse(self, check: Callable[[_Conversation], Awaitable[T]]) -> T:
        async def run() -> T:
            served = self.served()
            async with bare_client(base_url=served.url, app=served.app, timeout=_PATIENCE) as client:
                asked = _Conversation(served, client)
                if served.username:
                    answer = await asked.login(served.username, served.password)
                    assert answer.status_code == 200, answer.text
                    asked.bearer = answer.json()["access_token"]
                return await check(asked)

        return asyncio.run(run())


_SEARCH = "/api/ai-retrieval/search/"


class _Conversation:
    """What the tools ask a backend, without the client that makes it comfortable."""

    def __init__(self, served: Served, client: Any) -> None:
        self.served = served
        self.bearer = ""
        self._client = client

    async def login(self, username: str, password: str) -> Response:
        """Return the answer to a login."""
        form = {"grant_type": "password", "username": username, "password": password}
        answer: Response = await self._client.post("/api/authenticate", data=form)
        return answer

    async def ask(self, method: str, path: str, **request: Any) -> Response:
        """Return the answer to a request; while the view is being built it is asked again."""
        headers = {"Authorization": f"Bearer {self.bearer}"} if self.bearer else {}
        async with asyncio.timeout(_PATIENCE):
            while True:
                answer: Response = await self._client.request(method, path, headers=headers, **request)
                if answer.status_code != 503 or "retry-after" not in answer.headers:
                    break
                await asyncio.sleep(float(answer.headers["retry-after"]))
        assert "Traceback (most recent call last)" not in answer.text
        return answer

    async def data(self, method: str, path: str, **request: Any) -> Any:
        """Return the ``data`` of a success."""
        answer = await self.ask(method, path, **request)
        assert answer.status_code == 200, answer.text
        body = answer.json()
        assert body["status"] == "success"
        return body["data"]

    async def refused(self, status: int, code: str, method: str, path: str, **request: Any) -> None:
        """Assert that a request is refused with the envelope of errors."""
        answer = await self.ask(method, path, **request)
        assert answer.status_code == status, answer.text
        body = answer.json()
        assert (body["status"], body["error"]["code"]) == ("error", code)
        assert body["error"]["message"].strip()

    async def view(self) -> str:
        """Return the id of the default view."""
        data = await self.data("GET", "/api/materialized-view/default")
        view = data["id"] if isinstance(data, dict) else data
        assert _is_id(view)
        return str(view)

    async def search(self, what: str, **names: str) -> Any:
        """Return the rows of a search in the default view."""
        params = {"materializedViewId": await self.view(), **names}
        request: dict[str, Any] = {} if what == "shortname" else {"json": {}}
        return await self.data("POST", _SEARCH + what, params=params, **request)

    async def impact(self, node: str) -> Any:
        """Return the impact of a node, after a look at whether it is whole."""
        path = _impact_path(node)
        data = await self.data("GET", path, params={"viewId": await self.view()})
        graph = ImpactGraph.parse(data, endpoint=f"GET {path}")
        assert graph.node(str(node)) is not None, "the answer does not hold the node itself"
        assert not graph.skipped, "the answer holds things that are no nodes or relationships"
        assert not graph.dangling, "a relationship leads to a node that the answer does not hold"
        return data


def _impact_path(node: str) -> str:
    return f"/api/dependency/impact/full/{quote(str(node), safe='')}/list"


def _is_id(value: Any) -> bool:
    return isinstance(value, str | int) and not isinstance(value, bool) and bool(str(value))
