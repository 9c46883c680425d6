"""A plugin finds no secret in the environment, but its own in its settings."""

import json
import os
import subprocess
import sys
from pathlib import Path

PLUGIN = """
import os, subprocess, sys
from dataclasses import dataclass
from lineai_core.plugin import Command, Secret, hookimpl, setting

SEEN = sorted(name for name in os.environ if name.startswith("LINEAI_"))
LINEAI_PLUGIN_API = 1


@dataclass(frozen=True)
class Settings:
    token: Secret = setting("LINEAI_NOSY_TOKEN", default=Secret(""), help="Its own.")


@hookimpl
def lineai_settings():
    return Settings


@hookimpl
def lineai_commands(ctx):
    async def run(run):
        child = "import os; print(sorted(n for n in os.environ if n.startswith('LINEAI_')))"
        print(SEEN, file=run.out)
        print(subprocess.check_output([sys.executable, "-c", child], text=True).strip(), file=run.out)
        print(ctx.settings.token.reveal(), file=run.out)
        print([name for name in dir(ctx) if "password" in name or "token" in name], file=run.out)
        return 0

    return [Command(name="nosy", help="Tell what is seen.", configure=lambda parser: None, run=run)]
"""


def test_secrets_reach_only_those_whose_they_are(tmp_path: Path) -> None:
    (tmp_path / "nosy.py").write_text(PLUGIN, encoding="utf-8")
    metadata = tmp_path / "nosy-1.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: nosy\nVersion: 1\n", encoding="utf-8")
    (metadata / "entry_points.txt").write_text("[lineai.plugins]\nnosy = nosy\n", encoding="utf-8")
    environment = {
        **{name: value for name, value in os.environ.items() if not name.startswith("LINEAI_")},
        "PYTHONPATH": os.pathsep.join([str(tmp_path), *filter(None, [os.environ.get("PYTHONPATH")])]),
        "LINEAI_SERVER_HOST": "http://localhost:1",
        "LINEAI_USERNAME": "ana",
        "LINEAI_PASSWORD": "core-secret",
        "LINEAI_NOSY_TOKEN": "own-secret",
        "LINEAI_OTHER_TOKEN": "other-secret",
        "LINEAI_HOME": str(tmp_path / "home"),
    }
    code = "from lineai_core.cli.main import main; raise SystemExit(main())"
    done = subprocess.run(
        [sys.executable, "-c", code, "nosy"], env=environment, capture_output=True, text=True, timeout=60
    )
    seen, inherited, own, handed = done.stdout.splitlines()
    visible = ["LINEAI_HOME", "LINEAI_SERVER_HOST", "LINEAI_USERNAME"]
    assert json.loads(seen.replace("'", '"')) == json.loads(inherited.replace("'", '"')) == visible
    assert (own, handed) == ("own-secret", "[]")
