"""Whether the current view still tells what is on disk."""

from __future__ import annotations

import time

import msgspec

from lineai_local.discovery import Limits, Listing, list_repository
from lineai_local.reading import CLOCK_SLACK_NS, Reader
from lineai_local.store.files import RepositoryStamps, StateFiles
from lineai_local.workspace import Workspace


def current_view(workspace: Workspace, limits: Limits) -> str | None:
    """Return the id of the workspace's view if it is current, or ``None`` if it must be made anew.

    The files are listed and compared by size and time of change; only those that changed in the very
    moment of the last look are read. Raises ``IndexingFailed`` if a repository is no longer there.
    """
    state = StateFiles(workspace.directory)
    view, manifest = state.current(), state.manifest()
    taken_ns = time.time_ns()
    listings = {each.name: list_repository(each.root, limits) for each in workspace.repositories}
    if view is None or manifest is None or manifest.view != view or manifest.limits != limits.key:
        return None
    if listings.keys() != manifest.repositories.keys():
        return None
    doubted = False
    for repository in workspace.repositories:
        reader = Reader.of(repository.name, repository.root, manifest, limits)
        same = _same(listings[repository.name], manifest.repositories[repository.name], reader)
        if same is None:
            return None
        doubted = doubted or same
    if doubted:
        state.save(msgspec.structs.replace(manifest, taken_ns=taken_ns))
    return view


def _same(listing: Listing, stamps: RepositoryStamps, reader: Reader) -> bool | None:
    """Return ``None`` if anything changed, else whether files had to be read to be sure."""
    if [(s.path, s.reason) for s in listing.skipped] != stamps.skipped:
        return None
    if [(e.path, e.size, e.mtime_ns) for e in listing.entries] != [
        (s.path, s.size, s.mtime_ns) for s in stamps.files
    ]:
        return None
    doubtful = [e for e in listing.entries if e.mtime_ns >= reader.taken_ns - CLOCK_SLACK_NS]
    for entry in doubtful:
        try:
            stamp, _ = reader.look(entry)
        except OSError:
            return None
        if stamp.digest != reader.known[entry.path].digest:
            return None
    return bool(doubtful)
