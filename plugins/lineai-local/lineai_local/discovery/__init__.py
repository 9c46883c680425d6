"""Which files of a repository are indexed, which are not, and why."""

from lineai_local.discovery.kinds import Kind, Role, kind_of
from lineai_local.discovery.listing import Entry, Limits, Listing, Skipped, list_repository
from lineai_local.discovery.paths import relative_key

__all__ = [
    "Entry",
    "Kind",
    "Limits",
    "Listing",
    "Role",
    "Skipped",
    "kind_of",
    "list_repository",
    "relative_key",
]
