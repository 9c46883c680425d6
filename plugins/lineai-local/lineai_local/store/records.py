"""What a view is written from."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

import msgspec

from lineai_local.graph import CodeGraph

FileStatus = Literal["indexed", "read", "searched", "skipped"]


class FileRecord(msgspec.Struct, frozen=True, array_like=True, gc=False, order=True):
    """A file and what became of it.

    ``indexed``: analysed. ``read``: configuration. ``searched``: only the names in it are known.
    ``skipped``: not looked into.
    ``reason`` says why a file is not analysed, or only in part. ``digest`` is that of its content, or empty.
    """

    repository: str
    path: str
    language: str
    status: FileStatus
    reason: str = ""
    digest: str = ""
    generated: bool = False
    lines: int = 0
    problems: tuple[str, ...] = ()


class Application(msgspec.Struct, frozen=True, array_like=True, gc=False, order=True):
    """A part of a repository with a manifest of its own; ``root`` is its directory, empty for the top."""

    repository: str
    root: str
    name: str
    manifest: str


@dataclass(frozen=True, slots=True)
class Mentioned:
    """The names in what is not analysed of a file, and the languages whose code they may mean."""

    languages: tuple[str, ...]
    names: list[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class ViewContent:
    """All that a view holds, before it is written.

    ``mentions`` tells, for each file (repository and path) that is not analysed but could call indexed
    code, which languages it speaks to and which names it contains. ``imported`` is JSON about the SCIP
    indexes that were taken into account, empty if there are none.
    """

    repositories: tuple[str, ...]
    files: list[FileRecord]
    graph: CodeGraph
    applications: list[Application] = field(default_factory=list)
    mentions: dict[tuple[str, str], Mentioned] = field(default_factory=dict)
    imported: str = ""
