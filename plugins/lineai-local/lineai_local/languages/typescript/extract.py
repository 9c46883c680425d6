"""From the bytes of a TypeScript or JavaScript file to its facts."""

from __future__ import annotations

from functools import cache
from pathlib import PurePosixPath

import tree_sitter_javascript
import tree_sitter_typescript
from tree_sitter import Language

from lineai_local.facts import NONE, Definition, FileFacts, ScopeFacts
from lineai_local.languages.sql_texts import add_sql
from lineai_local.languages.treesitter import (
    UnreadableError,
    names_in_errors,
    parse,
    syntax_problems,
    unread_facts,
)
from lineai_local.languages.typescript.builder import Builder
from lineai_local.languages.typescript.classes import CLASSES
from lineai_local.languages.typescript.expressions import VALUES
from lineai_local.languages.typescript.finish import finish
from lineai_local.languages.typescript.imports import IMPORTS
from lineai_local.languages.typescript.statements import STATEMENTS
from lineai_local.languages.typescript.types import TYPES

_JAVASCRIPT = frozenset({".js", ".jsx", ".mjs", ".cjs"})
_ALL_STATEMENTS = {**STATEMENTS, **CLASSES, **IMPORTS}


def extract(path: str, source: bytes) -> FileFacts:
    """Return the facts of the file called ``path``; malformed source gives what can be read of it."""
    try:
        tree = parse(_grammar(PurePosixPath(path).suffix.lower()), source)
    except UnreadableError as error:
        return unread_facts("typescript", str(error))
    builder = Builder(source, VALUES, TYPES, _ALL_STATEMENTS)
    facts = builder.facts
    facts.definitions.append(
        Definition("module", "<module>", "<module>", NONE, 0, 1, facts.lines, complexity=1)
    )
    facts.scopes.append(ScopeFacts("module", NONE, 0))
    facts.blocks.append(NONE)
    builder.statement(tree.root_node)
    builder.drain()
    finish(builder)
    add_sql(facts, tree.root_node, source)
    facts.problems = tuple(syntax_problems(tree.root_node))
    facts.unread_names = names_in_errors(tree.root_node, source)
    return facts


@cache
def _grammar(suffix: str) -> Language:
    """Return the grammar for a file ending; JSX in ``.ts`` files would clash with type assertions."""
    if suffix in _JAVASCRIPT:
        return Language(tree_sitter_javascript.language())
    if suffix == ".tsx":
        return Language(tree_sitter_typescript.language_tsx())
    return Language(tree_sitter_typescript.language_typescript())
