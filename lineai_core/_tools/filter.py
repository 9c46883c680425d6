"""The list of tools that a user wants to have: ``LINEAI_TOOLS``.

An entry names a tool, or with ``plugin:`` in front all tools of a plugin; ``*`` and ``?`` are wildcards. An
entry that begins with ``-`` or ``!`` takes away, and taking away wins. A list that only takes away leaves
the rest.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fnmatch import fnmatchcase

from lineai_core._config.suggestion import meant

VARIABLE = "LINEAI_TOOLS"
_NEGATIONS = "-!"
_PLUGIN = "plugin:"


class ToolFilter:
    """Knows which tools the list leaves; an empty list leaves none."""

    def __init__(self, entries: Sequence[str]) -> None:
        entries = entries or ("-*",)
        self._excluded = [entry for entry in entries if entry[0] in _NEGATIONS]
        self._included = [entry for entry in entries if entry[0] not in _NEGATIONS]

    def refusal(self, tool: str, plugin: str) -> str | None:
        """Return why a tool of a plugin is switched off, or ``None`` if it is left."""
        for entry in self._excluded:
            if _matches(entry[1:].strip(), tool, plugin):
                return f"switched off by {entry!r} in {VARIABLE}"
        if self._included and not any(_matches(entry, tool, plugin) for entry in self._included):
            return f"not among {VARIABLE}"
        return None

    def unknown(self, tools: Iterable[str], plugins: Iterable[str]) -> list[str]:
        """Return a warning for each entry that means nothing here.

        ``tools`` are those of the active plugins, offered or not; ``plugins`` are all installed ones.
        """
        tools, plugins = sorted(tools), sorted(plugins)
        warnings = []
        for entry in (*self._included, *(entry[1:].strip() for entry in self._excluded)):
            name = entry.removeprefix(_PLUGIN)
            if name != entry:
                kind, known = "plugin is installed", plugins
            else:
                kind, known = "tool is offered by an active plugin", tools
            if not any(fnmatchcase(each, name) for each in known) and name != "*":
                warnings.append(f"{VARIABLE} names {entry!r}, but no such {kind}.{meant(name, known)}")
        return warnings


def _matches(entry: str, tool: str, plugin: str) -> bool:
    name = entry.removeprefix(_PLUGIN)
    return fnmatchcase(tool if name == entry else plugin, name)
