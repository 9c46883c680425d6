"""From statements of SQL in all files to one schema for each repository, and to who uses what of it."""

from lineai_local.database.graph import DatabaseGraph

__all__ = ["DatabaseGraph"]
