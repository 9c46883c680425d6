"""Markdown from untrusted values, and answers that stay within a reader's budget."""

from lineai_core._render.budget import Budget
from lineai_core._render.escaping import code, escape
from lineai_core._render.markdown import Document, bullet, table

__all__ = ["Budget", "Document", "bullet", "code", "escape", "table"]
