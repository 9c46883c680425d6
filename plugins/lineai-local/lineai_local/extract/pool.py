"""Worker processes that extract files; one that crashes or hangs costs one file, not the run."""

from __future__ import annotations

import multiprocessing
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from typing import Any

from lineai_local.extract.child import TIME_LIMIT_STATUS, serve

_CHUNK_FILES = 50
_CHUNK_BYTES = 1_000_000
_EXTRACTOR = "lineai_local.extract.child:extract"
SECONDS_PER_FILE = 30.0


@dataclass(frozen=True, slots=True)
class Job:
    """One file to extract; ``tag`` is whatever the caller wants back with the result."""

    language: str
    path: str
    data: bytes
    tag: Any = None


def extract_all(
    jobs: Iterable[Job],
    *,
    workers: int = 1,
    seconds: float = SECONDS_PER_FILE,
    extractor: str = _EXTRACTOR,
) -> Iterator[tuple[Job, bytes | str]]:
    """Yield each job with its encoded facts, or with the reason why there are none.

    The order is not that of the jobs. ``seconds`` bounds the work on one file. ``jobs`` is read as the
    work goes on, so the contents of a large repository are never in memory at once.
    """
    chunks = _chunks(jobs)
    crew = [
        worker
        for worker in (_Worker(extractor, seconds, chunks) for _ in range(max(1, workers)))
        if worker.busy
    ]
    try:
        while crew:
            ready = set(wait([worker.connection for worker in crew]))
            for worker in crew:
                if worker.connection in ready:
                    yield worker.receive()
            crew = [worker for worker in crew if worker.busy]
    finally:
        for worker in crew:
            worker.stop()


class _Worker:
    """A worker process and the jobs it still owes; it is replaced when it dies."""

    def __init__(self, extractor: str, seconds: float, chunks: Iterator[list[Job]]) -> None:
        self._extractor, self._seconds, self._chunks = extractor, seconds, chunks
        self._pending: deque[Job] = deque(next(chunks, ()))
        if self._pending:
            self._start()

    @property
    def busy(self) -> bool:
        """Whether results are still owed."""
        return bool(self._pending)

    def receive(self) -> tuple[Job, bytes | str]:
        """Return the next result; give the worker more to do, or let it end."""
        try:
            _, outcome = self.connection.recv()
            job = self._pending.popleft()
        except (EOFError, OSError):
            job, outcome = self._pending.popleft(), self._cause_of_death()
            if self._pending:
                self._start()
                return job, outcome
            self._refill(start=True)
            return job, outcome
        if not self._pending:
            self._refill(start=False)
        return job, outcome

    def stop(self) -> None:
        """End the process at once."""
        self.connection.close()
        self._process.terminate()
        self._process.join()

    def _start(self) -> None:
        context = multiprocessing.get_context("spawn")
        self.connection: Connection
        self.connection, far = context.Pipe()
        self._process = context.Process(target=serve, args=(far, self._extractor, self._seconds), daemon=True)
        self._process.start()
        far.close()
        self._send()

    def _refill(self, *, start: bool) -> None:
        self._pending.extend(next(self._chunks, ()))
        if not self._pending:
            self.connection.close()
            self._process.join()
        elif start:
            self._start()
        else:
            self._send()

    def _send(self) -> None:
        try:
            self.connection.send([(job.language, job.path, job.data) for job in self._pending])
        except OSError:
            return  # it died; the next receive tells how

    def _cause_of_death(self) -> str:
        self.connection.close()
        self._process.join()
        status = self._process.exitcode
        if status == TIME_LIMIT_STATUS:
            return f"took longer than {self._seconds:g} s"
        return f"crashed the parser (exit status {status})"


def _chunks(jobs: Iterable[Job]) -> Iterator[list[Job]]:
    chunk: list[Job] = []
    size = 0
    for job in jobs:
        chunk.append(job)
        size += len(job.data)
        if len(chunk) >= _CHUNK_FILES or size >= _CHUNK_BYTES:
            yield chunk
            chunk, size = [], 0
    if chunk:
        yield chunk
