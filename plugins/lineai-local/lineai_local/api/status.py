"""What the index knows of itself, without starting anything."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from typing import Any

from lineai_local.freshness import current_view
from lineai_local.languages.registry import conflicts
from lineai_local.problems import LocalError
from lineai_local.service import Service
from lineai_local.store import View
from lineai_local.store.files import StateFiles


async def status(service: Service, *, files: bool = False) -> dict[str, Any]:
    """Return the default workspace, its current view if any, whether that is fresh, and what it holds.

    With ``files``, every file that is not analysed, or not wholly, is listed with the reasons. Raises
    ``NotIndexed`` if there is no default workspace.
    """
    workspace = service.workspaces.default()
    job = service.jobs.latest(workspace)
    running = job is not None and job.running
    found: dict[str, Any] = {
        "workspace": workspace.name,
        "roots": [str(root) for root in workspace.roots],
        "directory": str(workspace.directory),
        "view": StateFiles(workspace.directory).current(),
        "fresh": False,
        "conflicts": conflicts(),
        "indexing": {"phase": job.phase, "done": job.done, "total": job.total} if job and running else None,
    }
    if found["view"] is None:
        return found
    try:
        found["fresh"] = await asyncio.to_thread(current_view, workspace, service.limits) is not None
    except LocalError as error:
        found["problem"] = error.message
    view = await service.view(found["view"])
    found |= await asyncio.to_thread(_contents, view)
    return found | await asyncio.to_thread(_listed, view) if files else found


def _contents(view: View) -> dict[str, Any]:
    files = view.files()
    languages = Counter(file.language for file in files if file.status == "indexed")
    reasons = Counter(file.reason for file in files if file.status in ("searched", "skipped"))
    return {
        "repositories": view.repositories(),
        "files": sum(languages.values()),
        "languages": dict(sorted(languages.items())),
        "skipped": dict(sorted(reasons.items())),
        "problems": sum(file.problems != "[]" for file in files),
        **view.totals(),
        "imported": view.imported(),
    }


def _listed(view: View) -> dict[str, Any]:
    files = view.files()
    return {
        "notAnalysed": [
            {"repository": file.repository, "path": file.path, "reason": file.reason}
            for file in files
            if file.status in ("searched", "skipped")
        ],
        "withProblems": [
            {"repository": file.repository, "path": file.path, "problems": json.loads(file.problems)}
            for file in files
            if file.problems != "[]"
        ],
    }
