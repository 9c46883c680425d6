"""What the tools around JavaScript call although no code names it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lineai_local.store import NodeRow


def implicit(node: NodeRow) -> str:
    """Return why something may call the function without naming it in code, or the empty string."""
    if "default" in json.loads(node.modifiers):
        return "it is what its file exports as a whole; a tool or a framework may load the file by its path"
    return ""
