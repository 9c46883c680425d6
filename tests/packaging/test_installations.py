"""Every command of the page on installation, run literally against built wheels and a private index.

The wheels of this repository stand where the public index will have them (``FIND_LINKS``), the private plugin
in a folder of its own. For uv, a third index has a package of the same name that nobody must ever get: what
pip is told with ``--index-url`` stands alone.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest
from stdio_client import StdioServer

ROOT = Path(__file__).parents[2]
ACME = ROOT / "examples" / "lineai-acme"
PRIVATE = "https://packages.example.com/simple"
PUBLISHED = re.compile(r"# lineai-acme (\S+) is published")
SERVER = "lineai-mcp-server"
GRAPH_AND_IMPACT = {"lineai-graph-search", "lineai-method-impact"}
ACME_TOOL = "acme-release-risk"
PAGE = (ROOT / "docs" / "how-to" / "install.md").read_text(encoding="utf-8")
SECTIONS = {
    title: [line for block in code for line in block.splitlines()]
    for title, body in re.findall(r"(?ms)^## ([^\n]+)\n(.*?)(?=^## |\Z)", PAGE)
    if (code := re.findall(r"(?ms)^```sh\n(.*?)^```", body))
}
WITH_ACME = {"uvx with a private plugin": "1.1.0", "pip": "1.0.0", "pipx": "1.0.0", "uv tool": "1.1.0"}
TABLE: list[str] = []


def run(command, cwd, environment):
    """Run a line of the page with the shell; record its exit status and time."""
    begun = time.monotonic()
    done = subprocess.run(
        ["bash", "-c", command], cwd=cwd, env=environment, capture_output=True, encoding="utf-8", timeout=300
    )
    TABLE.append(f"{done.returncode:>4} {time.monotonic() - begun:7.1f} s  {command}")
    assert done.returncode == 0, f"{command}\n{done.stdout}{done.stderr}"
    return done.stdout


def build(source: Path, into: Path, *options: str) -> None:
    done = subprocess.run(
        ["uv", "build", "--quiet", "--wheel", *options, "--out-dir", str(into), str(source)],
        capture_output=True,
        encoding="utf-8",
    )
    assert done.returncode == 0, done.stderr


def acme(version: str, index: Path, folder: Path) -> None:
    """Publish a version of the private plugin: its wheel and the page that lists the wheels."""
    source = folder / version
    shutil.copytree(ACME, source, ignore=shutil.ignore_patterns("__pycache__", ".*"))
    settings = source / "pyproject.toml"
    written = settings.read_text(encoding="utf-8")
    changed = re.sub(r'(?m)^version = ".*"', f'version = "{version}"', written)
    settings.write_text(changed, encoding="utf-8")
    shelf = index / "lineai-acme"
    build(source, shelf)
    links = "".join(f'<a href="{wheel.name}">{wheel.name}</a>\n' for wheel in sorted(shelf.glob("*.whl")))
    (shelf / "index.html").write_text(f"<!DOCTYPE html>\n{links}", encoding="utf-8")


@pytest.fixture(scope="session")
def wheels(tmp_path_factory):
    folder = tmp_path_factory.mktemp("wheels")
    build(ROOT, folder, "--all-packages")
    return folder


@pytest.fixture(scope="session", autouse=True)
def table():
    yield
    sys.__stdout__.write("\nstatus, time, command\n" + "\n".join(TABLE) + "\n")


@pytest.fixture
def place(tmp_path, wheels):
    """Return a working directory, the private index, an environment with the public wheels, and sources."""
    private, squatted, work = tmp_path / "private", tmp_path / "squatted", tmp_path / "work"
    work.mkdir()
    acme("1.0.0", private, tmp_path / "sources")
    acme("99.0.0", squatted, tmp_path / "sources")
    home = tmp_path / "home"
    environment = {
        **{name: value for name, value in os.environ.items() if not name.startswith(("LINEAI_", "PYTHON"))},
        "PATH": os.pathsep.join([str(home / "bin"), os.environ["PATH"]]),
        "LINEAI_HOME": str(home),
        "LINEAI_SERVER_HOST": "http://127.0.0.1:9",
        "UV_FIND_LINKS": str(wheels),
        "UV_EXTRA_INDEX_URL": squatted.as_uri(),
        "UV_PYTHON": sys.executable,
        "UV_TOOL_DIR": str(home / "tools"),
        "UV_TOOL_BIN_DIR": str(home / "bin"),
        "PIP_FIND_LINKS": str(wheels),
        "PIPX_HOME": str(home / "pipx"),
        "PIPX_BIN_DIR": str(home / "bin"),
    }
    return work, private, environment, tmp_path / "sources"


def offered(command, work, environment):
    """Start the server of a line of the page; return the names of the tools on offer."""
    begun = time.monotonic()
    server = StdioServer({**environment, "PWD": str(work)}, ("bash", "-c", f"cd {work} && exec {command}"))
    try:
        said = server.initialize()
        tools = {tool["name"] for tool in server.ask("tools/list")["result"]["tools"]}
        server.hang_up()
        status = server.wait_for_exit()
    finally:
        server.close()
    TABLE.append(f"{status:>4} {time.monotonic() - begun:7.1f} s  {command}")
    assert status == 0
    assert said["serverInfo"]
    return tools


@pytest.mark.parametrize("title", SECTIONS)
@pytest.mark.timeout(600)
def test_a_section_of_the_page_leads_to_a_server_with_its_tools(title, place):
    work, private, environment, sources = place
    last = ""
    for line in SECTIONS[title]:
        if found := PUBLISHED.fullmatch(line):
            acme(found[1], private, sources)
        elif line.endswith(SERVER):
            last = line.replace(PRIVATE, private.as_uri())
            tools = offered(last, work, environment)
        else:
            if line.startswith("pipx"):
                environment.pop("UV_EXTRA_INDEX_URL", None)
            run(line.replace(PRIVATE, private.as_uri()), work, environment)
    assert tools >= GRAPH_AND_IMPACT
    assert (ACME_TOOL in tools) == (title in WITH_ACME)
    listing = re.sub(rf"{SERVER}$", "lineai plugins --json", last)
    reports = {report["name"]: report for report in json.loads(run(listing, work, environment))["plugins"]}
    if title in WITH_ACME:
        assert reports["acme"]["version"] == WITH_ACME[title]
        assert reports["acme"]["distribution"] == "lineai-acme"


def test_the_page_has_each_section_with_a_private_plugin():
    assert set(WITH_ACME) < set(SECTIONS)
