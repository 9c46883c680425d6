"""From a Python file or notebook to its facts."""

from __future__ import annotations

from lineai_local.facts import FileFacts
from lineai_local.languages.identifiers import identifiers
from lineai_local.languages.python import (  # noqa: F401  (importing registers the visitors)
    branches,
    definitions,
    displays,
    expressions,
    imports,
    matching,
    statements,
)
from lineai_local.languages.python.declarative import add_declared
from lineai_local.languages.python.grammar import GRAMMAR
from lineai_local.languages.python.source import python_source
from lineai_local.languages.python.walk import Walk
from lineai_local.languages.sql_texts import add_sql
from lineai_local.languages.treesitter import (
    UnreadableError,
    names_in_errors,
    parse,
    syntax_problems,
    unread_facts,
)


def extract(path: str, data: bytes) -> FileFacts:
    """Return the facts of the Python source ``data``; what is wrong with it is in their ``problems``."""
    source, problems = python_source(path, data)
    try:
        root = parse(GRAMMAR, source).root_node
    except UnreadableError as error:
        return unread_facts("python", *problems, str(error))
    walk = Walk(source)
    walk.statements(root)
    walk.finish()
    facts = walk.facts
    facts.lines = source.count(b"\n") + (not source.endswith(b"\n") and bool(source))
    module = facts.definitions[0]
    module.end_line = max(facts.lines, 1)
    module.complexity, module.statements = walk.metrics.leave()
    if path.endswith(".pyi"):
        for definition in facts.definitions[1:]:
            definition.modifiers = tuple(sorted({*definition.modifiers, "ambient"}))
    add_sql(facts, root, source)
    add_declared(facts, root, source)
    facts.problems = (*problems, *syntax_problems(root), *walk.problems)
    facts.unread_names = tuple(identifiers(source)) if walk.problems else names_in_errors(root, source)
    return facts
