"""TypeScript and JavaScript."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lineai_local.languages.base import Language
from lineai_local.languages.typescript.extract import extract
from lineai_local.languages.typescript.implicit import implicit

if TYPE_CHECKING:
    from lineai_local.link.rules import Rules


def _rules() -> Rules:
    from lineai_local.languages.typescript.rules import TypeScriptRules

    return TypeScriptRules()


LANGUAGE = Language(
    name="typescript",
    label="TypeScript",
    suffixes=(".ts", ".tsx", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs"),
    extract=extract,
    rules=_rules,
    implicit=implicit,
)
