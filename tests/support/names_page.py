"""The page that lists every public name with what it is for, made of the docstrings.

``python tests/support/names_page.py`` writes ``docs/reference/public-names.md``, and the page of the testing
kit beside it.
"""

from __future__ import annotations

import importlib
import inspect
import re
from pathlib import Path
from types import ModuleType
from typing import Any

PAGE = Path(__file__).parents[2] / "docs" / "reference" / "public-names.md"
MODULES = {
    "lineai_core.plugin": "What a plugin imports while it runs.",
    "lineai_core.http": "The HTTP types of an authentication scheme; import it inside `build`.",
    "lineai_core.testing": "What a plugin's tests import; signatures are in [the testing kit](testing.md).",
}
WITHOUT_DOCSTRING = {
    "API_VERSION": "Newest number of the plugin API that this core speaks.",
    "AsgiApp": "An ASGI application: what an embedded backend is.",
    "CacheKind": "How long an answer may be reused: as a search's, an impact's, a view's, or only shared.",
    "JsonObject": "A mapping from names to JSON values.",
    "ReportWriter": "An asynchronous function that writes the whole of a report that had to be cut.",
    "Scope": "The scope of an ASGI connection.",
    "ToolHandler": "An asynchronous function from a call to its answer.",
    "fact": "Module: nodes, relationships and evidence as data.",
    "hookimpl": "Marks a function as the implementation of the hook whose name it has.",
    "schema": "Module: the schemas of what `fact` makes.",
    "spell": "Module: nodes, relationships and evidence in words.",
}


def names_page() -> str:
    """Return the page."""
    lines = [
        "# Public names",
        "",
        "Everything that a plugin may use, beside the [hooks](hooks.md). What is promised about it is told",
        "in [the plugin API and its promise](plugin-api.md). Signatures are those of the docstrings and type",
        "hints, which your editor shows.",
    ]
    for name, purpose in MODULES.items():
        module = importlib.import_module(name)
        lines += ["", f"## `{name}`", "", purpose, "", "| name | kind | what it is |", "| --- | --- | --- |"]
        lines += [
            f"| `{each}` | {_kind(getattr(module, each))} | {_purpose(each, getattr(module, each))} |"
            for each in module.__all__
        ]
    return "\n".join(lines) + "\n"


def _kind(value: Any) -> str:
    if inspect.isclass(value):
        return "error" if issubclass(value, BaseException) else "class"
    if isinstance(value, ModuleType):
        return "module"
    return "function" if inspect.isroutine(value) else "value"


def _purpose(name: str, value: Any) -> str:
    if name in WITHOUT_DOCSTRING:
        return WITHOUT_DOCSTRING[name]
    text = inspect.getdoc(value) or ""
    if not str(getattr(value, "__module__", "")).startswith("lineai_core"):
        return "Of the library [httpx](https://www.python-httpx.org)."
    first = re.split(r"(?<=[.:])\s|\n\n", text, maxsplit=1)[0]
    return " ".join(first.replace("``", "`").replace("|", "\\|").split()).rstrip(":") or "?"


if __name__ == "__main__":
    import testing_page

    PAGE.write_text(names_page(), encoding="utf-8")
    testing_page.PAGE.write_text(testing_page.testing_page(), encoding="utf-8")
