"""The settings file ``lineai.toml``: what stands in it, and on which line. Only read if there is one."""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

CORE, PLUGINS = "core", "plugins"

_HEADER = re.compile(r"\s*\[\s*([^\[\]]+?)\s*\]\s*(?:#.*)?$")
_QUOTES = str.maketrans("", "", "\"' \t")


@dataclass(frozen=True, slots=True)
class SettingsFile:
    """What was read: the tables by name (``core``, ``plugins.acme``) and what is wrong with the file."""

    path: Path
    tables: Mapping[str, Mapping[str, Any]] = field(default_factory=dict, repr=False)
    text: str = field(default="", repr=False)
    problems: tuple[str, ...] = ()

    @classmethod
    def read(cls, path: Path) -> SettingsFile:
        """Return the file at ``path``.

        Never raises: what cannot be read is empty, and ``problems`` says why in one sentence.
        """
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
        """Return whether other users may read the file; on Windows always no: nobody looks there."""
        if os.name == "nt":
            return False
        try:
            return bool(self.path.stat().st_mode & 0o044)
        except OSError:
            return False
