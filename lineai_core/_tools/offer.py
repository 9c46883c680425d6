"""Decide which of the plugins' tools a server offers, and remember why it does not offer the others."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, NamedTuple

from lineai_core._config.settings import Settings
from lineai_core._plugins import Contribution, PluginHost, conflicts
from lineai_core._tools.schema import tools_fault
from lineai_core.state import MissingTool
from lineai_core.types import Backend, Tool

if TYPE_CHECKING:
    from lineai_core._tools.filter import ToolFilter


class Offer(NamedTuple):
    """The tools on offer by name, those left out by name, what the plugins say of them, and oddities."""

    tools: Mapping[str, Tool]
    missing: Mapping[str, MissingTool]
    instructions: str
    problems: tuple[str, ...]


def reject_faulty(host: PluginHost, reserved_commands: Iterable[str]) -> None:
    """Mark every plugin as failed that has an unacceptable tool, or a name which is taken.

    The names of built-in plugins are taken before all others: nobody may stand in for them.
    """
    for contribution in host.contributions:
        fault = tools_fault(contribution.tools)
        if fault is not None:
            host.fail(contribution.plugin, "tools", fault)
    built_in = {report.name for report in host.reports if report.origin == "built in"}
    in_order = sorted(host.contributions, key=lambda contribution: contribution.plugin not in built_in)
    for plugin, reason in conflicts(in_order, reserved_commands).items():
        host.fail(plugin, "conflict", reason)


def offer_tools(host: PluginHost, backend: Backend | None, settings: Settings) -> Offer:
    """Return the tools that ``backend`` can serve and ``LINEAI_TOOLS`` leaves.

    Without a backend no tool is left out for want of a capability, so that a call can say how to set one
    up. A plugin all of whose tools are left out gives no instructions.
    """
    return _offer(host, host.contributions, backend, settings)


def offer_late(
    host: PluginHost, name: str, reserved: Iterable[str], backend: Backend | None, settings: Settings
) -> Offer:
    """Take in the late plugin ``name`` under the rules for all, and return what it adds to the offer.

    Where it claims a name that is taken, it is the one to give way.
    """
    arrived = host.arrive(name)
    if arrived is None:
        return Offer({}, {}, "", ())
    others = [each for each in host.contributions if each is not arrived]
    fault = tools_fault(arrived.tools)
    taken = conflicts([*others, arrived], reserved).get(name)
    if fault is not None:
        host.fail(name, "tools", fault)
    elif taken is not None:
        host.fail(name, "conflict", taken)
    else:
        return _offer(host, [arrived], backend, settings)
    return Offer({}, {}, "", ())


def _offer(
    host: PluginHost, contributions: Iterable[Contribution], backend: Backend | None, settings: Settings
) -> Offer:
    wanted = _filter(settings)
    tools: dict[str, Tool] = {}
    missing: dict[str, MissingTool] = {}
    instructions = []
    for contribution in contributions:
        plugin, offered = contribution.plugin, []
        for tool in contribution.tools:
            absence = _absence(tool, plugin, backend, wanted)
            if absence is None:
                offered.append(tool)
            else:
                missing[tool.name] = absence
                host.note(plugin, notes=[f"{tool.name} is not offered: {absence.detail}."])
        tools |= {tool.name: tool for tool in offered}
        host.note(plugin, tools=sorted(tool.name for tool in offered))
        if contribution.instructions and (offered or not contribution.tools):
            instructions.append(contribution.instructions)
    installed = [report.name for report in host.reports]
    problems = wanted.unknown([*tools, *missing], installed) if wanted else []
    return Offer(
        tools=dict(sorted(tools.items())),
        missing=dict(sorted(missing.items())),
        instructions="\n\n".join(instructions),
        problems=tuple(problems),
    )


def _filter(settings: Settings) -> ToolFilter | None:
    if settings.tools is None:
        return None
    from lineai_core._tools.filter import ToolFilter

    return ToolFilter(settings.tools)


def _absence(
    tool: Tool, plugin: str, backend: Backend | None, wanted: ToolFilter | None
) -> MissingTool | None:
    """Return why a tool is not offered, or ``None`` if it is."""
    refusal = wanted.refusal(tool.name, plugin) if wanted else None
    if refusal is not None:
        return MissingTool(tool=tool.name, plugin=plugin, why="filtered", detail=refusal)
    lacking = tool.requires - backend.capabilities if backend else frozenset()
    if lacking:
        detail = f"the backend lacks {', '.join(sorted(lacking))}"
        return MissingTool(tool=tool.name, plugin=plugin, why="capability", detail=detail)
    return None
