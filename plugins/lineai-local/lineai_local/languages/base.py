"""What a language must say of itself."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lineai_local.facts import FileFacts
    from lineai_local.link.rules import Rules
    from lineai_local.store import NodeRow


def called_by_name_only(node: NodeRow) -> str:
    """Return the empty string: of a language in which nothing calls a definition but code that names it."""
    return ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Language:
    """A language: which files are its own, how one is read, and how its names resolve.

    ``name`` is the identifier used in the index (``python``). ``label`` prefixes node labels
    (``Python`` → ``PythonMethodEntity``). ``suffixes`` are file endings with the dot, lower case.
    ``extract`` is a pure function of the file's relative path and its text in UTF-8, without a byte order
    mark (``discovery`` decodes); it never raises for malformed source. ``rules`` returns the linker's rules
    for the language. ``implicit`` returns why the language, or a tool that goes by names and annotations,
    may call a definition that no code names; empty if nothing does.
    """

    name: str
    label: str
    suffixes: tuple[str, ...]
    extract: Callable[[str, bytes], FileFacts]
    rules: Callable[[], Rules]
    implicit: Callable[[NodeRow], str] = called_by_name_only
