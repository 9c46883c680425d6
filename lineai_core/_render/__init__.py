"""Markdown and data from untrusted values, in answers that stay within a reader's budget."""

from lineai_core._render import fact, schema, spell
from lineai_core._render.budget import Budget
from lineai_core._render.escaping import code, escape
from lineai_core._render.markdown import Document, bullet, table
from lineai_core._render.paging import Row, Section, resume
from lineai_core._render.report import Place, Report

__all__ = [
    "Budget",
    "Document",
    "Place",
    "Report",
    "Row",
    "Section",
    "bullet",
    "code",
    "escape",
    "fact",
    "resume",
    "schema",
    "spell",
    "table",
]
