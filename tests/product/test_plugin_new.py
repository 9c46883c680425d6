"""The way of a plugin's author: a package is made, built, installed, tested and asked."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from fake_lineai import PASSWORD, USERNAME, running
from stdio_client import StdioServer

CHECKOUT = Path(__file__).parents[2]
UV = shutil.which("uv", path=os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")]))


def run(*words, here):
    """Run a command to its success; return what it printed."""
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("LINEAI_")}
    environment = {
        **inherited,
        "UV_NO_SOURCES": "1",
        "LINEAI_HOME": str(here / "home"),
        "LINEAI_CONFIG": os.devnull,
    }
    done = subprocess.run(
        list(map(str, words)),
        cwd=here,
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        timeout=100,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    """The folder of a generated plugin and the environment that holds its wheel and the core's."""
    assert UV, "this test builds and installs with uv, which is not on the path"
    place = tmp_path_factory.mktemp("author")
    wheels, home = place / "wheels", place / "environment"
    run(UV, "build", "--quiet", "--wheel", "--out-dir", wheels, CHECKOUT, here=place)
    run(UV, "venv", "--quiet", "--python", sys.executable, home, here=place)
    scripts = home / ("Scripts" if os.name == "nt" else "bin")
    python = scripts / ("python.exe" if os.name == "nt" else "python")
    install = (UV, "pip", "install", "--quiet", "--python", python)
    (core,) = wheels.glob("lineai_core-*.whl")
    run(*install, f"lineai-core[testing] @ {core.as_uri()}", here=place)
    run(scripts / "lineai", "plugin", "new", "lineai-blue-sky", here=place)
    made = place / "lineai-blue-sky"
    run(UV, "build", "--quiet", "--wheel", "--out-dir", wheels, made, here=made)
    (plugin,) = wheels.glob("lineai_blue_sky-*.whl")
    run(*install, plugin, here=place)
    return made, scripts, python


def test_its_own_tests_pass_against_the_wheels(installed, tmp_path):
    made, _, python = installed
    shutil.copytree(made / "tests", tmp_path / "tests")
    shutil.copy(made / "pyproject.toml", tmp_path)
    assert " passed" in run(python, "-P", "-m", "pytest", "-p", "no:cacheprovider", here=tmp_path)


def test_its_tool_answers_over_stdio(installed, tmp_path):
    _, scripts, _ = installed
    inherited = ("PATH", "SYSTEMROOT", "TEMP", "TMP", "TMPDIR", "PATHEXT", "COMSPEC", "HOME", "USERPROFILE")
    with running() as remote:
        environment = {
            **{name: os.environ[name] for name in inherited if name in os.environ},
            "LINEAI_HOME": str(tmp_path / "home"),
            "LINEAI_CONFIG": os.devnull,
            "LINEAI_SERVER_HOST": remote.url,
            "LINEAI_USERNAME": USERNAME,
            "LINEAI_PASSWORD": PASSWORD,
            "LINEAI_BLUE_SKY_GUARDED": "web-store",
            "NO_PROXY": "127.0.0.1",
        }
        server = StdioServer(environment, (str(scripts / "lineai-mcp-server"),))
        try:
            server.initialize()
            result = server.call("blue-sky-release-risk", methods=["saveOrder"])
        finally:
            server.close()
    assert not result["isError"], result
    assert result["structuredContent"]["verdict"] == "guarded"
    assert result["structuredContent"]["methods"][0]["guarded"] == ["web-store"]
