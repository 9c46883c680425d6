"""SQL: schemas, migrations, queries and routines in files of their own."""

from __future__ import annotations

from lineai_local.languages.base import Language
from lineai_local.languages.sql.extract import extract
from lineai_local.languages.sql.rules import SqlRules

LANGUAGE = Language(
    name="sql", label="Sql", suffixes=(".sql", ".ddl", ".psql"), extract=extract, rules=SqlRules
)
