"""Java: packages, nested and anonymous classes, overloads, lambdas, records."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lineai_local.languages.base import Language
from lineai_local.languages.java.extract import extract
from lineai_local.languages.java.implicit import implicit

if TYPE_CHECKING:
    from lineai_local.link.rules import Rules


def _rules() -> Rules:
    from lineai_local.languages.java.rules import JavaRules

    return JavaRules()


LANGUAGE = Language(
    name="java", label="Java", suffixes=(".java",), extract=extract, rules=_rules, implicit=implicit
)
