"""The signatures of everything that a plugin may use, as text.

``python tests/support/public_api.py`` writes them to ``tests/architecture/public_api.txt``.
"""

from __future__ import annotations

import dataclasses
import importlib
import inspect
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

MODULES = ("lineai_core.plugin", "lineai_core.http", "lineai_core.testing")
SNAPSHOT = Path(__file__).parents[1] / "architecture" / "public_api.txt"


def public_api() -> str:
    """Return one line per public name, member, dataclass field and hook."""
    from lineai_core.hookspecs import API_VERSION, HOOK_NAMES, OLDEST_API_VERSION, LineaiHooks

    lines = [f"plugin API {API_VERSION}, oldest {OLDEST_API_VERSION}", "", "hooks"]
    lines += [f"  {name}{_signature(getattr(LineaiHooks, name))}" for name in HOOK_NAMES]
    for module in MODULES:
        lines += ["", module]
        public = importlib.import_module(module)
        for name in public.__all__:
            lines += [f"  {line}" for line in describe(name, getattr(public, name))]
    return "\n".join(lines) + "\n"


def describe(name: str, value: Any) -> Iterator[str]:
    """Yield the signature of a public name, and a line for each field, member and property of a class."""
    if not inspect.isclass(value):
        yield f"def {name}{_signature(value)}" if inspect.isroutine(value) else name
        return
    bases = [base.__name__ for base in value.__bases__ if base is not object]
    yield f"class {name}({', '.join(bases)})" if bases else f"class {name}"
    if not value.__module__.startswith("lineai_core"):  # a library's own: its version is its promise
        return
    if dataclasses.is_dataclass(value):
        for field in dataclasses.fields(value):
            missing = dataclasses.MISSING
            optional = field.default is not missing or field.default_factory is not missing
            yield f"  {field.name}: {field.type}{' = …' if optional else ''}"
    else:
        if "__init__" in vars(value) and not getattr(value, "_is_protocol", False):
            yield f"  __init__{_signature(value.__init__)}"
        for member, kind in sorted(inspect.get_annotations(value).items()):
            if not member.startswith("_"):
                yield f"  {member}: {kind}{' = …' if _has_default(value, member) else ''}"
    for member, own in sorted(vars(value).items()):
        if member.startswith("_"):
            continue
        if isinstance(own, property):
            yield f"  {member}: {inspect.signature(own.fget).return_annotation}"
        elif isinstance(own, classmethod | staticmethod) or inspect.isroutine(own):
            function = getattr(own, "__func__", own)
            kind = "async def" if inspect.iscoroutinefunction(function) else "def"
            yield f"  {kind} {member}{_signature(function)}"


def _has_default(value: type, member: str) -> bool:
    """Return whether a class has a value for an attribute, and not only a slot."""
    return member in vars(value) and not inspect.ismemberdescriptor(vars(value)[member])


class _Shown(str):
    """Text that a signature shows as it is."""

    __repr__ = str.__str__


def _signature(value: Any) -> str:
    """Return a signature without the quotes of its annotations, the same on every Python."""
    signature = inspect.signature(value)
    parameters = [
        parameter
        if parameter.default is parameter.empty
        else parameter.replace(default=_Shown(_default(parameter.default)))
        for parameter in signature.parameters.values()
    ]
    return str(signature.replace(parameters=parameters)).replace("'", "")


def _default(value: object) -> str:
    """Return a default as text; one without a literal is told only to exist."""
    if isinstance(value, str):
        return json.dumps(value)
    return repr(value) if value is None or isinstance(value, bool | int | float | tuple) else "…"


if __name__ == "__main__":
    SNAPSHOT.write_text(public_api(), encoding="utf-8")
