"""A cache that keeps nothing: every question reaches the backend."""

from __future__ import annotations

from typing import Any


class NoCache:
    """Implements ``Cache`` without a memory."""

    async def get(self, key: str) -> Any | None:
        """Return ``None``."""
        return None

    async def set(self, key: str, value: Any, *, ttl: float) -> None:
        """Keep nothing."""

    async def delete(self, key: str) -> None:
        """Have nothing to forget."""
