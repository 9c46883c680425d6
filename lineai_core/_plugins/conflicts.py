"""Find plugins that claim a name which is taken."""

from __future__ import annotations

from collections.abc import Iterable

from lineai_core._plugins.contribution import Contribution


def conflicts(contributions: Iterable[Contribution], reserved_commands: Iterable[str]) -> dict[str, str]:
    """Return, for each plugin that must give way, the sentence that says to whom.

    Of two plugins the first in the given order keeps the name. Names that differ only in case, or in
    ``-`` and ``_``, count as equal, because some clients treat them so.
    """
    owners = {("command", _comparable(name)): "lineai-core" for name in reserved_commands}
    losers: dict[str, str] = {}
    for contribution in contributions:
        own: dict[tuple[str, str], str] = {}
        for kind, name in _claims(contribution):
            key = kind, _comparable(name)
            owner = owners.get(key) or own.get(key)
            if owner is not None:
                losers[contribution.plugin] = (
                    f"the {kind} {name!r} of {contribution.label} is already provided by {owner}"
                )
                break
            own[key] = contribution.label
        else:
            owners |= own
    return losers


def _claims(contribution: Contribution) -> list[tuple[str, str]]:
    tools = [("tool", tool.name) for tool in contribution.tools]
    return tools + [("command", command.name) for command in contribution.commands]


def _comparable(name: str) -> str:
    return name.lower().replace("_", "-")
