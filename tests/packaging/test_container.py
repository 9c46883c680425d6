"""The container recipe, as far as it can be run without an engine: build command, files, entry point."""

import json
import os
import re
import shutil
import subprocess
from fnmatch import fnmatch
from pathlib import Path

import pytest
from stdio_client import StdioServer

ROOT = Path(__file__).parents[2]
STEPS = [
    tuple(line.split(" ", 1))
    for line in (ROOT / "Dockerfile").read_text(encoding="utf-8").splitlines()
    if line and not line.startswith("#")
]


def of(instruction: str) -> list[str]:
    return [text for name, text in STEPS if name == instruction]


def test_it_ends_as_an_ordinary_user_and_holds_no_secret() -> None:
    assert of("USER")[-1] not in ("root", "0")
    given = " ".join(of("ENV") + of("ARG"))
    assert not re.search(r"PASSWORD|SECRET|TOKEN|KEY", given)


def sent_to_the_engine(destination: Path) -> Path:
    """Copy what ``.dockerignore`` lets through."""
    rules = (ROOT / ".dockerignore").read_text(encoding="utf-8").split()
    kept = [rule.removeprefix("!") for rule in rules if rule.startswith("!")]
    for path in subprocess.check_output(["git", "ls-files"], cwd=ROOT, text=True).splitlines():
        parts = path.split("/")
        above = ["/".join(parts[:depth]) for depth in range(1, len(parts) + 1)]
        if any(fnmatch(part, rule) and part.count("/") == rule.count("/") for part in above for rule in kept):
            (destination / path).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / path, destination / path)
    return destination


@pytest.mark.skipif(os.name == "nt", reason="the recipe is for Linux")
@pytest.mark.timeout(300)
def test_its_build_command_makes_a_server(tmp_path: Path) -> None:
    source, target = sent_to_the_engine(tmp_path / "src"), tmp_path / "lineai"
    (default,) = (text.partition("=")[2].strip('"') for text in of("ARG"))
    command = of("RUN")[0].replace("/opt/lineai", str(target))
    done = subprocess.run(
        ["sh", "-ec", command],
        cwd=source,
        env={**os.environ, "PLUGINS": default},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    (entry,) = json.loads(of("ENTRYPOINT")[0])
    repository = tmp_path / "repo"
    (repository / ".git").mkdir(parents=True)
    (repository / "a.py").write_text("def f(): ...\n", encoding="utf-8")
    environment = {
        "PATH": f"{target}/bin:{os.environ['PATH']}",
        "HOME": str(tmp_path),
        "LINEAI_HOME": str(tmp_path / "data"),
        "LINEAI_REPO": str(repository),
    }
    server = StdioServer(environment, command=[str(target / "bin" / entry)])
    try:
        server.initialize()
        names = {tool["name"] for tool in server.ask("tools/list")["result"]["tools"]}
    finally:
        server.close()
    assert {"lineai-method-impact", "lineai-database-impact", "lineai-graph-search"} <= names
