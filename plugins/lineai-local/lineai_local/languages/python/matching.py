"""``match``: what each pattern proves and binds."""

from __future__ import annotations

from tree_sitter import Node

from lineai_local.facts import Attribute, Choice, Collection, Element, Entry, Opaque, Subscript, Typed
from lineai_local.languages.python import grammar as g
from lineai_local.languages.python.narrowing import narrow, narrowings
from lineai_local.languages.python.walk import Walk, statement_of
from lineai_local.languages.treesitter import MAX_DEPTH

_MATCH_WHOLE = frozenset(
    ("bool", "bytearray", "bytes", "dict", "float", "frozenset", "int", "list", "set", "str", "tuple")
)
"""Built-in classes whose one positional pattern is matched against the whole subject."""


@statement_of("match_statement")
def match(walk: Walk, node: Node) -> None:
    """Visit the subject and the cases, each a flow block in which a class pattern narrows the subject."""
    subjects = node.children_by_field_name("subject")
    values = [walk.read(subject) for subject in subjects]
    value = values[0] if len(values) == 1 else walk.add(Collection("tuple", tuple(values)))
    name = walk.text(subjects[0]) if len(subjects) == 1 and subjects[0].kind_id == g.IDENTIFIER else ""
    body = node.child_by_field_id(g.BODY)
    for case in g.parts(body) if body is not None else ():
        if case.kind_id == g.CASE:
            _case(walk, case, value, name)


def _case(walk: Walk, node: Node, value: int, subject: str) -> None:
    outer = walk.block
    walk.block = walk.new_block(outer)
    patterns = [child for child in g.parts(node) if child.kind_id == g.CASE_PATTERN]
    for place, pattern in enumerate(patterns):
        part = value if len(patterns) == 1 else walk.add(Entry(value, place))
        proven = _bind(walk, pattern, part, 0)
        if subject and proven != value and len(patterns) == 1:
            walk.bind(subject, node.start_byte, value=proven)
    guard = node.child_by_field_id(g.GUARD)
    if not _matches_all(walk, patterns, guard):
        walk.metrics.branch()
    if guard is not None:
        for condition in g.parts(guard):
            walk.value(condition)
            narrow(walk, narrowings(walk, condition)[0], guard.end_byte)
    walk.statements(node.child_by_field_id(g.CONSEQUENCE))
    walk.block = outer


def _matches_all(walk: Walk, patterns: list[Node], guard: Node | None) -> bool:
    """Tell whether a case is the default: one plain name without a guard."""
    return guard is None and len(patterns) == 1 and walk.text(patterns[0]).isidentifier()


def _bind(walk: Walk, pattern: Node, value: int, depth: int) -> int:
    """Bind the names in ``pattern``, which is matched against ``value``; return what that proves of it."""
    if depth > MAX_DEPTH:
        return value
    while pattern.kind_id == g.CASE_PATTERN:
        found = g.parts(pattern)
        if not found:
            return value
        pattern = found[0]
    kind, found = pattern.type, g.parts(pattern)
    if kind == "dotted_name":
        if len(found) == 1:
            walk.bind(walk.text(found[0]), pattern.start_byte, value=value)
    elif kind == "class_pattern":
        return _class(walk, found, depth)
    elif kind in ("list_pattern", "tuple_pattern"):
        for place, each in enumerate(found):
            rest = walk.text(each).startswith("*")
            _bind(walk, each, value if rest else walk.add(Entry(value, place)), depth + 1)
    elif kind == "dict_pattern":
        for each in found:
            if each.kind_id in (g.CASE_PATTERN, g.SPLAT_PATTERN):
                _bind(walk, each, walk.add(Subscript(value)), depth + 1)
    elif kind == "splat_pattern":
        for each in found:
            items = walk.add(Collection("list", (walk.add(Element(value)),)))
            walk.bind(walk.text(each), pattern.start_byte, value=items)
    elif kind == "union_pattern":
        return walk.add(Choice(tuple(_bind(walk, each, value, depth + 1) for each in found)))
    elif kind == "as_pattern" and found:
        proven = _bind(walk, found[0], value, depth + 1)
        for each in found[1:]:
            walk.bind(walk.text(each), pattern.start_byte, value=proven)
        return proven
    elif kind in ("string", "integer", "float", "true", "false", "none"):
        return walk.value(pattern)
    return value


def _class(walk: Walk, found: list[Node], depth: int) -> int:
    """Return an instance of the class in a class pattern, after binding names to its attributes."""
    written = found[0]
    parts = g.parts(written)
    named = walk.name(walk.text(parts[0]), written.start_byte)
    for part in parts[1:]:
        named = walk.add(Attribute(named, walk.text(part)))
    walk.site("reference", named, parts[-1])
    instance = walk.add(Typed(named))
    for argument in found[1:]:
        inner = g.parts(argument)
        if inner and inner[0].kind_id == g.KEYWORD_PATTERN:
            keyword = g.parts(inner[0])
            if len(keyword) == 2:
                attribute = walk.add(Attribute(instance, walk.text(keyword[0])))
                _bind(walk, keyword[1], attribute, depth + 1)
        else:
            whole = len(found) == 2 and walk.text(written) in _MATCH_WHOLE
            matched = instance if whole else walk.leaf(Opaque("a positional part of a pattern"))
            _bind(walk, argument, matched, depth + 1)
    return instance
