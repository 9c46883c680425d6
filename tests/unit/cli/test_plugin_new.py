"""``lineai plugin new``: what a plugin may be called, and that nothing is lost."""

import ast
import importlib
import os
import sys

import pytest

from lineai_core.cli.main import main
from lineai_core.testing import application


@pytest.fixture
def here(tmp_path, monkeypatch):
    """An empty folder, in which the command runs."""
    monkeypatch.setenv("LINEAI_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("LINEAI_CONFIG", os.devnull)
    folder = tmp_path / "here"
    folder.mkdir()
    monkeypatch.chdir(folder)
    return folder


def test_it_writes_a_package_that_says_nothing_of_the_example(here, capfd):
    assert main(["plugin", "new", "lineai-blue-sky"]) == 0
    files = [file for file in here.rglob("*") if file.is_file()]
    texts = {file.relative_to(here / "lineai-blue-sky").as_posix(): file.read_text("utf-8") for file in files}
    assert {"pyproject.toml", "README.md", "tox.ini", "lineai_blue_sky/plugin.py"} <= set(texts)
    assert "lineai_blue_sky/auth.py" in texts
    assert not [place for place, text in texts.items() if "acme" in (place + text).lower()]
    for place, text in texts.items():
        assert not place.endswith(".py") or ast.parse(text)
    assert 'blue-sky = "lineai_blue_sky.plugin"' in texts["pyproject.toml"]
    assert "class BlueSkySettings:" in texts["lineai_blue_sky/settings.py"]
    assert "LINEAI_BLUE_SKY_GUARDED" in texts["README.md"]
    assert "python -m pip install --editable ." in capfd.readouterr().out


def test_a_name_is_normalised_as_package_indexes_do(here):
    assert main(["plugin", "new", "Lineai_Blue.Sky"]) == 0
    assert (here / "lineai-blue-sky" / "lineai_blue_sky").is_dir()


def test_the_folder_may_be_another(here):
    assert main(["plugin", "new", "lineai-acme", "--dir", "deep/er"]) == 0
    assert (here / "deep" / "er" / "pyproject.toml").exists()


@pytest.mark.parametrize(
    ("name", "word"),
    [
        ("acme", "call it lineai-acme"),
        ("lineai-", "is no name for a plugin"),
        ("lineai-3d", "followed by a letter"),
        ("lineai-é", "is no name for a plugin"),
        ("lineai-a/../b", "is no name for a plugin"),
        ("", "is no name for a plugin"),
        ("lineai-core", "a name of Lineai itself"),
        ("lineai_local", "a name of Lineai itself"),
        ("lineai-" + "a" * 39, "at most 38 characters"),
    ],
)
def test_what_a_plugin_cannot_be_called_is_said_and_nothing_is_written(here, capfd, name, word):
    assert main(["plugin", "new", name]) == 1
    assert word in capfd.readouterr().err
    assert list(here.iterdir()) == []


def test_the_longest_name_gives_a_tool_that_every_client_accepts(here, monkeypatch):
    name = "lineai-" + "a" * 38
    assert main(["plugin", "new", name]) == 0
    monkeypatch.syspath_prepend(str(here / name))
    plugin = importlib.import_module(f"{name.replace('-', '_')}.plugin")
    assert f"{'a' * 38}-release-risk" in application(plugin).tools
    for module in [module for module in sys.modules if module.startswith(name.replace("-", "_"))]:
        del sys.modules[module]


def test_a_folder_that_holds_something_is_never_touched(here, capfd):
    taken = here / "lineai-acme"
    taken.mkdir()
    (taken / "mine.txt").write_text("mine", encoding="utf-8")
    assert main(["plugin", "new", "lineai-acme"]) == 1
    assert "exists already, and nothing is overwritten" in capfd.readouterr().err
    assert [file.name for file in taken.iterdir()] == ["mine.txt"]


def test_neither_is_a_file_of_that_name(here):
    (here / "lineai-acme").write_text("mine", encoding="utf-8")
    assert main(["plugin", "new", "lineai-acme"]) == 1
    assert (here / "lineai-acme").read_text(encoding="utf-8") == "mine"


def test_an_empty_folder_is_filled(here):
    (here / "lineai-acme").mkdir()
    assert main(["plugin", "new", "lineai-acme"]) == 0
    assert (here / "lineai-acme" / "tests" / "test_tools.py").exists()
