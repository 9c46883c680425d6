"""Settings of this plugin."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from lineai_core.plugin import Secret, setting


def count(text: str) -> int:
    """Return ``text`` as a whole number, zero or more; raises ``ValueError`` with the accepted form."""
    if not text.strip().isdecimal():
        raise ValueError("a whole number, zero or more")
    return int(text)


@dataclass(frozen=True, kw_only=True)
class LocalSettings:
    """What the embedded backend can be told."""

    repo: Path | None = setting(
        "LINEAI_REPO",
        default=None,
        help="Repository to answer about; default: the one around the working directory.",
    )
    workspace: str | None = setting(
        "LINEAI_WORKSPACE_NAME", default=None, help="Workspace to ask when a call names none."
    )
    workers: int = setting(
        "LINEAI_LOCAL_WORKERS",
        default=0,
        parse=count,
        help="Processes that read source files (0: one for each processor).",
    )
    max_file_bytes: int = setting(
        "LINEAI_LOCAL_MAX_FILE_BYTES",
        default=1_500_000,
        parse=count,
        help="Size above which a source file is not analysed.",
    )
    max_files: int = setting(
        "LINEAI_LOCAL_MAX_FILES",
        default=100_000,
        parse=count,
        help="Number of source files above which a repository is not indexed.",
    )
    include: tuple[str, ...] = setting(
        "LINEAI_LOCAL_INCLUDE",
        default=(),
        help="Files to analyse whatever their size or look (patterns as in .gitignore, comma-separated).",
    )
    username: str = setting("LINEAI_USERNAME", default="", help="Account that serve-api accepts.")
    password: Secret = setting("LINEAI_PASSWORD", default=Secret(""), help="Password of that account.")
