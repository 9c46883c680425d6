"""The connection to the selected backend: what all calls share."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from types import TracebackType
from typing import TYPE_CHECKING

from lineai_core._cache import Flights, request_key
from lineai_core._http.client import BoundClient
from lineai_core._http.requests import ApiRequest
from lineai_core.types import Cache, CacheKind

if TYPE_CHECKING:
    from lineai_core._config.settings import Settings
    from lineai_core._debug import DebugLog
    from lineai_core._http.wire import Wire
    from lineai_core._render.redact import Redactor
    from lineai_core.types import AuthScheme, Backend

Progress = Callable[[float, float | None, str | None], Awaitable[None]]


class Connection:
    """One HTTP client, one login and one cache for everything that is asked of a backend.

    Nothing is opened before the first request: a malformed address, missing credentials or an
    unreachable server fail the call that needs them, as ``ConfigError`` or ``ApiError``. ``scheme``
    signs the requests of a backend that needs a login. ``redactor`` learns every credential that is
    sent. Leaving the context cancels what is in flight, stops an in-process application and closes
    the client.
    """

    def __init__(
        self,
        backend: Backend,
        settings: Settings,
        *,
        scheme: AuthScheme | None,
        cache: Cache,
        redactor: Redactor,
        debug: DebugLog | None = None,
    ) -> None:
        self.backend = backend
        self._settings = settings
        self._scheme = scheme if backend.needs_login else None
        self._cache = cache
        self.redactor = redactor
        self._debug = debug
        self._flights = Flights()
        self._wire: Wire | None = None
        view_ttl = settings.mv_ttl if backend.view_ttl is None else backend.view_ttl
        self._ttl: dict[CacheKind, float] = {
            "method": settings.method_ttl,
            "impact": settings.impact_ttl,
            "view": view_ttl,
            "shared": 0.0,
        }

    async def __aenter__(self) -> Connection:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._flights.aclose()
        if self._wire is not None:
            wire, self._wire = self._wire, None
            await wire.aclose()

    def client(
        self,
        *,
        deadline: float | None = None,
        wait: float = 0.0,
        progress: Progress | None = None,
        fresh: bool = False,
    ) -> BoundClient:
        """Return the API as one call sees it.

        ``deadline`` is a time of the event loop's clock (``loop.time()``, which is
        ``time.monotonic()``) at which every request of the call ends with ``ApiTimeout``. For at most
        ``wait`` seconds from now (``math.inf``: as long as it takes) the call waits for a view that is
        being built, reporting to ``progress``. A ``fresh`` call takes no answer from the cache and waits
        for nobody else's request, but leaves its answers to later calls.
        """
        return BoundClient(self, deadline=deadline, wait=wait, progress=progress, fresh=fresh)

    async def fetch(self, request: ApiRequest, cache: CacheKind | None, *, fresh: bool = False) -> bytes:
        """Return the body of a successful answer to ``request``.

        With ``cache``, an answer that has not expired is reused and concurrent requests share a flight,
        unless the answer has to be ``fresh``.
        """
        if cache is None:
            return await self._open().exchange(request)
        key = self._key(request)
        if fresh:
            return await self._fetch_and_keep(request, key, self._ttl[cache])
        body = await self._cache.get(key)
        if isinstance(body, bytes):
            return body
        return await self._flights.join(key, lambda: self._fetch_and_keep(request, key, self._ttl[cache]))

    async def forget(self, request: ApiRequest) -> None:
        """Drop the kept answer to ``request``: it turned out not to be worth keeping."""
        await self._cache.delete(self._key(request))

    async def _fetch_and_keep(self, request: ApiRequest, key: str, ttl: float) -> bytes:
        body = await self._open().exchange(request)
        if ttl > 0:
            await self._cache.set(key, body, ttl=ttl)
        return body

    def _key(self, request: ApiRequest) -> str:
        principal = f"{self._scheme.name}:{self._settings.username}" if self._scheme else ""
        return request_key(
            backend=f"{self.backend.name} {self.backend.base_url}",
            principal=principal,
            method=request.method,
            path=request.path,
            query=request.query,
            body=request.json,
        )

    def _open(self) -> Wire:
        if self._wire is None:
            from lineai_core._http.wire import Wire

            self._wire = Wire(
                self.backend,
                self._settings,
                scheme=self._scheme,
                redactor=self.redactor,
                debug=self._debug,
            )
        return self._wire
