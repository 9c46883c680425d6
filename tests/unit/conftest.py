import os
import subprocess
import sys
import textwrap

import pytest

from lineai_core._config.settings import Settings
from lineai_core._plugins import PluginHost

INHERITED = ("PATH", "HOME", "SYSTEMROOT", "TEMP", "TMPDIR", "USERPROFILE", "LOCALAPPDATA", "APPDATA")


@pytest.fixture
def anyio_backend():
    return "asyncio"


class Site:
    """A folder of made-up distributions: what ``pip install`` leaves behind, without installing."""

    def __init__(self, folder):
        self.folder = folder
        self.modules = set()
        folder.mkdir(exist_ok=True)

    def module(self, name, source):
        self.modules.add(name)
        (self.folder / f"{name}.py").write_text(textwrap.dedent(source), encoding="utf-8")

    def metadata(self, distribution, version="1.0", *, entry_points, suffix="dist-info", info=None):
        """Write a metadata folder; ``entry_points`` maps plugin names to modules, or is the file's bytes."""
        if isinstance(entry_points, dict):
            lines = [f"{name} = {value}" for name, value in entry_points.items()]
            entry_points = "\n".join(["[lineai.plugins]", *lines, ""]).encode()
        folder = self.folder / f"{distribution.replace('-', '_')}-{version}.{suffix}"
        folder.mkdir()
        info = f"Metadata-Version: 2.1\nName: {distribution}\nVersion: {version}\n" if info is None else info
        if info:
            name = "METADATA" if suffix == "dist-info" else "PKG-INFO"
            (folder / name).write_text(info, encoding="utf-8")
        (folder / "entry_points.txt").write_bytes(entry_points)
        return folder

    def plugin(self, name, source, *, distribution=None, version="1.0"):
        """Install a plugin of one module; ``source`` follows the usual first lines."""
        module = f"probe_{name.replace('-', '_')}"
        head = "from lineai_core.plugin import *\nLINEAI_PLUGIN_API = 1\n"
        self.module(module, head + textwrap.dedent(source))
        self.metadata(distribution or f"lineai-{name}", version, entry_points={name: module})
        return module


@pytest.fixture
def site(tmp_path, monkeypatch):
    """An empty site folder, importable in this process."""
    site = Site(tmp_path / "site")
    monkeypatch.syspath_prepend(str(site.folder))
    yield site
    for module in site.modules:
        sys.modules.pop(module, None)


@pytest.fixture
def load_host():
    """Return a function that loads the plugins found on ``sys.path``; keywords are variables."""

    def load_host(**variables):
        return PluginHost.load(Settings.load({f"LINEAI_{name}": value for name, value in variables.items()}))

    return load_host


@pytest.fixture
def lineai(site, tmp_path):
    """Return a function that runs the command line in a process that sees ``site``, and its plugins only."""

    def lineai(*arguments, plugins="probe*", cwd=None, **variables):
        environment = {name: os.environ[name] for name in INHERITED if name in os.environ}
        environment |= {
            "PYTHONPATH": str(site.folder),
            "LINEAI_PLUGINS": plugins,
            "LINEAI_HOME": str(tmp_path / "home"),
            "LINEAI_CONFIG": os.devnull,
            **variables,
        }
        return subprocess.run(
            [
                sys.executable,
                "-c",
                "import sys; from lineai_core.cli.main import main; sys.exit(main())",
                *arguments,
            ],
            env=environment,
            cwd=cwd or tmp_path,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            encoding="utf-8",
            timeout=60,
            check=False,
        )

    return lineai
