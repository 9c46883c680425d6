"""The snippets of the pages are pieces of files that tests run, and the tutorial is followed to its end."""

import os
import re
import subprocess
import sys
import tomllib

import pytest
from names_page import PAGE, names_page
from pages import ROOT, blocks

from lineai_core._config.fields import settings_of
from lineai_core._config.settings import Settings

EXAMPLE = ROOT / "examples" / "lineai-acme"
TUTORIAL = ROOT / "docs" / "tutorials" / "first-plugin.md"
QUOTING = ("test-a-plugin", "add-a-login", "add-a-view-resolver")


@pytest.mark.parametrize("page", QUOTING)
def test_every_snippet_is_a_piece_of_the_file_that_it_names(page):
    text = (ROOT / "docs" / "how-to" / f"{page}.md").read_text(encoding="utf-8")
    found = [(prose, code) for prose, language, code in blocks(text) if language == "python"]
    assert found
    for prose, code in found:
        place = re.findall(r"`((?:lineai_acme|tests)/\w+\.py)`", prose)[-1]
        assert f"\n{code}" in "\n" + (EXAMPLE / place).read_text(encoding="utf-8"), f"not in {place}:\n{code}"


def tutorial_files():
    """Return the files that the tutorial shows whole, by their paths."""
    shown = blocks(TUTORIAL.read_text(encoding="utf-8"))
    wholes = ((re.findall(r"The whole of `([\w./]+)`", prose), code) for prose, _, code in shown)
    return {names[-1]: code for names, code in wholes if names}


def test_whoever_follows_the_tutorial_has_a_tested_plugin(tmp_path):
    files = tutorial_files()
    assert sorted(files) == ["lineai_hello/__init__.py", "pyproject.toml", "tests/test_hello.py"]
    for path, code in files.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(code, encoding="utf-8")
    project = tomllib.loads(files["pyproject.toml"])["project"]
    metadata = tmp_path / "lineai_hello-0.1.0.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text(f"Name: {project['name']}\nVersion: {project['version']}\n", "utf-8")
    ((name, value),) = project["entry-points"]["lineai.plugins"].items()
    (metadata / "entry_points.txt").write_text(f"[lineai.plugins]\n{name} = {value}\n", encoding="utf-8")
    environment = {**os.environ, "PYTHONPATH": str(tmp_path), "LINEAI_PLUGINS": name}

    def run(*command):
        return subprocess.run(
            [sys.executable, *command],
            cwd=tmp_path,
            env=environment,
            capture_output=True,
            text=True,
            timeout=90,
        )

    tested = run("-m", "pytest", "-q", "tests")
    assert "2 passed" in tested.stdout, tested.stdout + tested.stderr
    main = "from lineai_core.cli.main import main; raise SystemExit(main())"
    listed = run("-c", main, "plugins")
    assert re.search(r"(?m)^hello +active .*hello-dependents", listed.stdout), listed.stdout


def test_every_key_of_the_example_of_a_settings_file_is_a_setting():
    text = (ROOT / "docs" / "how-to" / "keep-settings-in-a-file.md").read_text(encoding="utf-8")
    files = [tomllib.loads(code) for _, language, code in blocks(text) if language == "toml"]
    known = {info.env.removeprefix("LINEAI_").lower() for _, info in settings_of(Settings)}
    assert {key for file in files for key in file["core"]} <= known


def test_every_public_name_is_listed_with_what_it_is():
    """After a change of the names or docstrings: python tests/support/names_page.py."""
    assert PAGE.read_text(encoding="utf-8") == names_page()
    assert "| ? |" not in names_page()
