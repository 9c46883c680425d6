"""What holds for every plugin that is installed here, whatever it is."""

import dataclasses
import json
import os
import re
import subprocess
import sys
from importlib.metadata import entry_points
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from lineai_core.plugin import Secret
from lineai_core.testing import tool_faults

NAMES = sorted({point.name for point in entry_points(group="lineai.plugins")})
HEAVY = ("mcp", "httpx", "jsonschema", "rich", "starlette", "uvicorn", "tree_sitter", "multiprocessing.pool")
SECRET_WORDS = re.compile(r"password|token|secret|api_?key", re.IGNORECASE)
LOAD = """
import json, socket, sys

def refuse(*_):
    raise OSError("a plugin must not use the network while it loads")

socket.socket.connect = refuse
from lineai_core._config.settings import Settings
from lineai_core.application import Application

application = Application.load(Settings.load())
print(json.dumps({
    "reports": [[r.name, r.state, r.reason, list(r.notes), list(r.tools)] for r in application.reports],
    "modules": sorted(sys.modules),
}), file=sys.stderr)
"""


def load(**variables):
    """Load in a process of its own; return what it printed to standard output, and what it found."""
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("LINEAI_")}
    run = subprocess.run(
        [sys.executable, "-c", LOAD],
        env=inherited | variables,
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    return run.stdout, json.loads(run.stderr.splitlines()[-1])


@pytest.fixture(scope="module", params=NAMES)
def name(request):
    return request.param


@pytest.fixture(scope="module")
def alone(name):
    """The plugin loaded without the others."""
    return load(LINEAI_PLUGINS=name)


@pytest.fixture(scope="module")
def point(name):
    return next(point for point in entry_points(group="lineai.plugins") if point.name == name)


@pytest.fixture(scope="module")
def module(point):
    return point.load()


def hook(module, name, *arguments):
    implementation = getattr(module, name, None)
    return None if implementation is None else implementation(*arguments)


@pytest.fixture(scope="module")
def tools(module, name):
    from lineai_core._config.settings import Settings
    from lineai_core.application import Application

    application = Application.load(
        Settings.load({"LINEAI_SERVER_HOST": "http://127.0.0.1:9"}), plugins=[module]
    )
    return [application.tools[name] for name in application.reports[0].tools]


def test_it_loads_alone_without_network_output_or_changed_state(alone, name):
    output, found = alone
    (report,) = [report for report in found["reports"] if report[0] == name]
    assert report[1:4] == ["active", "", []]
    assert output == ""


def test_it_loads_nothing_heavy(alone):
    _, found = alone
    assert not set(HEAVY) & set(found["modules"])


def test_it_is_never_imported_when_it_is_switched_off(name, point):
    _, found = load(LINEAI_DISABLE_PLUGINS=name)
    assert [report[1] for report in found["reports"] if report[0] == name] == ["disabled"]
    assert point.module not in found["modules"]


def test_its_schemas_are_json_schema(tools):
    for tool in tools:
        Draft202012Validator.check_schema(tool.input_schema)
        Draft202012Validator.check_schema(tool.output_schema)


def test_its_tools_are_understood_by_every_client(tools):
    assert [fault for tool in tools for fault in tool_faults(tool)] == []


def test_its_settings_are_frozen_explained_and_keep_secrets(module):
    settings = hook(module, "lineai_settings")
    if settings is None:
        pytest.skip("it has no settings")
    assert settings.__dataclass_params__.frozen
    for field in dataclasses.fields(settings):
        info = field.metadata["lineai.setting"]
        assert info.env.startswith("LINEAI_")
        assert info.help
        if SECRET_WORDS.search(field.name):
            assert field.type in (Secret, "Secret", "Secret | None")


def test_its_read_me_names_its_tools(tools, point):
    read_me = Path(__file__).parents[2] / "plugins" / point.dist.name / "README.md"
    if not read_me.exists():
        pytest.skip("it is not a plugin of this checkout")
    text = read_me.read_text(encoding="utf-8")
    for tool in tools:
        assert tool.name in text
