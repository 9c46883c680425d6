"""Facts as words: how nodes and relationships are spelled in the Markdown of an answer."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from lineai_core._graph.model import Node, Reference, Relationship, UnreadFile
from lineai_core._render.escaping import code, escape
from lineai_core.errors import ApiError
from lineai_core.types import ViewRef

FEW = 3
ABSENT = "N/A"

_ADVICE = {
    "timeout": "Ask again; if it happens often, raise LINEAI_REQUEST_TIMEOUT.",
    "gateway_timeout": "Ask again in a minute: a gateway before the server gave up waiting.",
    "http_error": "Ask again; if it persists, show this page to those who run the server.",
    "invalid_response": "Check that LINEAI_SERVER_HOST names a Lineai server, and its version.",
    "not_found": "Ask again; if it persists, have the view rebuilt.",
}

REQUEST_FAILURES = frozenset(_ADVICE)
"""Kinds of errors that say something about one request, not about the set-up or the account."""


def node(node: Node) -> str:
    """Return a node's symbol, identity or name, whichever tells most."""
    return code(node.symbol or node.identity or node.name)


def short(node: Node) -> str:
    """Return a node's symbol or name."""
    return code(node.symbol or node.name)


def label(node: Node) -> str:
    """Return a node's label."""
    return escape(node.label) if node.label else "unlabelled"


def relation(edge: Relationship) -> str:
    """Return a relationship's type."""
    return escape(edge.type) if edge.type else "unspecified relation"


def figure(value: int | float | None, absent: str = ABSENT) -> str:
    """Return a number, or a word if there is none."""
    return absent if value is None else str(value)


def count(number: int, noun: str) -> str:
    """Return a number with its noun, which is put into the plural by an s."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def several(texts: Sequence[str], spell: Callable[[str], str] = code, *, most: int = FEW) -> str:
    """Return the first few texts, each spelled in Markdown, and how many more there are."""
    more = len(texts) - most
    return ", ".join(map(spell, texts[:most])) + (f" and {more:,} more" if more > 0 else "")


def evidence(edge: Relationship) -> str:
    """Return how a relationship was found and where; nothing if the backend does not tell."""
    where = f" at {several(edge.provenance)}" if edge.provenance else ""
    confidence = None if edge.confidence is None else f"{edge.confidence:.2f}"
    how = ", ".join(escape(part) for part in (edge.lane, confidence) if part)
    return where + (f" ({how})" if how else "")


def reference(place: Reference) -> str:
    """Return who contains an unresolved reference, where, and why it stayed open."""
    edge = place.relationship
    reason = f": {escape(edge.reason)}" if edge.reason else ""
    return f"{node(place.node)} ({relation(edge)}{evidence(edge)}{reason})"


def unread(file: UnreadFile) -> str:
    """Return a file that could not be analysed, and why."""
    return f"{code(file.path)}: {escape(file.reason) if file.reason else 'no reason given'}"


def view(view: ViewRef) -> str:
    """Return a view's id, and its workspace if one was named."""
    return code(view.id) + (f" of workspace {code(view.workspace)}" if view.workspace else "")


def sentence(text: str) -> str:
    """Return a sentence of the core as safe Markdown; what it sets as code stands in quotes."""
    return escape(text.replace("`", "'"), limit=500)


def request_failure(error: ApiError) -> list[str]:
    """Return the facts of a failed request, one for each bullet: what happened, where, what to do."""
    status = f"HTTP {error.status}" if error.status is not None else "no HTTP status received"
    return [
        f"**What happened:** {sentence(error.message)}",
        f"**Kind:** {error.kind}, {status}",
        f"**Request:** {code(error.endpoint)}",
        *([f"**The server said:** {code(error.body, limit=500)}"] if error.body else []),
        f"**What to do:** {advice(error)}",
    ]


def advice(error: ApiError | None) -> str:
    """Return what to do about a failed request; ``None`` stands for an answer that made no sense."""
    if error is None:
        return _ADVICE["invalid_response"]
    return sentence(error.hint) if error.hint else _ADVICE.get(error.kind, _ADVICE["http_error"])
