"""What an indexing run tells of itself."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from lineai_local.store.records import FileRecord

_NOT_ANALYSED = ("searched", "skipped")


class LanguageCount(msgspec.Struct, frozen=True):
    """How much of a language is indexed."""

    files: int
    lines: int


class SkippedFile(msgspec.Struct, frozen=True):
    """A file or directory that is not analysed, and why."""

    repository: str
    path: str
    reason: str


class Problem(msgspec.Struct, frozen=True):
    """Something in an analysed file that the analysis could not follow."""

    repository: str
    path: str
    problem: str


class Report(msgspec.Struct, frozen=True):
    """The result of a run. ``seconds`` is its wall time; ``changed`` whether a new view came of it.

    ``imported`` tells what came of imported SCIP indexes (see ``scip.refine.Imported``).
    """

    workspace: str
    view: str
    repositories: list[str]
    files: int
    lines: int
    languages: dict[str, LanguageCount]
    generated: int
    skipped: list[SkippedFile]
    problems: list[Problem]
    nodes: int
    edges: int
    unresolved: int
    seconds: float
    changed: bool
    imported: dict[str, Any] | None = None


def make_report(
    *,
    workspace: str,
    view: str,
    repositories: list[str],
    files: Iterable[FileRecord],
    totals: Mapping[str, int],
    seconds: float,
    changed: bool,
    imported: dict[str, Any] | None = None,
) -> Report:
    """Return the report of a run over ``files``."""
    ordered = sorted(files)
    indexed = [file for file in ordered if file.status == "indexed"]
    counts, lines = Counter(f.language for f in indexed), Counter[str]()
    for file in indexed:
        lines[file.language] += file.lines
    return Report(
        workspace=workspace,
        view=view,
        repositories=repositories,
        files=len(indexed),
        lines=sum(lines.values()),
        languages={name: LanguageCount(counts[name], lines[name]) for name in sorted(counts)},
        generated=sum(file.generated for file in indexed),
        skipped=[SkippedFile(f.repository, f.path, f.reason) for f in ordered if f.status in _NOT_ANALYSED],
        problems=[Problem(f.repository, f.path, problem) for f in ordered for problem in f.problems],
        nodes=totals.get("nodes", 0),
        edges=totals.get("edges", 0),
        unresolved=totals.get("unresolved", 0),
        seconds=round(seconds, 3),
        changed=changed,
        imported=imported,
    )
