from urllib.parse import quote

import pytest

from lineai_core._http.paths import base_url, query_string, safe_path
from lineai_core.errors import ConfigError


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("https://lineai.test", "https://lineai.test"),
        (" https://lineai.test/ ", "https://lineai.test"),
        ("lineai.test:8443", "https://lineai.test:8443"),
        ("http://lineai.test/tools/lineai//", "http://lineai.test/tools/lineai"),
        ("http://[::1]:8080/", "http://[::1]:8080"),
        ("HTTP://LineAI.test", "http://LineAI.test"),
    ],
)
def test_a_host_becomes_a_base_url(text, expected):
    assert base_url(text) == expected
    assert base_url(expected) == expected


@pytest.mark.parametrize(
    "text",
    [
        "ftp://lineai.test",
        "https://",
        "https://lineai.test:port",
        "https://lineai.test:99999",
        "https://[::1",
        "https://line ai.test",
        "https://lineai.test/?tenant=1",
        "https://lineai.test/#top",
    ],
)
def test_a_bad_host_is_a_configuration_error_that_names_the_variable(text):
    with pytest.raises(ConfigError, match="LINEAI_SERVER_HOST"):
        base_url(text)


def test_credentials_in_the_host_are_refused_without_showing_them():
    with pytest.raises(ConfigError) as caught:
        base_url("https://ana:hunter22@lineai.test")
    assert "hunter22" not in caught.value.message + (caught.value.hint or "")
    assert "LINEAI_PASSWORD" in caught.value.message


def test_no_host_explains_both_ways_to_get_a_backend():
    with pytest.raises(ConfigError) as caught:
        base_url("  ")
    assert "LINEAI_SERVER_HOST" in caught.value.hint
    assert "lineai-core[local]" in caught.value.hint


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("m-41", "m-41"),
        ("a/b", "a%2Fb"),
        ("a?x=1", "a%3Fx%3D1"),
        ("..", "%2E%2E"),
        ("../../authenticate", "..%2F..%2Fauthenticate"),
        ("100%", "100%25"),
        ("größe", "gr%C3%B6%C3%9Fe"),
    ],
)
def test_a_quoted_id_stays_one_segment(value, expected):
    assert safe_path(f"/api/{quote(value, safe='')}/list") == f"/api/{expected}/list"


def test_a_path_cannot_gain_a_query_or_leave_its_folder():
    assert safe_path("/api/a?b#c/../d") == "/api/a%3Fb%23c/%2E%2E/d"
    assert safe_path("/api/\ud83d") == "/api/%3F"


def test_parameters_are_form_encoded_in_order():
    params = {"name": "my shop & co/EU", "none": None, "latest": True, "id": [1, "zwei"]}
    assert query_string(params) == "name=my+shop+%26+co%2FEU&latest=true&id=1&id=zwei"
    assert query_string(None) == ""
