"""The example of a private plugin uses only what is public, and the guide is made of its pieces."""

import ast
import importlib
import re
import shlex
import sys
import tomllib

import pytest
from copy_example import example
from pages import ROOT, blocks

from lineai_core import __version__
from lineai_core._config.fields import settings_of
from lineai_core._scaffold import Names, write_package
from lineai_core._scaffold.copying import template
from lineai_core.testing import FakeApi, application

EXAMPLE = ROOT / "examples" / "lineai-acme"
GUIDE = ROOT / "docs" / "how-to" / "write-a-plugin.md"
PUBLIC = {"lineai_core.plugin", "lineai_core.http", "lineai_core.testing"}
SOURCES = sorted(EXAMPLE.rglob("*.py"))
SIX_MINUTES = 450


def snippets(text):
    """Yield each snippet of the guide and the file that the text before it names last."""
    place = None
    for prose, language, code in blocks(text):
        named = re.findall(r"`((?:lineai_acme/|tests/|pyproject)[\w./]+)`", prose)
        place = named[-1] if named else place
        if language in ("python", "toml"):
            yield place, code


@pytest.fixture
def fresh(monkeypatch):
    """Return a function that imports the plugin from a folder, as if nothing of it had been imported."""

    def forget():
        for name in [name for name in sys.modules if name.partition(".")[0] == "lineai_acme"]:
            del sys.modules[name]

    def load(folder):
        forget()
        monkeypatch.syspath_prepend(str(folder))
        return importlib.import_module("lineai_acme.plugin")

    yield load
    forget()


@pytest.mark.parametrize("source", SOURCES, ids=lambda source: source.relative_to(EXAMPLE).as_posix())
def test_it_imports_of_the_core_only_what_is_public(source):
    for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
        names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        names += [node.module] if isinstance(node, ast.ImportFrom) else []
        assert {name for name in names if name.startswith("lineai_core")} <= PUBLIC


def test_it_is_small_enough_to_read_in_six_minutes():
    package = EXAMPLE.glob("lineai_acme/*.py")
    assert sum(len(file.read_text(encoding="utf-8").splitlines()) for file in package) <= SIX_MINUTES


def test_it_is_made_for_this_core():
    project = tomllib.loads((EXAMPLE / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["dependencies"] == [f"lineai-core~={__version__}"]
    core = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["requires-python"] == core["requires-python"]


def test_its_read_me_tells_its_files_and_settings(fresh):
    text = (EXAMPLE / "README.md").read_text(encoding="utf-8")
    for file in EXAMPLE.glob("lineai_acme/*.py"):
        assert file.name == "__init__.py" or f"| `{file.name}` |" in text
    for _, info in settings_of(fresh(EXAMPLE).lineai_settings()):
        assert f"| `{info.env}` | {info.help} |" in text


def test_every_snippet_of_the_guide_is_a_piece_of_the_file_it_names():
    found = list(snippets(GUIDE.read_text(encoding="utf-8")))
    assert len(found) > 10
    for place, snippet in found:
        assert place, snippet
        whole = (EXAMPLE / place).read_text(encoding="utf-8")
        assert f"\n{snippet}" in f"\n{whole}", f"not in {place}:\n{snippet}"


def test_the_whole_plugin_module_is_in_the_guide():
    text = GUIDE.read_text(encoding="utf-8")
    pieces = [snippet.strip() for place, snippet in snippets(text) if place == "lineai_acme/plugin.py"]
    assert "\n\n\n".join(pieces) == (EXAMPLE / "lineai_acme/plugin.py").read_text(encoding="utf-8").strip()


def test_whoever_follows_the_guide_has_a_loaded_tool(tmp_path, fresh):
    """Its first command makes the example itself, under its own name."""
    shell = [code for _, language, code in blocks(GUIDE.read_text(encoding="utf-8")) if language == "sh"]
    first = shlex.split(shell[0].splitlines()[0])
    assert first[:3] == ["lineai", "plugin", "new"]
    made = tmp_path / first[3]
    written = write_package(Names.of(first[3]), made)
    files = {file.relative_to(made).as_posix(): file.read_text(encoding="utf-8") for file in written}
    assert files == example()
    project = tomllib.loads(files["pyproject.toml"])["project"]
    assert project["entry-points"]["lineai.plugins"] == {"acme": "lineai_acme.plugin"}
    host = application(fresh(made), api=FakeApi())
    assert [report.state for report in host.reports if report.name == "lineai_acme.plugin"] == ["active"]
    assert "acme-release-risk" in host.tools


def test_the_core_holds_the_example_as_it_is():
    """After a change of the example: python tests/support/copy_example.py."""
    assert dict(template()) == example()
