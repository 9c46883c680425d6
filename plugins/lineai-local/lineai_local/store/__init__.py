"""Views on disk: written once, never changed, read by any number of processes."""

from lineai_local.store.records import Application, FileRecord, ViewContent
from lineai_local.store.view import MatchRow, NodeRow, UnresolvedRow, UseRow, View
from lineai_local.store.write import view_id, write_view

__all__ = [
    "Application",
    "FileRecord",
    "MatchRow",
    "NodeRow",
    "UnresolvedRow",
    "UseRow",
    "View",
    "ViewContent",
    "view_id",
    "write_view",
]
