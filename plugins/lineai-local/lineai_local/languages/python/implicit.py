"""What Python and the tools around it call although no code names it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lineai_local.store import NodeRow

_DUNDER = re.compile(r"__(?!init__|new__)\w+__")
_TEST_FILE = re.compile(r"(?:.*/)?(?:test_[^/]*|[^/]*_test|tests?)\.py")
_TEST = re.compile(r"test|(?:setup|teardown)_(?:module|function|class|method)$")
_LOADED_BY_NAME = {
    "conftest.py": re.compile(r"pytest_\w+"),
    "conf.py": re.compile(r"setup"),
    "noxfile.py": re.compile(r"\w+"),
    "tasks.py": re.compile(r"\w+"),
    "fabfile.py": re.compile(r"\w+"),
}
_REVISION = re.compile(r"(?:.*/)?(?:versions|migrations)/[^/]+\.py")


def implicit(node: NodeRow) -> str:
    """Return why something may call the definition without naming it in code, or the empty string."""
    if _DUNDER.fullmatch(node.name):
        return "the language itself calls it: operators, built-in functions, statements"
    if _TEST_FILE.fullmatch(node.path) and _TEST.match(node.name):
        return "a test runner finds it by its name"
    loaded = _LOADED_BY_NAME.get(node.path.rpartition("/")[2])
    if loaded is not None and node.kind == "function" and loaded.fullmatch(node.name):
        return "the tool that loads this file calls it by its name"
    if node.name in ("upgrade", "downgrade") and _REVISION.fullmatch(node.path):
        return "a migration tool calls it by its name"
    return ""
