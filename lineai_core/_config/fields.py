"""Declare a setting: a field of a frozen dataclass that knows its environment variable."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator
from dataclasses import MISSING, dataclass
from typing import Any

_KEY = "lineai.setting"


@dataclass(frozen=True, slots=True)
class SettingInfo:
    """What is known of one setting: its variable, what it is for, and how its text is read."""

    env: str
    help: str
    parse: Callable[[str], Any] | None


def setting(
    env: str,
    *,
    default: Any = MISSING,
    default_factory: Callable[[], Any] | None = None,
    help: str = "",
    parse: Callable[[str], Any] | None = None,
) -> Any:
    """Return a dataclass field that is read from the environment variable ``env``.

    Without ``parse`` the field's annotation decides: ``str``, ``int``, ``float``, ``bool``, ``Path``,
    ``Secret`` or ``tuple[str, ...]`` (separated by commas), each also ``| None``. A ``parse`` of one's
    own raises ``ValueError`` with the accepted form, for example ``ValueError("one of: fast, exact")``.
    A setting without a default is required.
    """
    metadata = {_KEY: SettingInfo(env, help, parse)}
    if default_factory is not None:
        return dataclasses.field(default_factory=default_factory, metadata=metadata)
    return dataclasses.field(default=default, metadata=metadata)


def settings_of(cls: type[Any]) -> Iterator[tuple[dataclasses.Field[Any], SettingInfo]]:
    """Yield the fields of ``cls`` that were declared with ``setting``, in order.

    Raises ``TypeError`` if ``cls`` is not a dataclass.
    """
    for field in dataclasses.fields(cls):
        info = field.metadata.get(_KEY)
        if isinstance(info, SettingInfo):
            yield field, info
