"""What a server of the index knows: workspaces, running jobs, open views."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import time
from dataclasses import dataclass, field
from pathlib import Path

from lineai_local.freshness import current_view
from lineai_local.jobs import JobOptions, Jobs
from lineai_local.problems import NotFound
from lineai_local.queries.owners import Ownership
from lineai_local.store import View
from lineai_local.store.files import StateFiles
from lineai_local.workspace import Workspace, Workspaces

REST = 10
"""A workspace that was found unchanged is not looked at again for this many times what looking took."""

MOST_REST = 2.0
"""Seconds after which it is looked at again whatever that takes."""

_FAILURE_SECONDS = 3.0
_MOST_VIEWS = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class ServiceOptions:
    """Which workspaces there are, and how to index.

    ``patience`` is how many seconds a question waits for the index before it is told to ask again.
    """

    workspaces: Workspaces
    job: JobOptions = field(default_factory=JobOptions)
    patience: float = 0.8


class Service:
    """Answers "which view is current" and opens views; belongs to one event loop."""

    def __init__(self, options: ServiceOptions) -> None:
        self.workspaces = options.workspaces
        self.jobs = Jobs(options.job)
        self._patience = options.patience
        self.limits = options.job.limits
        self._unchanged_until: dict[str, float] = {}
        self._guards: dict[str, asyncio.Lock] = {}
        self._ownership: dict[str, Ownership] = {}
        self._open: dict[str, tuple[tuple[int, int, int], View]] = {}

    async def ready(self, workspace: Workspace) -> str:
        """Return the id of the workspace's view, up to date with the files on disk.

        Starts a run if the view is missing or stale, and waits a moment for it; raises ``Indexing`` if
        that is not enough: the run goes on, ask again. Raises ``IndexingFailed`` if it failed.
        """
        async with self._guards.setdefault(workspace.id, asyncio.Lock()):
            job = self.jobs.latest(workspace)
            if job is not None and job.ended_at is not None and self._age(job.ended_at) < _FAILURE_SECONDS:
                await job.result()
            if job is None or not job.running:
                view = await self._current(workspace)
                if view is not None:
                    return view
                self.workspaces.remember(workspace)
                job = self.jobs.start(workspace)
        report = await job.result(self._patience)
        return report.view

    async def view(self, identifier: str) -> View:
        """Return the open view with that id; raises ``NotFound`` if there is none."""
        path = self.workspaces.holding(identifier)
        identity = _identity(path) if path is not None else None
        kept = self._open.get(identifier)
        if kept is not None:
            if kept[0] == identity:
                return kept[1]
            del self._open[identifier]
        if path is None or identity is None:
            raise NotFound(f"There is no materialized view {identifier!r}.")
        try:
            view = await asyncio.to_thread(View, path)
        except sqlite3.Error as error:
            raise NotFound(f"The materialized view {identifier!r} cannot be read: {error}.") from error
        self._open[identifier] = (identity, view)
        while len(self._open) > _MOST_VIEWS:
            del self._open[next(iter(self._open))]
        return view

    def ownership(self, view: View) -> Ownership:
        """Return who tells the owners of the files of a view; what it found is kept with the view."""
        known = self._ownership.get(view.id)
        if known is None:
            try:
                repositories = self.workspaces.by_id(view.path.parent.parent.name).repositories
            except NotFound:
                repositories = ()
            known = Ownership({repository.name: repository.root for repository in repositories})
            self._ownership[view.id] = known
            while len(self._ownership) > _MOST_VIEWS:
                del self._ownership[next(iter(self._ownership))]
        return known

    async def aclose(self) -> None:
        """End all runs and close all views."""
        await self.jobs.aclose()
        for _, view in self._open.values():
            view.close()
        self._open.clear()

    async def _current(self, workspace: Workspace) -> str | None:
        if time.monotonic() < self._unchanged_until.get(workspace.id, 0.0):
            view = StateFiles(workspace.directory).current()
            if view is not None:
                return view
        started = time.monotonic()
        found = await asyncio.to_thread(current_view, workspace, self.limits)
        if found is not None:
            ended = time.monotonic()
            self._unchanged_until[workspace.id] = ended + min(REST * (ended - started), MOST_REST)
        return found

    @staticmethod
    def _age(moment: float) -> float:
        return time.monotonic() - moment


def _identity(path: Path) -> tuple[int, int, int] | None:
    try:
        status = os.stat(path)  # noqa: PTH116
    except OSError:
        return None
    return (status.st_ino, status.st_mtime_ns, status.st_size)
