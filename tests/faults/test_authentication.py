"""The login, and tokens that end, with many calls at once."""

import pytest

METHOD = "lineai-method-impact"
LOGIN = "/api/authenticate"
DENIED = {"status": "error", "error": {"code": "FORBIDDEN", "message": "ana may not see mv-shop-7"}}


def together(server, count, tool=METHOD, **arguments):
    """Make many calls at once; return their results."""
    names = [arguments or {"method": f"save{number}"} for number in range(count)]
    identities = [server.begin_call(tool, **each) for each in names]
    return [server.answer(identity)["result"] for identity in identities]


def text(result):
    return result["content"][0]["text"]


@pytest.mark.parametrize(
    ("fault", "words"),
    [
        ({"status": 403, "json": DENIED}, ["# Authentication failed", "may not see", "HTTP 403"]),
        ({"status": 500, "text": "boom"}, ["# Lineai API error", "boom", "HTTP 500"]),
        ({"status": 504, "text": "gateway"}, ["# Gateway timeout", "HTTP 504"]),
        (
            {"status": 302, "headers": {"Location": "https://sso.test/in"}},
            ["redirects this request to", "sso.test", "HTTP 302"],
        ),
        ({"text": "<html>Sign in</html>"}, ["# Unexpected server response", "no usable access token"]),
        ({"json": {"token_type": "bearer"}}, ["# Unexpected server response", "no usable access token"]),
        ({"json": {"access_token": None}}, ["# Unexpected server response", "no usable access token"]),
        (
            {"json": {"access_token": "tok\nX-Evil: 1"}},
            ["# Unexpected server response", "no usable access token"],
        ),
    ],
)
def test_a_login_that_fails_says_how(ask, fault, words):
    asked = ask(faults=[{"path": LOGIN, **fault}])
    assert asked.is_error
    assert [word for word in words if word not in asked.text] == []
    assert "POST /api/authenticate" in asked.text
    assert "X-Evil" not in asked.text
    assert len(asked.requests) == 1


def test_a_login_slower_than_the_timeout_is_a_timeout(ask):
    asked = ask(faults=[{"path": LOGIN, "action": "hang"}], LINEAI_REQUEST_TIMEOUT="0.5")
    assert asked.title.startswith("# Request timed out")
    assert "POST /api/authenticate" in asked.text


def test_all_who_wait_for_a_login_that_hangs_fail_after_one_timeout(start, fake):
    """One after the other they would take twenty seconds, and the last would hit the client's patience."""
    fake.control("faults", [{"path": LOGIN, "action": "hang"}])
    server = start(LINEAI_REQUEST_TIMEOUT="2")
    results = together(server, 20)
    assert {text(result).partition(":")[0] for result in results} == {"# Request timed out"}
    assert len(fake.control("log")["requests"]) < 20


@pytest.mark.parametrize("status", [401, 403])
def test_a_token_that_is_refused_once_is_renewed(ask, status):
    asked = ask(faults=[{"path": ".*/shortname", "status": status, "times": 1}])
    assert not asked.is_error
    assert asked.logins == 2


@pytest.mark.parametrize(
    ("status", "title"), [(401, "# Authentication failed"), (403, "# Permission denied")]
)
def test_a_refusal_that_stays_tells_the_server_s_own_words(ask, status, title):
    asked = ask(faults=[{"path": ".*/shortname", "status": status, "json": DENIED}])
    assert asked.title.startswith(title)
    assert "ana may not see mv-shop-7" in asked.text
    assert f"HTTP {status}" in asked.text
    assert asked.logins == 2


def test_a_view_that_is_denied_causes_no_storm_of_logins(start, fake):
    fake.control("faults", [{"path": "/api/(ai-retrieval|dependency)/.*", "status": 403, "json": DENIED}])
    server = start()
    for number in range(5):
        page = text(server.call(METHOD, method=f"save{number}"))
        assert page.startswith("# Permission denied")
    together(server, 10)
    assert fake.control("log")["logins"] == 2


def test_a_session_that_ends_is_renewed_unseen(start, fake):
    server = start()
    assert not server.call(METHOD, method="saveOrder").get("isError")
    fake.control("expire")
    assert not server.call(METHOD, method="saveOrder", materialized_view_id="mv-other").get("isError")
    assert fake.control("log")["logins"] == 2


@pytest.mark.parametrize("expires_in", [20, 30, -5, True, "soon", 1800])
def test_a_short_life_of_tokens_does_not_mean_a_login_for_each_request(start, fake, expires_in):
    fake.control("config", {"expires_in": expires_in})
    server = start()
    for view in ("mv-1", "mv-2", "mv-3"):
        assert not server.call(METHOD, method="saveOrder", materialized_view_id=view).get("isError")
    assert fake.control("log")["logins"] == 1


@pytest.mark.parametrize("single_session", [False, True])
def test_a_session_that_ends_under_many_calls_is_renewed_once(start, fake, single_session):
    fake.control("config", {"single_session": single_session, "base_delay": 0.05})
    server = start()
    server.call(METHOD, method="saveOrder")
    fake.control("expire")
    views = [f"mv-{number}" for number in range(20)]
    identities = [server.begin_call(METHOD, method="saveOrder", materialized_view_id=view) for view in views]
    results = [server.answer(identity)["result"] for identity in identities]
    assert [text(result) for result in results if result.get("isError")] == []
    assert fake.control("log")["logins"] == 2


def test_many_first_calls_log_in_once(start, fake):
    fake.control("config", {"auth_delay": 0.3})
    server = start()
    assert len(together(server, 50)) == 50
    assert fake.control("log")["logins"] == 1


def test_a_login_that_asks_for_a_pause_gets_it(start, fake):
    fake.control("faults", [{"path": LOGIN, "status": 429, "headers": {"Retry-After": "1"}, "times": 1}])
    server = start()
    results = together(server, 20, method="saveOrder")
    assert [text(result) for result in results if result.get("isError")] == []
    assert [r["path"] for r in fake.control("log")["requests"]].count(LOGIN) == 2
