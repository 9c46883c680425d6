"""An HTTP client that adds nothing of its own: what a server answers is what the caller sees."""

from __future__ import annotations

from collections.abc import Callable

import httpx

from lineai_core._http.inprocess import InProcessTransport
from lineai_core.types import AsgiApp

_MAX_BODY = 64 * 1024 * 1024


def bare_client(
    *, base_url: str, app: Callable[[], AsgiApp] | None = None, timeout: float
) -> httpx.AsyncClient:
    """Return a client of ``base_url``, or of the ASGI application that ``app`` makes; use it as a context.

    ``timeout`` bounds each phase of a request, in seconds. Proxies of the environment are not used.
    """
    transport = InProcessTransport(app, max_body=_MAX_BODY) if app else None
    return httpx.AsyncClient(base_url=base_url, transport=transport, timeout=timeout, trust_env=False)
