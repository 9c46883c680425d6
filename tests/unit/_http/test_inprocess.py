"""A backend that is an ASGI application in this process."""

import asyncio
import json
import time

import pytest

from lineai_core.errors import ApiError, ApiTimeout, ApiUnavailable, InvalidResponse
from lineai_core.types import Backend

pytestmark = pytest.mark.anyio


class App:
    """An ASGI application whose paths name what it does."""

    def __init__(self, lifespan="normal"):
        self.lifespan = lifespan
        self.events = []
        self.scopes = []
        self.cancelled = asyncio.Event()

    async def __call__(self, scope, receive, send):
        if scope["type"] == "lifespan":
            await self._live(scope, receive, send)
        else:
            self.scopes.append(scope)
            await self._answer(scope["path"].rpartition("/")[2], receive, send)

    async def _live(self, scope, receive, send):
        if self.lifespan == "unknown":
            raise AssertionError("http only")
        while True:
            event = (await receive())["type"]
            self.events.append(event)
            if self.lifespan == "fails":
                await send({"type": "lifespan.startup.failed", "message": "Traceback: disk full"})
                raise RuntimeError("disk full")
            scope["state"]["store"] = "open"
            if event == "lifespan.shutdown" and self.lifespan == "never ends":
                await asyncio.Event().wait()
            await send({"type": f"{event}.complete"})
            if event == "lifespan.shutdown":
                return

    async def _answer(self, what, receive, send):
        request = await receive()
        if what == "raise":
            raise RuntimeError("secret detail")
        if what == "hang":
            try:
                await asyncio.Event().wait()
            finally:
                self.cancelled.set()
        await send({"type": "http.response.start", "status": 200, "headers": [(b"X-Kind", b"json")]})
        if what == "half":
            await send({"type": "http.response.body", "body": b'{"data"', "more_body": True})
            raise RuntimeError("half way")
        if what == "endless":
            while True:
                await send({"type": "http.response.body", "body": b" " * 2**20, "more_body": True})
        if what == "disconnect":
            await send({"type": "http.response.body", "body": b'{"data":"bye"}'})
            self.events.append((await receive())["type"])
            return
        body = json.dumps({"data": request["body"].decode()}).encode()
        await send({"type": "http.response.body", "body": body[:5], "more_body": True})
        await send({"type": "http.response.body", "body": body[5:]})


@pytest.fixture
def embed(connect):
    """Return a context manager that opens a connection to an application."""

    def embed(app, **variables):
        backend = Backend(
            name="here", base_url="http://lineai.local", app=lambda: app, embedded=True, needs_login=False
        )
        return connect(backend, **variables)

    return embed


async def test_the_application_is_started_by_the_first_request_and_stopped_at_the_end(embed):
    app = App()
    async with embed(app) as connection:
        assert app.events == []
        assert await connection.client().post("/api/echo", json=[1]) == "[1]"
        await connection.client().get("/api/echo")
        assert app.events == ["lifespan.startup"]
    assert app.events == ["lifespan.startup", "lifespan.shutdown"]


async def test_a_request_looks_like_one_over_the_network(embed):
    app = App()
    async with embed(app) as connection:
        await connection.client().get("/api/a%2Fb/echo", params={"name": "my shop"})
    (scope,) = app.scopes
    assert (scope["method"], scope["path"], scope["raw_path"]) == ("GET", "/api/a/b/echo", b"/api/a%2Fb/echo")
    assert scope["query_string"] == b"name=my+shop"
    assert scope["state"] == {"store": "open"}
    headers = dict(scope["headers"])
    assert headers[b"host"] == b"lineai.local"
    assert b"authorization" not in headers


async def test_an_exception_in_the_application_is_a_fault_of_the_backend(embed, caplog):
    async with embed(App()) as connection:
        for what in ("raise", "half"):
            with pytest.raises(ApiError) as caught:
                await connection.client().get(f"/api/{what}")
            assert caught.value.status == 500
            assert "secret detail" not in str(caught.value) + caught.value.body
    assert "secret detail" in caplog.text


async def test_an_application_that_hangs_meets_the_deadline_and_is_cancelled(embed):
    app = App()
    async with embed(app) as connection:
        with pytest.raises(ApiTimeout):
            await connection.client(deadline=time.monotonic() + 0.1).get("/api/hang")
        assert app.cancelled.is_set()


async def test_an_endless_body_is_refused(embed, monkeypatch):
    monkeypatch.setattr("lineai_core._http.wire.MAX_BODY", 4 * 2**20)
    async with embed(App()) as connection:
        with pytest.raises(InvalidResponse, match="longer than"):
            await connection.client().get("/api/endless")


async def test_the_application_hears_that_the_client_has_gone(embed):
    app = App()
    async with embed(app) as connection:
        assert await connection.client().get("/api/disconnect") == "bye"
    assert "http.disconnect" in app.events


async def test_an_application_without_lifespan_is_served_all_the_same(embed):
    async with embed(App(lifespan="unknown")) as connection:
        assert await connection.client().get("/api/echo") == ""


async def test_a_failed_start_is_told_without_its_traceback(embed, caplog):
    async with embed(App(lifespan="fails")) as connection:
        for _ in range(2):
            with pytest.raises(ApiUnavailable) as caught:
                await connection.client().get("/api/echo")
            assert "disk full" not in str(caught.value)
    assert "disk full" in caplog.text


async def test_a_shutdown_that_never_ends_is_cut_short(embed, monkeypatch):
    monkeypatch.setattr("lineai_core._http.lifespan.SHUTDOWN_SECONDS", 0.05)
    app = App(lifespan="never ends")
    async with embed(app) as connection:
        await connection.client().get("/api/echo")
    assert app.events == ["lifespan.startup", "lifespan.shutdown"]


async def test_a_caller_who_gives_up_does_not_stop_the_start(embed):
    app = App()
    async with embed(app) as connection:
        call = asyncio.create_task(connection.client().get("/api/echo"))
        while not app.events:
            await asyncio.sleep(0)
        call.cancel()
        await asyncio.gather(call, return_exceptions=True)
        assert await connection.client().get("/api/echo") == ""
    assert app.events.count("lifespan.startup") == 1
