"""The fake server as a child process, steered over HTTP."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class Remote:
    """A running fake server: its base URL, and its control plane."""

    url: str

    def control(self, operation: str, argument: Any = None) -> Any:
        """Call ``/__ctl/<operation>`` and return its JSON answer."""
        body = None if argument is None else json.dumps(argument).encode()
        request = urllib.request.Request(f"{self.url}/__ctl/{operation}", data=body)
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        with opener.open(request, timeout=10) as answer:
            return json.load(answer)


@contextmanager
def running() -> Iterator[Remote]:
    """Run the fake server in a process of its own for as long as the context is open."""
    support = str(Path(__file__).parents[1])
    path = os.pathsep.join(filter(None, [support, os.environ.get("PYTHONPATH", "")]))
    process = subprocess.Popen(
        [sys.executable, "-m", "fake_lineai"],
        stdout=subprocess.PIPE,
        stdin=subprocess.DEVNULL,
        env={**os.environ, "PYTHONPATH": path},
    )
    assert process.stdout is not None
    try:
        port = int(process.stdout.readline())
        yield Remote(f"http://127.0.0.1:{port}")
    finally:
        process.terminate()
        process.wait(10)
        process.stdout.close()
