"""Servers with certificates of a private authority, made for this test."""

import logging
import shutil
import ssl
import subprocess

import pytest
import trustme
from fake_lineai import FakeLineai

from lineai_core.errors import ApiUnavailable, ConfigError

pytestmark = pytest.mark.anyio

DEFAULT = "/api/materialized-view/default"


@pytest.fixture(scope="module")
def authority():
    return trustme.CA()


@pytest.fixture(scope="module")
def ca_file(authority, tmp_path_factory):
    file = tmp_path_factory.mktemp("ca") / "ca.pem"
    authority.cert_pem.write_to_path(str(file))
    return file


def _server_context(authority, name="127.0.0.1"):
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    authority.issue_cert(name).configure_cert(context)
    return context


@pytest.fixture
async def secured(anyio_backend, authority):
    async with FakeLineai(tls=_server_context(authority)) as server:
        yield server


@pytest.fixture
async def mutual(anyio_backend, authority):
    """A server that wants to see a certificate of the same authority."""
    context = _server_context(authority)
    context.verify_mode = ssl.CERT_REQUIRED
    authority.configure_trust(context)
    async with FakeLineai(tls=context) as server:
        yield server


async def _asked(connect, server, **variables):
    async with connect(server.url, **variables) as connection:
        return await connection.client().get(DEFAULT)


@pytest.mark.parametrize("variables", [{}, {"LINEAI_TRUST_STORE": "system"}])
async def test_an_unknown_authority_is_refused_at_once_and_the_setting_named(secured, connect, variables):
    with pytest.raises(ApiUnavailable, match="No secure connection") as caught:
        await _asked(connect, secured, **variables)
    assert secured.url in caught.value.message
    assert "LINEAI_CA_BUNDLE" in caught.value.hint
    assert secured.requests == []


@pytest.mark.parametrize("variable", ["LINEAI_CA_BUNDLE", "SSL_CERT_FILE", "REQUESTS_CA_BUNDLE"])
async def test_a_named_authority_is_trusted_for_login_and_data(secured, connect, ca_file, variable):
    assert await _asked(connect, secured, **{variable: str(ca_file)}) == "mv-shop-7"
    assert secured.requests == ["POST /api/authenticate", f"GET {DEFAULT}"]


@pytest.mark.skipif(shutil.which("openssl") is None, reason="hashed names are made by openssl")
@pytest.mark.parametrize("variable", ["LINEAI_CA_BUNDLE", "SSL_CERT_DIR"])
async def test_a_directory_of_authorities_is_trusted(secured, connect, ca_file, tmp_path, variable):
    command = ["openssl", "x509", "-hash", "-noout", "-in", str(ca_file)]
    name = subprocess.run(command, capture_output=True, encoding="utf-8", check=True).stdout.strip()
    shutil.copy(ca_file, tmp_path / f"{name}.0")
    assert await _asked(connect, secured, **{variable: str(tmp_path)}) == "mv-shop-7"


async def test_our_own_setting_wins_over_those_of_other_programs(secured, connect, ca_file):
    others = {"SSL_CERT_FILE": "/nowhere.pem", "REQUESTS_CA_BUNDLE": "/nowhere.pem"}
    assert await _asked(connect, secured, LINEAI_CA_BUNDLE=str(ca_file), **others) == "mv-shop-7"


async def test_trusting_anybody_is_possible_and_warned_about(secured, connect, caplog):
    with caplog.at_level(logging.WARNING, "lineai"):
        assert await _asked(connect, secured, LINEAI_INSECURE_TLS="true") == "mv-shop-7"
    assert [record.message for record in caplog.records if secured.url in record.message]


async def test_a_certificate_for_another_name_is_refused(connect, authority, ca_file):
    async with FakeLineai(tls=_server_context(authority, "lineai.test")) as server:
        with pytest.raises(ApiUnavailable) as caught:
            await _asked(connect, server, LINEAI_CA_BUNDLE=str(ca_file))
    assert "LINEAI_SERVER_HOST" in caught.value.hint


@pytest.mark.parametrize("split", [True, False])
async def test_a_client_certificate_is_shown(mutual, connect, authority, ca_file, tmp_path, split):
    mine = authority.issue_cert("client.test")
    variables = {"LINEAI_CA_BUNDLE": str(ca_file), "LINEAI_CLIENT_CERT": str(tmp_path / "cert.pem")}
    if split:
        mine.cert_chain_pems[0].write_to_path(str(tmp_path / "cert.pem"))
        mine.private_key_pem.write_to_path(str(tmp_path / "key.pem"))
        variables["LINEAI_CLIENT_KEY"] = str(tmp_path / "key.pem")
    else:
        mine.private_key_and_cert_chain_pem.write_to_path(str(tmp_path / "cert.pem"))
    assert await _asked(connect, mutual, **variables) == "mv-shop-7"


async def test_a_missing_client_certificate_is_named(mutual, connect, ca_file):
    with pytest.raises(ApiUnavailable) as caught:
        await _asked(connect, mutual, LINEAI_CA_BUNDLE=str(ca_file))
    assert "LINEAI_CLIENT_CERT" in caught.value.hint


@pytest.mark.parametrize(
    ("variable", "content"),
    [
        ("LINEAI_CA_BUNDLE", None),
        ("LINEAI_CA_BUNDLE", "not a certificate"),
        ("SSL_CERT_FILE", None),
        ("LINEAI_CLIENT_CERT", None),
        ("LINEAI_CLIENT_CERT", "not a certificate"),
    ],
)
async def test_a_file_that_cannot_be_used_is_named_with_its_setting(connect, tmp_path, variable, content):
    file = tmp_path / "file.pem"
    if content is not None:
        file.write_text(content, encoding="utf-8")
    async with connect("https://lineai.test", **{variable: str(file)}) as connection:
        with pytest.raises(ConfigError, match=variable) as caught:
            await connection.client().get(DEFAULT)
    assert "PEM" in caught.value.hint


async def test_a_key_without_its_certificate_is_a_mistake(connect, tmp_path):
    async with connect("https://lineai.test", LINEAI_CLIENT_KEY=str(tmp_path)) as connection:
        with pytest.raises(ConfigError, match="LINEAI_CLIENT_CERT is not"):
            await connection.client().get(DEFAULT)
