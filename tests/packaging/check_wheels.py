"""Install the built wheels into an empty environment with pip and use them as a newcomer would.

Usage: ``check_wheels.py ENVIRONMENT WHEELS``. Exits with status 1 and a sentence if anything is wrong.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

PLUGINS = {
    folder.name.removeprefix("lineai-") for folder in Path(__file__).parents[2].glob("plugins/lineai-*")
}


def run(*command: str) -> str:
    """Return what a command prints; stop with its messages if it fails."""
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
    if done.returncode:
        sys.exit(f"{' '.join(command)}\nfailed with status {done.returncode}:\n{done.stdout}{done.stderr}")
    return done.stdout


def main(environment: Path, wheels: Path) -> None:
    """Check that the wheels install together and that every plugin in them loads."""
    scripts = environment / ("Scripts" if os.name == "nt" else "bin")
    found = sorted(str(wheel) for wheel in wheels.glob("*.whl"))
    run(str(scripts / "python"), "-m", "pip", "install", "--quiet", *found)
    run(str(scripts / "python"), "-m", "pip", "check")
    reports = json.loads(run(str(scripts / "lineai"), "plugins", "--json"))["plugins"]
    states = {report["name"]: report["state"] for report in reports}
    missing = sorted(name for name in PLUGINS if states.get(name) != "active")
    if missing:
        sys.exit(f"not active after installation: {', '.join(missing)}; reported: {states}")


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
