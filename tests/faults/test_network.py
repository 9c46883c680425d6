"""Private certificate authorities and proxies."""

import asyncio
import json
import ssl
import threading

import pytest
import trustme
from fake_lineai import FakeLineai


class InThread:
    """The fake server in a thread of this process, so that it can use a certificate made by the test."""

    def __init__(self, tls):
        self.server = FakeLineai(tls=tls)
        self._loop = asyncio.new_event_loop()
        self._started = threading.Event()
        self._stop = asyncio.Event()
        self._thread = threading.Thread(target=self._loop.run_until_complete, args=[self._serve()])

    async def _serve(self):
        async with self.server:
            self._started.set()
            await self._stop.wait()

    def __enter__(self):
        self._thread.start()
        assert self._started.wait(30)
        return self.server

    def __exit__(self, *_):
        self._loop.call_soon_threadsafe(self._stop.set)
        self._thread.join()
        self._loop.close()


@pytest.fixture
def secured(tmp_path):
    """A server with a certificate of an authority that only ``ca.pem`` in ``tmp_path`` names."""
    authority = trustme.CA()
    authority.cert_pem.write_to_path(str(tmp_path / "ca.pem"))
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    authority.issue_cert("127.0.0.1").configure_cert(context)
    with InThread(context) as server:
        yield server


def test_an_unknown_authority_is_told_with_the_setting_and_not_tried_again(ask, secured):
    asked = ask(LINEAI_SERVER_HOST=secured.url)
    assert asked.title.startswith("# The backend cannot be reached")
    assert "No secure connection" in asked.text
    assert secured.url in asked.text
    assert "LINEAI_CA_BUNDLE" in asked.text
    assert secured.requests == []


@pytest.mark.parametrize("variable", ["LINEAI_CA_BUNDLE", "SSL_CERT_FILE", "REQUESTS_CA_BUNDLE"])
def test_a_named_authority_is_trusted_for_login_and_data(ask, secured, tmp_path, variable):
    asked = ask(LINEAI_SERVER_HOST=secured.url, **{variable: str(tmp_path / "ca.pem")})
    assert not asked.is_error
    assert len(secured.requests) == 4


def test_an_authority_may_be_named_in_the_settings_file(ask, secured, tmp_path):
    file = tmp_path / "settings"
    file.write_text(f"SSL_CERT_FILE={(tmp_path / 'ca.pem').as_posix()}\n", encoding="utf-8")
    assert not ask(LINEAI_SERVER_HOST=secured.url, LINEAI_ENV_FILE=str(file)).is_error


def test_checking_can_be_switched_off_with_a_warning(ask, secured):
    asked = ask(LINEAI_SERVER_HOST=secured.url, LINEAI_INSECURE_TLS="yes")
    assert not asked.is_error
    assert "LINEAI_INSECURE_TLS is set" in asked.log


def test_a_certificate_that_cannot_be_read_is_named(ask, secured, tmp_path):
    asked = ask(LINEAI_SERVER_HOST=secured.url, LINEAI_CA_BUNDLE=str(tmp_path / "missing.pem"))
    assert asked.title.startswith("# Not configured")
    assert "LINEAI_CA_BUNDLE" in asked.text


@pytest.mark.parametrize("variable", ["HTTP_PROXY", "http_proxy", "ALL_PROXY"])
def test_the_proxy_of_the_environment_is_used(ask, fake, variable):
    host = "http://lineai.invalid"
    faults = [
        {"path": f"{host}/api/authenticate", "json": {"access_token": "tok-1"}},
        {"path": f"{host}/.*/default", "json": {"data": "mv-1"}},
        {"path": f"{host}/.*", "json": {"data": []}},
    ]
    asked = ask(faults=faults, LINEAI_SERVER_HOST=host, **{variable: fake.url}, NO_PROXY=None)
    assert not asked.is_error
    assert asked.requests[0] == f"POST {host}/api/authenticate"


def test_a_proxy_that_refuses_is_told(ask, fake):
    refused = {"path": ".*", "status": 407, "text": "who are you?"}
    host = {"LINEAI_SERVER_HOST": "https://lineai.invalid", "HTTPS_PROXY": fake.url, "NO_PROXY": None}
    asked = ask(faults=[refused], **host)
    assert asked.title.startswith("# The backend cannot be reached")
    assert "HTTPS_PROXY" in asked.text


def test_calls_and_requests_are_logged_if_wanted(ask):
    asked = ask(LINEAI_LOG_LEVEL="debug", LINEAI_LOG_FORMAT="json")
    lines = [json.loads(line) for line in asked.log.splitlines()]
    requests = [line["endpoint"] for line in lines if "endpoint" in line]
    assert requests[0] == "GET /api/materialized-view/default"
    assert len(requests) == 3
    (call,) = [line for line in lines if line.get("tool")]
    assert (call["tool"], call["outcome"], call["level"]) == ("lineai-method-impact", "ok", "info")
    assert call["ms"] > 0
