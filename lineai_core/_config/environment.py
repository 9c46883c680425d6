"""A snapshot of the variables and files that settings are read from, and where each came from."""

from __future__ import annotations

import io
import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from lineai_core._config.location import CONFIG_FILE, named_file, own_file

if TYPE_CHECKING:
    from lineai_core._config.settings_file import SettingsFile

PREFIX = "LINEAI_"
ENV_FILE = "LINEAI_ENV_FILE"
_SECRET_ENDINGS = ("PASSWORD", "SECRET", "TOKEN", "KEY", "DSN")
Source = Literal["option", "environment", ".env", "lineai.toml"]


@dataclass(frozen=True, slots=True)
class Environment:
    """Variables as they were when the process started; nothing in it is shown by ``repr``.

    ``file`` is the settings file, if there is one. ``faults`` are the variables that it sets to a value of
    the wrong type, each with the accepted form, and ``places`` tell where in it a variable stands. ``core``
    are the variables of the core.
    """

    values: Mapping[str, str] = field(repr=False)
    sources: Mapping[str, Source]
    problems: tuple[str, ...] = ()
    file: SettingsFile | None = field(default=None, repr=False)
    faults: Mapping[str, str] = field(default_factory=dict)
    places: Mapping[str, str] = field(default_factory=dict)
    core: frozenset[str] = frozenset()

    @classmethod
    def read(
        cls, environ: Mapping[str, str] | None = None, *, overrides: Mapping[str, str] | None = None
    ) -> Environment:
        """Return the snapshot of ``environ`` (default: the process's environment).

        The file named by ``LINEAI_ENV_FILE`` adds variables that the environment does not set.
        ``overrides`` (command-line options) win over both. An empty value counts as unset. The settings
        file is read as well, but sets nothing before it is known whose settings are in a table; the one
        in the user's configuration directory belongs to the environment of the process and to no other.
        """
        look = environ is None
        environ = os.environ if environ is None else environ
        inherited = {name: value for name, value in environ.items() if value}
        from_file, problems = _read_file(inherited.get(ENV_FILE))
        layers: list[tuple[Mapping[str, str], Source]] = [
            (from_file, ".env"),
            (inherited, "environment"),
            (overrides or {}, "option"),
        ]
        values: dict[str, str] = {}
        sources: dict[str, Source] = {}
        for layer, source in layers:
            values.update(layer)
            sources.update(dict.fromkeys(layer, source))
        file, more = _settings_file(values.get(CONFIG_FILE), look)
        return cls(values, sources, (*problems, *more), file)

    def for_core(self, cls: type[Any], variables: Iterable[str]) -> Environment:
        """Return the environment with what the settings file says of the core, which owns ``variables``."""
        environment, problems = self._with_table("core", cls)
        return replace(environment, core=frozenset(variables), problems=(*self.problems, *problems))

    def for_plugin(self, name: str, cls: type[Any]) -> tuple[Environment, tuple[str, ...]]:
        """Return the environment with what the settings file says of a plugin, and what is odd about that.

        ``cls`` is the class of the plugin's settings. The core's variables are set for all in its own table.
        """
        return self._with_table(f"plugins.{name}", cls)

    def _with_table(self, name: str, cls: type[Any]) -> tuple[Environment, tuple[str, ...]]:
        if self.file is None:
            return self, ()
        from lineai_core._config.table import read_table

        table = read_table(self.file, name, cls, self.get, self.core)
        new = [variable for variable in table.values if variable not in self.values]
        source: Source = "lineai.toml"
        environment = replace(
            self,
            values={**table.values, **self.values},
            sources={**dict.fromkeys(new, source), **self.sources},
            faults={**self.faults, **{v: fault for v, fault in table.faults.items() if v in new}},
            places={**self.places, **{v: table.places[v] for v in new}},
        )
        return environment, tuple(table.problems)

    def get(self, name: str) -> str | None:
        """Return the text of a variable, or ``None`` if it is unset or empty."""
        return self.values.get(name)

    def likely_secrets(self) -> list[str]:
        """Return the values of variables that are called a secret: of plugins that failed, nobody knows."""
        found = [
            value
            for name, value in self.values.items()
            if name.startswith(PREFIX) and name.endswith(_SECRET_ENDINGS)
        ]
        if self.file is not None:
            from lineai_core._config.table import likely_secrets

            found += likely_secrets(self.file, self.get, _SECRET_ENDINGS)
        return found

    def unknown(self, known: Iterable[str]) -> list[str]:
        """Return a warning for each ``LINEAI_*`` variable that is not among ``known``."""
        known = sorted({*known, ENV_FILE, CONFIG_FILE})
        warnings = []
        for name in sorted(self.values):
            if name.startswith(PREFIX) and name not in known:
                close = get_close_matches(name, known, n=1, cutoff=0.75)
                meant = f" Did you mean {close[0]}?" if close else ""
                warnings.append(f"{name} is not a setting of Lineai or of an active plugin.{meant}")
        return warnings


def hide_secrets() -> None:
    """Take Lineai's secrets out of the process's environment, of which a snapshot has been read.

    Neither plugins nor the processes that they start find them there; each gets its own by its settings.
    """
    for name in list(os.environ):
        if name.startswith(PREFIX) and name.endswith(_SECRET_ENDINGS):
            del os.environ[name]


def _settings_file(name: str | None, look: bool) -> tuple[SettingsFile | None, tuple[str, ...]]:
    """Return the settings file called ``name``, else with ``look`` the user's own, and what is wrong."""
    try:
        path = named_file(name) if name is not None else own_file() if look else None
    except ValueError as error:
        return None, (str(error),)
    if path is None:
        return None, ()
    from lineai_core._config.settings_file import SettingsFile

    file = SettingsFile.read(path)
    return file, file.problems


def _read_file(name: str | None) -> tuple[dict[str, str], list[str]]:
    """Return the variables of a settings file and what is wrong with it."""
    if name is None:
        return {}, []
    try:
        text = Path(name).expanduser().read_text(encoding="utf-8-sig")
    except (OSError, RuntimeError) as error:
        reason = getattr(error, "strerror", None) or type(error).__name__
        return {}, [f"{ENV_FILE} names a file that cannot be read ({reason}): {name}"]
    except UnicodeDecodeError:
        return {}, [f"{ENV_FILE} names a file that is not UTF-8 text: {name}"]
    from dotenv.parser import parse_stream

    values: dict[str, str] = {}
    problems = []
    for binding in parse_stream(io.StringIO(text)):
        if binding.error:
            problems.append(f"{ENV_FILE}: line {binding.original.line} of {name} is not NAME=value.")
        elif binding.key and binding.value:
            values[binding.key] = binding.value
    return values, problems
