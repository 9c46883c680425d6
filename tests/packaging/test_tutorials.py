"""Tutorials, followed to the letter by a reader with an empty home directory and a clone.

All commands of a page are given to one session of the shell. Claude Code is a stand-in that keeps what it is
told; the server is then started as Claude Code would, and asked.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest
from stdio_client import StdioServer
from tutorial import missing, steps

ROOT = Path(__file__).parents[2]
LEFT_BEHIND = shutil.ignore_patterns(
    ".git", ".tox", ".venv*", "__pycache__", ".*_cache", "node_modules", "site", "benchmarks", "cases"
)
CLAUDE = """\
#!/usr/bin/env python3
import json, os, pathlib, sys
words = sys.argv[sys.argv.index("--") + 1:]
env = dict(word.split("=", 1) for before, word in zip(sys.argv, sys.argv[1:]) if before == "--env")
told = {"command": words, "env": env, "cwd": os.getcwd()}
pathlib.Path.home().joinpath("told.json").write_text(json.dumps(told), encoding="utf-8")
"""
FOLLOWED = {
    "first-answer": ("lineai-method-impact", {"method": "save_order"}, "checkout.py::check_out"),
    "first-plugin": ("hello-dependents", {"method": "save_order"}, "2 dependents"),
}


@pytest.fixture
def reader(tmp_path):
    """Return a clone of the checkout, and the environment of a reader who is at home beside it."""
    clone, home = tmp_path / "clone", tmp_path / "home"
    shutil.copytree(ROOT, clone, ignore=LEFT_BEHIND)
    (home / "bin").mkdir(parents=True)
    claude = home / "bin" / "claude"
    claude.write_text(CLAUDE, encoding="utf-8")
    claude.chmod(0o755)
    inherited = {
        name: value for name, value in os.environ.items() if not name.startswith(("LINEAI_", "PYTHON"))
    }
    path = os.pathsep.join([str(home / "bin"), str(Path(sys.executable).parent), inherited["PATH"]])
    return clone, {**inherited, "HOME": str(home), "PATH": path}


def follow(page, here, environment):
    """Do what the page says in one session of the shell, and look whether it prints what it is said to."""
    text = (ROOT / "docs" / f"{page}.md").read_text(encoding="utf-8")
    done, script = list(steps(text)), ["set -e"]
    for number, (kind, *rest) in enumerate(done):
        script.append(f"echo '### step {number}'")
        if kind == "file":
            path, text = rest
            script += [f"mkdir -p $(dirname {path})", f"cat > {path} <<'END OF FILE'", f"{text}END OF FILE"]
        elif kind == "run":
            script.append(rest[0])
    ran = subprocess.run(
        ["bash"],
        input="\n".join(script),
        cwd=here,
        env=environment,
        capture_output=True,
        encoding="utf-8",
        timeout=500,
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    printed = [part.partition("\n")[2] for part in ran.stdout.split("### step ")[1:]]
    for number, (kind, *rest) in enumerate(done):
        if kind == "see":
            assert missing(rest[0], printed[number - 1]) is None, printed[number - 1]


@pytest.mark.timeout(600)
@pytest.mark.parametrize("name", FOLLOWED)
def test_whoever_follows_a_tutorial_sees_what_it_shows_and_has_an_answer(name, reader):
    clone, environment = reader
    begun = time.monotonic()
    follow(f"tutorials/{name}", clone, environment)
    tool, arguments, answer = FOLLOWED[name]
    told = json.loads((Path(environment["HOME"]) / "told.json").read_text(encoding="utf-8"))
    server = StdioServer(
        {**environment, **told["env"]},
        ("bash", "-c", f'cd "{told["cwd"]}" && exec "$@"', "-", *told["command"]),
    )
    try:
        server.initialize()
        result = server.call(tool, **arguments)
    finally:
        server.close()
    assert not result["isError"], result
    assert answer in result["content"][0]["text"]
    sys.__stdout__.write(f"\n{time.monotonic() - begun:.1f} s for the tutorial {name}\n")


@pytest.mark.timeout(600)
def test_whoever_ships_a_plugin_as_told_has_it_from_a_folder_of_wheels(reader, tmp_path):
    clone, environment = reader
    wheels = (
        Path(environment["HOME"]) / "wheels"
    )  # where the page's folder of wheels is, the core stands already
    for words in (
        ("uv", "build", "--quiet", "--wheel", "--out-dir", str(wheels), str(clone)),
        ("uv", "venv", "--quiet", "--seed", "--python", sys.executable, str(tmp_path / "own")),
    ):
        subprocess.run(words, env=environment, check=True, timeout=300)
    path = os.pathsep.join([str(tmp_path / "own" / "bin"), environment["PATH"]])
    environment |= {"PATH": path, "PIP_FIND_LINKS": str(wheels), "UV_PYTHON": sys.executable}
    folder = shutil.copytree(clone / "examples" / "lineai-acme", tmp_path / "lineai-acme")
    follow("how-to/ship-a-plugin", folder, environment)
