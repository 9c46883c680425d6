"""The login with a service key."""

import asyncio

import pytest
from lineai_acme import plugin
from lineai_acme.settings import AcmeSettings

from lineai_core.plugin import Secret
from lineai_core.testing import Answer, AuthContract, FakeApi, application, call_tool, plugin_context

TOOL = "acme-release-risk"
LOGIN = "POST /api/authenticate"
SEARCH = "POST /api/ai-retrieval/search/shortname"


class TestContract(AuthContract):
    """What the host relies on, whatever the login is."""

    secrets = ("key-of-acme",)

    def scheme(self):
        ctx = plugin_context(AcmeSettings(service_key=Secret("key-of-acme")))
        (scheme,) = plugin.lineai_auth_schemes(ctx)
        return scheme


@pytest.fixture
def api():
    """A server that needs a login, and gives a token for it."""
    return FakeApi({LOGIN: Answer(body={"access_token": "t-1"}), SEARCH: []}, needs_login=True)


def ask(api, key="key-of-acme"):
    environ = {"LINEAI_AUTH": "acme-key", "LINEAI_ACME_SERVICE_KEY": key}
    return call_tool(plugin, TOOL, {"methods": ["save_order"]}, api=api, environ=environ)


def test_the_key_is_exchanged_for_a_token_that_signs_the_questions(api):
    assert not ask(api).is_error
    login, *questions = api.requests
    assert b"service_key=key-of-acme" in login.body
    assert {question.headers["authorization"] for question in questions} == {"Bearer t-1"}


def test_one_login_serves_many_calls(api):
    async def calls():
        environ = {"LINEAI_AUTH": "acme-key", "LINEAI_ACME_SERVICE_KEY": "key-of-acme"}
        async with application(plugin, api=api, environ=environ) as host:
            names = ("save_order", "paint", "invoice")
            await asyncio.gather(*(host.call(TOOL, {"methods": [name]}) for name in names))

    asyncio.run(calls())
    assert [request.path for request in api.requests].count("/api/authenticate") == 1


def test_a_refused_key_is_told_with_the_channel_and_without_the_key(api):
    api.answers[LOGIN] = Answer(status=401, body="no account for key-of-acme")
    result = ask(api)
    assert result.is_error
    assert "#platform-access" in result.text
    assert "key-of-acme" not in result.text


def test_a_missing_key_is_named(api):
    assert "LINEAI_ACME_SERVICE_KEY is not set" in ask(api, key="").text
