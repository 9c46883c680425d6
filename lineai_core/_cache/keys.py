"""Keys of cached answers: everything that can change an answer is part of its key."""

from __future__ import annotations

import hashlib
import json
from typing import Any


def request_key(*, backend: str, principal: str, method: str, path: str, query: str, body: Any) -> str:
    """Return the key of one request to one backend as one user: a hexadecimal digest.

    The parts are joined as a JSON list, so no two different requests share a key by concatenation.
    """
    parts = json.dumps([backend, principal, method, path, query, body], sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(parts.encode()).hexdigest()
