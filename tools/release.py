"""Give every distribution of the workspace a new version, and write the changelog of it.

    python tools/release.py 0.2.0

Needs ``towncrier``, and a checkout without changes that are not committed. It changes files and commits
nothing: look at ``git diff``, run ``tox``, then commit and tag.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path.cwd()
_VERSION = re.compile(r"\d+\.\d+\.\d+(?:(?:a|b|rc)\d+)?")


def release(version: str) -> str | None:
    """Bump the checkout in the working directory to ``version``; return what prevents it, if anything."""
    if not _VERSION.fullmatch(version):
        return f"{version!r} is no version such as 0.2.0 or 0.2.0rc1."
    if subprocess.check_output(["git", "status", "--porcelain"], cwd=ROOT, text=True).strip():
        return "The checkout has changes that are not committed."
    core = ROOT / "lineai_core" / "__init__.py"
    old = re.search(r'(?m)^__version__ = "(.+)"$', core.read_text("utf-8"))
    if old is None:
        return f"{core} has no line __version__."
    for path in [core, ROOT / "server.json", *_projects()]:
        text = path.read_text("utf-8")
        changed = re.sub(rf'(?m)^(__version__|version) = "{re.escape(old[1])}"$', rf'\1 = "{version}"', text)
        changed = changed.replace(f'"version": "{old[1]}"', f'"version": "{version}"')
        path.write_text(re.sub(rf"(lineai-\S*?)~={re.escape(old[1])}", rf"\1~={version}", changed), "utf-8")
    support = {**os.environ, "PYTHONPATH": "tests/support"}
    subprocess.run([sys.executable, "tests/support/copy_example.py"], cwd=ROOT, env=support, check=True)
    changelog = ROOT / "CHANGELOG.md"
    text = changelog.read_text("utf-8")
    if f"## {version} (unreleased)" in text:
        changelog.write_text(text.replace(f"## {version} (unreleased)", f"## {version}"), "utf-8")
    else:
        subprocess.run(
            [sys.executable, "-m", "towncrier", "build", "--yes", "--version", version], check=True
        )
    return None


def _projects() -> list[Path]:
    return [
        ROOT / "pyproject.toml",
        *sorted(ROOT.glob("plugins/*/pyproject.toml")),
        *sorted(ROOT.glob("examples/*/pyproject.toml")),
    ]


if __name__ == "__main__":
    sys.exit(release(sys.argv[1]) if len(sys.argv) == 2 else __doc__)
