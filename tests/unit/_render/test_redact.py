import base64
import json
import logging
from urllib.parse import quote, quote_plus

import pytest

from lineai_core._render.redact import RedactingFilter, Redactor

PASSWORD = "S3cr3t!pä$$ \"w\\x/+&'<"
TOKEN = "tok-9f2c-äöü"


@pytest.fixture
def redactor():
    return Redactor([PASSWORD, TOKEN])


@pytest.mark.parametrize(
    "spelling",
    [
        lambda s: s,
        quote,
        lambda s: quote(s, safe=""),
        quote_plus,
        lambda s: quote(s, safe="").replace("%C3", "%c3").replace("%A4", "%a4"),
        lambda s: json.dumps(s)[1:-1],
        lambda s: json.dumps(s, ensure_ascii=False)[1:-1],
        lambda s: repr(s)[1:-1],
        lambda s: repr(s.encode())[2:-1],
    ],
)
@pytest.mark.parametrize("secret", [PASSWORD, TOKEN])
def test_a_secret_is_masked_in_every_spelling(redactor, secret, spelling):
    assert redactor.clean(f"before {spelling(secret)} after") == "before *** after"


@pytest.mark.parametrize("prefix", ["", "u", "us", "user:", "\x00\x01\x02\x03"])
@pytest.mark.parametrize("encode", [base64.b64encode, base64.urlsafe_b64encode])
@pytest.mark.parametrize("secret", [PASSWORD, TOKEN])
def test_a_secret_inside_base64_is_masked(redactor, secret, prefix, encode):
    encoded = encode(f"{prefix}{secret}".encode()).decode()
    cleaned = redactor.clean(f"x {encoded} y")
    assert "***" in cleaned
    longest = max(len(part) for part in cleaned.split("***"))
    assert longest <= len(encode(prefix.encode())) + 6


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Authorization: Bearer abcdef", "Authorization: ***"),
        ("{'authorization': 'Bearer abc.def'}", "{'authorization': '***'}"),
        ("(b'Authorization', b'Bearer abc')", "(b'Authorization', b'***')"),
        ("Illegal header value b'Bearer tok-1'", "Illegal header value b'Bearer ***'"),
        ("https://ana:hunter@lineai.test/x", "https://***@lineai.test/x"),
        ("grant_type=password&password=hunter&x=1", "grant_type=password&password=***&x=1"),
        ('{"access_token": "abc\\"def", "n": 1}', '{"access_token": ***, "n": 1}'),
        ("Set-Cookie: session=abc; Path=/", "Set-Cookie: ***"),
    ],
)
def test_credentials_are_masked_by_where_they_stand(text, expected):
    assert Redactor().clean(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "Set LINEAI_USERNAME and LINEAI_PASSWORD in the environment of this server.",
        "The basic authentication of a password: see https://lineai.test/docs?x=@y",
        "- @Test authorization, then the bearer of news",
        "resetPassword(User) calls Password.hash",
    ],
)
def test_ordinary_text_is_left_alone(redactor, text):
    assert redactor.clean(text) == text


def test_a_secret_learnt_later_is_masked_from_then_on():
    redactor = Redactor()
    redactor.add("tok-12345")
    assert redactor.clean("tok-12345") == "***"


def test_a_very_short_secret_does_not_destroy_the_text():
    assert Redactor(["a", ""]).clean("a banana") == "a banana"


def test_of_the_secrets_learnt_the_most_recent_are_remembered_and_the_given_ones_always():
    redactor = Redactor(["password-1"])
    for number in range(100):
        redactor.add(f"token-{number:03}")
    assert redactor.clean("password-1 token-099 token-000") == "*** *** token-000"


def test_an_excerpt_holds_no_part_of_a_secret_at_its_edge():
    redactor = Redactor(["hunter22hunter22"])
    for before in range(480, 505):
        excerpt = redactor.excerpt("x" * before + "hunter22hunter22" + "y" * 100)
        assert len(excerpt) <= 500
        assert "hunter" not in excerpt


def test_log_records_are_cleaned_with_their_arguments_and_tracebacks(redactor, caplog):
    logger = logging.getLogger("test.redact")
    caplog.handler.addFilter(RedactingFilter(redactor))
    try:
        raise ValueError(f"bad token {TOKEN}")
    except ValueError:
        logger.exception("login of %s with %s", "ana", PASSWORD)
    assert "login of ana with ***" in caplog.text
    assert "bad token ***" in caplog.text
    assert TOKEN not in caplog.text
