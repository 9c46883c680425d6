"""Decide which of the plugins' tools a server offers."""

from __future__ import annotations

from collections.abc import Iterable

from lineai_core._plugins import PluginHost, conflicts
from lineai_core._tools.schema import tool_fault
from lineai_core.types import Backend, Tool


def reject_faulty(host: PluginHost, reserved_commands: Iterable[str]) -> None:
    """Mark every plugin as failed that has an unacceptable tool, or a name which is taken."""
    for contribution in host.contributions:
        faults = (tool_fault(tool) for tool in contribution.tools)
        fault = next((fault for fault in faults if fault is not None), None)
        if fault is not None:
            host.fail(contribution.plugin, "tools", fault)
    for plugin, reason in conflicts(host.contributions, reserved_commands).items():
        host.fail(plugin, "conflict", reason)


def offer_tools(host: PluginHost, backend: Backend | None) -> tuple[dict[str, Tool], str]:
    """Return the tools that ``backend`` can serve, by name, and the instructions of their plugins.

    Without a backend every tool is offered, so that a call can say how to set one up. A plugin all of
    whose tools are left out gives no instructions.
    """
    tools: dict[str, Tool] = {}
    instructions = []
    for contribution in host.contributions:
        offered = []
        for tool in contribution.tools:
            missing = tool.requires - backend.capabilities if backend else frozenset()
            if missing:
                note = f"{tool.name} is not offered: the backend lacks {', '.join(sorted(missing))}."
                host.note(contribution.plugin, notes=[note])
            else:
                offered.append(tool)
        tools |= {tool.name: tool for tool in offered}
        host.note(contribution.plugin, tools=sorted(tool.name for tool in offered))
        if contribution.instructions and (offered or not contribution.tools):
            instructions.append(contribution.instructions)
    return dict(sorted(tools.items())), "\n\n".join(instructions)
