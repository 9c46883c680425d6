"""The example of a private plugin uses only what is public, and the guide is made of its pieces."""

import ast
import importlib
import re
import sys
import tomllib

import pytest
from pages import ROOT, blocks

from lineai_core import __version__
from lineai_core._config.fields import settings_of
from lineai_core.testing import FakeApi, application

EXAMPLE = ROOT / "examples" / "lineai-acme"
GUIDE = ROOT / "docs" / "how-to" / "write-a-plugin.md"
PUBLIC = {"lineai_core.plugin", "lineai_core.http", "lineai_core.testing"}
SOURCES = sorted(EXAMPLE.rglob("*.py"))
FIVE_MINUTES = 400


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


def test_it_is_small_enough_to_read_in_five_minutes():
    package = EXAMPLE.glob("lineai_acme/*.py")
    assert sum(len(file.read_text(encoding="utf-8").splitlines()) for file in package) <= FIVE_MINUTES


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
    """What stands before *See it loaded*, and the two files that it says to take from the example."""
    before = GUIDE.read_text(encoding="utf-8").partition("\n## See it loaded")[0]
    (tmp_path / "lineai_acme").mkdir()
    for place, snippet in snippets(before):
        with (tmp_path / place).open("a", encoding="utf-8") as file:
            file.write(snippet)
    for name in ("report.py", "tools.py"):
        assert f"`{name}`" in before
        taken = (EXAMPLE / "lineai_acme" / name).read_text(encoding="utf-8")
        (tmp_path / "lineai_acme" / name).write_text(taken, encoding="utf-8")
    project = tomllib.loads((tmp_path / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["entry-points"]["lineai.plugins"] == {"acme": "lineai_acme.plugin"}
    host = application(fresh(tmp_path), api=FakeApi())
    assert [report.state for report in host.reports if report.name == "lineai_acme.plugin"] == ["active"]
    assert "acme-release-risk" in host.tools
