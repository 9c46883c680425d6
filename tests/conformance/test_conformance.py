"""The official suites of the protocol against a real server: conformance over HTTP, and the schema lint.

They need Node 22 or newer and ``npm install`` in this folder; the tox environment ``conformance`` has both.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

FOLDER = Path(__file__).parent
sys.path.insert(0, str(FOLDER.parent / "integration" / "support"))

from http_server import HttpServer  # noqa: E402

MODULES = FOLDER / "node_modules"
NODE = shutil.which("node")
CONFORMANCE = MODULES / "@modelcontextprotocol" / "conformance" / "dist" / "index.js"
INSPECTOR = MODULES / ".bin" / "mcp-inspector"
PASSED_ON = ("PATH", "HOME", "SYSTEMROOT", "TEMP", "TMPDIR", "USERPROFILE", "LOCALAPPDATA", "APPDATA")

pytestmark = pytest.mark.skipif(
    "CONFORMANCE_REQUIRED" not in os.environ and not (NODE and CONFORMANCE.exists()),
    reason="run tox -e conformance",
)


@pytest.fixture
def environment(tmp_path):
    return {
        **{name: os.environ[name] for name in PASSED_ON if name in os.environ},
        "PYTHONPATH": str(FOLDER / "plugin"),
        "LINEAI_SERVER_HOST": "http://127.0.0.1:9",
        "LINEAI_HOME": str(tmp_path),
    }


def run(*command):
    done = subprocess.run(
        [str(part) for part in command],
        capture_output=True,
        text=True,
        timeout=100,
    )
    return done.returncode, done.stdout + done.stderr


def test_all_scenarios_pass_but_those_with_a_reason(environment, tmp_path):
    server = HttpServer({**environment, "LINEAI_PLUGINS": "conformance"})
    baseline = FOLDER / "expected-failures.yml"
    try:
        status, said = run(
            *(NODE, CONFORMANCE, "server", "--url", server.url, "--suite", "all"),
            *("--expected-failures", baseline, "-o", tmp_path / "results"),
        )
    finally:
        server.close()
    assert status == 0, said


@pytest.mark.parametrize("method", ["tools/list"])
def test_the_schemas_of_all_installed_plugins_pass_the_lint(environment, method):
    variables = [f"{name}={value}" for name, value in environment.items() if name != "PYTHONPATH"]
    settings = [part for variable in variables for part in ("-e", variable)]
    program = "import sys; from lineai_core.cli.main import serve_stdio; sys.exit(serve_stdio())"
    status, said = run(
        *(NODE, INSPECTOR, "--cli", *settings, sys.executable, "-c", program),
        *("--method", method, "--strict"),
    )
    assert status == 0, said
    assert "warning" not in said.lower(), said
