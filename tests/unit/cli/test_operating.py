"""What those who run a server choose, demand and see on the command line."""

import json
import re
import subprocess
import sys

import pytest

HANDLE = """
async def _handle(call):
    return ToolResult(text="done", structured={})

def _tool(name):
    any = {"type": "object", "properties": {}}
    return Tool(name=name, title="T", description="D.", handler=_handle, input_schema=any, output_schema=any)
"""
ONE = (
    HANDLE
    + """
@hookimpl
def lineai_tools(ctx):
    return [_tool("one-risk"), _tool("one-owners")]

@hookimpl(trylast=True)
def lineai_render_error(error, call):
    return None
"""
)
TWO = (
    HANDLE
    + """
from dataclasses import dataclass

@dataclass(frozen=True)
class S:
    region: str = setting("LINEAI_PROBE_TWO_REGION", default="eu", help="Region.")
    key: Secret = setting("LINEAI_PROBE_TWO_KEY", default=Secret(""), help="Key.")
    depth: int = setting("LINEAI_PROBE_TWO_DEPTH", default=3, help="Depth.")

@hookimpl
def lineai_settings():
    return S

@hookimpl
def lineai_tools(ctx):
    return [_tool(f"two-{ctx.settings.region}")]

@hookimpl
def lineai_render_error(error, call):
    return None
"""
)


@pytest.fixture
def plugins(site):
    site.plugin("probe-one", ONE, distribution="acme-one", version="1.5")
    site.plugin("probe-two", TWO, distribution="acme-two", version="2.0")


def tools(run):
    return [line.split()[0] for line in run.stdout.splitlines()[1:]]


def test_the_first_word_of_longer_commands_leads_to_them():
    code = (
        "import sys; from lineai_core.cli import main; "
        "main.COMMANDS['group member'] = 'Do it.'; sys.exit(main.main(['group']))"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, encoding="utf-8", check=False)
    assert run.returncode == 2
    assert run.stderr.splitlines()[-1] == (
        "lineai: there is no command 'group'. There is lineai group member. See lineai --help."
    )


# --- required plugins


def test_serve_starts_with_its_required_plugins(lineai, plugins):
    run = lineai("serve", LINEAI_REQUIRED_PLUGINS="probe-one, probe-two")
    assert (run.returncode, run.stderr) == (0, "")


def test_serve_refuses_with_a_sentence_for_each_required_plugin_that_is_not_active(lineai, plugins, site):
    site.plugin("probe-broken", "import module_that_is_missing")
    required = "probe-one,probe-twoo,probe-two,probe-broken,local"
    for arguments in (["serve"], ["serve", "--http"]):
        run = lineai(*arguments, LINEAI_REQUIRED_PLUGINS=required, LINEAI_DISABLE_PLUGINS="probe-two")
        assert run.returncode == 1
        assert run.stdout == ""
        said = run.stderr[run.stderr.index("lineai: ") :].splitlines()
        assert (
            said[0] == "lineai: The required plugin 'probe-twoo' is not installed. Did you mean 'probe-two'?"
        )
        assert said[1] == (
            "The required plugin 'probe-two' is disabled: switched off by LINEAI_DISABLE_PLUGINS."
        )
        assert said[2].startswith(
            "The required plugin 'probe-broken' failed at stage import: ModuleNotFoundError"
        )
        assert said[-1].startswith("LINEAI_REQUIRED_PLUGINS asks for them")
        assert "probe-one" not in "".join(said[:-1])


def test_a_list_of_required_plugins_that_cannot_be_read_is_no_empty_list(lineai, plugins):
    run = lineai("serve", LINEAI_REQUIRED_PLUGINS="${REQUIRED}")
    assert run.returncode == 1
    assert "lineai: LINEAI_REQUIRED_PLUGINS must be written out" in run.stderr


def test_other_commands_run_without_required_plugins_and_the_doctor_reports_them(lineai, plugins):
    assert lineai("tools", LINEAI_REQUIRED_PLUGINS="lost").returncode == 0
    run = lineai("doctor", LINEAI_REQUIRED_PLUGINS="probe-one,lost", LINEAI_SERVER_HOST="http://127.0.0.1:9")
    assert run.returncode == 1
    assert "FAILED   required plugins: The required plugin 'lost' is not installed." in run.stdout
    run = lineai("doctor", LINEAI_REQUIRED_PLUGINS="probe-one", LINEAI_SERVER_HOST="http://127.0.0.1:9")
    assert "ok       required plugins: probe-one: active" in run.stdout


# --- tools


def test_only_the_tools_that_are_wanted_are_listed_and_called(lineai, plugins):
    variables = {"LINEAI_TOOLS": "plugin:probe-one,-one-owners,two-su"}
    run = lineai("tools", **variables)
    assert tools(run) == ["one-risk"]
    assert "LINEAI_TOOLS names 'two-su', but no such tool" in run.stderr
    assert "Did you mean 'two-eu'?" in run.stderr
    run = lineai("call", "one-owners", **variables)
    assert run.returncode == 1
    assert run.stdout == ""
    assert run.stderr.splitlines()[-1] == (
        "lineai: The tool one-owners of the plugin probe-one is not offered: "
        "switched off by '-one-owners' in LINEAI_TOOLS."
    )
    assert "is not offered: not among LINEAI_TOOLS." in lineai("call", "two-eu", **variables).stderr
    left_out = json.loads(lineai("doctor", "--json", **variables).stdout)["toolsLeftOut"]
    assert [each["tool"] for each in left_out] == ["lineai_status", "one-owners", "two-eu"]


def test_the_option_of_serve_wins_over_the_variable(lineai, plugins):
    run = lineai("serve", "--tools=-one-riks", LINEAI_TOOLS="nothing")
    assert run.returncode == 0
    assert "LINEAI_TOOLS names 'one-riks'" in run.stderr
    assert "nothing" not in run.stderr
    assert lineai("serve", "--tools").returncode == 2
    assert "names 'nothing'" in lineai("serve", "--tools=", LINEAI_TOOLS="nothing").stderr


# --- the settings file


@pytest.fixture
def config(tmp_path):
    """Return a function that writes a settings file and returns its path."""

    def config(text):
        file = tmp_path / "operator" / "lineai.toml"
        file.parent.mkdir(exist_ok=True)
        file.write_text(text, encoding="utf-8")
        file.chmod(0o600)
        return str(file)

    return config


def test_a_plugin_reads_its_table(lineai, plugins, config):
    path = config('[plugins.probe-two]\nregion = "us"\ndepth = 5\nkey = { env = "OTHER_NAME" }\n')
    variables = {"LINEAI_CONFIG": path, "OTHER_NAME": "k3y-9f2c"}
    assert "two-us" in tools(lineai("tools", **variables))
    assert "two-ap" in tools(lineai("tools", LINEAI_PROBE_TWO_REGION="ap", **variables))
    run = lineai("doctor", LINEAI_PROBE_TWO_DEPTH="7", **variables)
    assert re.search(r"(?m)^LINEAI_CONFIG +\S+lineai\.toml +environment$", run.stdout)
    assert re.search(r"(?m)^LINEAI_PROBE_TWO_REGION +us +lineai\.toml$", run.stdout)
    assert re.search(r"(?m)^LINEAI_PROBE_TWO_KEY +\*\*\* +lineai\.toml$", run.stdout)
    assert re.search(r"(?m)^LINEAI_PROBE_TWO_DEPTH +7 +environment$", run.stdout)
    assert "k3y-9f2c" not in run.stdout + run.stderr


def test_a_bad_value_of_a_plugin_disables_it_and_an_unknown_key_does_not(lineai, plugins, config):
    run = lineai("plugins", "--json", LINEAI_CONFIG=config("[plugins.probe-two]\ndepth = true\n"))
    report = {report["name"]: report for report in json.loads(run.stdout)["plugins"]}["probe-two"]
    assert report["state"] == "failed"
    assert "(plugins.probe-two.depth, line 2 of " in report["reason"]
    assert "must be a whole number" in report["reason"]
    text = (
        '[plugins.probe-two]\nregoin = "us"\nrepo = "/x"\n[plugins.probe-one]\nx = 1\n[plugins.probe-twp]\n'
    )
    found = json.loads(lineai("plugins", "--json", LINEAI_CONFIG=config(text)).stdout)
    assert {report["state"] for report in found["plugins"] if report["name"].startswith("probe")} == {
        "active"
    }
    told = "\n".join(found["problems"])
    assert "plugins.probe-two.regoin, line 2 of " in told
    assert "Did you mean 'region'?" in told
    assert "plugins.probe-two.repo, line 3 of " in told
    assert "[plugins.probe-one] is read by nobody" in told
    assert "[plugins.probe-twp] is for a plugin that is not installed. Did you mean 'probe-two'?" in told


def test_the_reason_of_a_failure_holds_no_secret_of_the_settings_file(lineai, site, config):
    site.plugin("probe", "raise RuntimeError('cannot use k3y-9f2c nor pl4in-7d1e')")
    text = '[plugins.probe]\na = { env = "OTHER_NAME" }\nmy_token = "pl4in-7d1e"\n'
    run = lineai("plugins", LINEAI_CONFIG=config(text), OTHER_NAME="k3y-9f2c")
    assert "cannot use *** nor ***" in run.stdout
    for secret in ("k3y-9f2c", "pl4in-7d1e"):
        assert secret not in run.stdout + run.stderr


@pytest.mark.parametrize(
    "place",
    [
        lambda path: ["--config", path, "tools"],
        lambda path: [f"--config={path}", "tools"],
        lambda path: ["tools", "--config", path],
        lambda path: ["tools", f"--config={path}"],
    ],
)
def test_the_option_that_names_the_file_may_stand_before_or_after_the_command(lineai, plugins, config, place):
    path = config('[core]\ntools = ["one-risk"]\n')
    assert tools(lineai(*place(path))) == ["one-risk"]
    assert tools(lineai(*place(path), LINEAI_TOOLS="one-owners")) == ["one-owners"]


def test_a_broken_file_does_not_keep_the_server_from_starting(lineai, plugins, config):
    path = config("[core]\ncache = \n")
    run = lineai("serve", "--config", path)
    assert run.returncode == 0
    (line,) = run.stderr.splitlines()
    assert path in line
    assert "(at line 2, column 9)" in line


def test_a_file_in_the_working_directory_or_the_repository_is_not_read(lineai, plugins, tmp_path):
    (tmp_path / "lineai.toml").write_text('[core]\ntools = ["one-risk"]\n')
    for arguments, variables in (
        (["tools"], {}),
        (["tools", "--config", "lineai.toml"], {}),
        (["tools"], {"LINEAI_REPO": str(tmp_path)}),
        (["tools"], {"LINEAI_CONFIG": "lineai.toml"}),
    ):
        run = lineai(*arguments, cwd=tmp_path, **variables)
        assert tools(run) == ["lineai_status", "one-owners", "one-risk", "two-eu"]
        named = "--config" in arguments or "LINEAI_CONFIG" in variables
        assert ("must be an absolute path" in run.stderr) == named


# --- hooks


def test_the_hooks_are_listed_with_who_implements_them_in_call_order(lineai, plugins):
    hooks = {hook["name"]: hook for hook in json.loads(lineai("hooks", "--json").stdout)["hooks"]}
    assert hooks["lineai_render_error"]["answers"] == "first"
    assert [each["plugin"] for each in hooks["lineai_render_error"]["implementations"]] == [
        "probe-two",
        "error-pages",
        "probe-one",
    ]
    assert hooks["lineai_tools"] == {
        "name": "lineai_tools",
        "answers": "all",
        "implementations": [
            {"plugin": "probe-one", "distribution": "acme-one", "version": "1.5"},
            {"plugin": "probe-two", "distribution": "acme-two", "version": "2.0"},
            hooks["lineai_tools"]["implementations"][2],
        ],
    }
    assert hooks["lineai_commands"]["implementations"] == []
    run = lineai("hooks", "lineai_settings")
    assert run.stdout.splitlines()[1].split() == [
        "lineai_settings",
        "all",
        "probe-two",
        "acme-two",
        "2.0",
    ]
    assert re.search(r"(?m)^lineai_commands +all +- +-$", lineai("hooks").stdout)


def test_a_hook_that_does_not_exist_gets_a_suggestion(lineai):
    run = lineai("hooks", "lineai_tool")
    assert (run.returncode, run.stdout) == (2, "")
    assert run.stderr == "lineai hooks: there is no hook 'lineai_tool'. Did you mean 'lineai_tools'?\n"


# --- start-up costs


def test_the_doctor_lists_what_each_plugin_costs_the_dearest_first(lineai, plugins, site):
    site.plugin("probe-slow", "import time\ntime.sleep(0.2)")
    text = lineai("doctor", plugins="probe*").stdout.partition("START-UP COST")[2].partition("\n\n")[0]
    rows = re.findall(r"(?m)^(\S+) +([\d.]+) ms +([\d.]+) ms$", text)
    walls = [float(wall) for name, wall, _ in rows if name != "all"]
    assert walls == sorted(walls, reverse=True)
    assert rows[0][0] == "probe-slow"
    assert float(rows[0][1]) >= 190
    assert rows[-1][0] == "all"
    reports = json.loads(lineai("doctor", "--json").stdout)["plugins"]
    assert all(report["load_cpu_ms"] >= 0 for report in reports)
