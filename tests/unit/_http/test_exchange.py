"""One request over a real socket, and everything that can happen to it."""

import asyncio
import socket
import time
from urllib.parse import quote

import httpx
import pytest
import respx
from fake_lineai import FakeLineai

from lineai_core.errors import (
    ApiError,
    ApiNotFound,
    ApiTimeout,
    ApiUnavailable,
    ConfigError,
    InvalidRequest,
    InvalidResponse,
)

pytestmark = pytest.mark.anyio

DEFAULT = "/api/materialized-view/default"
SEARCH = "/api/ai-retrieval/search/shortname"


async def test_a_search_is_posted_with_an_empty_body(fake, api):
    found = await api.post(SEARCH, params={"materializedViewId": "mv-shop-7", "shortname": "saveOrder"})
    assert [node["name"] for node in found] == ["saveOrder"]
    sent = fake.state.log[-1]
    assert sent.query == {"materializedViewId": "mv-shop-7", "shortname": "saveOrder"}
    assert (sent.headers["content-length"], sent.body) == ("0", "")
    assert "content-type" not in sent.headers
    assert "*/*" in sent.headers["accept"]


async def test_json_is_posted_compact(fake, api):
    await api.post("/api/ai-retrieval/graph/search", json={"query": "größe", "limit": 0})
    sent = fake.state.log[-1]
    assert sent.headers["content-type"] == "application/json"
    assert sent.body == '{"query":"gr\\u00f6\\u00dfe","limit":0}'


async def test_awkward_names_arrive_as_they_are(fake, api):
    name = "a/b c&d?e%f..<init>ü\n" + "x" * 5000
    with pytest.raises(ApiNotFound):
        await api.post(SEARCH, params={"shortname": name})
    assert fake.state.log[-1].query["shortname"] == name


async def test_the_path_prefix_of_the_host_is_kept(fake, connect):
    fake.fail("/lineai/api/authenticate", json={"access_token": "t-1"})
    fake.fail("/lineai/api/x", json={"data": "here"})
    async with connect(f" {fake.url}/lineai/ ") as connection:
        assert await connection.client().get("/api/x") == "here"


async def test_an_encoded_id_does_not_leave_its_segment(fake, api):
    fake.state.impact["../../authenticate?x#y"] = {"data": "the node"}
    path = f"/api/dependency/impact/full/{quote('../../authenticate?x#y', safe='')}/list"
    assert await api.get(path) == "the node"


@pytest.mark.parametrize("host", ["", "lineai test", "https://ana:pw@lineai.test"])
async def test_a_bad_host_fails_the_call_not_the_start(connect, host):
    async with connect(host) as connection:
        with pytest.raises(ConfigError):
            await connection.client().get(DEFAULT)


async def test_a_refused_connection_is_unavailable_and_names_the_host(connect):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        host = f"http://127.0.0.1:{free.getsockname()[1]}"
    async with connect(host) as connection:
        with pytest.raises(ApiUnavailable, match=host) as caught:
            await connection.client().get(DEFAULT)
    assert caught.value.endpoint == "POST /api/authenticate"
    assert caught.value.status is None


@pytest.mark.parametrize("action", ["drop", "truncate"])
async def test_a_broken_answer_is_unavailable(fake, api, action):
    fake.fail("/api/x", action=action, json={"data": "x" * 100})
    with pytest.raises(ApiUnavailable) as caught:
        await api.get("/api/x")
    assert caught.value.endpoint == "GET /api/x"
    assert fake.requests.count("GET /api/x") == 2


@pytest.mark.parametrize("action", ["drop", "truncate"])
async def test_a_read_whose_connection_is_dropped_is_repeated_once(fake, api, action):
    fake.fail(".*/default", action=action, times=1)
    fake.fail(SEARCH, action=action, times=1)
    assert await api.get(DEFAULT) == "mv-shop-7"
    assert len(await api.post(SEARCH, params={"shortname": "saveOrder"})) == 1
    assert fake.requests[1:] == [f"GET {DEFAULT}"] * 2 + [f"POST {SEARCH}"] * 2


@pytest.mark.parametrize("path", ["/api/acme/notes", "/api/authenticate"])
async def test_what_may_change_something_is_never_sent_twice(fake, api, path):
    fake.fail(path, action="drop")
    with pytest.raises(ApiUnavailable):
        await api.post("/api/acme/notes", json={"text": "written once"})
    assert fake.requests.count(f"POST {path}") == 1


async def test_a_trickling_answer_ends_at_the_request_timeout(fake, connect):
    fake.fail("/api/x", action="trickle", json={"data": "x" * 1000}, interval=0.1, parts=50)
    async with connect(fake.url, LINEAI_REQUEST_TIMEOUT="0.3") as connection:
        with pytest.raises(ApiTimeout, match=r"0\.3 s"):
            await connection.client().get("/api/x")


async def test_a_hanging_login_is_a_timeout_of_the_login(fake, connect):
    fake.fail("/api/authenticate", action="hang")
    async with connect(fake.url, LINEAI_REQUEST_TIMEOUT="0.2") as connection:
        api = connection.client()
        failures = await asyncio.gather(*(api.get(DEFAULT) for _ in range(5)), return_exceptions=True)
    assert {type(failure) for failure in failures} == {ApiTimeout}
    assert failures[0].endpoint == "POST /api/authenticate"


@pytest.mark.parametrize("cache", [None, "impact"])
async def test_the_call_s_deadline_ends_its_requests(fake, connect, cache):
    fake.fail("/api/x", action="hang")
    async with connect(fake.url) as connection:
        api = connection.client(deadline=time.monotonic() + 0.2)
        with pytest.raises(ApiTimeout, match="time allowed for this call"):
            await api.get("/api/x", cache=cache)


@pytest.mark.parametrize("cache", [None, "impact"])
async def test_cancelling_a_call_closes_its_connection_to_the_server(fake, api, cache):
    fake.fail("/api/x", action="hang")
    call = asyncio.create_task(api.get("/api/x", cache=cache))
    while "GET /api/x" not in fake.requests:
        await asyncio.sleep(0.005)
    call.cancel()
    with pytest.raises(asyncio.CancelledError):
        await call
    async with asyncio.timeout(5):
        while fake.state.log[-1].status != "gone":
            await asyncio.sleep(0.005)
    assert fake.state.in_flight == 0


async def test_a_redirect_is_not_followed(fake, api):
    fake.fail("/api/x", status=307, headers={"Location": f"{fake.url}/api/elsewhere"})
    with pytest.raises(ApiError, match=fake.url):
        await api.get("/api/x")
    assert "GET /api/elsewhere" not in fake.requests


async def test_twenty_slow_calls_run_at_the_same_time(fake, api):
    await api.get(DEFAULT)
    fake.state.config.base_delay = 0.1
    await asyncio.gather(*(api.get(DEFAULT, params={"n": n}) for n in range(20)))
    assert fake.state.peak == 20


@respx.mock
async def test_a_failure_to_connect_is_tried_again(connect):
    respx.post("https://lineai.test/api/authenticate").respond(json={"access_token": "t-1"})
    route = respx.get("https://lineai.test/api/x")
    route.side_effect = [httpx.ConnectError("refused"), httpx.Response(200, json={"data": 1})]
    async with connect("lineai.test") as connection:
        assert await connection.client().get("/api/x") == 1
        route.side_effect = httpx.ConnectError("refused")
        with pytest.raises(ApiUnavailable):
            await connection.client().get("/api/x")
    assert route.call_count == 2 + 3


async def test_a_connection_that_cannot_be_secured_names_the_certificate_setting(connect):
    connections = []

    async def answer_in_plain_text(reader, writer):
        connections.append(writer)
        await reader.read(1)
        writer.write(b"HTTP/1.1 400 Bad Request\r\n\r\n")
        writer.close()

    server = await asyncio.start_server(answer_in_plain_text, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    async with server, connect(f"https://127.0.0.1:{port}") as connection:
        with pytest.raises(ApiUnavailable, match="No secure connection") as caught:
            await connection.client().get("/api/x")
    assert "LINEAI_CA_BUNDLE" in caught.value.hint
    assert len(connections) == 1


@respx.mock
@pytest.mark.parametrize(
    ("failure", "kind", "words"),
    [
        (httpx.ConnectTimeout("slow"), ApiTimeout, "LINEAI_CONNECT_TIMEOUT"),
        (httpx.ReadTimeout("slow"), ApiTimeout, "LINEAI_REQUEST_TIMEOUT"),
        (httpx.PoolTimeout("full"), ApiTimeout, "LINEAI_REQUEST_TIMEOUT"),
        (httpx.ProxyError("407"), ApiUnavailable, "HTTPS_PROXY"),
    ],
)
async def test_other_transport_failures_are_told_apart_and_not_repeated(connect, failure, kind, words):
    respx.post("https://lineai.test/api/authenticate").respond(json={"access_token": "t-1"})
    route = respx.get("https://lineai.test/api/x").mock(side_effect=failure)
    async with connect("lineai.test") as connection:
        with pytest.raises(kind) as caught:
            await connection.client().get("/api/x")
    assert words in caught.value.hint
    assert caught.value.endpoint == "GET /api/x"
    assert route.call_count == 1


async def test_an_endless_answer_is_refused(fake, api, monkeypatch):
    monkeypatch.setattr("lineai_core._http.wire.MAX_BODY", 1000)
    fake.fail("/api/x", json={"data": "x" * 2000})
    with pytest.raises(InvalidResponse, match="longer than"):
        await api.get("/api/x")


async def test_the_environment_s_proxy_is_used(fake, connect, monkeypatch):
    monkeypatch.setenv("HTTP_PROXY", fake.url)
    fake.fail(".*/authenticate", json={"access_token": "t-1"})
    fake.fail(".*/x", json={"data": "through the proxy"})
    async with connect("http://lineai.test") as connection:
        assert await connection.client().get("/api/x") == "through the proxy"
    assert fake.requests[-1] == "GET http://lineai.test/api/x"


async def test_what_does_not_fit_into_an_address_is_not_sent(fake, api):
    with pytest.raises(InvalidRequest, match="too long"):
        await api.post(SEARCH, params={"shortname": "x" * 70_000})
    assert fake.requests == []


async def test_an_answer_that_cannot_be_unpacked_is_unexpected(fake, api):
    fake.fail("/api/x", text="not gzip", headers={"Content-Encoding": "gzip"})
    with pytest.raises(InvalidResponse, match="unpacked"):
        await api.get("/api/x")


@pytest.mark.parametrize("variable", ["HTTP_PROXY", "ALL_PROXY"])
async def test_a_proxy_that_cannot_be_used_is_a_matter_of_configuration(connect, monkeypatch, variable):
    monkeypatch.setenv(variable, "gopher://ana:pw@proxy.test")
    async with connect("http://lineai.test") as connection:
        with pytest.raises(ConfigError, match="proxy settings") as caught:
            await connection.client().get("/api/x")
    assert "pw" not in caught.value.message


@pytest.mark.parametrize("proxied", [True, False])
async def test_no_proxy_is_honoured(fake, connect, monkeypatch, proxied):
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:9")
    monkeypatch.setenv("NO_PROXY", "elsewhere.test" if proxied else "127.0.0.1")
    async with connect(fake.url) as connection:
        if proxied:
            with pytest.raises(ApiUnavailable):
                await connection.client().get(DEFAULT)
        else:
            assert await connection.client().get(DEFAULT) == "mv-shop-7"


async def test_a_host_may_be_an_ipv6_address(connect):
    try:
        fake = await FakeLineai(host="::1").__aenter__()
    except OSError:
        pytest.skip("this machine has no IPv6")
    async with connect(fake.url) as connection:
        assert fake.url.startswith("http://[::1]:")
        assert await connection.client().get(DEFAULT) == "mv-shop-7"
    await fake.__aexit__(None, None, None)


@pytest.mark.parametrize(
    ("sent", "returned"),
    [([1], [1]), ({"nodes": []}, {"nodes": []}), ({"status": "success", "data": {"a": 1}}, {"a": 1})],
)
async def test_an_answer_may_be_any_json_where_the_api_allows_it(fake, api, sent, returned):
    fake.fail("/api/x", json=sent)
    assert await api.get("/api/x", any_json=True) == returned
    assert await api.post("/api/x", any_json=True) == returned


async def test_what_is_not_json_is_never_an_answer(fake, api):
    fake.fail("/api/x", text="<html>")
    with pytest.raises(InvalidResponse, match="not JSON"):
        await api.get("/api/x", any_json=True)
