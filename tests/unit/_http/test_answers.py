import json

import pytest

from lineai_core._http.answers import Answer, check, decode
from lineai_core._render.redact import Redactor
from lineai_core.errors import (
    ApiError,
    ApiNotFound,
    AuthError,
    Busy,
    GatewayTimeout,
    InvalidResponse,
    NoDefaultView,
    PermissionDenied,
    ViewNotReady,
)

REDACTOR = Redactor(["hunter22"])


def _failure(status, body=b"", headers=None, login=False):
    with pytest.raises(ApiError) as caught:
        check(Answer("GET /api/x", status, headers or {}, body, login), REDACTOR)
    return caught.value


def _error(code, message, *details):
    error = {"code": code, "message": message, "details": list(details)}
    return json.dumps({"status": "error", "error": error}).encode()


@pytest.mark.parametrize(
    ("status", "body", "kind"),
    [
        (404, _error("NOT_FOUND", "no such node"), ApiNotFound),
        (404, b"<html>", ApiNotFound),
        (401, b"", AuthError),
        (403, _error("FORBIDDEN", "not yours"), PermissionDenied),
        (504, b"<html>gateway</html>", GatewayTimeout),
        (400, b"{}", ApiError),
        (429, b"slow down", Busy),
        (500, b"[]", ApiError),
        (503, _error("BUSY", "later"), ApiError),
        (503, b"null", ApiError),
        (599, b"", ApiError),
        (409, _error("CONFLICT", "twice"), ApiError),
        (409, _error("NOT_INDEXED", "never indexed"), NoDefaultView),
        (503, _error("INDEXING", "building"), ViewNotReady),
        (302, b"", ApiError),
        (204, b"", InvalidResponse),
        (200, b"", InvalidResponse),
    ],
)
def test_each_failure_has_its_own_type_and_keeps_the_facts(status, body, kind):
    error = _failure(status, body)
    assert type(error) is kind
    assert (error.endpoint, error.status) == ("GET /api/x", status)
    assert error.body == body.decode()


def test_the_server_s_own_words_and_code_are_kept():
    error = _failure(403, _error("FORBIDDEN", "view mv-7 belongs to another team"))
    assert error.message == "view mv-7 belongs to another team"
    assert error.code == "FORBIDDEN"


def test_without_words_of_the_server_the_status_is_named():
    assert "HTTP 500 (Internal Server Error)" in _failure(500).message
    assert "HTTP 599" in _failure(599).message


@pytest.mark.parametrize(
    ("location", "named"),
    [
        ("https://sso.test:8443/login?next=secret", "https://sso.test:8443"),
        ("//cdn.test/x", "https://cdn.test"),
        ("/login", "another path of this host"),
        ("", "another path of this host"),
        ("https://[", "malformed"),
    ],
)
def test_a_redirect_names_its_target_host_and_nothing_more(location, named):
    error = _failure(302, headers={"location": location})
    assert named in error.message
    assert "next=" not in error.message


def test_an_unfinished_view_tells_how_far_it_is():
    body = _error("INDEXING", "Reading the code.", {"done": 120, "total": 900, "phase": "parse"})
    error = _failure(503, body, {"retry-after": "0.5"})
    assert (error.done, error.total, error.retry_after) == (120, 900, 0.5)
    assert error.message == "Reading the code."


@pytest.mark.parametrize("details", [[], ["x"], [{"done": "many", "total": True}]])
def test_an_unfinished_view_without_usable_figures_is_still_one(details):
    error = _failure(503, _error("INDEXING", "", *details), {"retry-after": "soon"})
    assert (error.done, error.total, error.retry_after) == (0, None, 1)


@pytest.mark.parametrize(
    ("status", "header", "pause"),
    [
        (429, None, None),
        (429, "7", 7.0),
        (503, "0.5", 0.5),
        (429, "-3", 0.0),
        (429, "inf", None),
        (429, "soon", None),
        (503, "Wed, 21 Oct 2015 07:28:00 GMT", 0.0),
    ],
)
def test_a_busy_backend_tells_how_long_to_stay_away(status, header, pause):
    error = _failure(status, b"later", {"retry-after": header} if header else {})
    assert type(error) is Busy
    assert error.retry_after == pause


def test_a_login_that_is_not_there_is_not_a_missing_method():
    assert type(_failure(404, login=True)) is ApiError


def test_a_project_never_indexed_is_told_in_the_words_of_the_backend():
    error = _failure(409, _error("NOT_INDEXED", "/home/ana is not a project. Run `lineai index`."))
    assert type(error) is NoDefaultView
    assert error.message == "/home/ana is not a project. Run `lineai index`."


def test_an_excerpt_is_short_and_holds_no_secret():
    body = b"x" * 495 + b"hunter22" + b"y" * 10_000
    error = _failure(500, body)
    assert len(error.body) <= 500
    assert "hunter" not in error.body


def _decode(body):
    return decode(body, endpoint="GET /api/x", redactor=REDACTOR)


@pytest.mark.parametrize(
    ("body", "data"),
    [
        (b'{"status":"success","data":[1]}', [1]),
        (b'{"data":null}', None),
        (b'{"status":"error","data":"mv-7"}', "mv-7"),
        (b'{"data":[NaN, Infinity]}', [None, None]),
        (b'{"data":"\\ud83d\\ude00"}', "\U0001f600"),
        (b'{"data":"a\\ud83d"}', "a\ufffd"),
        (b'{"data":"\\uDE00b"}', "\ufffdb"),
        (b'{"data":"\\\\ud83d"}', "\\ud83d"),
        (b'{"data":"\xff"}', "\ufffd"),
    ],
)
def test_data_is_taken_out_of_the_envelope(body, data):
    assert _decode(body) == data


@pytest.mark.parametrize("body", [b"", b"<html>", b"[1]", b"null", b'"x"', b"{}", b"[" * 100_000])
def test_what_has_no_data_is_an_invalid_response_with_an_excerpt(body):
    with pytest.raises(InvalidResponse) as caught:
        _decode(body)
    assert caught.value.endpoint == "GET /api/x"
    assert body.decode().startswith(caught.value.body[:100])
