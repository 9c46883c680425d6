"""Install or type-check members of the workspace; every folder under ``plugins/`` is one.

Usage: ``members.py install MEMBER... [--upgrade | --lowest]`` or ``members.py types``. A MEMBER is the
name of a distribution, or ``all`` for the core with every plugin. Members are built to wheels and installed
anew, whatever their version says; ``--lowest`` installs the oldest dependencies that they allow.
"""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
PLUGINS = {path.parent.name: path.parent for path in sorted(ROOT.glob("plugins/*/pyproject.toml"))}
PRODUCT = {"lineai-core": ROOT, **PLUGINS}
MEMBERS = {**PRODUCT, "lineai-acme": ROOT / "examples" / "lineai-acme"}


def install(*arguments: str) -> list[str]:
    """Return the command that installs members into the environment; ``KeyError`` if one does not exist."""
    names = [name for name in arguments if not name.startswith("--")]
    folders = [*PRODUCT.values()] if names == ["all"] else [MEMBERS[name] for name in names]
    options = [f"--reinstall-package={name}" for name in MEMBERS]
    if len(names) < len(arguments):
        options.append("--upgrade")
    if "--lowest" in arguments:
        # What a member asks for counts as a direct dependency only where a file of requirements says it.
        options += ["--resolution=lowest-direct"]
        options += [f"--requirements={folder / 'pyproject.toml'}" for folder in folders]
    return ["uv", "pip", "install", "--quiet", *options, *map(str, folders)]


def types() -> list[str]:
    """Return the command that checks the package of every member, each against all others."""
    return ["mypy", *(str(folder / name.replace("-", "_")) for name, folder in MEMBERS.items())]


if __name__ == "__main__":
    command = {"install": install, "types": types}[sys.argv[1]](*sys.argv[2:])
    sys.exit(subprocess.run(command, cwd=ROOT, check=False).returncode)
