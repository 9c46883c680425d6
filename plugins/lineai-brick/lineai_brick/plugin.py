"""What this plugin contributes to Lineai."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from lineai_core.plugin import hookimpl

if TYPE_CHECKING:
    from lineai_core.plugin import Command

LINEAI_PLUGIN_API = 1


@hookimpl
def lineai_commands() -> Iterable[Command]:
    """Offer ``lineai brick``."""
    from lineai_brick.command import COMMAND

    return [COMMAND]
