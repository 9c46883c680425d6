"""The names that a plugin goes by, all made of the name of its distribution."""

from __future__ import annotations

import re
from dataclasses import dataclass

PREFIX = "lineai-"
RESERVED = frozenset(
    {"brick", "core", "database", "graph", "impact", "local", "mcp-server", "memory", "status"}
)
"""What may not stand behind the prefix: the distributions, commands and tools of Lineai itself."""
LONGEST = 38
"""Characters behind the prefix, so that the name of the tool that it begins stays legal for every client."""
_SEPARATORS = re.compile(r"[-_.]+")
_BEHIND_PREFIX = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")


class BadName(ValueError):
    """A plugin cannot be called that; the message says why, and what would do."""


@dataclass(frozen=True, slots=True)
class Names:
    """The names of a plugin; ``distribution`` is ``lineai-`` and a normalised name."""

    distribution: str

    @classmethod
    def of(cls, name: str) -> Names:
        """Return the names of a plugin called ``name``, which is normalised as package indexes do.

        Raises ``BadName`` if the prefix is missing or a plugin cannot be called that.
        """
        normal = _SEPARATORS.sub("-", name.strip()).lower()
        behind = normal.removeprefix(PREFIX)
        if not _BEHIND_PREFIX.fullmatch(behind):
            raise BadName(
                f"{name!r} is no name for a plugin: it must be {PREFIX} followed by a letter, then letters, "
                f"digits and single hyphens, such as {PREFIX}acme"
            )
        if len(behind) > LONGEST:
            raise BadName(f"{name!r} is too long: at most {LONGEST} characters may follow {PREFIX}")
        if behind == normal:
            raise BadName(f"the name of a plugin begins with {PREFIX}: call it {PREFIX}{behind}")
        if behind in RESERVED:
            raise BadName(f"{normal} is a name of Lineai itself: choose another")
        return cls(normal)

    @property
    def short(self) -> str:
        """What stands behind the prefix: the entry point, and the beginning of the tool's name."""
        return self.distribution.removeprefix(PREFIX)

    @property
    def module(self) -> str:
        """The import package."""
        return self.distribution.replace("-", "_")

    @property
    def variables(self) -> str:
        """The beginning of the names of its settings, without an underscore at its end."""
        return self.module.upper()

    @property
    def title(self) -> str:
        """The name as it stands in prose and in the names of classes."""
        return "".join(word.capitalize() for word in self.short.split("-"))
