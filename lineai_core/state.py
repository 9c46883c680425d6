"""The state of a server, as every plugin may see it: frozen values that hold no secret.

Like ``types`` this module imports no other room at run time.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from lineai_core.types import Backend

PluginState = Literal["active", "loading", "disabled", "failed"]


@dataclass(frozen=True, slots=True, kw_only=True)
class PluginReport:
    """What became of one plugin: shown by ``lineai plugins`` and logged at start.

    ``load_ms`` is the time that importing and asking it took, ``load_cpu_ms`` the processor time of that.
    A plugin in the state ``loading`` has outstayed its time; what it offers arrives when it has finished.
    ``notes`` are remarks that did not stop it, such as process-wide state that it changed.
    """

    name: str
    distribution: str
    version: str
    state: PluginState
    reason: str = ""
    stage: str = ""
    load_ms: float = 0.0
    load_cpu_ms: float = 0.0
    tools: tuple[str, ...] = field(default=())
    origin: str = ""
    notes: tuple[str, ...] = field(default=())


Absence = Literal["filtered", "capability", "not_deployed", "disabled", "failed", "loading", "not_installed"]


@dataclass(frozen=True, slots=True, kw_only=True)
class MissingTool:
    """A tool that is not on offer, and why; ``detail`` says it in words, without an end.

    ``tool`` is empty if its plugin is not active: then it was not asked which tools it has.
    """

    plugin: str
    why: Absence
    detail: str
    tool: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerStatus:
    """What runs in this server and what does not; it holds no secret.

    ``backend`` is ``None`` if none could be chosen, and ``backend_problem`` then says why. ``tools`` are on
    offer now, ``missing`` are not. ``problems`` are sentences about settings and plugins.
    """

    version: str
    backend: Backend | None
    backend_problem: str
    plugins: tuple[PluginReport, ...]
    tools: tuple[str, ...]
    missing: tuple[MissingTool, ...]
    problems: tuple[str, ...]
