"""Look into the files of a repository, but only into those that changed since the last time."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path

from lineai_local.discovery import Entry, Limits, Role
from lineai_local.discovery.content import judge
from lineai_local.discovery.mentions import mentions
from lineai_local.languages.identifiers import EVERYTHING
from lineai_local.store.files import Manifest, Stamp

CLOCK_SLACK_NS = 2_000_000_000
"""A file changed within this time before it was looked at may have changed again unseen."""

_MOST_BYTES = 8_000_000
_ROLES_READ = (Role.SOURCE, Role.CONFIG)


@dataclass(slots=True)
class Reader:
    """Reads files below ``root``; ``known`` are the stamps of the last run, by path."""

    root: Path
    known: dict[str, Stamp]
    taken_ns: int
    limits: Limits

    @classmethod
    def of(cls, repository: str, root: Path, manifest: Manifest | None, limits: Limits) -> Reader:
        """Return a reader that trusts ``manifest`` as far as the same limits held."""
        if manifest is None or manifest.limits != limits.key or repository not in manifest.repositories:
            return cls(root, {}, 0, limits)
        known = {stamp.path: stamp for stamp in manifest.repositories[repository].files}
        return cls(root, known, manifest.taken_ns, limits)

    def unchanged(self, entry: Entry) -> Stamp | None:
        """Return the known stamp if the file cannot have changed since it was made."""
        stamp = self.known.get(entry.path)
        if stamp is None or stamp.size != entry.size or stamp.mtime_ns != entry.mtime_ns:
            return None
        return stamp if entry.mtime_ns < self.taken_ns - CLOCK_SLACK_NS else None

    def look(self, entry: Entry) -> tuple[Stamp, bytes]:
        """Return the file's stamp and its text as UTF-8 (empty if it is not to be read).

        Raises ``OSError`` if it cannot be read.
        """
        if entry.kind.role not in _ROLES_READ and not entry.kind.speaks_to:
            return self._stamp(entry, "", _not_analysed(entry)), b""
        included = self.limits.includes(entry.path)
        if entry.size > max(_MOST_BYTES, self.limits.file_bytes) and not included:
            return self._stamp(
                entry, f"size {entry.size}", self._too_large(entry) or _not_analysed(entry)
            ), b""
        data = (self.root / entry.path).read_bytes()
        digest = hashlib.blake2b(data, digest_size=16).hexdigest()
        if entry.kind.role is not Role.SOURCE:
            return self._stamp(entry, digest, _not_analysed(entry)), data
        content = judge(entry.path, data, entry.kind.language)
        reason = "" if included else self._too_large(entry) or content.reason or ""
        return self._stamp(entry, digest, reason, generated=content.generated), content.text

    def _too_large(self, entry: Entry) -> str:
        if entry.size <= self.limits.file_bytes:
            return ""
        return f"{entry.size} bytes, more than the limit of {self.limits.file_bytes}"

    @staticmethod
    def _stamp(entry: Entry, digest: str, reason: str, *, generated: bool = False) -> Stamp:
        return Stamp(entry.path, entry.size, entry.mtime_ns, digest, reason, generated)


def names_in(entry: Entry, stamp: Stamp, text: bytes) -> list[str]:
    """Return the names that a file which is not analysed contains."""
    if stamp.digest.startswith("size "):
        return [EVERYTHING]
    return mentions(text, template=entry.kind.role is Role.TEMPLATE)


def _not_analysed(entry: Entry) -> str:
    match entry.kind.role:
        case Role.TEMPLATE:
            return "a template: only searched for names"
        case Role.FOREIGN if entry.kind.speaks_to:
            return f"{entry.kind.language} is not analysed: only searched for names"
        case Role.FOREIGN:
            return f"{entry.kind.language} is not analysed"
        case _:
            return ""
