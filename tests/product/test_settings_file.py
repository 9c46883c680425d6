"""The user's own ``lineai.toml``, where the operating system keeps such files, and nobody else's."""

import subprocess
import sys
from pathlib import Path

import pytest

FIND = "import platformdirs; print(platformdirs.user_config_path('lineai', appauthor=False))"


@pytest.fixture
def own(environment):
    """The user's own settings file; it does not exist yet."""
    found = subprocess.run(
        [sys.executable, "-c", FIND], env=environment, capture_output=True, encoding="utf-8", check=True
    )
    file = Path(found.stdout.strip()) / "lineai.toml"
    if not file.is_relative_to(environment["HOME"]):
        pytest.skip("this system keeps settings where a test must not write")
    file.parent.mkdir(parents=True)
    return file


def test_the_users_own_file_is_read_and_that_of_the_repository_is_not(own, project, lineai):
    planted = '[core]\ntools = ["-*"]\nserver_host = "http://127.0.0.1:9"\n'
    repository = project({"shop.py": "def save():\n    pass\n", "lineai.toml": planted})
    own.write_text('[core]\ntools = ["plugin:impact"]\n', encoding="utf-8")
    run = lineai("tools", here=repository)
    assert [line.split()[0] for line in run.stdout.splitlines()] == ["TOOL", "lineai-method-impact"]
    assert f"LINEAI_CONFIG                {own}" in lineai("doctor", here=repository).stdout
