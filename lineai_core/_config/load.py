"""Fill a settings class from a snapshot of the environment and the settings file."""

from __future__ import annotations

import re
import typing
from dataclasses import MISSING
from typing import Any

from lineai_core._config.environment import Environment
from lineai_core._config.fields import settings_of
from lineai_core._config.parsers import parser_for
from lineai_core.types import Secret

_SHOWN = 40
_USER_INFO = re.compile(r"//[^/@\s]*@")


def load(cls: type[Any], environment: Environment, *, falls_back: bool = True) -> tuple[Any, tuple[str, ...]]:
    """Return an instance of ``cls`` and the problems found, one sentence each.

    A bad value falls back to the field's default, which the sentence says unless ``falls_back`` is false:
    then the caller has no use for the instance. The instance is ``None`` if a required setting is
    missing or bad. Raises ``TypeError`` if ``cls`` is not a dataclass of settings.
    """
    annotations = typing.get_type_hints(cls)
    values: dict[str, Any] = {}
    problems: list[str] = []
    complete = True
    for field, info in settings_of(cls):
        text = environment.get(info.env)
        required = field.default is MISSING and field.default_factory is MISSING
        secret = _is_secret(annotations[field.name])
        problem = "is required" if required else None
        if text is not None:
            try:
                parse = info.parse or parser_for(annotations[field.name])
                values[field.name] = _parse(text, parse, environment.faults.get(info.env))
                continue
            except ValueError as error:
                quoted = "" if secret else f" (it is {_quote(text)})"
                problem = f"must be {error}{quoted}"
        if problem is None:
            continue
        complete = complete and not required
        kept = "; its default is used" if falls_back and not required else ""
        place = f" ({environment.places[info.env]})" if info.env in environment.places else ""
        problems.append(f"{info.env}{place} {problem}{kept}.")
    return (cls(**values) if complete else None), tuple(problems)


def shown(cls: type[Any], instance: Any, environment: Environment) -> list[dict[str, str]]:
    """Return each setting of ``instance`` for display: variable, value (secrets masked), source and help."""
    rows = []
    for field, info in settings_of(cls):
        value = getattr(instance, field.name)
        if isinstance(value, Secret):
            text = "***" if value else ""
        elif isinstance(value, tuple):
            text = ", ".join(map(str, value))
        else:
            text = "" if value is None else _USER_INFO.sub("//***@", str(value))
        source = environment.sources.get(info.env, "default")
        rows.append({"variable": info.env, "value": text, "source": source, "help": info.help})
    return rows


def _parse(text: str, parse: Any, fault: str | None) -> Any:
    if fault is not None:
        raise ValueError(fault)
    if "${" in text:
        raise ValueError("written out: it still holds a placeholder ${…} that nobody replaced")
    return parse(text)


def _is_secret(annotation: Any) -> bool:
    return annotation is Secret or Secret in typing.get_args(annotation)


def _quote(text: str) -> str:
    text = _USER_INFO.sub("//***@", text)
    return repr(text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…")
