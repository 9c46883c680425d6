"""The login flow without a network: the test plays the server."""

import pytest

from lineai_core._defaults.password_flow import PasswordAuth
from lineai_core.errors import ConfigError
from lineai_core.http import Request, Response
from lineai_core.types import Credentials, Secret

pytestmark = pytest.mark.anyio


class Clock:
    now = 0.0

    def __call__(self):
        return self.now


class Server:
    """Answers what a flow sends: each login with a new token, every request with success."""

    def __init__(self, auth, **grant):
        self.auth = auth
        self.grant = grant
        self.logins = []
        self.bearers = []

    async def request(self):
        flow = self.auth.async_auth_flow(Request("GET", "https://lineai.test/lineai/api/x"))
        sent = await anext(flow)
        while True:
            if sent.url.path.endswith("/authenticate"):
                self.logins.append(sent)
                answer = Response(200, json={"access_token": f"tok-{len(self.logins)}"} | self.grant)
            else:
                self.bearers.append(sent.headers["authorization"])
                answer = Response(200)
            answer.request = sent
            try:
                sent = await flow.asend(answer)
            except StopAsyncIteration:
                return


def _auth(token_ttl=3600, clock=None):
    credentials = Credentials(
        base_url="https://lineai.test/lineai",
        username="ana & co",
        password=Secret("pä ss"),
        token_ttl=token_ttl,
    )
    return PasswordAuth(credentials, clock=clock or Clock())


async def test_the_login_is_a_form_below_the_base_url():
    server = Server(_auth())
    await server.request()
    (login,) = server.logins
    assert (login.method, str(login.url)) == ("POST", "https://lineai.test/lineai/api/authenticate")
    assert login.headers["content-type"] == "application/x-www-form-urlencoded"
    assert login.content == b"grant_type=password&username=ana+%26+co&password=p%C3%A4+ss"
    assert "authorization" not in login.headers
    assert server.bearers == ["Bearer tok-1"]


@pytest.mark.parametrize(
    ("expires_in", "reused_for"),
    [
        (1800, 1770),
        ("1800", 1770),
        (100, 90),
        (20, 18),
        (1e12, 3600),
        (None, 3600),
        ("soon", 3600),
        (True, 3600),
        (-5, 3600),
        (0, 3600),
        ("nan", 3600),
        ("inf", 3600),
        ([1], 3600),
    ],
)
async def test_a_token_is_reused_until_shortly_before_it_expires(expires_in, reused_for):
    clock = Clock()
    server = Server(_auth(clock=clock), expires_in=expires_in)
    await server.request()
    clock.now = reused_for - 0.1
    await server.request()
    assert len(server.logins) == 1
    clock.now = reused_for + 0.1
    await server.request()
    assert len(server.logins) == 2


async def test_a_token_time_to_live_of_zero_logs_in_for_every_request():
    server = Server(_auth(token_ttl=0))
    await server.request()
    await server.request()
    assert server.bearers == ["Bearer tok-1", "Bearer tok-2"]


async def _answers(auth, *statuses):
    """Return the requests that the flow sends to a server that answers with these statuses in turn."""
    flow = auth.async_auth_flow(Request("GET", "https://lineai.test/api/x"))
    sent = [await anext(flow)]
    for status in statuses:
        try:
            sent.append(await flow.asend(Response(status, request=sent[-1])))
        except StopAsyncIteration:
            break
    return sent


async def test_a_server_that_needs_no_login_is_asked_without_one():
    (request,) = await _answers(_anonymous(), 200)
    assert request.url.path == "/api/x"
    assert "authorization" not in request.headers


@pytest.mark.parametrize("status", [401, 403])
async def test_a_server_that_needs_a_login_says_which_settings_are_missing(status):
    with pytest.raises(ConfigError, match="LINEAI_USERNAME and LINEAI_PASSWORD are not set"):
        await _answers(_anonymous(), status)


async def test_half_of_the_credentials_is_never_sent():
    with pytest.raises(ConfigError, match="LINEAI_PASSWORD is not set"):
        await _answers(_anonymous(username="ana"))


def _anonymous(username=""):
    return PasswordAuth(
        Credentials(base_url="https://lineai.test", username=username, password=Secret(""), token_ttl=60)
    )
