"""Gather what all files of a workspace say: read what changed, extract what is not known yet."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

import msgspec

from lineai_local.discovery import Entry, Listing, Role
from lineai_local.entry_points import entry_points
from lineai_local.extract import Extracted, FactsCache, Job, cache_key, extract_all
from lineai_local.facts import FileFacts, decode
from lineai_local.reading import Reader, names_in
from lineai_local.store import FileRecord
from lineai_local.store.files import Stamp
from lineai_local.store.records import FileStatus, Mentioned
from lineai_local.versions import content_rules, extraction_rules

Progress = Callable[[str, int, int | None], None]
"""Called with the phase, the steps done, and their total or ``None`` while it is unknown."""


@dataclass(slots=True)
class Collector:
    """Fills its tables from the files of the repositories; ``cache`` keeps what was extracted before."""

    cache: FactsCache
    progress: Progress
    total: int
    retry_failed: bool = False
    stamps: dict[str, list[Stamp]] = field(default_factory=dict)
    records: list[FileRecord] = field(default_factory=list)
    facts: dict[tuple[str, str], FileFacts] = field(default_factory=dict)
    mentions: dict[tuple[str, str], Mentioned] = field(default_factory=dict)
    configs: dict[str, dict[str, bytes]] = field(default_factory=dict)
    done: int = 0

    def collect(self, work: Iterable[tuple[str, Reader, Listing]], workers: int) -> None:
        """Take in every listed file of each (repository, reader, listing), with ``workers`` processes."""
        for job, outcome in extract_all(self._jobs(work), workers=workers):
            self._keep(job, outcome)

    def _jobs(self, work: Iterable[tuple[str, Reader, Listing]]) -> Iterator[Job]:
        """Yield the files whose facts are not known; take in the others."""
        for repository, reader, listing in work:
            self.stamps[repository] = []
            self.configs[repository] = {}
            for skipped in listing.skipped:
                self.records.append(FileRecord(repository, skipped.path, "", "skipped", skipped.reason))
            for entry in listing.entries:
                try:
                    job = self._take(repository, entry, reader)
                except OSError as error:
                    reason = f"cannot be read ({error.strerror})"
                    stamp = Stamp(entry.path, entry.size, entry.mtime_ns, "", reason)
                    self.stamps[repository].append(stamp)
                    self._record(repository, entry, stamp, "skipped", reason)
                    continue
                if job is not None:
                    yield job

    def _take(self, repository: str, entry: Entry, reader: Reader) -> Job | None:
        """Take in a file if everything about it is known, else return the job to extract it."""
        is_config = entry.kind.role is Role.CONFIG
        stamp, text = reader.unchanged(entry), None
        if stamp is None or is_config:
            stamp, text = reader.look(entry)
        known = None if stamp.reason or is_config else self._known(entry, stamp)
        if known is None and not stamp.reason and text is None:
            stamp, text = reader.look(entry)
        self.stamps[repository].append(stamp)
        if is_config:
            self.configs[repository][entry.path] = text or b""
            declared = entry_points(entry.path, text or b"")
            if declared:
                self.mentions[repository, entry.path] = Mentioned(("python",), declared)
            self._record(repository, entry, stamp, "read", "")
        elif known is not None and known.kind == "facts":
            self._analysed(repository, entry, stamp, known.blob)
        elif known is not None or stamp.reason:
            reason = known.blob.decode() if known is not None else stamp.reason
            self._search(repository, entry, stamp, reason, lambda: _text(reader, entry, text))
        else:
            return Job(entry.kind.language, entry.path, text or b"", (repository, entry, stamp))
        return None

    def _known(self, entry: Entry, stamp: Stamp) -> Extracted | None:
        known = self.cache.get(_key(entry, stamp))
        return None if known is not None and known.kind == "failed" and self.retry_failed else known

    def _keep(self, job: Job, outcome: bytes | str) -> None:
        """Take in what a worker process made of a file."""
        repository, entry, stamp = job.tag
        if isinstance(outcome, bytes):
            self.cache.put(_key(entry, stamp), Extracted("facts", outcome))
            self._analysed(repository, entry, stamp, outcome)
        else:
            self.cache.put(_key(entry, stamp), Extracted("failed", outcome.encode()))
            self._search(repository, entry, stamp, outcome, lambda: job.data)

    def _analysed(self, repository: str, entry: Entry, stamp: Stamp, blob: bytes) -> None:
        facts = decode(blob)
        self.facts[repository, entry.path] = facts
        reason = ""
        if facts.unread_names:
            reason = f"read only in part ({facts.problems[-1].rstrip('.')})"
            self.mentions[repository, entry.path] = Mentioned(entry.kind.speaks_to, list(facts.unread_names))
        self._record(repository, entry, stamp, "indexed", reason, facts)

    def _search(
        self, repository: str, entry: Entry, stamp: Stamp, reason: str, text: Callable[[], bytes]
    ) -> None:
        """Remember the names in a file that is not analysed."""
        if not entry.kind.speaks_to:
            self._record(repository, entry, stamp, "skipped", reason)
            return
        key = cache_key(content_rules(), f"names {entry.kind.role.value}", "", stamp.digest)
        known = self.cache.get(key)
        if known is None:
            names = names_in(entry, stamp, text())
            self.cache.put(key, Extracted("mentions", msgspec.msgpack.encode(names)))
        else:
            names = msgspec.msgpack.decode(known.blob, type=list[str])
        self.mentions[repository, entry.path] = Mentioned(entry.kind.speaks_to, names)
        self._record(repository, entry, stamp, "searched", reason)

    def _record(
        self,
        repository: str,
        entry: Entry,
        stamp: Stamp,
        status: FileStatus,
        reason: str,
        facts: FileFacts | None = None,
    ) -> None:
        lines, problems = (facts.lines, facts.problems) if facts is not None else (0, ())
        language, digest, generated = entry.kind.language, stamp.digest, stamp.generated
        self.records.append(
            FileRecord(repository, entry.path, language, status, reason, digest, generated, lines, problems)
        )
        self.done += 1
        self.progress("parse", self.done, self.total)


def _key(entry: Entry, stamp: Stamp) -> bytes:
    return cache_key(extraction_rules(), entry.kind.language, entry.path, stamp.digest)


def _text(reader: Reader, entry: Entry, text: bytes | None) -> bytes:
    return reader.look(entry)[1] if text is None else text
