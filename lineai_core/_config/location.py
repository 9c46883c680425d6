"""Where the settings file ``lineai.toml`` is.

It is the user's own: named by ``LINEAI_CONFIG`` or ``--config``, else in the user's configuration
directory. It is never looked for in the working directory or the repository that is analysed, so that a
repository which was checked out cannot reconfigure the server.
"""

from __future__ import annotations

import os
from pathlib import Path

CONFIG_FILE = "LINEAI_CONFIG"
FILE_NAME = "lineai.toml"


def named_file(name: str) -> Path | None:
    """Return the path that a user gave, or ``None`` for the null device: no file at all.

    Raises ``ValueError`` if the working directory would decide.
    """
    if name == os.devnull:
        return None
    try:
        path = Path(name).expanduser()
    except RuntimeError:  # there is no home directory to put in place of ~
        path = Path(name)
    if not path.is_absolute():
        raise ValueError(f"{CONFIG_FILE} must be an absolute path; {name} is not read.")
    return path


def own_file() -> Path | None:
    """Return the user's own settings file, or ``None`` if there is none."""
    from platformdirs import user_config_path

    path = user_config_path("lineai", appauthor=False) / FILE_NAME
    return path if path.is_absolute() and path.is_file() else None
