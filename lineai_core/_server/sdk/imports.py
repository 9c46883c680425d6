"""Import the serving half of the SDK only.

``import mcp.server.lowlevel`` runs ``mcp/__init__.py`` and ``mcp/server/__init__.py`` first, and these
import the SDK's client, its HTTP stack and its high-level server: a sixth of the start's CPU time and
12 MiB that a stdio server never uses. So the two packages are put in place unrun, and run as soon as
anybody asks them for a name.
"""

from __future__ import annotations

import os
import sys
from importlib.util import find_spec, module_from_spec
from types import ModuleType
from typing import Any


def prepare_import() -> None:
    """Make the coming import of the SDK cheap; it does nothing for what is imported already."""
    # pydantic looks through every installed distribution for plugins, and fails on a malformed one
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
    for package in ("mcp", "mcp.server"):
        if package not in sys.modules:
            _defer(package)


class _Deferred(ModuleType):
    """A package whose ``__init__`` runs when a name is missing from it."""

    def __getattr__(self, name: str) -> Any:
        spec = self.__spec__
        if name.startswith("__") or spec is None or spec.loader is None:
            raise AttributeError(f"module {self.__name__!r} has no attribute {name!r}")
        object.__setattr__(self, "__class__", ModuleType)
        spec.loader.exec_module(self)
        return getattr(self, name)


def _defer(package: str) -> None:
    spec = find_spec(package)
    if spec is None:
        return
    module = module_from_spec(spec)
    module.__class__ = _Deferred
    sys.modules[package] = module
    parent, _, name = package.rpartition(".")
    if parent:
        setattr(sys.modules[parent], name, module)
