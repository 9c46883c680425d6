"""The plugin that implements every hook does what its page says."""

import argparse
import asyncio
import importlib.util
import io
from pathlib import Path
from types import SimpleNamespace

import pytest

from lineai_core.http import Request
from lineai_core.plugin import ConfigError, Credentials, Secret
from lineai_core.testing import FakeApi, application, call_tool, failure, plugin_context

ENVIRON = {"LINEAI_ACME_TOKEN": "t-of-acme"}


@pytest.fixture(scope="module")
def plugin():
    file = Path(__file__).parents[2] / "docs" / "examples" / "every_hook.py"
    spec = importlib.util.spec_from_file_location("every_hook", file)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def host(plugin):
    return application(plugin, api=FakeApi(view="view-1"), environ=ENVIRON)


def test_it_is_active_with_all_that_it_contributes(host):
    (report,) = [report for report in host.reports if report.name == "every_hook"]
    assert (report.state, report.tools) == ("active", ("acme-release",))
    assert "call acme-release" in host.instructions
    assert "acme-login" in host.commands
    assert [check.name for check in host.health_checks] == ["acme"]


def test_without_its_token_it_is_left_out_and_says_which_variable_is_missing(plugin):
    (report,) = [report for report in application(plugin).reports if report.name == "every_hook"]
    assert report.state == "failed"
    assert "LINEAI_ACME_TOKEN" in report.reason


def test_its_backend_is_selected_by_name(plugin):
    host = application(plugin, environ={**ENVIRON, "LINEAI_BACKEND": "acme", "LINEAI_AUTH": "sso"})
    assert host.backend.base_url == "https://lineai.acme.example"


def test_its_cache_is_selected_by_name_and_an_unknown_name_is_not(plugin):
    known = application(plugin, api=FakeApi(), environ={**ENVIRON, "LINEAI_CACHE": "acme-none"})
    assert known.setup_error is None
    unknown = application(plugin, api=FakeApi(), environ={**ENVIRON, "LINEAI_CACHE": "acme-nine"})
    assert isinstance(unknown.setup_error, ConfigError)


def test_its_login_signs_a_request_with_the_token(plugin):
    settings = plugin.AcmeSettings(token=Secret("t-of-acme"))
    (scheme,) = plugin.lineai_auth_schemes(plugin_context(settings))
    auth = scheme.build(Credentials(base_url="http://acme", username="", password=Secret(""), token_ttl=60))

    async def sign():
        return await anext(auth.async_auth_flow(Request("GET", "http://acme/api")))

    assert asyncio.run(sign()).headers["Authorization"] == "Bearer t-of-acme"


@pytest.mark.parametrize(
    ("arguments", "view"), [({"workspace": "last-release"}, "release-7"), ({}, "view-1")]
)
def test_its_tool_answers_about_the_view_that_its_resolver_knows(plugin, arguments, view):
    result = call_tool(plugin, "acme-release", arguments, api=FakeApi(view="view-1"), environ=ENVIRON)
    assert result.structured == {"view": view}


def test_its_command_prints_to_the_standard_output_of_the_run(host):
    command, parser, out = host.commands["acme-login"], argparse.ArgumentParser(), io.StringIO()
    command.configure(parser)
    run = SimpleNamespace(arguments=parser.parse_args(["--as", "ana"]), out=out)
    assert asyncio.run(command.run(run)) == 0
    assert out.getvalue() == "Logged in as ana.\n"


def test_its_health_check_tells_the_default_view(host):
    async def check():
        async with host:
            return await host.health_checks[0].run(host.api())

    (found,) = asyncio.run(check())
    assert (found.ok, found.detail) == (True, "the default view is view-1")


@pytest.mark.parametrize(("status", "own"), [(401, True), (500, False)])
def test_its_error_page_is_for_a_refused_login_alone(plugin, status, own):
    api = FakeApi({"GET /api/materialized-view/default": failure(status, "NO", "no")})
    result = call_tool(plugin, "acme-release", {}, api=api, environ=ENVIRON)
    assert result.is_error
    assert result.text.startswith("# Who are you?") == own
