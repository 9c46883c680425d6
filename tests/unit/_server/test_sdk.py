"""The SDK's client half stays out of a server, and is there for whoever asks."""

from __future__ import annotations

import subprocess
import sys

PROGRAM = """
import sys
from lineai_core._server.sdk.imports import prepare_import
prepare_import()
import lineai_core._server.sdk.streams
print(*(name for name in ("mcp.client", "mcp.server.mcpserver", "httpx2") if name in sys.modules))
import mcp
from mcp.server import MCPServer
print(mcp.Client.__name__, MCPServer.__name__, mcp.server.Server.__name__)
try:
    mcp.no_such_name
except AttributeError:
    print("no such name")
"""


def test_the_front_doors_open_only_when_somebody_knocks():
    done = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == ["", "Client MCPServer Server", "no such name"]
