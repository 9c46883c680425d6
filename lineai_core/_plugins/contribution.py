"""Ask one plugin for all that it contributes."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pluggy

from lineai_core._config.environment import Environment
from lineai_core._config.load import load
from lineai_core._plugins.rules import RuleBroken
from lineai_core.types import (
    AuthScheme,
    Backend,
    CacheStore,
    Command,
    HealthCheck,
    PluginContext,
    Tool,
    ViewResolver,
)

_NAME = re.compile(r"[a-z0-9][a-z0-9_-]*")


@dataclass(frozen=True, slots=True, kw_only=True)
class Contribution:
    """Everything that one plugin contributes; ``label`` is its distribution and version."""

    plugin: str
    label: str
    settings: Any = None
    backends: tuple[Backend, ...] = ()
    auth_schemes: tuple[AuthScheme, ...] = ()
    cache_stores: tuple[CacheStore, ...] = ()
    view_resolvers: tuple[ViewResolver, ...] = ()
    tools: tuple[Tool, ...] = ()
    instructions: str = ""
    commands: tuple[Command, ...] = ()
    health_checks: tuple[HealthCheck, ...] = ()


def collect(
    manager: pluggy.PluginManager,
    plugin: Any,
    *,
    name: str,
    label: str,
    environment: Environment,
    data_dir: Path,
) -> Contribution:
    """Return what a registered plugin contributes.

    Raises ``RuleBroken`` for a bad setting or a value of the wrong type, and whatever the plugin raises.
    """
    settings = _settings(manager, plugin, name, environment)
    context = PluginContext(
        plugin=name, settings=settings, data_dir=data_dir, log=logging.getLogger(f"lineai.{name}")
    )

    def items(hook: str, kind: type[Any], *, named: bool = True) -> tuple[Any, ...]:
        return tuple(_checked(hook, kind, named, call(manager, hook, plugin, ctx=context)))

    return Contribution(
        plugin=name,
        label=label,
        settings=settings,
        backends=items("lineai_backends", Backend),
        auth_schemes=items("lineai_auth_schemes", AuthScheme),
        cache_stores=items("lineai_cache_stores", CacheStore),
        view_resolvers=items("lineai_view_resolvers", ViewResolver, named=False),
        tools=items("lineai_tools", Tool, named=False),
        instructions=" ".join(_texts(call(manager, "lineai_instructions", plugin, ctx=context))),
        commands=items("lineai_commands", Command),
        health_checks=items("lineai_health_checks", HealthCheck),
    )


def call(manager: pluggy.PluginManager, hook: str, plugin: Any, **arguments: Any) -> list[Any]:
    """Return what one plugin's implementations of ``hook`` answer, without ``None``."""
    answers = (
        implementation.function(*(arguments[name] for name in implementation.argnames))
        for implementation in getattr(manager.hook, hook).get_hookimpls()
        if implementation.plugin is plugin
    )
    return [answer for answer in answers if answer is not None]


def _settings(manager: pluggy.PluginManager, plugin: Any, name: str, environment: Environment) -> Any:
    for cls in call(manager, "lineai_settings", plugin):
        own, _ = environment.for_plugin(name, cls)
        settings, problems = load(cls, own, falls_back=False)
        if problems:
            raise RuleBroken(" ".join(problems))
        return settings
    return None


def _checked(hook: str, kind: type[Any], named: bool, answers: Sequence[Iterable[Any]]) -> Iterator[Any]:
    for answer in answers:
        if not isinstance(answer, Iterable):
            raise RuleBroken(
                f"{hook} returned a {type(answer).__name__} where a list of {kind.__name__} belongs"
            )
        for item in answer:
            if not isinstance(item, kind):
                raise RuleBroken(f"{hook} returned a {type(item).__name__} where a {kind.__name__} belongs")
            name = getattr(item, "name", None)
            if named and not (isinstance(name, str) and _NAME.fullmatch(name)):
                raise RuleBroken(
                    f"{hook} returned the name {name!r}; names are lower-case letters, digits, - and _"
                )
            yield item


def _texts(answers: Sequence[Any]) -> Iterator[str]:
    for answer in answers:
        if not isinstance(answer, str):
            raise RuleBroken(f"lineai_instructions returned a {type(answer).__name__} where text belongs")
        yield answer.strip()
