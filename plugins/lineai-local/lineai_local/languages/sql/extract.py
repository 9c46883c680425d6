"""From the bytes of a file of SQL to its facts."""

from __future__ import annotations

import re
from pathlib import PurePosixPath

from lineai_local.facts import Definition, FileFacts, ScopeFacts
from lineai_local.languages.sql.parse import COMPUTED, Unreadable, guesses, is_harmless, statements
from lineai_local.languages.sql.routines import head, inner
from lineai_local.languages.sql.split import Piece, split
from lineai_local.languages.treesitter import empty_facts
from lineai_local.sql_facts import SqlStatement

_DIALECT = re.compile(r"\A\s*(?:--|/\*)[^\n]*?\bdialect\s*[:=]\s*(\w+)", re.IGNORECASE)
_NAMES = {"postgresql": "postgres", "mssql": "tsql", "sqlserver": "tsql", "mariadb": "mysql"}
_KNOWN = frozenset(
    {"postgres", "tsql", "mysql", "oracle", "sqlite", "snowflake", "bigquery", "redshift", "duckdb"}
)
_PATH = re.compile(r"(?is)\A\s*SET\s+(?:SESSION\s+|LOCAL\s+)?search_path\s*(?:TO|=)\s*(.+)\Z")
_SCHEMA = re.compile(r"(?is)\A\s*USE\s+(\w+)\s*\Z")
_BACK = re.compile(
    r"(?im)^--\s*(?:\+\s*(?:goose|migrate)\s+down|migrate:\s*down|rollback\b|//@undo|@down)"
    r".*?(?=^--\s*(?:\+\s*(?:goose|migrate)\s+up|migrate:\s*up)|\Z)",
    re.DOTALL,
)
_TEMPLATE = re.compile(r"\{\{\s*(\w+)\s*\(([^)]*)\)\s*\}\}|\{\{.*?\}\}|\{%.*?%\}|\{#.*?#\}", re.DOTALL)
_QUOTED = re.compile(r"['\"]([^'\"]+)['\"]")
_COMMENT = re.compile(r"--[^\n]*|/\*.*?\*/", re.DOTALL)
_SHOWN = 60
_MOST_PROBLEMS = 20


def extract(path: str, source: bytes) -> FileFacts:
    """Return the facts of the SQL in ``source``; what cannot be parsed is named in their ``problems``."""
    text = source.decode("utf-8", "replace").replace("\r\n", "\n").replace("\r", "\n")
    facts = empty_facts("sql")
    facts.unread_names = ()
    facts.lines = text.count("\n") + (bool(text) and not text.endswith("\n"))
    facts.definitions[0].end_line = max(facts.lines, 1)
    marked = _DIALECT.match(text)
    dialect = _NAMES.get(marked[1].lower(), marked[1].lower()) if marked is not None else ""
    reading = _Reading(facts, dialect if dialect in _KNOWN else "")
    templated = "{{" in text or "{%" in text
    text = _BACK.sub(_blank, text)
    reading.pieces(split(_TEMPLATE.sub(_template, text) if templated else text))
    if templated:
        reading.model(PurePosixPath(path).stem)
    facts.problems = tuple(reading.problems[:_MOST_PROBLEMS])
    if len(reading.problems) > _MOST_PROBLEMS:
        facts.problems += (f"{len(reading.problems) - _MOST_PROBLEMS} more statements could not be parsed.",)
    return facts


class _Reading:
    """Takes in the statements of one file."""

    def __init__(self, facts: FileFacts, dialect: str) -> None:
        self._facts = facts
        self._dialect = dialect
        self._path: tuple[str, ...] = ()
        self.problems: list[str] = []

    def pieces(self, pieces: list[Piece]) -> None:
        """Take in statements of the file itself."""
        for piece in pieces:
            routine = head(piece.text) if piece.routine else None
            if routine is not None:
                owner = 0
                if routine.kind == "TRIGGER":
                    self._facts.sql.append(
                        SqlStatement(
                            "object", 0, piece.line, routine.table, routine.columns, routine.name, "trigger"
                        )
                    )
                else:
                    owner = self._define(routine.name, piece)
                for part in inner(piece):
                    self._statement(part, owner, inside=True)
            elif piece.meta:
                shown = _line(piece.text)
                self._problem(piece, f"is a command to a client program ({shown})")
            else:
                self._statement(piece, 0)

    def model(self, name: str) -> None:
        """Read the file as a template that makes one view, if all it does is select."""
        found = self._facts.sql
        if len(found) == 1 and found[0].kind == "select" and not found[0].guess:
            only = found[0]
            self._facts.sql = [
                SqlStatement("view", 0, only.line, name, queries=only.queries, root=only.root, path=only.path)
            ]

    def _statement(self, piece: Piece, owner: int, *, inside: bool = False) -> None:
        bare = _COMMENT.sub(" ", piece.text).strip()
        if not bare:
            return
        where = _PATH.match(bare)
        schema = _SCHEMA.match(bare)
        if where is not None:
            names = (part.strip(" '\"") for part in where[1].split(","))
            self._path = tuple(name for name in names if name and name.lower() not in ("$user", "default"))
            return
        if schema is not None:
            self._path = (schema[1],)
            return
        if inside and is_harmless(bare):
            if COMPUTED in bare:
                self._facts.sql.append(SqlStatement("select", owner, piece.line, dynamic=True))
            return
        try:
            self._facts.sql += statements(
                piece.text, definition=owner, line=piece.line, dialect=self._dialect, path=self._path
            )
        except Unreadable:
            found = guesses(bare, definition=owner, line=piece.line)
            self._facts.sql += found
            if COMPUTED in bare:
                self._facts.sql.append(SqlStatement("select", owner, piece.line, dynamic=True))
            elif not inside or found:
                self._problem(piece, f"could not be parsed ({_line(bare)})")

    def _define(self, name: str, piece: Piece) -> int:
        facts = self._facts
        number = len(facts.definitions)
        facts.scopes.append(ScopeFacts("function", 0, number))
        end = piece.line + piece.text.rstrip().count("\n")
        facts.definitions.append(
            Definition("function", name, name, 0, len(facts.scopes) - 1, piece.line, end, complexity=1)
        )
        return number

    def _problem(self, piece: Piece, what: str) -> None:
        self.problems.append(f"The statement on line {piece.line} {what}.")


def _line(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _SHOWN else f"{line[: _SHOWN - 1]}…"


def _blank(match: re.Match[str]) -> str:
    return "\n" * match[0].count("\n")


def _template(match: re.Match[str]) -> str:
    lines = "\n" * match[0].count("\n")
    if match[0].startswith(("{%", "{#")) or match[1] == "config":
        return lines
    names = _QUOTED.findall(match[2] or "")
    if match[1] == "ref" and names:
        return str(names[-1]) + lines
    if match[1] == "source" and len(names) == 2:
        return f"{names[0]}.{names[1]}{lines}"
    return COMPUTED + lines
