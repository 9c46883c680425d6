"""What a registry of MCP servers is told is true."""

import json
import re
import typing

import pytest
from pages import ROOT

from lineai_core import __version__
from lineai_core._config.fields import settings_of
from lineai_core._config.settings import Settings
from lineai_core.types import Secret

SERVER = json.loads((ROOT / "server.json").read_text(encoding="utf-8"))
(PACKAGE,) = SERVER["packages"]
SETTINGS = {info.env: (field, info) for field, info in settings_of(Settings)}


def test_its_version_and_package_are_those_of_the_core():
    assert SERVER["version"] == PACKAGE["version"] == __version__
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    assert f'\nname = "{PACKAGE["identifier"]}"\n' in project
    assert f'\n{PACKAGE["identifier"]} = "lineai_core.cli.main:serve_stdio"\n' in project, (
        "uvx runs that script"
    )


def test_the_plugins_beside_it_are_those_of_the_workspace_in_this_version():
    given = {argument["value"] for argument in PACKAGE["runtimeArguments"]}
    plugins = {path.parent.name for path in ROOT.glob("plugins/*/pyproject.toml")}
    assert given <= {f"{plugin}~={__version__}" for plugin in plugins}
    assert {"lineai-impact", "lineai-local"} <= {need.partition("~=")[0] for need in given}


@pytest.mark.parametrize("variable", PACKAGE["environmentVariables"], ids=lambda each: each["name"])
def test_a_variable_is_a_setting_with_its_words_and_its_secrecy(variable):
    field, info = SETTINGS[variable["name"]]
    assert variable["description"] == info.help
    secret = typing.get_type_hints(Settings)[field.name] is Secret
    assert variable.get("isSecret", False) == secret


def test_the_limits_of_the_registry_are_kept():
    assert re.fullmatch(r"[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+", SERVER["name"])
    assert len(SERVER["description"]) <= 100
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert f"<!-- mcp-name: {SERVER['name']} -->" in readme
