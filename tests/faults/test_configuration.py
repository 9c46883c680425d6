"""What is set wrongly is named, and never blamed on something else.

Not here, because they are tested elsewhere: proxies and certificates (``tests/unit/_http``), and the
oldest SDK that works (the server has its own lower bound, which packaging checks).
"""

import socket

import pytest
from fake_lineai import PASSWORD

NAMED = "LINEAI_SERVER_HOST"


def test_without_a_host_and_an_index_the_setting_is_named(ask):
    asked = ask(LINEAI_SERVER_HOST=None, LINEAI_BACKEND="http")
    assert asked.is_error
    assert asked.title == "# Not configured: `lineai-method-impact`"
    assert NAMED in asked.text
    assert "LINEAI_PASSWORD" not in asked.text


@pytest.mark.parametrize("decorate", ["{}/", " {} ", "{}//"])
def test_a_host_may_carry_blanks_and_a_slash(ask, fake, decorate):
    asked = ask(LINEAI_SERVER_HOST=decorate.format(fake.url))
    assert not asked.is_error
    assert asked.requests[0] == "POST /api/authenticate"


def test_a_host_without_a_scheme_is_reached_by_https(ask, fake):
    host = fake.url.removeprefix("http://")
    asked = ask(LINEAI_SERVER_HOST=host, LINEAI_CONNECT_TIMEOUT="0.5")
    assert asked.is_error
    assert f"https://{host}" in asked.text


def test_a_path_in_the_host_is_kept(ask, fake):
    asked = ask(LINEAI_SERVER_HOST=f"{fake.url}/lineai", faults=[{"path": "/lineai/.*", "status": 418}])
    assert asked.requests == ["POST /lineai/api/authenticate"]


@pytest.mark.parametrize(
    "host", ["http://[::1]evil", "http://[::1]:99999", "::1:8000", "http://[::1", "ftp://x"]
)
def test_a_host_that_is_none_is_named(ask, host):
    asked = ask(LINEAI_SERVER_HOST=host)
    assert asked.title.startswith("# Not configured")
    assert NAMED in asked.text


def test_a_host_where_nobody_listens_is_unreachable(ask):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        host = f"http://127.0.0.1:{free.getsockname()[1]}"
    asked = ask(LINEAI_SERVER_HOST=host)
    assert asked.title.startswith("# The backend cannot be reached")
    assert host in asked.text
    assert "password" not in asked.text.lower()


def test_a_host_that_has_no_address_is_unreachable(ask):
    asked = ask(LINEAI_SERVER_HOST="http://nowhere.invalid")
    assert asked.title.startswith("# The backend cannot be reached")


def test_a_password_in_the_host_is_refused_and_shown_to_nobody(ask, fake):
    host = fake.url.replace("://", "://ana:hunter22@")
    asked = ask(LINEAI_SERVER_HOST=host)
    assert asked.title.startswith("# Not configured")
    assert "hunter22" not in asked.text + asked.log
    assert asked.requests == []


@pytest.mark.parametrize("missing", ["LINEAI_USERNAME", "LINEAI_PASSWORD"])
def test_missing_credentials_are_named_without_a_request(ask, missing):
    asked = ask(**{missing: None})
    assert asked.title.startswith("# Not configured")
    assert missing in asked.text
    assert asked.requests == []


def test_wrong_credentials_are_told_and_tried_once(start, fake):
    server = start(LINEAI_PASSWORD="wrong")
    for _ in range(3):
        page = server.call("lineai-method-impact", method="saveOrder")["content"][0]["text"]
        assert page.startswith("# Authentication failed")
        assert "Bad credentials" in page
    assert [request["path"] for request in fake.control("log")["requests"]] == ["/api/authenticate"]


@pytest.mark.parametrize("value", ["abc", "60.5", "2m", "-1"])
@pytest.mark.parametrize("variable", ["LINEAI_TOKEN_CACHE_TTL", "LINEAI_IMPACT_CACHE_TTL"])
def test_a_bad_number_is_reported_and_its_default_used(ask, variable, value):
    asked = ask(**{variable: value})
    assert not asked.is_error
    assert f"{variable} must be a whole number of seconds, zero or more" in asked.log


@pytest.mark.parametrize("value", ["-1", "inf", "nan", "soon"])
@pytest.mark.parametrize("variable", ["LINEAI_REQUEST_TIMEOUT", "LINEAI_CONNECT_TIMEOUT"])
def test_a_bad_timeout_is_reported_and_its_default_used(ask, variable, value):
    asked = ask(**{variable: value})
    assert not asked.is_error
    assert f"{variable} must be a number of seconds, zero or more" in asked.log


@pytest.mark.parametrize(
    "variables",
    [
        {"LINEAI_REQUEST_TIMEOUT": "0"},
        {"LINEAI_TOKEN_CACHE_TTL": "99999999999999"},
        {"LINEAI_IMPACT_CACHE_TTL": " 60 "},
        {"LINEAI_MV_CACHE_TTL": ""},
    ],
)
def test_an_unusual_number_is_taken_as_it_is(ask, variables):
    asked = ask(**variables)
    assert not asked.is_error
    assert asked.log == ""


def test_a_time_to_live_of_zero_asks_every_time(start, fake):
    server = start(LINEAI_IMPACT_CACHE_TTL="0", LINEAI_METHOD_CACHE_TTL="0", LINEAI_MV_CACHE_TTL="0")
    for _ in range(2):
        server.call("lineai-method-impact", method="saveOrder")
    assert len(fake.control("log")["requests"]) == 1 + 2 * 3


@pytest.mark.parametrize(
    "content", [b"OTHER_TOKEN=abc", b"\x9d\x9e\xff", b"LINEAI_SERVER_HOST=http://evil.invalid"]
)
def test_the_env_file_of_the_project_is_not_read(ask, tmp_path, monkeypatch, content):
    (tmp_path / ".env").write_bytes(content)
    monkeypatch.chdir(tmp_path)
    asked = ask()
    assert not asked.is_error
    assert asked.log == ""


def test_a_named_env_file_is_read_whole(ask, tmp_path, fake):
    file = tmp_path / "settings"
    lines = [f"LINEAI_SERVER_HOST={fake.url}", f"LINEAI_PASSWORD='{PASSWORD}'", "LINEAI_METHOD_CACHE_TTL=abc"]
    file.write_text("\n".join(lines), encoding="utf-8")
    asked = ask(LINEAI_ENV_FILE=str(file), LINEAI_SERVER_HOST=None, LINEAI_PASSWORD=None)
    assert not asked.is_error
    assert "LINEAI_METHOD_CACHE_TTL must be a whole number" in asked.log


def test_a_placeholder_that_nobody_replaced_is_named(ask):
    asked = ask(LINEAI_SERVER_HOST="${LINEAI_URL}", LINEAI_BACKEND="http")
    assert "LINEAI_SERVER_HOST must be written out" in asked.log
    assert asked.title.startswith("# Not configured")


def test_a_misspelt_variable_is_reported(ask):
    asked = ask(LINEAI_SERVER_HOTS="x")
    assert not asked.is_error
    assert "Did you mean LINEAI_SERVER_HOST?" in asked.log
