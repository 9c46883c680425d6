"""The settings of the core and of all active plugins, taken together."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from lineai_core._config.fields import settings_of
from lineai_core._config.load import shown
from lineai_core._config.location import CONFIG_FILE
from lineai_core._config.settings import Settings
from lineai_core._config.suggestion import meant
from lineai_core._plugins import PluginHost
from lineai_core.types import Secret


def setting_rows(settings: Settings, host: PluginHost) -> list[dict[str, str]]:
    """Return each setting for display: variable, value (secrets masked), source and help.

    The settings file itself comes first. A variable that several read is shown once, as the first has it:
    the core before the plugins.
    """
    rows = [_file_row(settings), *shown(Settings, settings, settings.environment)]
    for contribution in host.contributions:
        if contribution.settings is not None:
            cls = type(contribution.settings)
            environment, _ = settings.environment.for_plugin(contribution.plugin, cls)
            rows += shown(cls, contribution.settings, environment)
    unique: dict[str, dict[str, str]] = {}
    for row in rows:
        unique.setdefault(row["variable"], row)
    return list(unique.values())


def setting_problems(settings: Settings, host: PluginHost) -> tuple[str, ...]:
    """Return a sentence for each setting that nobody reads or that was mistyped, wherever it stands."""
    environment = settings.environment
    known = Settings.variables()
    problems: list[str] = []
    for contribution in host.contributions:
        if contribution.settings is not None:
            cls = type(contribution.settings)
            known |= {info.env for _, info in settings_of(cls)}
            problems += environment.for_plugin(contribution.plugin, cls)[1]
    problems += _tables_of_nobody(settings, host)
    return (*settings.problems, *environment.unknown(known), *problems)


def secrets(settings: Any) -> list[str]:
    """Return the secrets in an instance of a settings class, ``None`` having none."""
    if settings is None:
        return []
    values = [getattr(settings, field.name) for field, _ in settings_of(type(settings))]
    return [value.reveal() for value in values if isinstance(value, Secret)]


def _file_row(settings: Settings) -> dict[str, str]:
    environment = settings.environment
    return {
        "variable": CONFIG_FILE,
        "value": "" if environment.file is None else str(environment.file.path),
        "source": environment.sources.get(CONFIG_FILE, "default"),
        "help": "Settings file that was read; default: the user's own, if there is one.",
    }


def _tables_of_nobody(settings: Settings, host: PluginHost) -> Iterator[str]:
    file = settings.environment.file
    if file is None:
        return
    names = {report.name for report in host.reports}
    bare = {c.plugin for c in host.contributions if c.settings is None}
    for name in file.plugins:
        if name not in names:
            yield f"{file.path}: [plugins.{name}] is for a plugin that is not installed.{meant(name, names)}"
        elif name in bare:
            yield f"{file.path}: [plugins.{name}] is read by nobody: that plugin has no settings."
