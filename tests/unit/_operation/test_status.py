"""The tool ``lineai_status``: what runs, what does not, and why a tool is missing."""

import asyncio
import json
from dataclasses import dataclass

import pytest
from fake_lineai import PASSWORD, USERNAME, FakeLineai
from jsonschema import Draft202012Validator

from lineai_core.plugin import NotDeployed, Secret, ServerStatus, Tool, ToolResult, hookimpl, setting
from lineai_core.testing import FakeApi, application

NAME = "lineai_status"
OBJECT = {"type": "object", "properties": {}}


async def fine(call):
    return ToolResult(text="fine", structured={})


async def undeployed(call):
    raise NotDeployed("No such API.", endpoint="GET /api/graph", status=404)


def tool(name, handler=fine, **more):
    more = {"input_schema": OBJECT, "output_schema": OBJECT, **more}
    return Tool(name=name, title="T", description="D.", handler=handler, **more)


def plugin(name, *tools, **hooks):
    """Return a plugin object; each keyword is a hook and what it returns."""
    members = {hook: hookimpl(_returning(answer)) for hook, answer in hooks.items()}
    members["lineai_tools"] = hookimpl(_returning(list(tools)))
    return type(name, (), {"LINEAI_PLUGIN_API": 1, **members})()


def _returning(answer):
    def hook(self):
        return answer

    return hook


def ask(*plugins, api=None, environ=None, before=(), **arguments):
    """Return what the tool answers after the tools ``before`` were called."""

    async def run():
        async with application(*plugins, api=api, environ=environ) as host:
            for name in before:
                await host.call(name, {})
            result = await host.call(NAME, arguments)
            schema = host.tools[NAME].output_schema
        if not result.is_error:
            Draft202012Validator(schema).validate(result.structured)
        return result

    return asyncio.run(run())


def test_it_tells_version_backend_plugins_and_tools():
    answer = ask(plugin("acme", tool("acme-risk")), api=FakeApi())
    data = answer.structured
    assert data["backend"] == {"name": "fake", "embedded": False}
    assert data["tools"] == ["acme-risk", NAME]
    (acme,) = [each for each in data["plugins"] if each["name"] == "acme"]
    assert (acme["state"], acme["tools"]) == ("active", ["acme-risk"])
    assert data["missing"] == data["problems"] == []
    assert f"**Version:** `{data['version']}`" in answer.text
    assert "| `acme` | active |" in answer.text


def test_it_works_without_a_backend_and_says_why_there_is_none():
    answer = ask(plugin("acme", tool("acme-risk")))
    assert not answer.is_error
    assert answer.structured["backend"]["embedded"] is False
    assert "LINEAI_SERVER_HOST" in answer.structured["backend"]["problem"]
    assert "**Backend:** none. No backend is set up" in answer.text


def test_every_reason_for_which_a_tool_is_missing_is_told():
    able = plugin("able", tool("able-graph", requires=frozenset({"graph"})), tool("able-risk"))
    tiered = plugin("tiered", tool("tiered-path", undeployed, tier="paths"), tool("tiered-plain"))
    broken = type("broken", (), {})()
    answer = ask(
        able,
        tiered,
        broken,
        api=FakeApi(),
        environ={"LINEAI_TOOLS": "-able-risk", "LINEAI_REQUIRED_PLUGINS": "lost,able"},
        before=["tiered-path"],
    )
    found = {
        each.get("tool", each["plugin"]): (each["why"], each["detail"])
        for each in answer.structured["missing"]
    }
    assert found["able-graph"] == ("capability", "the backend lacks graph")
    assert found["able-risk"] == ("filtered", "switched off by '-able-risk' in LINEAI_TOOLS")
    assert found["tiered-path"][0] == "not_deployed"
    assert found["broken"][0] == "failed"
    assert "failed at stage api: it does not declare the plugin API" in found["broken"][1]
    assert found["lost"] == ("not_installed", "is required by LINEAI_REQUIRED_PLUGINS and not installed")
    assert answer.structured["tools"] == [NAME, "tiered-plain"]
    assert answer.structured["missing_total"] == len(found) == 5
    assert answer.text.count("**What to do:**") == 5


@pytest.mark.parametrize(
    ("name", "why", "said"),
    [
        ("acme-risk", None, "It is on offer."),
        ("acme-owners", "filtered", "switched off by '-acme-owners' in LINEAI_TOOLS"),
        (
            "acme-rsik",
            "unknown",
            "Did you mean 'acme-risk'? It may belong to a plugin that is not active: broken.",
        ),
        ("`x`\n# y", "unknown", "No active plugin offers it."),
    ],
)
def test_it_answers_for_the_tool_that_is_asked_about(name, why, said):
    acme = plugin("acme", tool("acme-risk"), tool("acme-owners"))
    broken = type("broken", (), {})()
    environ = {"LINEAI_TOOLS": "-acme-owners"}
    answer = ask(acme, broken, api=FakeApi(), environ=environ, tool=name)
    asked = answer.structured["asked"]
    assert asked["tool"] == name
    assert (asked["offered"], asked.get("why")) == (why is None, why)
    assert said in asked["detail"]
    assert "\n# y" not in answer.text


def ask_remote(*, fault=None, **arguments):
    """Return what the tool answers in front of a server over the network, and what that was asked."""

    async def run():
        async with FakeLineai() as remote:
            if fault:
                remote.fail("/api/.*", **fault)
            environ = {
                "LINEAI_SERVER_HOST": remote.url,
                "LINEAI_USERNAME": USERNAME,
                "LINEAI_PASSWORD": PASSWORD,
            }
            async with application(environ=environ) as host:
                return await host.call(NAME, arguments), remote.requests

    return asyncio.run(run())


def test_only_a_probe_asks_the_backend():
    answer, requests = ask_remote()
    assert "reachable" not in answer.structured["backend"]
    assert requests == []
    answer, requests = ask_remote(probe=True)
    assert answer.structured["backend"]["reachable"] is True
    assert answer.structured["backend"]["probe"] == "http answers"
    assert requests[-1] == "GET /api/materialized-view/default"


def test_a_backend_that_does_not_answer_in_time_is_not_waited_for(monkeypatch):
    monkeypatch.setattr("lineai_core._operation.page.PROBE_SECONDS", 0.05)
    answer, _ = ask_remote(fault={"action": "hang"}, probe=True)
    assert answer.structured["backend"]["reachable"] is False
    assert answer.structured["backend"]["probe"] == "http did not answer within 0.05 seconds"


def test_a_server_that_refuses_is_not_reachable_and_the_answer_no_error():
    environ = {"LINEAI_SERVER_HOST": "http://127.0.0.1:9", "LINEAI_USERNAME": "a", "LINEAI_PASSWORD": "b"}
    answer = ask(environ=environ, probe=True)
    assert not answer.is_error
    assert answer.structured["backend"]["reachable"] is False
    assert "Cannot connect" in answer.structured["backend"]["probe"]
    assert "**Reachable:** no: " in answer.text


def test_an_answer_about_hundreds_of_broken_plugins_stays_within_the_readers_budget():
    broken = [type(f"broken{number}", (), {})() for number in range(400)]
    honest = [plugin(f"acme{n}", *(tool(f"acme-{n}-{each}") for each in range(100))) for n in range(30)]
    answer = ask(*honest, *broken, api=FakeApi(), environ={"LINEAI_NOTHING_" + "X" * 900: "1"})
    data = answer.structured
    assert len((answer.text + json.dumps(data)).encode()) < 24_000
    assert (data["missing_total"], data["tools_total"]) == (400, 3001)
    for name in ("missing", "plugins", "tools", "problems"):
        assert 0 < len(data[name]) <= data[f"{name}_total"]
    assert f"Not on offer ({len(data['missing'])} of 400)" in answer.text


@pytest.mark.parametrize("name", ["lineai_status", "lineai-status"])
def test_nobody_can_stand_in_for_it(name):
    host = application(plugin("acme", tool(name)), api=FakeApi())
    assert list(host.tools) == [NAME]
    assert host.tools[NAME].title.startswith("Lineai status")
    (acme,) = [report for report in host.reports if report.name == "acme"]
    assert (acme.state, acme.stage) == ("failed", "conflict")
    assert "already provided by lineai-core" in acme.reason


def test_a_tool_of_a_plugin_that_is_not_installed_is_told_so():
    asked = ask(api=FakeApi(), tool="beta-risk").structured["asked"]
    assert asked["detail"] == (
        "No active plugin offers it. If the name is right, the plugin that brings it is not installed here."
    )


def test_no_secret_is_in_the_answer():
    @dataclass(frozen=True)
    class Settings:
        key: Secret = setting("LINEAI_ACME_KEY", default=Secret(""))

    leaky = plugin("leaky")
    leaky.__class__.lineai_commands = hookimpl(_raising("cannot use k3y-9f2c"))
    environ = {"LINEAI_ACME_KEY": "k3y-9f2c", "LINEAI_PASSWORD": "hunter22", "LINEAI_CACHE": "hunter22"}
    answer = ask(plugin("acme", lineai_settings=Settings), leaky, api=FakeApi(), environ=environ)
    assert "cannot use ***" in answer.structured["missing"][0]["detail"]
    for secret in ("k3y-9f2c", "hunter22"):
        assert secret not in answer.text + json.dumps(answer.structured)


def _raising(text):
    def hook(self):
        raise RuntimeError(text)

    return hook


def test_a_plugin_sees_the_same_state():
    seen = []

    async def look(call):
        seen.append(call.status())
        return ToolResult(text="", structured={})

    ask(plugin("acme", tool("acme-look", look)), api=FakeApi(), before=["acme-look"])
    (status,) = seen
    assert isinstance(status, ServerStatus)
    assert status.tools == ("acme-look", NAME)
