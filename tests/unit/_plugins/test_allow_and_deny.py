"""A plugin that is switched off is never imported."""

import sys

import pytest

NEVER = "raise RuntimeError('imported although switched off')"


def states(host):
    return {report.name: report.state for report in host.reports if report.name.startswith("probe")}


@pytest.mark.parametrize(
    ("allow", "deny", "active"),
    [
        ("probe-a", "", {"probe-a"}),
        ("probe-a,probe-b", "", {"probe-a", "probe-b"}),
        ("probe-*", "probe-b", {"probe-a", "probe-c"}),
        ("probe-?", "*-c", {"probe-a", "probe-b"}),
    ],
)
def test_the_lists_decide_before_import(site, load_host, allow, deny, active):
    modules = {}
    for name in ("probe-a", "probe-b", "probe-c"):
        modules[name] = site.plugin(name, "" if name in active else NEVER)
    host = load_host(PLUGINS=allow, DISABLE_PLUGINS=deny)
    assert {name for name, state in states(host).items() if state == "active"} == active
    assert {name for name, state in states(host).items() if state == "disabled"} == set(modules) - active
    assert {name for name, module in modules.items() if module in sys.modules} == active


def test_the_reason_names_the_variable(site, load_host):
    site.plugin("probe-a", NEVER)
    site.plugin("probe-b", NEVER)
    reasons = {r.name: r.reason for r in load_host(PLUGINS="probe-a", DISABLE_PLUGINS="probe-a").reports}
    assert reasons["probe-a"] == "switched off by LINEAI_DISABLE_PLUGINS"
    assert reasons["probe-b"] == "not among LINEAI_PLUGINS"


def test_an_unknown_name_in_either_list_gets_a_suggestion(site, load_host):
    site.plugin("probe-graph", "")
    warnings = load_host(PLUGINS="probe-graph,probe-grpah", DISABLE_PLUGINS="zzz").warnings
    assert len(warnings) == 2
    assert "LINEAI_PLUGINS names 'probe-grpah'" in warnings[0]
    assert "Did you mean 'probe-graph'?" in warnings[0]
    assert "LINEAI_DISABLE_PLUGINS names 'zzz'" in warnings[1]
    assert "Did you mean" not in warnings[1]


def test_a_denied_plugin_whose_name_is_contested_is_disabled_and_no_failure(site, load_host):
    site.metadata("acme-one", entry_points={"probe": "one"})
    site.metadata("acme-two", entry_points={"probe": "two"})
    host = load_host(PLUGINS="probe*", DISABLE_PLUGINS="probe")
    assert [r.state for r in host.reports if r.name == "probe"] == ["disabled", "disabled"]
