"""What every tree-sitter extractor shares: guarded parsing, text, syntax problems, metrics.

A syntax tree may be as deep as its source is long, and Python's stack is not. An extractor therefore
recurses at most ``MAX_DEPTH`` levels (then it writes ``TOO_DEEP`` and one problem), and walks chains that
lean to the left (``a.b().c()``, ``a + b + c``) in a loop, because real code has long ones.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, field

from tree_sitter import Language, Node, Parser, Tree

from lineai_local import facts
from lineai_local.facts import NONE, Definition, FileFacts, ScopeFacts
from lineai_local.languages.identifiers import EVERYTHING, identifiers

MAX_BYTES = 4_000_000
"""Longer sources are not parsed: a tree takes about 90 times its source in memory."""

MAX_SECONDS = 10.0
"""Processor time after which parsing stops; only binary rubbish needs so long."""

MAX_DEPTH = 100
"""Levels of nested syntax that an extractor enters, counted separately in each visitor that recurses."""

TOO_DEEP = facts.Opaque("nested too deeply")
"""The expression that stands for what lies below ``MAX_DEPTH``."""

_ANNOTATION_LENGTH = 200
_CHUNK = 1 << 16
_SHOWN_ERRORS = 5


def shortened(annotation: str) -> str:
    """Return a decorator or annotation as written, on one line and at most 200 characters long."""
    line = " ".join(annotation.split())
    return line if len(line) <= _ANNOTATION_LENGTH else f"{line[: _ANNOTATION_LENGTH - 1]}…"


class UnreadableError(Exception):
    """A source cannot be parsed; the message is a sentence for the index report."""


def parse(language: Language, source: bytes) -> Tree:
    """Return the syntax tree of ``source``, which contains error nodes where the source is malformed.

    Take text from ``source`` (see ``text``): ``Node.text`` is unreliable for a tree parsed in chunks.
    Raises ``UnreadableError`` if the source is longer than ``MAX_BYTES`` or takes ``MAX_SECONDS``.
    """
    if len(source) > MAX_BYTES:
        raise UnreadableError(f"The file was not read: {len(source)} bytes are more than {MAX_BYTES}.")
    deadline = time.thread_time() + MAX_SECONDS

    def read(offset: int, _position: object) -> bytes:
        return source[offset : offset + _CHUNK]

    def late(_offset: int, _has_error: bool) -> bool:
        return time.thread_time() > deadline

    try:
        tree = Parser(language).parse(read, progress_callback=late)
    except ValueError:
        tree = None
    if tree is None:
        raise UnreadableError(f"The file was not read: parsing took more than {MAX_SECONDS:g} seconds.")
    return tree


def text(source: bytes, node: Node) -> str:
    """Return the text of ``node``; bytes that are not UTF-8 become replacement characters."""
    return source[node.start_byte : node.end_byte].decode("utf-8", "replace")


def line(node: Node) -> int:
    """Return the 1-based line on which ``node`` starts."""
    return node.start_point[0] + 1


def walk(node: Node) -> Iterator[Node]:
    """Yield ``node`` and all nodes below it in source order, without recursion."""
    stack = [node]
    while stack:
        current = stack.pop()
        yield current
        stack.extend(reversed(current.children))


def syntax_problems(root: Node) -> list[str]:
    """Return a sentence for each of the first syntax errors below ``root``, in source order."""
    if not root.has_error:
        return []
    lines: list[int] = []
    stack = [root]
    while stack:
        node = stack.pop()
        if node.is_error or node.is_missing:
            if line(node) not in lines:
                lines.append(line(node))
            if len(lines) > _SHOWN_ERRORS:
                break
        elif node.has_error:
            stack.extend(reversed(node.children))
    problems = [f"Syntax error on line {number}." for number in lines[:_SHOWN_ERRORS]]
    if len(lines) > _SHOWN_ERRORS:
        problems.append("There are more syntax errors.")
    return problems


def names_in_errors(root: Node, source: bytes) -> tuple[str, ...]:
    """Return, sorted, the identifiers inside the syntax errors below ``root``: what they do is unknown."""
    if not root.has_error:
        return ()
    parts: list[bytes] = []
    stack = [root]
    while stack:
        node = stack.pop()
        if node.is_error:
            parts.append(source[node.start_byte : node.end_byte])
        elif node.has_error:
            stack.extend(node.children)
    return tuple(identifiers(b"\n".join(parts)))


def empty_facts(language: str, *problems: str) -> FileFacts:
    """Return the facts of a file of which only the existence is known: a module, its scope, its block."""
    module = Definition("module", "<module>", "<module>", NONE, 0, 1, 1)
    return FileFacts(
        language,
        definitions=[module],
        scopes=[ScopeFacts("module", NONE, 0)],
        blocks=[NONE],
        problems=problems,
    )


def unread_facts(language: str, *problems: str) -> FileFacts:
    """Return the facts of a file that could not be read: any name may occur in it."""
    facts = empty_facts(language, *problems)
    facts.unread_names = (EVERYTHING,)
    return facts


@dataclass(slots=True)
class Metrics:
    """Counts branches and statements for each function while an extractor walks.

    ``enter`` at the start of a definition, ``branch`` and ``statement`` on the way, ``leave`` at its end.
    What is counted inside a nested definition belongs to that one only.
    """

    _open: list[list[int]] = field(default_factory=lambda: [[1, 0]])

    def enter(self) -> None:
        """Start counting for a nested definition."""
        self._open.append([1, 0])

    def branch(self, count: int = 1) -> None:
        """Count ``count`` places where control may take another way."""
        self._open[-1][0] += count

    def statement(self) -> None:
        """Count a statement."""
        self._open[-1][1] += 1

    def leave(self) -> tuple[int, int]:
        """Return the innermost open definition's cyclomatic complexity and its number of statements."""
        complexity, statements = self._open.pop()
        return complexity, statements
