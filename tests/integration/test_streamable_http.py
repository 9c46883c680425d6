"""MCP over streamable HTTP: real processes, real sockets, this machine only."""

from __future__ import annotations

import asyncio
import contextlib
import json
import signal
import socket
import subprocess
import sys
import threading

import pytest
from fake_lineai import PASSWORD, USERNAME, running
from http_server import ENTRY_POINT, HttpServer, Session, messages
from mcp import Client
from stdio_client import MODERN, modern

from lineai_core._server.loopback import host_headers, is_loopback

INITIALIZE = {
    "id": 1,
    "method": "initialize",
    "params": {
        "protocolVersion": "2025-06-18",
        "capabilities": {},
        "clientInfo": {"name": "raw", "version": "1"},
    },
}


def has_ipv6():
    try:
        with socket.socket(socket.AF_INET6) as probe:
            probe.bind(("::1", 0))
    except OSError:
        return False
    return True


needs_ipv6 = pytest.mark.skipif(not has_ipv6(), reason="this machine has no IPv6 loopback address")


@pytest.fixture(params=["sdk"])
def environment(environment):
    """One is enough: over HTTP the SDK always speaks."""
    return environment


@pytest.fixture
def serve(environment):
    """Return a function that starts a server with more arguments."""
    servers = []

    def serve(*arguments, **variables):
        servers.append(HttpServer({**environment, **variables}, *arguments))
        return servers[-1]

    yield serve
    for server in servers:
        server.close()


@pytest.fixture
def http(serve):
    return serve()


@pytest.mark.parametrize("path", ["/mcp", "/mcp/"])
def test_the_endpoint_answers_directly_with_and_without_a_slash(http, path):
    response = http.post(INITIALIZE, path)
    assert response.status == 200
    assert response.getheader("Location") is None
    assert next(messages(response))["result"]["serverInfo"]["name"] == "lineai"


@pytest.mark.parametrize("revision", ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"])
def test_a_session_of_each_handshake_revision(http, revision):
    session = Session(http, revision)
    assert session.described["protocolVersion"] == revision
    assert session.described["capabilities"] == {
        "resources": {"listChanged": False, "subscribe": False},
        "tools": {"listChanged": False},
    }
    assert "probe-echo" in [tool["name"] for tool in session.ask("tools/list")["result"]["tools"]]
    called = session.ask("tools/call", name="probe-echo", arguments={"text": "тест"})["result"]
    assert called["structuredContent"] == {"text": "тест"}


def test_the_stateless_revision_needs_no_session(http):
    headers = {"MCP_Protocol_Version": MODERN, "Mcp_Method": "tools/call", "Mcp_Name": "probe-echo"}
    params = modern(name="probe-echo", arguments={"text": "hello"})
    response = http.post({"id": 1, "method": "tools/call", "params": params}, **headers)
    *_, answer = messages(response)
    assert answer["result"]["structuredContent"] == {"text": "hello"}
    assert answer["result"]["resultType"] == "complete"


def test_sessions_share_one_application(http):
    first, second = Session(http), Session(http)
    assert first.id != second.id
    uri = first.ask("tools/call", name="probe-cut", arguments={})["result"]["content"][1]["uri"]
    assert "- row 0\n" in second.ask("resources/read", uri=uri)["result"]["contents"][0]["text"]


def test_a_session_answers_while_another_one_waits(http):
    waiting, other = Session(http), Session(http)
    waiting.begin("tools/call", name="probe-slow", arguments={})
    http.wait_for_log("slow tool began")
    assert other.ask("ping")["result"] == {}
    waiting.notify("notifications/cancelled", requestId=waiting.last_id)
    http.wait_for_log("slow tool was cancelled")


def test_progress_comes_before_the_answer(http):
    params = {"name": "probe-steps", "arguments": {}, "_meta": {"progressToken": "t"}}
    *told, answer = messages(Session(http).begin("tools/call", **params))
    assert [each["params"]["progress"] for each in told] == [1, 2, 3]
    assert answer["result"]["structuredContent"] == {"text": "three steps"}


def test_every_session_hears_when_tools_are_withdrawn(serve):
    with running() as lineai:
        server = serve(
            LINEAI_PLUGINS="tiered",
            LINEAI_SERVER_HOST=lineai.url,
            LINEAI_USERNAME=USERNAME,
            LINEAI_PASSWORD=PASSWORD,
        )
        asking, other = Session(server), Session(server)
        assert other.described["capabilities"]["tools"] == {"listChanged": True}
        unasked = [asking.listen(), other.listen()]
        lineai.control("config", {"graph": False})
        assert asking.ask("tools/call", name="tiered-first", arguments={})["result"]["isError"]
        for stream in unasked:
            assert next(stream)["method"] == "notifications/tools/list_changed"
        tools = other.ask("tools/list")["result"]["tools"]
        assert [tool["name"] for tool in tools] == ["lineai_status", "tiered-plain"]


def test_hanging_up_cancels_a_stateless_call(http):
    headers = {"MCP_Protocol_Version": MODERN, "Mcp_Method": "tools/call", "Mcp_Name": "probe-slow"}
    params = modern(name="probe-slow", arguments={}, _meta={"progressToken": "t"})
    message = {"id": 1, "method": "tools/call", "params": params}
    body = json.dumps({"jsonrpc": "2.0", **message}).encode()
    with socket.create_connection((http.host, http.port)) as connection:
        lines = [
            "POST /mcp HTTP/1.1",
            f"Host: {http.host}:{http.port}",
            "Content-Type: application/json",
            "Accept: application/json, text/event-stream",
            f"Content-Length: {len(body)}",
            *(f"{name.replace('_', '-')}: {value}" for name, value in headers.items()),
        ]
        connection.sendall("\r\n".join([*lines, "", ""]).encode() + body)
        http.wait_for_log("slow tool began")
    http.wait_for_log("slow tool was cancelled")


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "evil.example:{port}",
        "127.0.0.1",
        "127.0.0.1:1",
        "127.0.0.1:{port}.evil.example",
        "localhost.evil.example:{port}",
        "[::1]evil",
        "[::1]:99999",
        "::1:{port}",
    ],
)
def test_a_request_that_names_another_server_is_refused(http, host):
    assert http.post(INITIALIZE, Host=host.format(port=http.port)).status == 421


@pytest.mark.parametrize("host", ["127.0.0.1:{port}", "localhost:{port}", "[::1]:{port}"])
def test_every_name_of_this_machine_is_accepted(http, host):
    assert http.post(INITIALIZE, Host=host.format(port=http.port)).status == 200


@pytest.mark.parametrize(
    ("origin", "status"),
    [
        ("http://evil.example", 403),
        ("http://localhost.evil.example:80", 403),
        ("null", 403),
        ("http://localhost:6274", 200),
        ("http://[::1]:5173", 200),
    ],
)
def test_only_pages_of_this_machine_may_ask(http, origin, status):
    assert http.post(INITIALIZE, Origin=origin).status == status


@needs_ipv6
@pytest.mark.parametrize("host", ["::1", "localhost", "::ffff:127.0.0.1"])
def test_it_listens_on_the_other_loopback_addresses(serve, host):
    server = serve("--host", host)
    assert server.url.startswith("http://localhost:" if host == "localhost" else f"http://[{host}]:")
    assert Session(server).ask("ping")["result"] == {}


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.0.2.1", "example.com"])
def test_an_address_that_others_can_reach_is_refused_with_a_sentence(environment, host):
    done = lineai(environment, "serve", "--http", "--host", host)
    assert done.returncode == 1
    assert f"{host} can be reached from others" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_port_that_is_taken_is_told(http, environment):
    done = lineai(environment, "serve", "--http", "--port", str(http.port))
    assert done.returncode == 1
    assert f"port {http.port}" in done.stderr
    assert "--port" in done.stderr


def test_an_address_without_http_is_not_understood(environment):
    done = lineai(environment, "serve", "--port", "8000")
    assert done.returncode == 2
    assert "--http" in done.stderr


def lineai(environment, *arguments):
    command = [sys.executable, "-c", ENTRY_POINT, *arguments]
    return subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signal")
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
@pytest.mark.parametrize("tool", [None, "probe-slow", "probe-block"])
def test_a_signal_ends_it_soon_whatever_it_is_doing(http, number, tool):
    session = Session(http)
    threads = []
    if tool:
        call = {"name": tool, "arguments": {}}
        threads.append(threading.Thread(target=quietly, args=(session.begin, "tools/call"), kwargs=call))
        threads[0].start()
        http.wait_for_log("tool began")
    http.process.send_signal(number)
    assert http.process.wait(5) == 128 + number
    assert "Traceback" not in http.log
    for thread in threads:
        thread.join()


def quietly(function, *arguments, **named):
    with contextlib.suppress(OSError):
        function(*arguments, **named)


def test_what_counts_as_this_machine():
    for host in ("127.0.0.1", "127.8.9.1", "::1", "::ffff:127.0.0.1", "localhost", "LOCALHOST"):
        assert is_loopback(host)
    for host in ("0.0.0.0", "::", "10.0.0.1", "::ffff:10.0.0.1", "localhost.example", ""):
        assert not is_loopback(host)


def test_port_80_needs_no_port_in_the_name():
    assert "localhost" in host_headers("127.0.0.1", 80)
    assert "localhost" not in host_headers("127.0.0.1", 8000)


@pytest.mark.parametrize("mode", ["legacy", "auto"])
def test_the_sdk_client_lists_calls_reads_and_hears_progress(http, mode):
    async def session():
        heard = []

        async def on_progress(progress, total, message):
            heard.append((progress, total, message))

        async with Client(http.url, mode=mode) as client:
            tools = (await client.list_tools()).tools
            await client.call_tool("probe-steps", {}, progress_callback=on_progress)
            found = await client.call_tool("probe-cut", {})
            report = await client.read_resource(found.content[1].uri)
        return [tool.name for tool in tools], heard, report.contents[0].text

    names, heard, page = asyncio.run(session())
    assert "probe-echo" in names
    assert heard == [(done, 3, f"step {done}") for done in (1, 2, 3)]
    assert "- row 0\n" in page
