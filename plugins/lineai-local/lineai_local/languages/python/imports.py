"""Imports, in all their forms."""

from __future__ import annotations

from tree_sitter import Node

from lineai_local.facts import Import
from lineai_local.languages.python import grammar as g
from lineai_local.languages.python.walk import Walk, statement_of
from lineai_local.languages.treesitter import line


@statement_of("import_statement")
def import_modules(walk: Walk, node: Node) -> None:
    """Visit ``import a.b, c as d``; the first binds ``a`` and loads ``a.b``."""
    for child in g.parts(node):
        if child.kind_id == g.ALIASED_IMPORT:
            module, alias = _aliased(walk, child)
            _bind(walk, node, Import(alias, module, "", line(child), type_only=walk.type_only))
        elif child.kind_id == g.DOTTED_NAME:
            module = _dotted(walk, child)
            top = module.split(".")[0]
            _bind(walk, node, Import(top, top, "", line(child), type_only=walk.type_only))
            if top != module:
                walk.facts.imports.append(Import("", module, "", line(child), type_only=walk.type_only))


@statement_of("import_from_statement")
def import_names(walk: Walk, node: Node) -> None:
    """Visit ``from ..a import b as c, d`` and ``from a import *``."""
    source = node.child_by_field_id(g.MODULE_NAME)
    if source is None:
        return
    module, level = _module(walk, source)
    for child in g.parts(node)[1:]:
        symbol = name = "*"
        if child.kind_id == g.ALIASED_IMPORT:
            symbol, name = _aliased(walk, child)
        elif child.kind_id == g.DOTTED_NAME:
            symbol = name = _dotted(walk, child)
        elif child.kind_id != g.WILDCARD_IMPORT:
            continue
        local = "" if name == "*" else name
        _bind(walk, node, Import(local, module, symbol, line(child), level, type_only=walk.type_only))


def _bind(walk: Walk, node: Node, imported: Import) -> None:
    """Append the import and bind its name; a star import names nothing."""
    walk.facts.imports.append(imported)
    if imported.name:
        walk.bind(imported.name, node.end_byte, imported=len(walk.facts.imports) - 1)


def _module(walk: Walk, node: Node) -> tuple[str, int]:
    """Return the module of a ``from`` clause, and its number of leading dots."""
    if node.kind_id == g.DOTTED_NAME:
        return _dotted(walk, node), 0
    module, level = "", 0
    for child in g.parts(node):
        if child.kind_id == g.IMPORT_PREFIX:
            level = walk.text(child).count(".")
        else:
            module = _dotted(walk, child)
    return module, level


def _aliased(walk: Walk, node: Node) -> tuple[str, str]:
    name, alias = node.child_by_field_id(g.NAME), node.child_by_field_id(g.ALIAS)
    module = _dotted(walk, name) if name is not None else ""
    return module, walk.text(alias) if alias is not None else module


def _dotted(walk: Walk, node: Node) -> str:
    return ".".join(walk.text(part) for part in g.parts(node)) or walk.text(node)
