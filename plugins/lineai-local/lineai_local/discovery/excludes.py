"""Directories that hold other people's code or build output."""

from __future__ import annotations

from collections.abc import Collection

_THIRD_PARTY = frozenset(
    {
        ".eggs", ".git", ".hg", ".mypy_cache", ".nox", ".pytest_cache", ".ruff_cache", ".svn",
        ".tox", ".venv", ".yarn", "__pycache__", "__pypackages__", "bower_components", "jspm_packages",
        "node_modules", "site-packages", "venv",
    }
)  # fmt: skip
_BUILD = frozenset(
    {
        ".gradle", ".next", ".nuxt", ".output", "build", "coverage", "dist", "htmlcov", "out", "target",
        "third_party", "vendor",
    }
)  # fmt: skip


def excluded_directory(
    path: str, *, tracked: bool, environments: Collection[str] = ()
) -> tuple[str, str] | None:
    """Return the excluded directory around ``path`` and the reason, or ``None``.

    What version control tracks is excluded only for third-party code, not for build output: a tracked
    ``build`` or ``vendor`` directory is the project's own choice. ``environments`` are directories known
    to be Python virtual environments.
    """
    parts = path.split("/")[:-1]
    for depth, part in enumerate(parts, start=1):
        directory = "/".join(parts[:depth])
        if part in _THIRD_PARTY:
            return directory, "third-party code or tool cache"
        if directory in environments:
            return directory, "Python virtual environment"
        if part in _BUILD and not tracked:
            return directory, "build output or vendored code"
    return None
