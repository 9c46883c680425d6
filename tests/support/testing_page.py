"""The page of the testing kit: every public name with its signature and its docstring.

``python tests/support/names_page.py`` writes ``docs/reference/testing.md``.
"""

from __future__ import annotations

import inspect
import re
import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from public_api import describe

PAGE = Path(__file__).parents[2] / "docs" / "reference" / "testing.md"
OPENING = """\
# The testing kit

`lineai_core.testing` is the host in memory, for the tests of a plugin. How to use it is told in
[Test a plugin](../how-to/test-a-plugin.md). It needs no test framework; the [fixtures](#pytest-fixtures) are
for pytest. What has a default is followed by `= …`.
"""
FIXTURES = """\
## pytest fixtures

pytest finds them wherever `lineai-core[testing]` is installed. None runs unless a test asks for it.

| fixture | what it is |
| --- | --- |
"""
WIDTH = 108
LITERAL = re.compile(r"(?ms)^::\n.*")
"""An example in a docstring; the page leaves it to the guide."""


def testing_page() -> str:
    """Return the page."""
    from lineai_core import testing

    sections = [_section(name, getattr(testing, name)) for name in testing.__all__]
    return "\n".join([OPENING, *sections, FIXTURES.rstrip("\n"), *_fixtures()]) + "\n"


def _section(name: str, value: Any) -> str:
    signature = [
        part
        for line in describe(name, value)
        if not line.startswith("  def test_")
        for part in textwrap.wrap(line, WIDTH, subsequent_indent=" " * 8, break_long_words=False)
    ]
    lines = [f"## `{name}`", "", "```text", *signature, "```", "", _markdown(value), ""]
    own = vars(value).items() if inspect.isclass(value) else ()
    methods = [(each, method) for each, method in own if inspect.isfunction(method) and each[0] != "_"]
    tests = [(each, method) for each, method in methods if each.startswith("test_")]
    lines += [f"- `{each}`: {_line(method)}" for each, method in methods if (each, method) not in tests]
    lines += ["", *(["What it tests:", ""] if tests else [])]
    lines += [
        f"- **{each.removeprefix('test_').replace('_', ' ').capitalize()}.** {_line(test)}"
        for each, test in tests
    ]
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines).strip() + "\n")


def _fixtures() -> Iterator[str]:
    from lineai_core import pytest_plugin

    for name, value in vars(pytest_plugin).items():
        if name.startswith("lineai_"):
            yield f"| `{name}` | {_line(value).removeprefix('Return ')} |"


def _line(value: Any) -> str:
    """Return a docstring as one line."""
    return " ".join(_markdown(value).split())


def _markdown(value: Any) -> str:
    """Return a docstring as Markdown, without its examples."""
    text = LITERAL.sub("", inspect.getdoc(value) or "").strip()
    return text.replace("``", "`").replace("|", "\\|")
