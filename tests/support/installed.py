"""The console scripts of the environment that runs the tests."""

from __future__ import annotations

import shutil
import sysconfig


def script(name: str) -> str:
    """Return the path of an installed console script."""
    path = shutil.which(name, path=sysconfig.get_path("scripts"))
    assert path, f"{name} is not installed"
    return path
