"""The control plane under ``/__ctl/``, for a fake server that runs in another process.

``reset`` forgets everything; ``faults`` takes a list of objects with the fields of ``Fault``;
``config`` takes fields of ``Config``; ``data`` takes ``methods``, ``impact``, ``tables`` or
``workspaces`` to add; ``expire`` ends every session; ``log`` returns the requests, the number of
logins and the highest number of requests at a time.
"""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from fake_lineai.faults import Fault
from fake_lineai.state import State

if TYPE_CHECKING:
    from fake_lineai.server import FakeLineai

_DATA = ("methods", "impact", "tables", "workspaces")


def apply(fake: FakeLineai, operation: str, body: str) -> tuple[int, Any]:
    """Carry out an operation; return the status and the content of the answer."""
    argument = json.loads(body) if body else {}
    state = fake.state
    if operation == "log":
        requests = [asdict(entry) for entry in state.log]
        return 200, {"requests": requests, "logins": state.logins, "peak": state.peak}
    if operation == "reset":
        fake.state = State()
    elif operation == "faults":
        state.faults.extend(Fault(**fault) for fault in argument)
    elif operation == "config":
        for name, value in argument.items():
            setattr(state.config, name, value)
    elif operation == "data":
        for name in _DATA:
            getattr(state, name).update(argument.get(name, {}))
    elif operation == "expire":
        state.tokens.clear()
    else:
        return 404, {"unknown": operation}
    return 200, {"ok": True}
