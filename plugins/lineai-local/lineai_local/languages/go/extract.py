"""From the bytes of a Go file to its facts."""

from __future__ import annotations

import tree_sitter_go
from tree_sitter import Language

from lineai_local.facts import FileFacts
from lineai_local.languages import treesitter
from lineai_local.languages.go.builder import Builder
from lineai_local.languages.go.statements import visit
from lineai_local.languages.identifiers import identifiers
from lineai_local.languages.sql_texts import add_sql

_GRAMMAR = Language(tree_sitter_go.language())


def extract(path: str, source: bytes) -> FileFacts:
    """Return the facts of the Go file at ``path``; malformed source gives facts with ``problems``."""
    try:
        root = treesitter.parse(_GRAMMAR, source).root_node
    except treesitter.UnreadableError as error:
        return treesitter.unread_facts("go", str(error))
    builder = Builder(source)
    clause = next((each for each in root.named_children if each.type == "package_clause"), None)
    if clause is not None and clause.named_children:
        builder.facts.package = builder.text(clause.named_children[0])
    visit(builder, root)
    facts = builder.facts
    _place_methods(facts)
    add_sql(facts, root, source)
    problems = treesitter.syntax_problems(root)
    facts.unread_names = treesitter.names_in_errors(root, source)
    if builder.too_deep:
        problems.append(f"Line {builder.too_deep} is nested too deeply: not all inside it was followed.")
        facts.unread_names = tuple(identifiers(source))
    facts.definitions[0].end_line = facts.lines
    facts.problems = tuple(problems)
    return facts


def _place_methods(facts: FileFacts) -> None:
    """Put the methods that stand in the same file as their type into it, where readers look for them."""
    types = {item.qualified: number for number, item in enumerate(facts.definitions) if item.kind == "class"}
    for item in facts.definitions:
        if item.kind == "method" and item.parent == 0:
            owner = types.get(item.qualified.rpartition(".")[0])
            if owner is not None:
                item.parent = owner
                kept = facts.definitions[owner]
                if len(item.type_parameters) == len(kept.type_parameters):
                    item.type_bounds = kept.type_bounds
