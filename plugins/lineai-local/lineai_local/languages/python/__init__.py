"""Python: source files, stubs and notebooks."""

from __future__ import annotations

from lineai_local.languages.base import Language
from lineai_local.languages.python.extract import extract
from lineai_local.languages.python.implicit import implicit
from lineai_local.languages.python.rules import PythonRules

LANGUAGE = Language(
    name="python",
    label="Python",
    suffixes=(".py", ".pyi", ".pyw", ".ipynb"),
    extract=extract,
    rules=PythonRules,
    implicit=implicit,
)
