"""Indexing runs as seen by a server: each in a process of its own, at most one for a workspace."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import msgspec

from lineai_local.discovery import Limits
from lineai_local.problems import Indexing, IndexingFailed, LocalError
from lineai_local.report import Report
from lineai_local.versions import content_rules
from lineai_local.workspace import Workspace

_LINE_LIMIT = 1 << 28
_GRACE_SECONDS = 0.5
_USER_ERRORS = (LocalError.code, "BAD_SCIP")


@dataclass(frozen=True, slots=True, kw_only=True)
class JobOptions:
    """How a run works: processes (0: one for each processor) and limits."""

    workers: int = 0
    limits: Limits = field(default_factory=Limits)


class Job:
    """One indexing run. ``phase``, ``done`` and ``total`` tell how far it is.

    ``scip`` names SCIP indexes to use from now on in place of the former ones.
    """

    def __init__(
        self,
        workspace: Workspace,
        options: JobOptions,
        *,
        retry_failed: bool = False,
        scip: Sequence[str] | None = None,
        notify: Callable[[str, int, int | None], None] | None = None,
    ) -> None:
        self.phase = "start"
        self.done = 0
        self.total: int | None = None
        self.ended_at: float | None = None
        self._notify = notify
        self._request = json.dumps(
            {
                "workspace": workspace.to_json(),
                "rules": content_rules(),
                "workers": options.workers,
                "limits": msgspec.to_builtins(options.limits),
                "retry_failed": retry_failed,
                "scip": scip,
            }
        )
        self._task = asyncio.create_task(self._run())
        self._task.add_done_callback(_mark_seen)

    async def result(self, within: float | None = None) -> Report:
        """Return the report; raises ``Indexing`` if the run takes longer than ``within`` seconds.

        A failed run raises ``LocalError`` with its message. The run itself goes on in any case.
        """
        await asyncio.wait({self._task}, timeout=within)
        if not self._task.done():
            raise Indexing(self.phase, self.done, self.total)
        return self._task.result()

    async def cancel(self) -> None:
        """End the run; the former view stays."""
        self._task.cancel()
        await asyncio.wait({self._task})

    @property
    def running(self) -> bool:
        """Whether the run goes on."""
        return not self._task.done()

    async def _run(self) -> Report:
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-P", "-m", "lineai_local.worker",
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            limit=_LINE_LIMIT,
            creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
        )  # fmt: skip
        try:
            return await self._follow(process)
        finally:
            self.ended_at = time.monotonic()
            await _end(process)

    async def _follow(self, process: asyncio.subprocess.Process) -> Report:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(self._request.encode() + b"\n")
        async for line in process.stdout:
            message = json.loads(line)
            if "report" in message:
                return msgspec.convert(message["report"], Report)
            if "failed" in message:
                error = LocalError if message["code"] in _USER_ERRORS else IndexingFailed
                raise error(message["failed"])
            self.phase, self.done, self.total = message["progress"]
            if self._notify is not None:
                self._notify(self.phase, self.done, self.total)
        raise IndexingFailed(f"The indexing process ended with status {await process.wait()}.")


class Jobs:
    """The runs of a server, by workspace."""

    def __init__(self, options: JobOptions) -> None:
        self._options = options
        self._jobs: dict[str, Job] = {}

    def latest(self, workspace: Workspace) -> Job | None:
        """Return the workspace's running or last run."""
        return self._jobs.get(workspace.id)

    def start(self, workspace: Workspace) -> Job:
        """Return the workspace's running run; start one if there is none."""
        job = self._jobs.get(workspace.id)
        if job is None or not job.running:
            job = self._jobs[workspace.id] = Job(workspace, self._options)
        return job

    async def aclose(self) -> None:
        """End all runs."""
        jobs, self._jobs = self._jobs, {}
        for job in jobs.values():
            await job.cancel()


def _mark_seen(task: asyncio.Task[Report]) -> None:
    """Look at a failure that perhaps nobody will ask about, so that the event loop does not complain."""
    if not task.cancelled():
        task.exception()


async def _end(process: asyncio.subprocess.Process) -> None:
    """See the process off: it ends when its input closes; it is killed if it does not."""
    if process.stdin is not None:
        process.stdin.close()
    try:
        await asyncio.wait_for(process.wait(), _GRACE_SECONDS)
    except TimeoutError:
        process.kill()
        await process.wait()
