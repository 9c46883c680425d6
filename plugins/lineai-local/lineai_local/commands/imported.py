"""Words about imported SCIP indexes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

STALE = "its text is another than the SCIP index was made from"


def describe(imported: Mapping[str, Any]) -> str:
    """Return, in one line, what came of imported SCIP indexes."""
    stale = f", {len(imported['stale'])} stale files not used" if imported["stale"] else ""
    return (
        f"{', '.join(imported['tools']) or 'nothing'}: "
        f"{imported['files']} files, {imported['places']} places; "
        f"{imported['confirmed']} edges confirmed, {imported['added']} added, "
        f"{imported['corrected']} corrected, {imported['closed']} unresolved sites closed{stale}"
    )
