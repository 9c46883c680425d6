"""One command gives every distribution the next version."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from pages import ROOT

from lineai_core import __version__

GIT = ["git", "-c", "user.name=x", "-c", "user.email=x@example.com", "-c", "commit.gpgsign=false"]


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A copy of what a release touches, under version control."""
    wanted = [
        "*pyproject.toml",
        "CHANGELOG.md",
        "changelog.d",
        "server.json",
        "tools",
        "lineai_core/__init__.py",
    ]
    wanted += ["lineai_core/_scaffold", "examples", "tests/support"]
    files = subprocess.check_output(["git", "ls-files", *wanted], cwd=ROOT, text=True).splitlines()
    for path in files:
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_bytes((ROOT / path).read_bytes())
    for command in (["init", "-q"], ["add", "-A"], ["commit", "-q", "-m", "x"]):
        subprocess.run([*GIT, *command], cwd=tmp_path, check=True)
    return tmp_path


def release(checkout: Path, version: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "tools/release.py", version],
        cwd=checkout,
        capture_output=True,
        text=True,
        timeout=60,
    )


def test_every_place_has_the_new_version_and_the_changelog_its_section(checkout: Path) -> None:
    done = release(checkout, "7.8.9")
    assert done.returncode == 0, done.stderr
    assert '__version__ = "7.8.9"' in (checkout / "lineai_core/__init__.py").read_text("utf-8")
    for project in [checkout / "pyproject.toml", *checkout.glob("plugins/*/pyproject.toml")]:
        text = project.read_text("utf-8")
        assert '\nversion = "7.8.9"\n' in text
        assert f"~={__version__}" not in text
    assert '"lineai-core~=7.8.9"' in (checkout / "examples/lineai-acme/pyproject.toml").read_text("utf-8")
    template = checkout / "lineai_core/_scaffold/template/pyproject.toml.template"
    assert "lineai-core~=7.8.9" in template.read_text("utf-8")
    server = json.loads((checkout / "server.json").read_text("utf-8"))
    assert {server["version"], server["packages"][0]["version"]} == {"7.8.9"}
    assert re.search(r"(?m)^## 7\.8\.9 ", (checkout / "CHANGELOG.md").read_text("utf-8"))
    assert [path.name for path in (checkout / "changelog.d").iterdir()] == ["README.md"]


@pytest.mark.parametrize("version", ["", "next", "1.2", "v1.2.3"])
def test_what_is_no_version_changes_nothing(checkout: Path, version: str) -> None:
    assert "is no version" in release(checkout, version).stderr
    assert not subprocess.check_output([*GIT, "status", "--porcelain"], cwd=checkout, text=True)


def test_changes_that_are_not_committed_are_not_mixed_in(checkout: Path) -> None:
    (checkout / "CHANGELOG.md").write_text("mine", encoding="utf-8")
    assert "not committed" in release(checkout, "7.8.9").stderr
    assert (checkout / "CHANGELOG.md").read_text("utf-8") == "mine"
