"""The settings file ``lineai.toml``: where it is, what stands in it, and on which line.

It is the user's own: named by ``LINEAI_CONFIG`` or ``--config``, else in the user's configuration
directory. It is never looked for in the working directory or the repository that is analysed, so that a
repository which was checked out cannot reconfigure the server.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

CONFIG_FILE = "LINEAI_CONFIG"
FILE_NAME = "lineai.toml"
CORE, PLUGINS = "core", "plugins"

_HEADER = re.compile(r"\s*\[\s*([^\[\]]+?)\s*\]\s*(?:#.*)?$")
_QUOTES = str.maketrans("", "", "\"' \t")


@dataclass(frozen=True, slots=True)
class SettingsFile:
    """What was read: the tables by name (``core``, ``plugins.acme``) and what is wrong with the file."""

    path: Path | None = None
    tables: Mapping[str, Mapping[str, Any]] = field(default_factory=dict, repr=False)
    text: str = field(default="", repr=False)
    problems: tuple[str, ...] = ()

    @classmethod
    def read(cls, named: str | None, *, look: bool) -> SettingsFile:
        """Return the file called ``named``, else with ``look`` the user's own, else an empty one.

        Never raises: what cannot be read is empty, and ``problems`` says why in one sentence.
        """
        path = _own() if named is None and look else None
        if named is not None:
            try:
                path = Path(named).expanduser()
            except RuntimeError:  # there is no home directory to put in place of ~
                path = Path(named)
            if not path.is_absolute():
                return cls(problems=(f"{CONFIG_FILE} must be an absolute path; {named} is not read.",))
        elif path is None or not path.is_file():
            return cls()
        try:
            text = path.read_bytes().decode("utf-8-sig")
        except OSError as error:
            reason = error.strerror or type(error).__name__
            return cls(path, problems=(f"The settings file cannot be read ({reason}): {path}",))
        except UnicodeDecodeError:
            return cls(path, problems=(f"The settings file is not UTF-8 text: {path}",))
        return cls._parsed(path, text)

    @classmethod
    def _parsed(cls, path: Path, text: str) -> SettingsFile:
        import tomllib

        try:
            document = tomllib.loads(text)
        except (tomllib.TOMLDecodeError, RecursionError) as error:
            reason = str(error) if isinstance(error, tomllib.TOMLDecodeError) else "Nested too deeply"
            return cls(path, problems=(f"The settings file is ignored: {path} is not TOML. {reason}.",))
        tables: dict[str, Mapping[str, Any]] = {}
        wrong: list[str] = []
        plugins = document.get(PLUGINS, {})
        found = {CORE: document.get(CORE, {})}
        if isinstance(plugins, dict):
            found |= {f"{PLUGINS}.{name}": table for name, table in plugins.items()}
        else:
            wrong.append(PLUGINS)
        for name, table in found.items():
            if isinstance(table, dict):
                tables[name] = table
            else:
                wrong.append(name)
        problems = [f"{path}: {name} must be a table: [{name}]." for name in wrong]
        for name in document:
            if name not in (CORE, PLUGINS):
                problems.append(f"{path}: {name!r} is unknown; the tables are [core] and [plugins.NAME].")
        return cls(path, tables, text, tuple(problems))

    @property
    def plugins(self) -> list[str]:
        """Names of the plugins that have a table."""
        return [name.partition(".")[2] for name in self.tables if name != CORE]

    def place(self, table: str, key: str) -> str:
        """Return where a key stands, as far as that is easily told: ``core.cache, line 3 of PATH``."""
        here = ""
        for number, line in enumerate(self.text.splitlines(), 1):
            header = _HEADER.match(line)
            if header:
                here = header[1].translate(_QUOTES)
            elif here == table and line.partition("=")[0].translate(_QUOTES) == key:
                return f"{table}.{key}, line {number} of {self.path}"
        return f"{table}.{key} in {self.path}"

    def open_to_others(self) -> bool:
        """Return whether other users may read the file; on Windows, whose lists this does not read, no."""
        import os

        if self.path is None or os.name == "nt":
            return False
        try:
            return bool(self.path.stat().st_mode & 0o044)
        except OSError:
            return False


def _own() -> Path | None:
    """Return where the user's own settings file would be; ``None`` if the working directory decides."""
    from platformdirs import user_config_path

    directory = user_config_path("lineai", appauthor=False)
    return directory / FILE_NAME if directory.is_absolute() else None
