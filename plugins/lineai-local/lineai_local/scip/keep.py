"""Take SCIP indexes into a workspace: compared with today's text, and kept until they are replaced."""

from __future__ import annotations

import hashlib
import os
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path, PurePosixPath
from urllib.parse import unquote, urlsplit

import msgspec

from lineai_local.scip.read import DEFINITION, Document, Occurrence, Tool, read
from lineai_local.scip.symbols import LOCAL, last

MOST_MISMATCHES = 0.1
"""The share of a file's places that may hold another text than the symbol's name (names that an import
changed do): beyond it the file is taken to have changed since the SCIP index was made."""

_FRAME = 8
_UTF8, _UTF32 = 1, 3

Look = Callable[[str, str], tuple[str, bytes]]
"""Returns the digest and the text of a file (repository, path); raises ``OSError``."""


class Place(msgspec.Struct, frozen=True, array_like=True, gc=False, order=True):
    """Where a name stands for a symbol: 1-based line, column, the name as written."""

    line: int
    column: int
    name: str
    symbol: str
    definition: bool


class KeptFile(msgspec.Struct, array_like=True):
    """What an index says about a file whose content had ``digest``; if that is empty, it was stale."""

    tool: str
    repository: str
    path: str
    digest: str
    places: list[Place]
    implementations: list[tuple[str, str]]


class Kept:
    """The SCIP indexes of a workspace, in the folder ``scip`` of its ``directory``."""

    def __init__(self, directory: Path) -> None:
        self._folder = directory / "scip"

    def digests(self) -> list[str]:
        """Return the digests of what is kept, sorted."""
        return sorted(path.stem for path in self._folder.glob("*.documents"))

    def files(self) -> Iterator[KeptFile]:
        """Yield the kept files, one at a time."""
        decoder = msgspec.msgpack.Decoder(KeptFile)
        for digest in self.digests():
            with (self._folder / f"{digest}.documents").open("rb") as file:
                while frame := file.read(_FRAME):
                    yield decoder.decode(file.read(int.from_bytes(frame, "big")))

    def replace(self, paths: Sequence[Path], files: Mapping[str, set[str]], roots: Roots, look: Look) -> None:
        """Keep these SCIP indexes in place of what was kept; none forgets it.

        ``files`` holds the paths of each repository's files. Raises ``Damaged`` or ``OSError``, and leaves
        everything as it was, if one of them cannot be read.
        """
        self._folder.mkdir(parents=True, exist_ok=True)
        partials: list[tuple[Path, str]] = []
        try:
            for number, path in enumerate(paths):
                partial = self._folder / f"{number}.{os.getpid()}.partial"
                partials.append((partial, ""))
                partials[-1] = (partial, _write(partial, _kept(path, files, roots, look)))
            for old in self._folder.glob("*.documents"):
                old.unlink()
            for partial, digest in partials:
                partial.replace(self._folder / f"{digest}.documents")
        finally:
            for partial, _ in partials:
                partial.unlink(missing_ok=True)


Roots = Mapping[str, Path]
"""The root directory of each repository."""


def _write(path: Path, files: Iterator[KeptFile]) -> str:
    digest = hashlib.blake2b(digest_size=16)
    with path.open("wb") as out:
        for each in files:
            data = msgspec.msgpack.encode(each)
            framed = len(data).to_bytes(_FRAME, "big") + data
            digest.update(framed)
            out.write(framed)
    return digest.hexdigest()


def _kept(path: Path, files: Mapping[str, set[str]], roots: Roots, look: Look) -> Iterator[KeptFile]:
    tool = Tool()
    for item in read(path):
        if isinstance(item, Tool):
            tool = item
            continue
        home = _home(item.path, tool.root, files, roots)
        if home is None:
            continue
        digest, text = look(*home)
        places, mismatches = _places(item, home, text.decode("utf-8", "replace"))
        stale = mismatches > MOST_MISMATCHES * len(places)
        yield KeptFile(
            f"{tool.name or 'SCIP'} {tool.version}".rstrip(),
            *home,
            "" if stale else digest,
            [] if stale else places,
            [] if stale else sorted({(a, b) for a, b in item.implementations if not a.startswith(LOCAL)}),
        )


def _home(path: str, root: str, files: Mapping[str, set[str]], roots: Roots) -> tuple[str, str] | None:
    """Return the repository and the path there of a document: below the index's root, or as it is written."""
    start = Path(unquote(urlsplit(root).path)) if root.startswith("file:") else None
    for name in sorted(files):
        if start is not None and start.is_relative_to(roots[name]):
            inside = (PurePosixPath(start.relative_to(roots[name]).as_posix()) / path).as_posix()
            if inside in files[name]:
                return name, inside
    return next(((name, path) for name in sorted(files) if path in files[name]), None)


def _places(document: Document, home: tuple[str, str], text: str) -> tuple[list[Place], int]:
    """Return the places with a name of the source, and how many hold another name than the symbol's.

    A name that always stands for the same other one was renamed by an import.
    """
    lines = text.split("\n")
    found = set()
    others: Counter[tuple[str, str]] = Counter()
    for occurrence in document.occurrences:
        written = _written(lines, occurrence, document.encoding)
        name, suffix = last(occurrence.symbol)
        checked = name.isidentifier() and suffix in ("()", "#", ".") and occurrence.end > occurrence.start
        if checked and written.strip("\"'`#") != name:
            others[name, written if written.isidentifier() else ""] += 1
        if written.isidentifier():
            symbol = occurrence.symbol
            if symbol.startswith(LOCAL):
                symbol = f"{LOCAL}{home[0]}/{home[1]} {symbol}"
            definition = bool(occurrence.roles & DEFINITION)
            found.add(Place(occurrence.line + 1, occurrence.start, written, symbol, definition))
    renamed = {(name, written) for (name, written), count in others.items() if written and count > 1}
    return sorted(found), sum(count for key, count in others.items() if key not in renamed)


def _written(lines: list[str], at: Occurrence, encoding: int) -> str:
    """Return the text of an occurrence; columns count units of UTF-16 if the index does not say how."""
    if at.line >= len(lines):
        return ""
    line = lines[at.line]
    if encoding == _UTF32 or line.isascii():
        return line[at.start : at.end]
    if encoding == _UTF8:
        return line.encode("utf-8")[at.start : at.end].decode("utf-8", "replace")
    return line.encode("utf-16-le")[2 * at.start : 2 * at.end].decode("utf-16-le", "replace")
