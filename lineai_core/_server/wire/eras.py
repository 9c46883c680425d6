"""The two eras of the protocol: with a handshake that both sides remember, and without any state."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any, Protocol

from lineai_core._server.jsonrpc import INVALID_PARAMS, INVALID_REQUEST, METHOD_NOT_FOUND, Refused
from lineai_core._server.offer import (
    HANDSHAKE_REVISIONS,
    NAME,
    STATELESS_REVISIONS,
    TITLE,
    TTL_MS,
    VERSION,
    Result,
)
from lineai_core._server.wire.envelope import (
    SERVER_INFO_KEY,
    SUBSCRIPTION_KEY,
    Params,
    check_envelope,
    is_stateless,
    optional_object,
    progress_token,
    text,
    unsupported,
)
from lineai_core._server.wire.methods import Method, Methods, Request

_SERVER_INFO = {"name": NAME, "title": TITLE, "version": VERSION}
_TOOLS_CHANGED = "notifications/tools/list_changed"


class Era(Protocol):
    """How the requests of one stream are understood; what cannot be answered raises ``Refused``."""

    def initialize(self, params: Params) -> Result:
        """Return the result of the handshake."""
        ...

    def initialized(self) -> None:
        """Note that the client has finished the handshake."""
        ...

    async def ask(self, identity: int | str, method: str, params: Params) -> Result:
        """Return the result of any other request."""
        ...

    async def tell_tools_changed(self) -> None:
        """Tell the client, if it is to be told, that the list of tools has changed."""
        ...


class Handshake:
    """Revisions up to 2025-11-25: the client says once who it is and which revision it speaks."""

    def __init__(self, methods: Methods) -> None:
        self._methods = methods
        self._revision: str | None = None
        self._initialized = False
        self._table: Mapping[str, Method] = {**methods.table, "ping": _pong}

    def initialize(self, params: Params) -> Result:
        """Return what the server says of itself, in the client's revision or the newest it knows."""
        wanted = text(params, "protocolVersion")
        client = optional_object(params, "clientInfo")
        if client is None or optional_object(params, "capabilities") is None:
            raise Refused(INVALID_PARAMS, "initialize needs clientInfo and capabilities")
        text(client, "name")
        text(client, "version")
        self._revision = wanted if wanted in HANDSHAKE_REVISIONS else HANDSHAKE_REVISIONS[-1]
        return _described(self._methods, {"protocolVersion": self._revision, "serverInfo": _SERVER_INFO})

    def initialized(self) -> None:
        """Note that the client listens from now on."""
        self._initialized = True

    async def ask(self, identity: int | str, method: str, params: Params) -> Result:
        """Return the result of a request."""
        if is_stateless(params):
            raise Refused(INVALID_REQUEST, "This stream began without an envelope, and goes on without")
        progress_token(params)
        answer = self._table.get(method)
        if answer is None:
            raise Refused(METHOD_NOT_FOUND, "Method not found", method)
        if self._revision is None and method != "ping":
            raise Refused(INVALID_PARAMS, f"{method} comes before the handshake: send initialize first")
        revision = self._revision or HANDSHAKE_REVISIONS[-1]
        return await answer(Request(identity=identity, method=method, params=params, revision=revision))

    async def tell_tools_changed(self) -> None:
        """Tell the client, if the handshake is over."""
        if self._initialized:
            await self._methods.notify(_TOOLS_CHANGED)


class Stateless:
    """Revision 2026-07-28: each request says in ``_meta`` what it needs to be understood."""

    def __init__(self, methods: Methods) -> None:
        self._methods = methods
        self._listening: set[int | str] = set()
        table: dict[str, Method] = {**methods.table, "server/discover": self._discover}
        if methods.offer.tools_change:
            table["subscriptions/listen"] = self._listen
        self._table = table

    def initialize(self, params: Params) -> Result:
        """Refuse the handshake."""
        raise unsupported(
            "This stream began without a handshake, and goes on without", params.get("protocolVersion")
        )

    def initialized(self) -> None:
        """Do nothing: there is no handshake to finish."""

    async def ask(self, identity: int | str, method: str, params: Params) -> Result:
        """Return the result of a request."""
        revision = check_envelope(params)
        progress_token(params)
        answer = self._table.get(method)
        if answer is None:
            raise Refused(METHOD_NOT_FOUND, "Method not found", method)
        result = await answer(Request(identity=identity, method=method, params=params, revision=revision))
        if method in TTL_MS:
            result = {**result, "ttlMs": TTL_MS[method], "cacheScope": "private"}
        meta = {**result.get("_meta", {}), SERVER_INFO_KEY: _SERVER_INFO}
        return {"resultType": "complete", **result, "_meta": meta}

    async def tell_tools_changed(self) -> None:
        """Tell the client once for each subscription."""
        for identity in list(self._listening):
            await self._methods.notify(_TOOLS_CHANGED, {"_meta": {SUBSCRIPTION_KEY: identity}})

    async def _discover(self, request: Request) -> Result:
        answer = {"supportedVersions": list(STATELESS_REVISIONS), "ttlMs": 0, "cacheScope": "private"}
        return _described(self._methods, answer)

    async def _listen(self, request: Request) -> Result:
        """Send what the client subscribes to, until it cancels the request."""
        wanted = optional_object(request.params, "notifications")
        if wanted is None:
            raise Refused(INVALID_PARAMS, "notifications must be an object")
        kinds = ("toolsListChanged", "promptsListChanged", "resourcesListChanged")
        heard: dict[str, Any] = {kind: True for kind in kinds if wanted.get(kind) is True}
        if wanted.get("resourceSubscriptions"):
            heard["resourceSubscriptions"] = wanted["resourceSubscriptions"]
        meta = {SUBSCRIPTION_KEY: request.identity}
        if "toolsListChanged" in heard:
            self._listening.add(request.identity)
        try:
            acknowledged = {"notifications": heard, "_meta": meta}
            await self._methods.notify("notifications/subscriptions/acknowledged", acknowledged)
            await asyncio.Event().wait()
        finally:
            self._listening.discard(request.identity)
        return {"_meta": meta}


async def _pong(_request: Request) -> Result:
    return {}


def _described(methods: Methods, answer: Result) -> Result:
    changes = methods.offer.tools_change
    answer["capabilities"] = {
        "resources": {"subscribe": False, "listChanged": False},
        "tools": {"listChanged": changes},
    }
    if methods.offer.instructions is not None:
        answer["instructions"] = methods.offer.instructions
    return answer
