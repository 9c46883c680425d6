"""What an answer may lack: unresolved sites that could add to it, and files that were not analysed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from lineai_local.graph import DATABASE_KINDS, DYNAMIC_SQL
from lineai_local.store import NodeRow, UnresolvedRow, View

_SHOWN = 20
_MOST_NAMES = 500


@dataclass(frozen=True, slots=True)
class Gap:
    """Unresolved sites and files, not analysed, that mention what was asked for."""

    sites: list[UnresolvedRow]
    files: list[tuple[str, str]]
    unread: int

    @property
    def open(self) -> bool:
        """Whether the answer may lack something that is known of."""
        return bool(self.sites or self.files)

    def to_json(self, view: View) -> dict[str, Any]:
        """Return the gap as the API writes it."""
        sources = view.nodes(site.source for site in self.sites[:_SHOWN])
        return {
            "complete": not self.open,
            "unresolvedSites": len(self.sites),
            "examples": [
                {
                    "nodeId": sources[site.source].key,
                    "symbol": sources[site.source].symbol,
                    "name": site.name,
                    "provenance": f"{site.path}:{site.line}",
                    "reason": site.reason,
                }
                for site in self.sites[:_SHOWN]
            ],
            "mentioningFiles": len(self.files),
            "mentioningExamples": [{"path": path, "reason": reason} for path, reason in self.files[:_SHOWN]],
            "notAnalysedFiles": self.unread,
        }


def gap(view: View, nodes: Iterable[NodeRow], *, upstream: bool, downstream: bool) -> Gap:
    """Return what could add edges into (``upstream``) or out of (``downstream``) the nodes."""
    asked = list(nodes)
    sites: set[UnresolvedRow] = set()
    files: set[tuple[str, str]] = set()
    if upstream:
        named = {(node.name, node.language) for node in asked if node.kind not in DATABASE_KINDS | {"module"}}
        for name, language in sorted(named)[:_MOST_NAMES]:
            rows = view.unresolved(name)
            languages = {number: node.language for number, node in view.nodes(r.source for r in rows).items()}
            sites.update(row for row in rows if languages[row.source] == language)
            files.update((file.path, file.reason) for file in view.mentions(name, language))
        if any(node.kind in DATABASE_KINDS for node in asked):
            sites.update(view.unresolved(DYNAMIC_SQL))
    if downstream:
        sites.update(view.open_in(node.id for node in asked))
    unread = len(view.files("status IN ('searched', 'skipped')"))
    return Gap(sorted(sites, key=_place), sorted(files), unread)


def _place(site: UnresolvedRow) -> tuple[str, int, str, int]:
    return (site.path, site.line, site.name, site.source)
