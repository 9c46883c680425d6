"""A plugin may replace how one logs in, what is kept, which view is meant, and how failures are told."""

import asyncio

import pytest
from fake_lineai import FakeLineai

from lineai_core._config.settings import Settings
from lineai_core.application import Application
from lineai_core.http import Auth
from lineai_core.plugin import (
    AuthScheme,
    CacheStore,
    ErrorPage,
    NoDefaultView,
    Tool,
    ToolResult,
    ViewRef,
    hookimpl,
)

OBJECT = {"type": "object", "properties": {}}
SEARCH = "/api/ai-retrieval/search/shortname"


class ApiKey(Auth):
    """Signs every request with a key instead of logging in."""

    def __init__(self, credentials):
        self._key = f"key of {credentials.username}"

    def auth_flow(self, request):
        request.headers["Authorization"] = f"Bearer {self._key}"
        yield request


class Notebook(dict):
    """A cache that shows what is kept in it."""

    async def get(self, key):
        return super().get(key)

    async def set(self, key, value, *, ttl):
        self[key] = value, ttl

    async def delete(self, key):
        self.pop(key, None)


class Nightly:
    name = "nightly"

    async def resolve(self, scope, api):
        return ViewRef(id="mv-nightly") if scope.workspace == "nightly" else None


async def search(call):
    view = await call.view()
    params = {"materializedViewId": view.id, "shortname": "saveOrder"}
    rows = await call.api.post(SEARCH, params=params, cache="method")
    return ToolResult(text=f"{len(rows)} in {view.id}", structured={})


class House:
    """A company's plugin."""

    LINEAI_PLUGIN_API = 1

    def __init__(self):
        self.kept = Notebook()

    @hookimpl
    def lineai_auth_schemes(self):
        return [AuthScheme(name="key", build=ApiKey)]

    @hookimpl
    def lineai_cache_stores(self):
        return [CacheStore(name="notebook", open=lambda _: self.kept)]

    @hookimpl
    def lineai_view_resolvers(self):
        return [Nightly()]

    @hookimpl
    def lineai_render_error(self, error):
        if isinstance(error, NoDefaultView):
            return ErrorPage(text="Say which workspace. Ask #platform. It is key of ana.")
        return None

    @hookimpl
    def lineai_tools(self):
        about = {"title": "Search", "description": "Search.", "handler": search}
        return [Tool(name="search", input_schema=OBJECT, output_schema=OBJECT, **about)]


@pytest.fixture
def asked():
    """Return a function that calls the tool, and returns its results, the plugin and the fake server."""

    def asked(*calls, **variables):
        house = House()
        environ = {"LINEAI_USERNAME": "ana", "LINEAI_AUTH": "key", "LINEAI_CACHE": "notebook", **variables}

        async def run():
            async with FakeLineai() as fake:
                fake.state.tokens.add("key of ana")
                fake.state.config.default_view = None
                settings = Settings.load(environ | {"LINEAI_SERVER_HOST": fake.url})
                async with Application.load(settings, plugins=[house]) as application:
                    return [await application.call("search", call) for call in calls], fake

        results, fake = asyncio.run(run())
        return results, house, fake

    return asked


def test_the_login(asked):
    (result,), _, fake = asked({"workspace": "shop"})
    assert result.text == "1 in mv-shop-7"
    assert fake.state.logins == 0
    assert {entry.headers["authorization"] for entry in fake.state.log} == {"Bearer key of ana"}


def test_the_cache(asked):
    _, house, _ = asked({"workspace": "nightly"}, LINEAI_METHOD_CACHE_TTL="77")
    ((body, ttl),) = house.kept.values()
    assert b"saveOrder" in body
    assert ttl == 77


def test_the_view(asked):
    results, _, fake = asked({"workspace": "nightly"}, {"workspace": "shop"})
    assert [result.text for result in results] == ["1 in mv-nightly", "1 in mv-shop-7"]
    assert fake.requests[0] == f"POST {SEARCH}"


def test_the_pages_which_are_still_cleaned_of_secrets(asked):
    (none, other), _, _ = asked({}, {"workspace": "attic"})
    assert none.is_error
    assert none.text == "Say which workspace. Ask #platform. It is ***."
    assert other.text.startswith("# Workspace / materialized view not found")


def test_a_call_may_ask_past_the_cache(asked):
    _, _, fake = asked({"workspace": "nightly"}, {"workspace": "nightly", "refresh": True})
    assert fake.requests == [f"POST {SEARCH}"] * 2


def test_nothing_is_kept_if_the_cache_is_off(asked):
    _, house, fake = asked(*[{"workspace": "nightly"}] * 2, LINEAI_CACHE="off")
    assert fake.requests == [f"POST {SEARCH}"] * 2
    assert not house.kept
