"""Whoever follows the tutorial of the first plugin has a tested plugin.

Its files are written and run here without an installation; ``tests/packaging/test_tutorials.py`` follows it
to the letter.
"""

import os
import re
import subprocess
import sys
import tomllib

import tutorial
from pages import ROOT

TUTORIAL = ROOT / "docs" / "tutorials" / "first-plugin.md"


def test_whoever_follows_the_tutorial_has_a_tested_plugin(tmp_path):
    files = tutorial.files(TUTORIAL.read_text(encoding="utf-8"))
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
