"""The assembled host, through its public kit."""

import asyncio

import pytest

from lineai_core.plugin import (
    AuthScheme,
    Backend,
    CacheStore,
    Check,
    Command,
    ConfigError,
    ErrorPage,
    HealthCheck,
    NotDeployed,
    Tool,
    ToolError,
    ToolResult,
    ViewRef,
    hookimpl,
)
from lineai_core.testing import Answer, FakeApi, application, call_tool, failure

STATUS = "lineai_status"
ECHO = {
    "type": "object",
    "properties": {"said": {"type": "string"}},
    "required": ["said"],
    "additionalProperties": False,
}


def tool(handler, name="probe-echo", **more):
    more = {"input_schema": ECHO, "output_schema": ECHO, **more}
    return Tool(name=name, title="Echo", description="Echo.", handler=handler, **more)


def plugin(*tools, name="probe", **hooks):
    """Return a plugin object; each keyword is a hook and what it returns."""
    answers = {"lineai_tools": list(tools)} | hooks
    members = {hook: hookimpl(_returning(answer)) for hook, answer in answers.items()}
    return type(name, (), {"LINEAI_PLUGIN_API": 1, **members})()


def _returning(answer):
    def hook(self):
        return answer

    return hook


async def echo(call):
    return ToolResult(text=f"said {call.arguments['said']}", structured={"said": call.arguments["said"]})


def answer(handler, arguments=None, api=None, **more):
    return call_tool(
        plugin(tool(handler)), "probe-echo", arguments or {"said": "hi"}, api=api or FakeApi(), **more
    )


def test_a_call_answers_with_text_and_data():
    assert answer(echo, {"said": "тест 東京"}) == ToolResult(
        text="said тест 東京", structured={"said": "тест 東京"}
    )


def test_an_unknown_tool_is_a_key_error():
    with pytest.raises(KeyError, match="nothing"):
        call_tool(plugin(tool(echo)), "nothing", {}, api=FakeApi())


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({}, "'said' is a required property"),
        ({"said": 5}, "said: 5 is not of type 'string'"),
        ({"said": "x", "siad": 1}, "did you mean 'said'?"),
    ],
)
def test_arguments_that_do_not_fit_are_told_and_the_handler_is_not_called(arguments, said):
    async def never(call):
        raise AssertionError

    result = call_tool(plugin(tool(never)), "probe-echo", arguments, api=FakeApi())
    assert result.is_error
    assert said in result.text
    assert "failed unexpectedly" not in result.text


@pytest.mark.parametrize("structured", [None, {}, {"said": 5}])
def test_an_answer_that_breaks_its_own_schema_is_an_internal_failure(structured):
    async def wrong(call):
        return ToolResult(text="x", structured=structured)

    result = answer(wrong)
    assert result.is_error
    assert "failed unexpectedly" in result.text


@pytest.mark.parametrize("error", [ValueError("tok-9f2c"), SystemExit(3), TimeoutError("tok-9f2c")])
def test_an_unexpected_failure_tells_nothing_of_itself_but_an_incident_that_the_log_has(error, caplog):
    async def fail(call):
        raise error

    result = answer(fail)
    assert result.is_error
    assert "tok-9f2c" not in result.text
    record = next(record for record in caplog.records if "Incident" in record.message)
    assert record.message.split()[1].rstrip(":") in result.text
    assert record.exc_info[1] is error


def test_an_expected_failure_is_told_with_its_hint():
    async def fail(call):
        raise ToolError("There is no such branch.", hint="Name another branch.")

    result = answer(fail)
    assert result.is_error
    assert "There is no such branch." in result.text
    assert "Name another branch." in result.text


def test_an_expected_failure_inside_a_task_group_is_told_the_same_way():
    async def fail(call):
        async def one():
            raise ToolError("There is no such branch.")

        async with asyncio.TaskGroup() as group:
            group.create_task(one())

    assert "There is no such branch." in answer(fail).text


def test_a_plugin_may_word_failures_and_secrets_are_removed_from_its_page():
    async def fail(call):
        raise ToolError("x")

    class Words:
        LINEAI_PLUGIN_API = 1

        @hookimpl
        def lineai_render_error(self, error, call):
            return ErrorPage(text=f"{call.tool}: {error.kind} S3cr3t!pass")

        @hookimpl
        def lineai_tools(self):
            return [tool(fail)]

    result = call_tool(
        Words(), "probe-echo", {"said": "x"}, api=FakeApi(), environ={"LINEAI_PASSWORD": "S3cr3t!pass"}
    )
    assert result == ToolResult(text="probe-echo: tool ***", is_error=True)


def test_cancelling_a_call_is_not_swallowed():
    async def scenario():
        started = asyncio.Event()

        async def wait(call):
            started.set()
            await asyncio.Event().wait()

        async with application(plugin(tool(wait)), api=FakeApi()) as host:
            task = asyncio.create_task(host.call("probe-echo", {"said": "x"}))
            await started.wait()
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task

    asyncio.run(scenario())


def test_a_call_ends_at_its_tools_own_time_limit(monkeypatch):
    monkeypatch.setattr("lineai_core.application._GRACE", 0.0)

    async def wait(call):
        await asyncio.Event().wait()

    slow = plugin(tool(wait, timeout=0.05))
    result = call_tool(slow, "probe-echo", {"said": "x"}, api=FakeApi())
    assert result.is_error
    assert "within 0.05 seconds" in result.text


def test_a_handler_asks_the_api_about_the_view_in_scope_and_reports_progress():
    async def ask(call):
        await call.progress(1, 2, "half")
        view = await call.view()
        data = await call.api.get("/api/acme/risk", params={"viewId": view.id})
        return ToolResult(text="", structured={"said": data["risk"]})

    api = FakeApi({"GET /api/acme/risk": lambda request: {"risk": request.query["viewId"]}}, view="view-7")
    seen = []

    async def progress(*report):
        seen.append(report)

    assert answer(ask, api=api, progress=progress).structured == {"said": "view-7"}
    assert seen == [(1, 2, "half")]
    assert [(r.method, r.path) for r in api.requests][-1] == ("GET", "/api/acme/risk")


def test_the_fake_api_can_fail():
    async def ask(call):
        await call.api.get("/api/broken")

    api = FakeApi({"GET /api/broken": failure(409, "CONFLICT", "two at once")})
    assert "two at once" in answer(ask, api=api).text
    garbled = FakeApi({"GET /api/broken": Answer(body="<html>")})
    assert answer(ask, api=garbled).is_error


def test_a_view_resolver_of_a_plugin_is_asked_before_the_backend():
    class Nightly:
        name = "nightly"

        async def resolve(self, scope, api):
            return ViewRef(id=f"night-of-{scope.workspace}")

    async def ask(call):
        return ToolResult(text="", structured={"said": (await call.view()).id})

    host = plugin(tool(ask), lineai_view_resolvers=[Nightly()])
    result = call_tool(
        host, "probe-echo", {"said": "x"}, api=FakeApi(), environ={"LINEAI_WORKSPACE_NAME": "shop"}
    )
    assert result.structured == {"said": "night-of-shop"}


def test_without_a_backend_tools_are_listed_and_a_call_says_how_to_set_one_up():
    host = application(plugin(tool(echo)))
    assert list(host.tools) == [STATUS, "probe-echo"]
    result = call_tool(plugin(tool(echo)), "probe-echo", {"said": "x"})
    assert result.is_error
    assert "LINEAI_SERVER_HOST" in result.text


def test_a_tool_is_offered_only_if_the_backend_can_serve_it():
    able = tool(echo, name="probe-graph", requires=frozenset({"graph"}))
    host = plugin(able, lineai_instructions="Ask probe-graph.")
    without = application(host, api=FakeApi())
    assert list(without.tools) == [STATUS]
    assert "probe-graph" not in without.instructions
    assert "graph" in without.reports[0].notes[0]
    with_graph = application(host, api=FakeApi(capabilities=frozenset({"graph"})))
    assert list(with_graph.tools) == [STATUS, "probe-graph"]
    assert with_graph.reports[0].tools == ("probe-graph",)
    assert with_graph.instructions.startswith("Ask probe-graph.\n\n")


@pytest.mark.parametrize("second", ["probe-echo", "probe_echo"])
def test_of_two_tools_with_one_name_the_later_plugins_are_refused_and_both_distributions_named(second):
    one, two = plugin(tool(echo), name="acme_a"), plugin(tool(echo, name=second), name="acme_b")
    host = application(one, two, api=FakeApi())
    assert list(host.tools) == [STATUS, "probe-echo"]
    refused = host.reports[1]
    assert (refused.name, refused.state, refused.stage) == ("acme_b", "failed", "conflict")
    assert "acme_a" in refused.reason
    assert "acme_b" in refused.reason


def test_a_command_may_not_take_the_name_of_a_built_in_one():
    async def run(run):
        return 0

    command = Command(name="doctor", help="", configure=print, run=run)
    report = application(plugin(lineai_commands=[command])).reports[0]
    assert "already provided by lineai-core" in report.reason


def test_a_plugin_with_an_unacceptable_tool_loses_all_its_tools():
    host = application(plugin(tool(echo), tool(echo, name="x" * 60)), api=FakeApi())
    assert list(host.tools) == [STATUS]
    assert (host.reports[0].state, host.reports[0].stage) == ("failed", "tools")


def test_strict_mode_makes_a_failed_plugin_fatal():
    broken = type("broken", (), {})()
    with pytest.raises(ConfigError, match="LINEAI_PLUGIN_API = 2"):
        application(broken, environ={"LINEAI_STRICT_PLUGINS": "1"})
    assert application(broken).reports[0].state == "failed"


def test_named_parts_come_from_plugins():
    opened = []

    class Store:
        async def get(self, key):
            return None

        async def set(self, key, value, *, ttl):
            opened.append(ttl)

        async def delete(self, key): ...

    def build(credentials):
        raise ConfigError(f"no badge for {credentials.username}")

    async def ask(call):
        await call.api.get("/api/x", cache="method")

    parts = plugin(
        tool(ask),
        lineai_backends=[Backend(name="acme", base_url="http://acme.test", app=lambda: FakeApi())],
        lineai_auth_schemes=[AuthScheme(name="badge", build=build)],
        lineai_cache_stores=[CacheStore(name="store", open=lambda entries: Store())],
    )
    environ = {
        "LINEAI_BACKEND": "acme",
        "LINEAI_AUTH": "badge",
        "LINEAI_CACHE": "store",
        "LINEAI_USERNAME": "ann",
    }
    assert "no badge for ann" in call_tool(parts, "probe-echo", {"said": "x"}, environ=environ).text
    for variable, kind in (
        ("AUTH", "authentication scheme"),
        ("CACHE", "cache store"),
        ("BACKEND", "backend"),
    ):
        result = call_tool(
            parts, "probe-echo", {"said": "x"}, environ={**environ, f"LINEAI_{variable}": "nope"}
        )
        assert f"{kind} 'nope'" in result.text


def test_health_checks_are_collected_and_problems_told():
    async def check(api):
        return [Check(name="probe", ok=True, detail="fine")]

    host = application(
        plugin(lineai_health_checks=[HealthCheck(name="probe", run=check)]),
        environ={"LINEAI_READY_WAITS": "1", "LINEAI_READY_WAIT": "x"},
    )
    assert [check.name for check in host.health_checks] == ["probe"]
    assert any("Did you mean LINEAI_READY_WAIT?" in problem for problem in host.problems)
    assert any("must be a number of seconds" in problem for problem in host.problems)


def test_tools_of_a_missing_tier_are_withdrawn_and_come_back_with_it():
    probed = []
    there = False

    async def ask(call):
        if not there:
            raise NotDeployed("No such API.", endpoint="POST /api/graph", status=404)
        return ToolResult(text="ok", structured={"said": "ok"})

    async def probe(call):
        probed.append((await call.view()).id)
        await ask(call)

    async def run():
        nonlocal there
        first = tool(ask, "probe-first", tier="graph", probe=probe)
        second = tool(ask, "probe-second", tier="graph")
        host = application(plugin(tool(echo), first, second), api=FakeApi(view="v-7"))
        changes = []
        async with host:
            assert host.tools_change
            host.watch_tools(lambda: changes.append(len(host.offered_tools())))
            assert len(host.offered_tools()) == 4
            page = await host.call("probe-second", {"said": "x"})
            assert page.is_error
            assert page.text.startswith("# Not available on this server: `probe-second`")
            assert [each.name for each in host.offered_tools()] == [STATUS, "probe-echo"]
            assert "Not available" in (await host.call("probe-first", {"said": "x"})).text
            assert changes == [2]
            there = True
            assert not (await host.call("probe-first", {"said": "x"})).is_error
            assert changes == [2, 4]
        assert probed == []

    asyncio.run(run())


def test_without_a_tier_nothing_changes():
    assert not application(plugin(tool(echo)), api=FakeApi()).tools_change
