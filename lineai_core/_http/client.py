"""The API as one call sees it: bounded by the call's deadline, patient while a view is being built."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from lineai_core._http.answers import Form, decode
from lineai_core._http.pauses import BUSY_ATTEMPTS, LONGEST_BUSY_PAUSE, jittered
from lineai_core._http.requests import ApiRequest
from lineai_core.errors import ApiTimeout, Busy, ViewNotReady
from lineai_core.types import CacheKind, JsonObject

if TYPE_CHECKING:
    from lineai_core._http.connection import Connection, Progress

_SHORTEST_PAUSE = 0.05
_LONGEST_PAUSE = 1.0
_EMPTY = (b"null", b"[]", b"{}")


class BoundClient:
    """Implements ``ApiClient`` for one call; see ``Connection.client`` for the parameters."""

    def __init__(
        self,
        connection: Connection,
        *,
        deadline: float | None,
        wait: float,
        progress: Progress | None,
        fresh: bool = False,
    ) -> None:
        self._connection = connection
        self._deadline = deadline
        self._fresh = fresh
        self._patience = asyncio.get_running_loop().time() + wait
        self._progress = progress

    async def get(
        self,
        path: str,
        *,
        params: JsonObject | None = None,
        cache: CacheKind | None = None,
        any_json: bool = False,
        raw: bool = False,
    ) -> Any:
        """Return the ``data`` of ``GET path``; raise ``ApiError`` or ``ConfigError``."""
        return await self._ask(ApiRequest.of("GET", path, params), cache, Form(any_json, raw))

    async def post(
        self,
        path: str,
        *,
        params: JsonObject | None = None,
        json: Any = None,
        cache: CacheKind | None = None,
        any_json: bool = False,
        raw: bool = False,
    ) -> Any:
        """Return the ``data`` of ``POST path``; raise ``ApiError`` or ``ConfigError``."""
        return await self._ask(ApiRequest.of("POST", path, params, json), cache, Form(any_json, raw))

    async def _ask(self, request: ApiRequest, cache: CacheKind | None, form: Form) -> Any:
        try:
            async with asyncio.timeout_at(self._deadline):
                return await self._ask_until_ready(request, cache, form)
        except TimeoutError:
            raise ApiTimeout(
                "The time allowed for this call ran out before the backend had answered.",
                endpoint=request.endpoint,
            ) from None

    async def _ask_until_ready(self, request: ApiRequest, cache: CacheKind | None, form: Form) -> Any:
        attempts = 1
        while True:
            try:
                body = await self._connection.fetch(request, cache, fresh=self._fresh)
            except ViewNotReady as error:
                await self._pause(error)
            except Busy as error:
                await self._come_back_later(error, attempts)
                attempts += 1
            else:
                return await self._decode(request, body, cache, form)

    async def _pause(self, error: ViewNotReady) -> None:
        """Report how far the view is and wait a moment; raise ``error`` if there is no time to wait."""
        if self._progress is not None:
            await self._progress(error.done, error.total, error.message)
        pause = min(max(error.retry_after, _SHORTEST_PAUSE), _LONGEST_PAUSE)
        now = asyncio.get_running_loop().time()
        end = self._patience if self._deadline is None else min(self._patience, self._deadline)
        if now + pause >= end:
            raise error
        await asyncio.sleep(pause)

    async def _come_back_later(self, error: Busy, attempts: int) -> None:
        """Wait as long as the backend asks for; raise ``error`` if that is too long or was done too often."""
        if error.retry_after is None or attempts >= BUSY_ATTEMPTS or error.retry_after > LONGEST_BUSY_PAUSE:
            raise error
        pause = jittered(max(error.retry_after, _SHORTEST_PAUSE))
        if self._deadline is not None and asyncio.get_running_loop().time() + pause >= self._deadline:
            raise error
        await asyncio.sleep(pause)

    async def _decode(self, request: ApiRequest, body: bytes, cache: CacheKind | None, form: Form) -> Any:
        """Return the data in ``body``; an empty or malformed answer is not kept in the cache."""
        data = None
        try:
            redactor = self._connection.redactor
            data = decode(body, endpoint=request.endpoint, redactor=redactor, form=form)
        finally:
            if cache is not None and (not data or (form.raw and bytes(data[:4]) in _EMPTY)):
                await self._connection.forget(request)
        return data
