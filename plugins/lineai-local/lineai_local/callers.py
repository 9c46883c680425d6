"""Who calls a definition, who may call it, and how sure it is that nobody does."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

import msgspec

from lineai_local.graph import DATABASE_KINDS, DATABASE_USES, DYNAMIC_SQL
from lineai_local.languages import language
from lineai_local.store import NodeRow, View
from lineai_local.symbols import Target

Status = Literal["resolved", "unknown", "unreferenced"]
PASSED_ON = "passed as a value; whoever receives it may call it"
EXTENDED = "extended here; an object of the subclass is one of this class, too"
MEMBER_USED = "a member of it is used here"
DECLARED = "declared there as an entry point"
FROM_CONTAINER = "called here out of a container that holds it beside others"

CALLABLE_KINDS = frozenset({"constructor", "function", "method", "property"})
_CLASSES = frozenset({"class", "interface", "enum"})
USES = ("INSTANTIATES", "INVOKES_METHOD", "REFERENCES_CLASS", "REFERENCES_METHOD")
"""The edges that run from a user to what it uses."""

_CALLS = ("INVOKES_METHOD",)
_CONSTRUCTIONS = ("INVOKES_METHOD", "INSTANTIATES")
_IMPORTS = ("IMPORTS",)
REFERENCES = ("EXTENDS", "REFERENCES_METHOD", "REFERENCES_CLASS")
_REASONS = {"container": FROM_CONTAINER, "member": MEMBER_USED}


class Proof(msgspec.Struct, frozen=True, order=True):
    """Why a caller is believed to be one; ``provenance`` is ``path:line``."""

    lane: str
    backend: str
    confidence: float
    provenance: str


class Caller(msgspec.Struct, frozen=True):
    """A definition that calls the target; ``line`` is that of its first call."""

    symbol: str
    path: str
    line: int
    evidence: list[Proof]


class OpenSite(msgspec.Struct, frozen=True):
    """A place that may call the target, and why that is not known."""

    symbol: str
    path: str
    line: int
    name: str
    kind: str
    reason: str


class Callers(msgspec.Struct, frozen=True):
    """The answer about one target.

    ``resolved``: there are callers. ``unknown``: none was found, but one of the unresolved places may be
    one. ``unreferenced``: there is none.
    """

    target: str
    status: Status
    callers: list[Caller]
    unresolved: list[OpenSite]


def callers_of(view: View, target: Target) -> Callers:
    """Return the callers of ``target`` and every place that may be one, sorted by place."""
    callers = _callers(view, target)
    places = {
        *_references(view, target),
        *_open_sites(view, target),
        *_mentions(view, target),
        *_unseen(view, target),
    }
    proven = {(caller.symbol, proof.provenance) for caller in callers for proof in caller.evidence}
    unresolved = sorted((place for place in places if not _is_proven(place, proven)), key=_place)
    status: Status = "resolved" if callers else "unknown" if unresolved else "unreferenced"
    return Callers(target.symbol, status, callers, unresolved)


def _callers(view: View, target: Target) -> list[Caller]:
    kinds = {node.kind for node in target.nodes}
    if kinds & DATABASE_KINDS:
        types: tuple[str, ...] = DATABASE_USES
    else:
        types = _CONSTRUCTIONS if kinds & _CLASSES else _IMPORTS if kinds == {"module"} else _CALLS
    edges = view.incoming((node.id for node in target.nodes), types)
    sources = view.nodes(edge.source for edge in edges)
    proofs: dict[str, set[tuple[int, Proof]]] = {}
    places: dict[str, NodeRow] = {}
    for edge in edges:
        source = sources[edge.source]
        places.setdefault(source.symbol, source)
        for item in edge.proofs():
            proof = Proof(item.lane, item.backend, item.confidence, f"{item.path}:{item.line}")
            proofs.setdefault(source.symbol, set()).add((item.line, proof))
    found = []
    for symbol, items in proofs.items():
        ordered = sorted(items, key=lambda item: (-item[1].confidence, item[0], item[1]))
        first = min(line for line, _ in items)
        found.append(Caller(symbol, places[symbol].path, first, [proof for _, proof in ordered]))
    return sorted(found, key=lambda caller: (caller.path, caller.line, caller.symbol))


def _references(view: View, target: Target) -> Iterable[OpenSite]:
    """Yield the places that pass the target, or the class that it constructs, on as a value."""
    edges = view.incoming((node.id for node in [*target.nodes, *_constructed(view, target)]), REFERENCES)
    sources = view.nodes(edge.source for edge in edges)
    for edge in edges:
        for item in edge.proofs():
            symbol = sources[edge.source].symbol
            reason = EXTENDED if edge.type == "EXTENDS" else _REASONS.get(item.backend, PASSED_ON)
            yield OpenSite(symbol, item.path, item.line, target.nodes[0].name, "reference", reason)


def _open_sites(view: View, target: Target) -> Iterable[OpenSite]:
    """Yield the unresolved calls of the target's name in its own language."""
    languages = {node.language for node in target.nodes}
    if any(node.kind in DATABASE_KINDS for node in target.nodes):
        rows = view.unresolved(DYNAMIC_SQL)
        sources = view.nodes(row.source for row in rows)
        for row in rows:
            yield OpenSite(sources[row.source].symbol, row.path, row.line, row.name, row.kind, row.reason)
        return
    for name in _names(view, target):
        rows = view.unresolved(name)
        sources = view.nodes(row.source for row in rows)
        for row in rows:
            source = sources[row.source]
            if source.language in languages:
                yield OpenSite(source.symbol, row.path, row.line, name, row.kind, row.reason)


def _mentions(view: View, target: Target) -> Iterable[OpenSite]:
    """Yield the files that are not analysed and contain the target's name."""
    if any(node.kind == "module" for node in target.nodes):
        return
    language = target.nodes[0].language
    for name in _names(view, target):
        for file in view.mentions(name, language):
            reason = f"{file.reason}; the name occurs in it" if file.reason else DECLARED
            yield OpenSite(f"{file.path}::<module>", file.path, 1, name, "mention", reason)


def _unseen(view: View, target: Target) -> Iterable[OpenSite]:
    """Yield the target itself if code outside the index, or the language, may call it by its contract."""
    for node in target.nodes:
        reason = implicit_reason(view, node)
        if reason:
            yield OpenSite(node.symbol, node.path, node.line, node.name, "implicit", reason)


def implicit_reason(view: View, node: NodeRow) -> str:
    """Return why code outside the index, or the language, may call the definition; empty if nothing does."""
    if node.kind not in CALLABLE_KINDS:
        return ""
    if node.says_override and not view.overrides(node.id):
        return "it overrides a method from outside the index, whose users may call it"
    if node.outside_base:
        return f"its class extends {node.outside_base}, from outside the index, which may call it"
    return language(node.language).implicit(node)


def _is_proven(site: OpenSite, proven: set[tuple[str, str]]) -> bool:
    """Return whether the site's function is a caller by the same line already."""
    return site.kind == "call" and (site.symbol, f"{site.path}:{site.line}") in proven


def _place(site: OpenSite) -> tuple[str, int, str, str, str, str]:
    return (site.path, site.line, site.symbol, site.name, site.kind, site.reason)


def _names(view: View, target: Target) -> list[str]:
    """Return the names by which the target is called: a constructor also by its class's."""
    names = {node.name for node in target.nodes if node.kind != "module"}
    names.update(node.name for node in _constructed(view, target))
    return sorted(names)


def _constructed(view: View, target: Target) -> list[NodeRow]:
    """Return the classes that the target, if it is a constructor, constructs."""
    constructors = [n.parent for n in target.nodes if n.kind == "constructor" or n.name == "__init__"]
    return list(view.nodes(parent for parent in constructors if parent is not None).values())
