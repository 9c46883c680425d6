"""A snapshot of the variables that settings are read from, and where each came from."""

from __future__ import annotations

import io
import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from pathlib import Path
from typing import Literal

PREFIX = "LINEAI_"
ENV_FILE = "LINEAI_ENV_FILE"
_SECRET_ENDINGS = ("PASSWORD", "SECRET", "TOKEN", "KEY", "DSN")
Source = Literal["environment", "file", "option"]


@dataclass(frozen=True, slots=True)
class Environment:
    """Variables as they were when the process started; nothing in it is shown by ``repr``."""

    values: Mapping[str, str] = field(repr=False)
    sources: Mapping[str, Source]
    problems: tuple[str, ...] = ()

    @classmethod
    def read(
        cls, environ: Mapping[str, str] | None = None, *, overrides: Mapping[str, str] | None = None
    ) -> Environment:
        """Return the snapshot of ``environ`` (default: the process's environment).

        The file named by ``LINEAI_ENV_FILE`` adds variables that the environment does not set; no other
        file is ever looked at. ``overrides`` (command-line options) win over both. An empty value counts
        as unset.
        """
        environ = os.environ if environ is None else environ
        inherited = {name: value for name, value in environ.items() if value}
        from_file, problems = _read_file(inherited.get(ENV_FILE))
        layers: list[tuple[Mapping[str, str], Source]] = [
            (from_file, "file"),
            (inherited, "environment"),
            (overrides or {}, "option"),
        ]
        values: dict[str, str] = {}
        sources: dict[str, Source] = {}
        for layer, source in layers:
            values.update(layer)
            sources.update(dict.fromkeys(layer, source))
        return cls(values, sources, tuple(problems))

    def get(self, name: str) -> str | None:
        """Return the text of a variable, or ``None`` if it is unset or empty."""
        return self.values.get(name)

    def likely_secrets(self) -> list[str]:
        """Return the values of variables that are called a secret: of plugins that failed, nobody knows."""
        return [
            value
            for name, value in self.values.items()
            if name.startswith(PREFIX) and name.endswith(_SECRET_ENDINGS)
        ]

    def unknown(self, known: Iterable[str]) -> list[str]:
        """Return a warning for each ``LINEAI_*`` variable that is not among ``known``."""
        known = sorted({*known, ENV_FILE})
        warnings = []
        for name in sorted(self.values):
            if name.startswith(PREFIX) and name not in known:
                close = get_close_matches(name, known, n=1, cutoff=0.75)
                meant = f" Did you mean {close[0]}?" if close else ""
                warnings.append(f"{name} is not a setting of Lineai or of an active plugin.{meant}")
        return warnings


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
