"""Go: packages of several files, methods apart from their types, embedding, structural interfaces."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lineai_local.languages.base import Language
from lineai_local.languages.go.extract import extract
from lineai_local.languages.go.implicit import implicit

if TYPE_CHECKING:
    from lineai_local.link.rules import Rules


def _rules() -> Rules:
    from lineai_local.languages.go.rules import GoRules

    return GoRules()


LANGUAGE = Language(
    name="go", label="Go", suffixes=(".go",), extract=extract, rules=_rules, implicit=implicit
)
