"""What a plugin object must look like before it is registered."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Iterator
from difflib import get_close_matches
from typing import Any

import pluggy

from lineai_core import __version__
from lineai_core.hookspecs import API_VERSION, OLDEST_API_VERSION, LineaiHooks

_PLAIN = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
HOOKS = {name: function for name, function in vars(LineaiHooks).items() if name.startswith("lineai_")}


class RuleBroken(Exception):
    """A plugin breaks a rule of the hook boundary; the text says which."""


def check_api(plugin: Any) -> None:
    """Raise ``RuleBroken`` unless the plugin was built for a plugin API of which this core is capable.

    A plugin declares by ``LINEAI_PLUGIN_API`` the oldest version that has all it needs.
    """
    if inspect.isclass(plugin):
        raise RuleBroken("its entry point names a class; name a module, or an instance in a module")
    home = sys.modules.get(getattr(type(plugin), "__module__", ""))
    wanted = getattr(plugin, "LINEAI_PLUGIN_API", getattr(home, "LINEAI_PLUGIN_API", None))
    if wanted is None:
        raise RuleBroken(
            f"it does not declare the plugin API it was written for: LINEAI_PLUGIN_API = {API_VERSION}"
        )
    if not isinstance(wanted, int) or isinstance(wanted, bool):
        raise RuleBroken(
            f"it declares {wanted!r} as its plugin API, which is a whole number: "
            f"LINEAI_PLUGIN_API = {API_VERSION}"
        )
    speaks = f"lineai-core {__version__} speaks {OLDEST_API_VERSION} to {API_VERSION}"
    if wanted > API_VERSION:
        raise RuleBroken(
            f"it needs plugin API {wanted}, and {speaks}: "
            f"upgrade lineai-core to a version that speaks {wanted}"
        )
    if wanted < OLDEST_API_VERSION:
        raise RuleBroken(
            f"it was built for plugin API {wanted}, and {speaks}: "
            f"upgrade the plugin to a version built for {OLDEST_API_VERSION} or later"
        )


def check_hooks(manager: pluggy.PluginManager, plugin: Any) -> None:
    """Raise ``RuleBroken`` for the first hook that is misspelt, unmarked or has a forbidden signature."""
    for name in sorted(dir(plugin)):
        options = manager.parse_hookimpl_opts(plugin, name)
        if options is None:
            if name in HOOKS and inspect.isroutine(getattr(plugin, name)):
                raise RuleBroken(f"{name} lacks the decorator @hookimpl")
            continue
        hook = options.get("specname") or name
        if hook not in HOOKS:
            if not options.get("optionalhook"):
                raise RuleBroken(f"{hook} is not a hook{_suggestion(hook)}")
            continue
        if options.get("wrapper") or options.get("hookwrapper"):
            raise RuleBroken(f"{hook} is a wrapper; hooks of Lineai cannot be wrapped")
        for fault in _signature_faults(getattr(plugin, name), hook):
            raise RuleBroken(f"{hook} {fault}")


def _signature_faults(function: Any, hook: str) -> Iterator[str]:
    if inspect.iscoroutinefunction(function) or inspect.isasyncgenfunction(function):
        yield "is async; a hook is a plain function that returns things with async methods"
    offered = list(inspect.signature(HOOKS[hook]).parameters)[1:]
    for parameter in inspect.signature(function).parameters.values():
        if parameter.kind not in _PLAIN:
            yield f"takes {parameter}; a hook takes plain positional parameters"
        if parameter.default is not inspect.Parameter.empty:
            yield f"gives {parameter.name!r} a default value; pluggy would not pass the real one"
        if parameter.name not in offered:
            yield f"takes {parameter.name!r}; it may take {', '.join(offered) or 'nothing'}"


def _suggestion(name: str) -> str:
    close = get_close_matches(name, HOOKS, n=1)
    return f"; did you mean {close[0]}?" if close else ""
