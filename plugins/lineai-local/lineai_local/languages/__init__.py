"""The languages that can be indexed, each in a module of its own, imported when first needed."""

from __future__ import annotations

from lineai_local.languages.base import Language
from lineai_local.languages.registry import language, language_for, languages

__all__ = ["Language", "language", "language_for", "languages"]
