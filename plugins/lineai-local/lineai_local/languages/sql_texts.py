"""SQL in the string literals of programs: found by their first words, put together where they are joined.

Only literals that start like SQL are looked at, so a file without any costs one search. What is joined or
formatted into a text is taken from a constant of the same file, or stands for something computed.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from typing import TYPE_CHECKING

import msgspec

from lineai_local.facts import NONE
from lineai_local.sql_facts import SqlStatement

if TYPE_CHECKING:
    from tree_sitter import Node

    from lineai_local.facts import FileFacts

BACKEND = "literal"

_START = re.compile(
    rb"""["'`]{1,3}[ \t\r\n]*(?:\\n\s*)?"""
    rb"(?:SELECT|INSERT|UPDATE|DELETE|WITH|MERGE|REPLACE|CREATE|ALTER|DROP|TRUNCATE)\s",
    re.IGNORECASE,
)
_SQL = re.compile(
    r"(?is)\A\s*(?:SELECT\b.+\bFROM\b|(?:INSERT|REPLACE)\s+(?:\w+\s+)?INTO\b|UPDATE\b.+\bSET\b|DELETE\s+FROM\b|"
    r"WITH\s+.+\bAS\s*\(|MERGE\s+INTO\b|CREATE\s+(?:\w+\s+){0,3}(?:TABLE|VIEW|INDEX)\b|ALTER\s+TABLE\b|"
    r"DROP\s+(?:TABLE|VIEW)\b|TRUNCATE\s+TABLE\b)"
)
_NAMED = re.compile(rb"""\.(?:table|from|into|from_|join)\(\s*["']([A-Za-z_][\w.]*)["']""")
_STRINGS = frozenset(
    {
        "string", "string_literal", "template_string", "concatenated_string",
        "interpreted_string_literal", "raw_string_literal",
    }
)  # fmt: skip
_JOINED = frozenset({"concatenated_string", "parenthesized_expression"})
_FRAGMENTS = frozenset(
    {
        "string_content", "string_fragment", "multiline_string_fragment", "escape_sequence",
        "interpreted_string_literal_content", "raw_string_literal_content",
    }
)  # fmt: skip
_HOLES = frozenset({"interpolation", "template_substitution"})
_FORMAT = re.compile(r"%(?:\(\w+\))?[sdr]")
_COMPUTED = "lineai_computed"
_ESCAPES = {"\\n": "\n", "\\t": " ", "\\\n": "", '\\"': '"', "\\'": "'", "\\`": "`", "\\\\": "\\"}
_DEEPEST = 200


def add_sql(facts: FileFacts, root: Node, source: bytes) -> None:
    """Add to ``facts`` the statements of SQL in the string literals of the file."""
    starts = [match.start() for match in _START.finditer(source)]
    named = list(_NAMED.finditer(source))
    if not starts and not named:
        return
    owners = _Owners(facts)
    seen: set[int] = set()
    for at in starts:
        literal = _whole(root.descendant_for_byte_range(at, at + 1))
        if literal is None or literal.id in seen:
            continue
        seen.add(literal.id)
        text = _text(literal, root, source)
        if _SQL.match(text):
            line = literal.start_point[0] + 1
            facts.sql += _statements(text, owners.at(line), line)
    for match in named:
        line = source.count(b"\n", 0, match.start()) + 1
        facts.sql.append(SqlStatement("named", owners.at(line), line, match[1].decode(), guess=True))


def _statements(text: str, definition: int, line: int) -> list[SqlStatement]:
    from lineai_local.languages.sql.parse import Unreadable, guesses, statements

    verb = text.split(None, 1)[0]
    prose = not verb.isupper()
    try:
        found = statements(text, definition=definition, line=line)
    except Unreadable:
        if prose:
            return []
        found = guesses(text, definition=definition, line=line)
        if _COMPUTED in text:
            found.append(SqlStatement("select", definition, line, dynamic=True))
    if prose:
        return [msgspec.structs.replace(item, guess=True) for item in found if not item.dynamic]
    return found


class _Owners:
    """Tells which definition a line belongs to."""

    def __init__(self, facts: FileFacts) -> None:
        spans = [(item.line, -item.end_line, number) for number, item in enumerate(facts.definitions)]
        self._spans = sorted(spans)
        self._parents = [item.parent for item in facts.definitions]
        self._ends = [item.end_line for item in facts.definitions]

    def at(self, line: int) -> int:
        """Return the innermost definition around a line; 0, the module, if there is no other."""
        position = bisect_right(self._spans, (line, 1, 0)) - 1
        number = self._spans[position][2] if position >= 0 else 0
        while number != NONE and self._ends[number] < line:
            number = self._parents[number]
        return max(number, 0)


def _whole(node: Node | None) -> Node | None:
    """Return the outermost expression of joined strings that starts with the literal at ``node``."""
    while node is not None and node.type not in _STRINGS:
        node = node.parent
    if node is None:
        return None
    for _ in range(_DEEPEST):
        parent = node.parent
        if parent is None:
            break
        joined = parent.type in ("binary_operator", "binary_expression") and _sign(parent) in ("+", "%")
        starts = (joined or parent.type in _JOINED) and parent.named_children[0].id == node.id
        if not starts and not _is_format(parent, node):
            break
        node = parent
    return node


def _is_format(parent: Node, node: Node) -> bool:
    """Return whether ``parent`` is ``node.format`` or its call."""
    if parent.type == "attribute":
        name = parent.child_by_field_name("attribute")
        return name is not None and name.text == b"format" and parent.named_children[0].id == node.id
    return parent.type == "call" and node.type == "attribute" and parent.named_children[0].id == node.id


def _text(node: Node, root: Node, source: bytes, depth: int = 0) -> str:
    """Return the text of an expression of strings; what is not known stands as computed."""
    if depth > _DEEPEST:
        return _COMPUTED
    kind = node.type
    if kind == "concatenated_string" or (kind == "parenthesized_expression" and node.named_child_count == 1):
        return "".join(
            _text(child, root, source, depth + 1) for child in node.named_children if child.type != "comment"
        )
    if kind in _STRINGS:
        return "".join(_parts(node, root, source))
    if kind in ("binary_operator", "binary_expression") and node.named_child_count >= 2:
        left, right = node.named_children[0], node.named_children[-1]
        first = _text(left, root, source, depth + 1)
        if _sign(node) == "%":
            values = right.named_children if right.type == "tuple" else [right]
            filled = iter([_text(value, root, source, depth + 1) for value in values])
            return _FORMAT.sub(lambda _: _bare(next(filled, _COMPUTED)), first)
        return first + _text(right, root, source, depth + 1)
    if kind == "call" and node.named_children[0].type == "attribute":
        return _text(node.named_children[0].named_children[0], root, source, depth + 1)
    if kind == "identifier":
        return _constant(node, root, source)
    return _COMPUTED


def _parts(node: Node, root: Node, source: bytes) -> Iterator[str]:
    if node.named_child_count == 0:
        yield source[node.start_byte : node.end_byte].decode("utf-8", "replace").strip("\"'`")
        return
    for child in node.named_children:
        if child.type in _HOLES:
            inner = child.named_children[0] if child.named_children else None
            known = inner is not None and inner.type == "identifier"
            yield _constant(inner, root, source) if known and inner is not None else _COMPUTED
        elif child.type in _FRAGMENTS:
            text = source[child.start_byte : child.end_byte].decode("utf-8", "replace")
            yield re.sub(r"\\(?:\n|.)", lambda found: _ESCAPES.get(found[0], " "), text)


def _constant(node: Node, root: Node, source: bytes) -> str:
    """Return the string that the only assignment to a name in the file gives it, else the mark."""
    name = re.escape(source[node.start_byte : node.end_byte])
    found = list(re.finditer(rb"(?<![\w.])" + name + rb"\s*(?::[^=\n]{0,80})?=(?!=|>)\s*", source))
    if len(found) != 1:
        return _COMPUTED
    at = found[0].end()
    value = root.descendant_for_byte_range(at, at + 1)
    while value is not None and value.type not in _STRINGS and value.start_byte == at:
        value = value.parent
    if value is None or value.type not in _STRINGS or value.start_byte != at:
        return _COMPUTED
    after = value.next_sibling
    if after is not None and after.type in ("+", "%", "."):
        return _COMPUTED
    if any(child.type in _HOLES for child in value.named_children):
        return _COMPUTED
    return "".join(_parts(value, root, source))


def _bare(text: str) -> str:
    return text if text.strip() else _COMPUTED


def _sign(node: Node) -> str:
    operator = node.child_by_field_name("operator")
    return operator.type if operator is not None else ""
