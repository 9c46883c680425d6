"""Pages lead somewhere, name what exists, and agree with the distributions."""

import json
import re
import tomllib

import pytest
from cli_page import sections
from pages import ROOT, anchors, blocks, label, links, pages

from lineai_core import __version__
from lineai_core.cli.main import COMMANDS

PAGES = pages()
PLUGINS = sorted(ROOT.glob("plugins/*/pyproject.toml"))
BEFORE_A_COMMAND = r"(?:^|[`/\s])lineai "


def read(path):
    return (ROOT / path).read_text(encoding="utf-8")


def project(path):
    return tomllib.loads(path.read_text(encoding="utf-8"))["project"]


@pytest.mark.parametrize("page", PAGES, ids=label)
def test_no_link_is_broken(page):
    text = page.read_text(encoding="utf-8")
    for link in links(text):
        path, _, anchor = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        assert target.exists(), link
        if anchor:
            assert anchor in anchors(target.read_text(encoding="utf-8")), link
        if page.is_relative_to(ROOT / "docs"):
            assert target.is_relative_to(ROOT / "docs"), f"{link} leads out of the built site"


@pytest.mark.parametrize("page", PAGES, ids=label)
def test_every_command_that_is_named_exists(page):
    code = [f"`{span}`" for span in re.findall(r"`([^`\n]+)`", page.read_text(encoding="utf-8"))]
    code += [text for _, language, text in blocks(page.read_text(encoding="utf-8")) if language == "sh"]
    named = {name for text in code for name in re.findall(rf"(?m){BEFORE_A_COMMAND}([a-z][\w-]*)", text)}
    assert named <= {name.partition(" ")[0] for name in (*COMMANDS, *sections())}


@pytest.mark.parametrize("page", PAGES, ids=label)
def test_json_and_toml_parse(page):
    for _, language, code in blocks(page.read_text(encoding="utf-8")):
        if language == "json":
            json.loads(code)
        elif language == "toml":
            tomllib.loads(code)


def test_the_read_me_starts_with_two_lines_and_the_checks_run_the_second():
    quick_start = read("README.md").partition("\n## Quick start\n")[2].partition("\n## ")[0]
    shell = "".join(code for _, language, code in blocks(quick_start) if language == "sh")
    main_job, tests = shell.splitlines()
    assert "lineai impact" in main_job
    assert "tox" in tests
    script = [line for line in read(".ci/run").splitlines() if line and not line.startswith("#")]
    assert script == ["set -euo pipefail", 'cd "$(dirname "$0")/.."', tests]


def test_the_menu_lists_every_page_once():
    menu = re.findall(r"(?m)^ *- [^:\n]+: (\S+\.md)$", read("mkdocs.yml"))
    written = [page.relative_to(ROOT / "docs").as_posix() for page in ROOT.glob("docs/**/*.md")]
    assert sorted(menu) == sorted(written)


def test_all_distributions_have_the_version_of_the_core_and_ask_for_each_others():
    core = project(ROOT / "pyproject.toml")
    assert core["version"] == __version__
    assert re.search(r"(?m)^## (\S+)", read("CHANGELOG.md"))[1] == __version__
    for path in PLUGINS:
        plugin = project(path)
        assert plugin["version"] == __version__
        assert plugin["name"] == path.parent.name
        assert plugin["requires-python"] == core["requires-python"]
        pins = [need for need in plugin["dependencies"] if need.startswith("lineai-")]
        assert f"lineai-core~={__version__}" in pins
        assert all(pin.endswith(f"~={__version__}") for pin in pins)


def test_there_is_an_extra_for_each_plugin_and_one_for_all():
    extras = project(ROOT / "pyproject.toml")["optional-dependencies"]
    of_plugins = {path.parent.name.removeprefix("lineai-"): path.parent.name for path in PLUGINS}
    expected = {extra: [f"{plugin}~={__version__}"] for extra, plugin in of_plugins.items()}
    assert extras == expected | {"all": [f"lineai-core[{','.join(of_plugins)}]"], "testing": ["pytest>=8"]}


def test_every_plugin_is_checked_in_isolation_and_from_a_wheel():
    for path in PLUGINS:
        name = path.parent.name.removeprefix("lineai-")
        assert re.search(rf"(?m)^env_list = .*[{{,]{name}[,}}]", read("tox.ini"))
        assert f"    {name}: PLUGIN_UNDER_TEST = {path.parent.name}\n" in read("tox.ini")
        assert f"lineai-{name} = {{ workspace = true }}" in read("pyproject.toml")


def test_the_supported_versions_of_python_are_those_that_are_tested():
    named = project(ROOT / "pyproject.toml")["classifiers"]
    versions = [found[1] for text in named if (found := re.fullmatch(r".*Python :: (3\.\d+)", text))]
    tested = re.search(r"-py\{([\d,]+)\}", read("tox.ini"))[1].split(",")
    assert tested == [version.replace(".", "") for version in versions]
    assert project(ROOT / "pyproject.toml")["requires-python"] == f">={versions[0]}"
