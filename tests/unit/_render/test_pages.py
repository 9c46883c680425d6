import inspect
from dataclasses import dataclass, field

import pytest

from lineai_core import errors
from lineai_core._render.pages import error_page
from lineai_core._render.redact import Redactor

OPEN = "was not answered"


@dataclass
class Asked:
    tool: str = "lineai-method-impact"
    arguments: dict = field(default_factory=lambda: {"method": "save", "class": "User"})


def _error(kind, message="It failed.", **facts):
    if issubclass(kind, errors.ApiError):
        facts = {"endpoint": "GET /api/x", "status": 500} | facts
    return kind(message, **facts)


ALL = [cls for _, cls in inspect.getmembers(errors, inspect.isclass) if issubclass(cls, errors.LineaiError)]


@pytest.mark.parametrize("kind", ALL)
def test_every_page_tells_what_was_asked_what_happened_and_what_it_means(kind):
    page = error_page(_error(kind, hint="Try `this`."), Asked())
    assert page.startswith("# ")
    assert "`lineai-method-impact`" in page.splitlines()[0]
    assert '`{"method": "save", "class": "User"}`' in page
    assert "It failed." in page
    assert "## What this means" in page
    assert "- Try `this`." in page.split("## What to do next")[1]
    if issubclass(kind, errors.ApiError):
        assert "`GET /api/x`" in page
        assert "HTTP 500" in page


def test_only_a_definite_no_is_told_as_one():
    definite = {kind.kind for kind in ALL if OPEN not in error_page(_error(kind), Asked())}
    assert definite == {"not_found", "tool"}


def test_a_failure_outside_a_tool_call_has_a_page_too():
    page = error_page(errors.ConfigError("LINEAI_SERVER_HOST does not name a host."), None)
    assert page.startswith("# Not configured\n")
    assert "Asked" not in page


def test_no_answer_at_all_is_said():
    assert "no HTTP answer" in error_page(_error(errors.ApiUnavailable, status=None), Asked())


@pytest.mark.parametrize(
    ("done", "total", "shown"),
    [(120, 900, "120 of 900 (13%)"), (0, None, "not known yet"), (950, 900, "(100%)"), (5, 0, "not known")],
)
def test_an_unfinished_view_says_how_far_it_is_and_how_to_ask_again(done, total, shown):
    page = error_page(_error(errors.ViewNotReady, status=503, done=done, total=total), Asked())
    assert shown in page
    assert "Ask the same question again" in page
    assert "lineai index" in page


def test_what_the_backend_says_cannot_act_as_markdown():
    evil = "a\n# Heading\n- [click](http://evil.test) <b>|`"
    page = error_page(_error(errors.ApiError, evil, body=f"{evil}\n```\n# Heading", code="X`\n# Y"), Asked())
    starts = [line.split(" ")[0] for line in page.splitlines() if line]
    assert starts.count("#") == 1
    outside_code_spans = "".join(page.split("`")[::2])
    assert "[click](" not in outside_code_spans
    assert "<b>" not in outside_code_spans


def test_long_values_are_cut():
    call = Asked(arguments={"method": "x" * 10_000})
    page = error_page(_error(errors.ApiError, "m" * 10_000, body="b" * 500), call)
    assert len(page) < 3000


def test_a_page_passes_the_redaction_without_its_secrets():
    redactor = Redactor(["hunter22", "tok-12345"])
    error = _error(errors.AuthError, "refused hunter22", body='{"token":"tok-12345","echo":"hunter22"}')
    page = redactor.clean(error_page(error, Asked(arguments={"method": "hunter22"})))
    assert "hunter22" not in page
    assert "tok-12345" not in page


@pytest.mark.parametrize(
    ("message", "shown"),
    [
        ("Cannot connect to https://lineai.test:8443/x: refused.", "`https://lineai.test:8443/x`: refused."),
        ("`a` and `b`.", " `a` and `b`.\n"),
        ("Set LINEAI_SERVER_HOST to *that*.", "Set LINEAI_SERVER_HOST to \\*that\\*."),
        ("see http://[::1]", "see `http://[::1]`"),
        ("`", "\\u0060"),
    ],
)
def test_addresses_and_commands_in_a_message_become_code_spans(message, shown):
    assert shown in error_page(errors.ConfigError(message), None)
