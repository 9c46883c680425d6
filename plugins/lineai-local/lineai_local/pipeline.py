"""Make or renew a workspace's view: list, read, extract, link, write."""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec
from filelock import FileLock, Timeout

from lineai_local.applications import applications
from lineai_local.collect import Collector, Progress
from lineai_local.discovery import Limits, Listing, list_repository
from lineai_local.extract import FactsCache
from lineai_local.reading import Reader
from lineai_local.report import Report, make_report
from lineai_local.scip.keep import Kept
from lineai_local.store import View, ViewContent, view_id, write_view
from lineai_local.store.files import Manifest, RepositoryStamps, StateFiles
from lineai_local.versions import content_rules
from lineai_local.workspace import Workspace

_LOCK_POLL_SECONDS = 0.5
_MOST_WORKERS = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """How to index: worker processes (0: one for each processor), limits, whether to retry failed files.

    ``scip`` are SCIP indexes to use from now on (none: no longer any); ``None`` leaves it as it was.
    """

    workers: int = 0
    limits: Limits = field(default_factory=Limits)
    retry_failed: bool = False
    scip: tuple[Path, ...] | None = None


def index(workspace: Workspace, options: Options, progress: Progress) -> Report:
    """Bring the workspace's view up to date and return what was found.

    One process at a time does this for a workspace; others wait. Whatever interrupts it, the former
    view stays whole and current. Raises ``IndexingFailed`` if a repository cannot be indexed.
    """
    state = StateFiles(workspace.directory)
    state.create()
    with _locked(state.lock, progress):
        try:
            return _index(workspace, state, options, progress)
        except sqlite3.DatabaseError as error:
            if type(error) is not sqlite3.DatabaseError:
                raise  # busy, full disk, …: the kept facts are sound
            state.facts.unlink(missing_ok=True)
            return _index(workspace, state, options, progress)


@contextmanager
def _locked(path: Path, progress: Progress) -> Iterator[None]:
    lock = FileLock(path)
    while True:
        try:
            lock.acquire(timeout=_LOCK_POLL_SECONDS)
            break
        except Timeout:
            progress("waiting for another process", 0, None)
    try:
        yield
    finally:
        lock.release()


def _index(workspace: Workspace, state: StateFiles, options: Options, progress: Progress) -> Report:
    started = time.perf_counter()
    progress("list", 0, None)
    taken_ns = time.time_ns()
    limits = options.limits
    listings = {each.name: list_repository(each.root, limits) for each in workspace.repositories}
    total = sum(len(listing.entries) for listing in listings.values())
    kept = Kept(workspace.directory)
    if options.scip is not None:
        progress("import", 0, None)
        _import(kept, options.scip, workspace, listings, limits)
    manifest = state.manifest()
    cache = FactsCache(state.facts)
    try:
        found = Collector(cache, progress, total, options.retry_failed)
        work = [
            (each.name, Reader.of(each.name, each.root, manifest, limits), listings[each.name])
            for each in workspace.repositories
        ]
        found.collect(work, _workers(options))
        view = view_id(listings, found.records, kept.digests())
        changed = view != state.current()
        path = state.view_path(view)
        if not _is_view(path):
            path.unlink(missing_ok=True)
            _write(path, found, kept, progress)
        stamps = _stamps(found, listings)
        state.publish(Manifest(content_rules(), view, limits.key, taken_ns, stamps))
        state.remove_stale()
        cache.finish()
    finally:
        cache.close()
    totals, imported = _totals(path)
    return make_report(
        workspace=workspace.name,
        view=view,
        repositories=sorted(listings),
        files=found.records,
        totals=totals,
        imported=imported,
        seconds=time.perf_counter() - started,
        changed=changed,
    )


def _workers(options: Options) -> int:
    available = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return options.workers or min(available, _MOST_WORKERS)


def _import(
    kept: Kept, paths: tuple[Path, ...], workspace: Workspace, listings: dict[str, Listing], limits: Limits
) -> None:
    entries = {name: {entry.path: entry for entry in listing.entries} for name, listing in listings.items()}
    roots = {each.name: each.root for each in workspace.repositories}

    def look(repository: str, path: str) -> tuple[str, bytes]:
        stamp, text = Reader.of(repository, roots[repository], None, limits).look(entries[repository][path])
        return stamp.digest, text

    kept.replace(paths, {name: set(found) for name, found in entries.items()}, roots, look)


def _write(path: Path, found: Collector, kept: Kept, progress: Progress) -> None:
    from lineai_local.link import SourceFile, link

    progress("link", 0, None)
    sources = [SourceFile(name, file, facts) for (name, file), facts in sorted(found.facts.items())]
    configs = {(name, file): data for name, files in found.configs.items() for file, data in files.items()}
    graph = link(sources, configs)
    imported = ""
    if kept.digests():
        from lineai_local.scip.refine import refine

        progress("refine", 0, None)
        digests = {(file.repository, file.path): file.digest for file in found.records}
        imported = msgspec.json.encode(refine(graph, sources, kept.files(), digests)).decode()
    progress("write", 0, None)
    content = ViewContent(
        repositories=tuple(sorted(found.configs)),
        files=found.records,
        graph=graph,
        applications=[app for name, files in found.configs.items() for app in applications(name, files)],
        mentions=found.mentions,
        imported=imported,
    )
    write_view(path, content)


def _stamps(found: Collector, listings: dict[str, Listing]) -> dict[str, RepositoryStamps]:
    return {
        name: RepositoryStamps(found.stamps[name], [(s.path, s.reason) for s in listing.skipped])
        for name, listing in listings.items()
    }


def _totals(path: Path) -> tuple[dict[str, int], dict[str, Any] | None]:
    view = View(path)
    try:
        return view.totals(), view.imported()
    finally:
        view.close()


def _is_view(path: Path) -> bool:
    try:
        View(path).close()
    except (OSError, sqlite3.Error):
        return False
    return True
