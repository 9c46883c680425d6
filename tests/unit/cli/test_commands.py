"""The command line as a process: what it prints where, and how it ends."""

import json
import os
import re
import subprocess
import sys

import pytest

TOOL = """
import os
print("printed while it is imported")
os.write(1, b"written to descriptor 1\\n")

async def _handle(call):
    print("printed by a handler")
    total = sum(call.arguments["numbers"])
    return ToolResult(text=f"# Sum\\n\\n{total} тест", structured=dict(call.arguments))

_NUMBERS = {"type": "array", "items": {"type": "integer"}}
_SCHEMA = {
    "type": "object",
    "properties": {"numbers": _NUMBERS, "exact": {"type": "boolean"}, "label": {"type": "string"}},
    "required": ["numbers"],
}

@hookimpl
def lineai_tools(ctx):
    print("printed by a hook")
    return [Tool(name="probe-sum", title="Sum", description="Adds.", handler=_handle,
                 input_schema=_SCHEMA, output_schema=_SCHEMA)]

async def _app(scope, receive, send):
    raise RuntimeError

@hookimpl
def lineai_backends(ctx):
    url = "http://probe.test"
    return [Backend(name="probe", base_url=url, app=lambda: _app, embedded=True, needs_login=False)]
"""
COMMAND = """
from dataclasses import dataclass
from pathlib import Path

@dataclass(frozen=True)
class S:
    repo: Path = setting("LINEAI_REPO", default_factory=Path.cwd)

@hookimpl
def lineai_settings():
    return S

def _configure(parser):
    parser.add_argument("word")

@hookimpl
def lineai_commands(ctx):
    async def run(run):
        if run.arguments.word == "ask":
            result = await run.call_tool("probe-sum", {"numbers": [1, 2]})
            run.print_markdown(result.text)
        elif run.arguments.word == "fail":
            raise ConfigError("The word is not welcome.", hint="Say another one.")
        elif run.arguments.word == "crash":
            raise ValueError("odd")
        elif run.arguments.word == "interrupt":
            raise KeyboardInterrupt
        else:
            run.progress(1, 2, "half way")
            print(run.arguments.word, ctx.settings.repo, file=run.out)
        return 3
    return [Command(name="probe-say", help="Say a word.", configure=_configure, run=run, asks_code=True)]
"""


@pytest.fixture
def probe(site):
    site.plugin("probe", TOOL)
    site.plugin("probe-command", COMMAND)


def test_the_version_is_printed(lineai):
    run = lineai("--version")
    assert (run.returncode, run.stderr) == (0, "")
    assert run.stdout.startswith("lineai ")


@pytest.mark.parametrize("arguments", [["--help"], [], ["call", "--help"], ["probe-say", "--help"]])
def test_help_goes_to_standard_output(lineai, probe, arguments):
    run = lineai(*arguments)
    assert run.returncode == 0
    assert "usage: lineai" in run.stdout
    assert "printed" not in run.stdout


def test_help_lists_the_commands_of_plugins_and_survives_a_broken_one_in_strict_mode(lineai, probe, site):
    site.plugin("probe-broken", "import module_that_is_missing")
    run = lineai("--help", LINEAI_STRICT_PLUGINS="1")
    assert run.returncode == 0
    assert "probe-say" in run.stdout
    assert "module_that_is_missing" in run.stderr


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["plugns"], "Did you mean 'plugins'?"),
        (["--vershun"], "unrecognized arguments: --vershun"),
        (["tools", "--jsn"], "unrecognized arguments: --jsn"),
        (["call"], "required: TOOL"),
        (["doctor", "--repo", "no-such-folder"], "there is no directory no-such-folder"),
        (["probe-say"], "required: word"),
    ],
)
def test_what_is_not_understood_is_told_in_one_line(lineai, probe, arguments, said):
    run = lineai(*arguments)
    assert run.returncode == 2
    assert run.stdout == ""
    (line,) = [line for line in run.stderr.splitlines() if not line.startswith(("printed", "written"))]
    assert said in line


def test_whatever_prints_json_output_stays_json(lineai, probe):
    for arguments in (
        ["plugins", "--json"],
        ["tools", "--json"],
        ["call", "probe-sum", "numbers=1", "--json"],
    ):
        run = lineai(*arguments)
        json.loads(run.stdout)
        assert "written to descriptor 1" in run.stderr
        assert run.returncode == 0


def test_the_tools_are_described(lineai, probe):
    built_in, tool = json.loads(lineai("tools", "--json").stdout)["tools"]
    assert (built_in["name"], tool["name"]) == ("lineai_status", "probe-sum")
    assert tool["inputSchema"]["required"] == ["numbers"]
    assert tool["annotations"]["readOnlyHint"] is True
    assert re.search(r"(?m)^probe-sum +Sum$", lineai("tools").stdout)


def test_values_take_the_types_of_the_tools_schema(lineai, probe):
    run = lineai("call", "probe-sum", "numbers=1", "--json", "numbers=2", "exact=true", "label=007")
    answer = json.loads(run.stdout)
    assert answer["structuredContent"] == {"numbers": [1, 2], "exact": True, "label": "007"}
    assert answer["isError"] is False
    assert answer["content"][0]["text"].endswith("3 тест")
    assert "6 тест" in lineai("call", "probe-sum", "numbers:=[1,2,3]").stdout


def test_output_is_utf8_whatever_the_locale(lineai, probe):
    run = lineai("call", "probe-sum", "numbers:=[4]", PYTHONIOENCODING="cp1252", LC_ALL="C")
    assert run.stdout == "# Sum\n\n4 тест\n"


def test_an_error_result_ends_with_status_1(lineai, probe):
    run = lineai("call", "probe-sum", "numbers=many")
    assert run.returncode == 1
    assert "'many' is not of type 'integer'" in run.stdout


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["probe-smu"], "Did you mean 'probe-sum'?"),
        (["probe-sum", "numbers"], "neither KEY=VALUE nor KEY:=JSON"),
        (["probe-sum", "numbers:=[1"], "does not hold JSON"),
    ],
)
def test_a_call_that_cannot_be_made_is_explained(lineai, probe, words, said):
    run = lineai("call", *words)
    assert run.returncode == 1
    assert run.stdout == ""
    assert said in run.stderr
    assert "Traceback" not in run.stderr


def test_the_plugins_are_listed_with_their_failures(lineai, probe, site):
    site.plugin("probe-broken", "import module_that_is_missing", distribution="acme-broken", version="4.2")
    run = lineai("plugins", "--json", plugins="probe*,prboe", LINEAI_STRICT_PLUGINS="1")
    assert run.returncode == 1
    listed = json.loads(run.stdout)
    reports = {report["name"]: report for report in listed["plugins"]}
    assert reports["probe"]["state"] == "active"
    assert reports["probe"]["tools"] == ["probe-sum"]
    assert reports["probe-broken"]["distribution"] == "acme-broken"
    assert reports["probe-broken"]["version"] == "4.2"
    assert "module_that_is_missing" in reports["probe-broken"]["reason"]
    assert any("prboe" in problem for problem in listed["problems"])
    text = lineai("plugins").stdout
    assert re.search(r"(?m)^probe-broken +failed +4\.2 +acme-broken +\d+\.\d ms +-$", text)
    assert re.search(r"(?m)^probe +active +1\.0 +lineai-probe +\d+\.\d ms +probe-sum$", text)
    assert "failed at stage import" in text


def test_the_reason_of_a_failure_holds_no_secret(lineai, site):
    site.plugin("probe", "raise RuntimeError('cannot reach db://ann:pa55word@db.test with k3y-9f2c')")
    variables = {"LINEAI_PROBE_KEY": "k3y-9f2c", "LINEAI_DEBUG_MODE": "true"}
    for arguments in (["plugins"], ["plugins", "--json"], ["doctor"]):
        run = lineai(*arguments, **variables)
        assert "cannot reach" in run.stdout
        for secret in ("pa55word", "k3y-9f2c"):
            assert secret not in run.stdout
            assert secret not in run.stderr


def test_strict_mode_refuses_to_call(lineai, probe, site):
    site.plugin("probe-broken", "import module_that_is_missing", distribution="acme-broken", version="4.2")
    run = lineai("call", "probe-sum", "numbers=1", LINEAI_STRICT_PLUGINS="1")
    assert run.returncode == 1
    assert run.stdout == ""
    assert "probe-broken (acme-broken 4.2)" in run.stderr


def test_the_doctor_shows_settings_with_masked_secrets_plugins_and_checks(lineai, probe):
    variables = {"LINEAI_PASSWORD": "S3cr3t!pass", "LINEAI_READY_WAIT": "soon"}
    found = json.loads(lineai("doctor", "--json", **variables).stdout)
    rows = {row["variable"]: row for row in found["settings"]}
    assert (rows["LINEAI_PASSWORD"]["value"], rows["LINEAI_PASSWORD"]["source"]) == ("***", "environment")
    assert rows["LINEAI_CACHE"]["source"] == "default"
    assert found["backend"] == "probe"
    assert found["checks"][0]["ok"] is True
    assert any("LINEAI_READY_WAIT" in problem for problem in found["problems"])
    text = lineai("doctor", **variables)
    assert text.returncode == 0
    assert "S3cr3t" not in text.stdout + text.stderr
    assert "warning  LINEAI_READY_WAIT must be" in text.stdout


def test_the_doctor_tells_an_unreachable_server(lineai):
    run = lineai(
        "doctor", LINEAI_SERVER_HOST="http://127.0.0.1:9", LINEAI_USERNAME="ann", LINEAI_PASSWORD="hunter22"
    )
    assert run.returncode == 1
    assert "FAILED   backend: Cannot connect to" in run.stdout


def test_the_doctor_runs_the_checks_of_plugins_and_survives_them(lineai, probe, site):
    site.plugin(
        "probe-health",
        """
async def good(api):
    return [Check(name="index", ok=False, detail="empty", hint="Index something.")]

async def bad(api):
    raise RuntimeError("boom")

@hookimpl
def lineai_health_checks(ctx):
    return [HealthCheck(name="good", run=good), HealthCheck(name="bad", run=bad)]
""",
    )
    run = lineai("doctor")
    assert run.returncode == 1
    assert "FAILED   index: empty\n         Index something." in run.stdout
    assert "bad: the check itself failed (RuntimeError)" in run.stdout


def test_a_plugins_command_runs_about_the_repository_named(lineai, probe, tmp_path):
    repository = tmp_path / "répo"
    repository.mkdir()
    run = lineai("probe-say", "привет", "--repo", str(repository))
    assert run.returncode == 3
    assert run.stdout == f"привет {repository}\n"
    assert "half way" not in run.stderr
    assert lineai("probe-say", "hi", "--repo=répo").stdout == f"hi {repository}\n"
    assert lineai("probe-say", "hi", cwd=repository).stdout == f"hi {repository}\n"


@pytest.mark.parametrize(
    ("word", "status", "said"),
    [
        ("ask", 3, ""),
        ("fail", 1, "lineai: The word is not welcome.\nSay another one.\n"),
        ("crash", 1, "unexpected failure (ValueError: odd)"),
        ("interrupt", 130, "Interrupted."),
    ],
)
def test_a_plugins_command_ends_with_its_status_or_one_clear_line(lineai, probe, word, status, said):
    run = lineai("probe-say", word)
    assert run.returncode == status
    assert said in run.stderr
    assert "Traceback" not in run.stderr
    assert ("3 тест" in run.stdout) == (word == "ask")


def test_starting_costs_neither_the_protocol_nor_the_http_library(lineai, probe, site):
    site.module(
        "probe_spy",
        "import sys; from lineai_core.cli.main import main; main(['--help']);"
        "sys.exit(str(sorted({'mcp', 'httpx', 'jsonschema', 'rich', 'starlette'} & set(sys.modules))))",
    )
    environment = {**os.environ, "PYTHONPATH": str(site.folder), "LINEAI_PLUGINS": "probe*"}
    run = subprocess.run(
        [sys.executable, "-m", "probe_spy"],
        env=environment,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert run.stderr.splitlines()[-1] == "[]"


def test_a_reader_that_leaves_early_is_no_failure(lineai, probe, site):
    site.plugin(
        "probe-flood",
        """
@hookimpl
def lineai_commands(ctx):
    async def run(run):
        while True:
            print("x" * 1000, file=run.out)
    return [Command(name="probe-flood", help="", configure=lambda parser: None, run=run)]
""",
    )
    environment = {**os.environ, "PYTHONPATH": str(site.folder), "LINEAI_PLUGINS": "probe*"}
    process = subprocess.Popen(
        [
            sys.executable,
            "-c",
            "import sys; from lineai_core.cli.main import main; sys.exit(main())",
            "probe-flood",
        ],
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    process.stdout.read(10)
    process.stdout.close()
    errors = process.stderr.read().decode()
    process.stderr.close()
    assert process.wait(30) == 141
    assert "Traceback" not in errors
    assert "BrokenPipe" not in errors


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="this system has no device that is always full")
def test_output_that_cannot_be_written_is_said_in_one_sentence():
    with open("/dev/full", "w") as full:
        code = "import sys; from lineai_core.cli.main import main; sys.exit(main(['--version']))"
        done = subprocess.run([sys.executable, "-c", code], stdout=full, stderr=subprocess.PIPE, text=True)
    assert (done.returncode, done.stderr.count("\n")) == (1, 1)
    assert done.stderr.startswith("lineai: the output could not be written (")
