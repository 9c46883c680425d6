"""A table of the settings file as variables: the text that the same parsers read, wherever it comes from."""

from __future__ import annotations

import typing
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from lineai_core._config.environment import PREFIX
from lineai_core._config.fields import settings_of
from lineai_core._config.parsers import plain_type
from lineai_core._config.settings_file import CORE, SettingsFile
from lineai_core._config.suggestion import meant
from lineai_core.types import Secret

_SECRET_FORM = '{ env = "NAME" } or { file = "PATH" }'
_FORMS: Mapping[Any, str] = {
    int: "a whole number",
    float: "a number",
    bool: "true or false",
    tuple[str, ...]: 'a list of texts without commas, such as ["a", "b"]',
    Secret: _SECRET_FORM,
}


@dataclass(slots=True)
class Table:
    """The variables that a table sets: their texts, what is wrong with some, and where each stands."""

    values: dict[str, str] = field(default_factory=dict, repr=False)
    faults: dict[str, str] = field(default_factory=dict)
    places: dict[str, str] = field(default_factory=dict)
    problems: list[str] = field(default_factory=list)


def read_table(
    file: SettingsFile, name: str, cls: type[Any], get: Callable[[str], str | None], without: frozenset[str]
) -> Table:
    """Return what the table ``name`` sets of the settings of ``cls``, but for the variables ``without``.

    ``get`` returns the value of a variable of the environment, for references to one. A value of the wrong
    type has a fault: the accepted form, fit to follow "must be".
    """
    table = Table()
    given = file.tables.get(name, {})
    if not given:
        return table
    annotations = typing.get_type_hints(cls)
    variables = {
        key_of(info.env, name): (info.env, plain_type(annotations[field.name]))
        for field, info in settings_of(cls)
        if info.env not in without
    }
    for key, value in given.items():
        place = file.place(name, key)
        if key not in variables:
            table.problems.append(f"{place}: there is no such setting.{meant(key, variables)}")
            continue
        variable, kind = variables[key]
        table.places[variable] = place
        try:
            text = _text(value, kind, file, get)
        except ValueError as error:
            table.faults[variable] = str(error)
            table.values[variable] = "***" if kind is Secret else str(value)
            continue
        if text:
            table.values[variable] = text
        if kind is Secret and isinstance(value, str) and file.open_to_others():
            table.problems.append(
                f"{place}: a secret in plain text, in a file that others can read. "
                f"Refer to it with {_SECRET_FORM}, or keep the file to yourself (chmod 600)."
            )
    return table


def key_of(variable: str, table: str) -> str:
    """Return the key of a variable in a table: ``LINEAI_ACME_REGION`` is ``region`` in ``plugins.acme``."""
    name = variable.removeprefix(PREFIX)
    if table != CORE:
        plugin = table.partition(".")[2].upper().replace("-", "_")
        name = name.removeprefix(f"{plugin}_")
    return name.lower()


def likely_secrets(
    file: SettingsFile, get: Callable[[str], str | None], endings: tuple[str, ...]
) -> Iterator[str]:
    """Yield what the file refers to, and what stands under a key with one of the ``endings``."""
    for table in file.tables.values():
        for key, value in table.items():
            if isinstance(value, dict):
                try:
                    yield _referred(value, file, get)
                except ValueError:
                    continue
            elif isinstance(value, str) and key.upper().endswith(endings):
                yield value


def _text(value: Any, kind: Any, file: SettingsFile, get: Callable[[str], str | None]) -> str:
    """Return a value as the text of a variable; raise ``ValueError`` with the accepted form."""
    if isinstance(value, str):
        return str(_beside(file, value)) if kind is Path and value else value
    if isinstance(value, bool):
        if kind is bool:
            return str(value).lower()
    elif isinstance(value, int):
        if kind in (int, float):
            return str(value)
    elif isinstance(value, float):
        if kind is float:
            return repr(value)
    elif isinstance(value, list) and kind == tuple[str, ...]:
        if all(isinstance(item, str) and "," not in item for item in value):
            return ",".join(value) or ","
    elif isinstance(value, dict) and kind is Secret:
        return _referred(value, file, get)
    raise ValueError(_FORMS.get(kind, "a text in quotes"))


def _referred(reference: Mapping[str, Any], file: SettingsFile, get: Callable[[str], str | None]) -> str:
    """Return the secret that a reference leads to; raise ``ValueError`` with the accepted form."""
    match list(reference.items()):
        case [("env", str(name))]:
            text = get(name)
            if text is None:
                raise ValueError(f"a reference to a variable that is set, and {name} is not")
            return text
        case [("file", str(name))]:
            path = _beside(file, name)
            try:
                return path.read_text(encoding="utf-8-sig").rstrip("\r\n")
            except (OSError, UnicodeDecodeError) as error:
                reason = getattr(error, "strerror", None) or type(error).__name__
                raise ValueError(f"a reference to a text file that can be read ({reason}: {path})") from None
    raise ValueError(_SECRET_FORM)


def _beside(file: SettingsFile, name: str) -> Path:
    """Return a path in the settings file: a relative one counts from the file's own directory."""
    try:
        path = Path(name).expanduser()
    except RuntimeError:  # there is no home directory to put in place of ~
        path = Path(name)
    return file.path.parent / path
