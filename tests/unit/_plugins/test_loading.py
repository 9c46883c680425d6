"""One plugin that misbehaves loses itself, and nothing else."""

import sys

import pytest

from lineai_core.errors import ConfigError

TOOL = """
async def _handle(call):
    return ToolResult(text="", structured={})

def _tool(name):
    any = {"type": "object", "properties": {}}
    return Tool(name=name, title="T", description="D.", handler=_handle, input_schema=any, output_schema=any)
"""
GOOD = (
    TOOL
    + """
@hookimpl
def lineai_tools(ctx):
    return [_tool("probe-good")]
"""
)


def report_of(host, name):
    return next(report for report in host.reports if report.name == name)


@pytest.mark.parametrize(
    ("source", "stage", "said"),
    [
        ("import module_that_is_missing", "import", "ModuleNotFoundError"),
        ("def broken(:", "import", "SyntaxError"),
        ("import sys; sys.exit(1)", "import", "SystemExit: 1"),
        ("raise ImportError('_native.so: wrong architecture')", "import", "wrong architecture"),
        ("class Own(BaseException): ...\nraise Own('odd')", "import", "Own: odd"),
        ("LINEAI_PLUGIN_API = 3", "api", "upgrade lineai-core to a version that speaks 3"),
        ("LINEAI_PLUGIN_API = 0", "api", "upgrade the plugin to a version built for 1 or later"),
        ("LINEAI_PLUGIN_API = '1'", "api", "declares '1' as its plugin API, which is a whole number"),
        ("LINEAI_PLUGIN_API = True", "api", "declares True"),
        ("del LINEAI_PLUGIN_API", "api", "LINEAI_PLUGIN_API = 2"),
        ("@hookimpl\nasync def lineai_tools(ctx): return []", "register", "lineai_tools is async"),
        ("@hookimpl\ndef lineai_tols(ctx): return []", "register", "did you mean lineai_tools?"),
        ("def lineai_tools(ctx): return []", "register", "lacks the decorator @hookimpl"),
        ("@hookimpl\ndef lineai_tools(ctx=None): return []", "register", "default value"),
        ("@hookimpl\ndef lineai_tools(*, ctx): return []", "register", "plain positional"),
        ("@hookimpl\ndef lineai_tools(**ctx): return []", "register", "plain positional"),
        ("@hookimpl\ndef lineai_tools(context): return []", "register", "it may take ctx"),
        ("@hookimpl(wrapper=True)\ndef lineai_tools():\n    return (yield)", "register", "wrapper"),
        ("@hookimpl\ndef lineai_tools(ctx): raise RuntimeError('no database')", "contribute", "no database"),
        ("@hookimpl\ndef lineai_backends(ctx): return [object()]", "contribute", "where a Backend belongs"),
        (
            "@hookimpl\ndef lineai_backends(ctx): return [Backend(name='A b', base_url='')]",
            "contribute",
            "'A b'",
        ),
        ("@hookimpl\ndef lineai_instructions(ctx): return 5", "contribute", "where text belongs"),
        ("@hookimpl\ndef lineai_settings(): return object", "contribute", "TypeError"),
    ],
)
def test_a_broken_plugin_is_reported_and_the_others_load(site, load_host, source, stage, said):
    module = site.plugin("probe-bad", source, distribution="acme-bad", version="3.1")
    site.plugin("probe-good", GOOD)
    host = load_host(PLUGINS="probe*")
    bad = report_of(host, "probe-bad")
    assert (bad.state, bad.stage) == ("failed", stage)
    assert said in bad.reason
    assert (bad.distribution, bad.version) == ("acme-bad", "3.1")
    assert report_of(host, "probe-good").state == "active"
    assert [tool.name for c in host.contributions for tool in c.tools] == ["probe-good", "lineai_status"]
    sys.modules.pop(module, None)


@pytest.mark.parametrize("version", [1, 2])
def test_a_plugin_for_each_version_in_the_window_is_active(site, load_host, version):
    site.plugin("probe", f"LINEAI_PLUGIN_API = {version}")
    assert report_of(load_host(PLUGINS="probe"), "probe").state == "active"


def test_a_keyboard_interrupt_is_not_contained(site, load_host):
    site.plugin("probe", "raise KeyboardInterrupt")
    with pytest.raises(KeyboardInterrupt):
        load_host(PLUGINS="probe")


def test_a_plugin_that_fails_half_way_through_its_tools_offers_none_and_nothing_else(site, load_host):
    site.plugin(
        "probe",
        TOOL
        + """
@hookimpl
def lineai_backends(ctx):
    return [Backend(name="half", base_url="http://half.test")]

@hookimpl
def lineai_render_error(error, call):
    return ErrorPage(text="half")

@hookimpl
def lineai_tools(ctx):
    yield _tool("probe-first")
    raise RuntimeError("the second tool")
""",
    )
    host = load_host(PLUGINS="probe")
    assert report_of(host, "probe").state == "failed"
    assert not [c for c in host.contributions if c.plugin == "probe"]
    page = host.first("lineai_render_error", error=ConfigError("x"), call=None)
    assert page.text != "half"


def test_a_plugin_that_hangs_is_left_behind(site, load_host):
    site.plugin("probe-import", "import threading; threading.Event().wait()")
    site.plugin(
        "probe-hook", "@hookimpl\ndef lineai_tools(ctx):\n    import threading; threading.Event().wait()"
    )
    site.plugin("probe-zgood", GOOD)
    host = load_host(PLUGINS="probe*", PLUGIN_TIMEOUT="0.2")
    for name, stage in (("probe-import", "import"), ("probe-hook", "contribute")):
        report = report_of(host, name)
        assert (report.state, report.stage) == ("loading", stage)
        assert "within 0.2 s" in report.reason
    assert report_of(host, "probe-zgood").state == "active"


def test_a_malformed_setting_disables_the_plugin_and_names_the_variable(site, load_host):
    site.plugin(
        "probe",
        """
from dataclasses import dataclass

@dataclass(frozen=True)
class S:
    limit: int = setting("LINEAI_PROBE_LIMIT", default=3)

@hookimpl
def lineai_settings():
    return S

@hookimpl
def lineai_instructions(ctx):
    return f"limit {ctx.settings.limit} of {ctx.plugin}"
""",
    )
    bad = report_of(load_host(PLUGINS="probe", PROBE_LIMIT="many"), "probe")
    assert bad.state == "failed"
    assert "LINEAI_PROBE_LIMIT" in bad.reason
    good = load_host(PLUGINS="probe", PROBE_LIMIT="7")
    assert [c.instructions for c in good.contributions if c.plugin == "probe"] == ["limit 7 of probe"]


def test_a_plugin_may_be_an_instance_and_not_a_class(site, load_host):
    site.module(
        "probe_object",
        """
from lineai_core.plugin import hookimpl
LINEAI_PLUGIN_API = 1
class Plugin:
    @hookimpl
    def lineai_instructions(self):
        return "an instance"
plugin = Plugin()
""",
    )
    site.metadata("lineai-probe-a", entry_points={"probe-a": "probe_object:plugin"})
    site.metadata("lineai-probe-b", entry_points={"probe-b": "probe_object:Plugin"})
    host = load_host(PLUGINS="probe*")
    assert report_of(host, "probe-a").state == "active"
    assert "names a class" in report_of(host, "probe-b").reason


def test_a_built_in_name_cannot_be_taken(site, load_host):
    site.plugin("memory-cache", "raise RuntimeError('must not be imported')", distribution="acme-cache")
    reports = [report for report in load_host().reports if report.name == "memory-cache"]
    assert [(r.distribution, r.state) for r in reports] == [
        ("acme-cache", "failed"),
        ("lineai-core", "active"),
    ]


def test_plugins_are_asked_in_order_of_their_names_and_the_built_in_ones_last(site, load_host):
    for name in ("probe-b", "probe-a"):
        source = f"@hookimpl\ndef lineai_render_error(error):\n    return ErrorPage(text={name!r})"
        site.plugin(name, source)
    site.plugin("probe-0", "@hookimpl\ndef lineai_render_error(error): raise RuntimeError('broken renderer')")
    host = load_host(PLUGINS="probe*")
    assert host.first("lineai_render_error", error=ConfigError("x"), call=None).text == "probe-a"
    assert [r.name for r in host.reports if r.state == "active"][:4] == [
        "probe-0",
        "probe-a",
        "probe-b",
        "error-pages",
    ]


def test_what_a_late_plugin_may_no_longer_bring_is_reported(site, load_host, tmp_path):
    gate = tmp_path / "gate"
    site.plugin(
        "probe",
        TOOL
        + f"""
import pathlib, time
while not pathlib.Path({str(gate)!r}).exists():
    time.sleep(0.01)

@hookimpl
def lineai_backends(ctx):
    return [Backend(name="late", base_url="http://late.test")]

@hookimpl
def lineai_render_error(error, call):
    return ErrorPage(text="late")

@hookimpl
def lineai_tools(ctx):
    return [_tool("probe-late")]
""",
    )
    host = load_host(PLUGINS="probe", PLUGIN_TIMEOUT="0.05")
    assert report_of(host, "probe").state == "loading"
    gate.touch()
    _, attempt = host.late["probe"]
    assert attempt.finished(30)
    arrived = host.arrive("probe")
    assert [tool.name for tool in arrived.tools] == ["probe-late"]
    assert arrived.backends == ()
    report = report_of(host, "probe")
    assert report.state == "active"
    assert "Its backends came too late and are not used." in report.notes
    assert host.first("lineai_render_error", error=ConfigError("x"), call=None).text != "late"
