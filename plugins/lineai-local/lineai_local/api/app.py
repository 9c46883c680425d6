"""The ASGI application: Lineai's endpoints, answered from the index."""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import msgspec
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from lineai_local.api.access import Access
from lineai_local.api.database import columns, tables, views
from lineai_local.api.envelopes import failure, success
from lineai_local.api.graph import ANSWERS, capabilities
from lineai_local.api.impact import impact
from lineai_local.api.payload import node_json
from lineai_local.api.status import status
from lineai_local.callers import callers_of
from lineai_local.graph import DATABASE_KINDS
from lineai_local.problems import BadRequest, LocalError, NotFound, StorageFailed, Unauthorized
from lineai_local.queries.unused import unused_json
from lineai_local.service import Service, ServiceOptions
from lineai_local.store import View
from lineai_local.symbols import find_symbol

_KIND_ORDER = {"function": 0, "method": 0, "property": 0, "constructor": 1}
_MOST_BYTES = 1_000_000
Handler = Callable[[Request], Awaitable[Response]]


def create_app(options: ServiceOptions, access: Access | None = None) -> Starlette:
    """Return the application; ``access`` says who may ask (default: anybody, as in-process)."""
    return _Api(Service(options), access or Access()).app()


class _Api:
    def __init__(self, service: Service, access: Access) -> None:
        self._service = service
        self._access = access

    def app(self) -> Starlette:
        get, post = ["GET"], ["POST"]
        routes = [
            Route("/api/authenticate", self._authenticate, methods=post),
            self._route("/api/materialized-view-definition/name", self._definition, get),
            self._route("/api/materialized-view/latest", self._latest, get),
            self._route("/api/materialized-view/default", self._default, get),
            self._route("/api/ai-retrieval/search/shortname", self._shortname, post),
            self._route("/api/ai-retrieval/search/table", self._tables, post),
            self._route("/api/ai-retrieval/search/view", self._views, post),
            self._route("/api/ai-retrieval/search/column", self._columns, post),
            self._route("/api/ai-retrieval/graph/capabilities", self._capabilities, get),
            *(
                self._route(f"/api/ai-retrieval/graph/{name}", self._graph(name), post)
                for name in sorted(ANSWERS)
            ),
            self._route("/api/dependency/impact/full/{node}/list", self._impact, get),
            self._route("/api/local/callers", self._callers, get),
            self._route("/api/local/unused", self._unused, get),
            self._route("/api/local/status", self._status, get),
        ]
        handlers: dict[Any, Any] = {
            LocalError: _local_error,
            OSError: _storage_error,
            sqlite3.Error: _storage_error,
            HTTPException: _http_error,
        }
        return Starlette(routes=routes, lifespan=self._lifespan, exception_handlers=handlers)

    @asynccontextmanager
    async def _lifespan(self, _: Starlette) -> AsyncIterator[None]:
        try:
            yield
        finally:
            await self._service.aclose()

    def _route(self, path: str, handler: Callable[[Request], Awaitable[Any]], methods: list[str]) -> Route:
        async def endpoint(request: Request) -> Response:
            self._access.check_host(request.headers)
            self._access.check_token(request.headers)
            return success(await handler(request))

        return Route(path, endpoint, methods=methods)

    async def _authenticate(self, request: Request) -> Response:
        self._access.check_host(request.headers)
        try:
            return JSONResponse(self._access.log_in(await request.body()))
        except Unauthorized as error:
            return failure(error, status=401)

    async def _definition(self, request: Request) -> Any:
        workspace = self._service.workspaces.named(_parameter(request, "name"))
        self._service.workspaces.remember(workspace)
        return {"id": workspace.id, "name": workspace.name}

    async def _latest(self, request: Request) -> Any:
        workspace = self._service.workspaces.by_id(_parameter(request, "definitionId"))
        return {"id": await self._service.ready(workspace)}

    async def _default(self, request: Request) -> Any:
        return await self._service.ready(self._service.workspaces.default())

    async def _shortname(self, request: Request) -> Any:
        view = await self._service.view(_parameter(request, "materializedViewId"))
        return await run_in_threadpool(_short_name_rows, view, _parameter(request, "shortname"))

    async def _impact(self, request: Request) -> Any:
        view = await self._service.view(_parameter(request, "viewId"))
        owners = self._service.ownership(view)
        return await run_in_threadpool(impact, view, request.path_params["node"], owners)

    async def _tables(self, request: Request) -> Any:
        view = await self._service.view(_parameter(request, "materializedViewId"))
        return await run_in_threadpool(tables, view, _parameter(request, "tableName"))

    async def _views(self, request: Request) -> Any:
        view = await self._service.view(_parameter(request, "materializedViewId"))
        return await run_in_threadpool(views, view, _parameter(request, "viewName"))

    async def _columns(self, request: Request) -> Any:
        view = await self._service.view(_parameter(request, "materializedViewId"))
        name, around = _parameter(request, "columnName"), _parameter(request, "tableOrViewName")
        return await run_in_threadpool(columns, view, name, around)

    async def _capabilities(self, request: Request) -> Any:
        view = await self._service.view(_parameter(request, "materializedViewId"))
        return await run_in_threadpool(capabilities, view)

    def _graph(self, name: str) -> Callable[[Request], Awaitable[Any]]:
        answer = ANSWERS[name]

        async def handler(request: Request) -> Any:
            body = await _json(request)
            identifier = body.get("materializedViewId")
            if not isinstance(identifier, str) or not identifier:
                raise BadRequest("Give 'materializedViewId': the id of a view.")
            view = await self._service.view(identifier)
            return await run_in_threadpool(answer, view, self._service.ownership(view), body)

        return handler

    async def _callers(self, request: Request) -> Any:
        symbol = _parameter(request, "symbol")
        view = await self._view(request)
        return await run_in_threadpool(
            lambda: msgspec.to_builtins(callers_of(view, find_symbol(view, symbol)))
        )

    async def _unused(self, request: Request) -> Any:
        view = await self._view(request)
        return await run_in_threadpool(unused_json, view, request.query_params.get("path", ""))

    async def _status(self, request: Request) -> Any:
        return await status(self._service, files=request.query_params.get("files") == "true")

    async def _view(self, request: Request) -> View:
        """Return the view asked for by id, else the current one of the workspace asked for."""
        identifier = request.query_params.get("materializedViewId")
        if not identifier:
            name = request.query_params.get("workspace")
            workspaces = self._service.workspaces
            identifier = await self._service.ready(workspaces.named(name) if name else workspaces.default())
        return await self._service.view(identifier)


def _short_name_rows(view: View, name: str) -> list[dict[str, Any]]:
    """Return the definitions with exactly that name, methods before classes, the most used first.

    Clients take the first if the user does not say which one is meant.
    """
    named = [node for node in view.named(name) if node.kind not in DATABASE_KINDS]
    nodes = sorted(named, key=lambda node: (_KIND_ORDER.get(node.kind, 2), -node.incoming))
    if not nodes:
        raise NotFound(f"Nothing has the short name {name!r}.")
    applications = view.applications()
    return [node_json(node, view.id, applications) for node in nodes]


async def _json(request: Request) -> dict[str, Any]:
    """Return the body, which must be a JSON object of bounded size."""
    data = await request.body()
    try:
        body = msgspec.json.decode(data) if len(data) <= _MOST_BYTES else None
    except (msgspec.DecodeError, RecursionError):
        body = None
    if not isinstance(body, dict):
        raise BadRequest("The body must be a JSON object.")
    return body


def _parameter(request: Request, name: str) -> str:
    value = request.query_params.get(name)
    if value is None:
        raise HTTPException(400, f"The query parameter {name!r} is missing.")
    return value


def _local_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, LocalError)
    return failure(error)


def _storage_error(request: Request, error: Exception) -> Response:
    return failure(StorageFailed(error))


def _http_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    codes = {400: "BAD_REQUEST", 404: "UNKNOWN_ENDPOINT", 405: "METHOD_NOT_ALLOWED"}
    body = {"code": codes.get(error.status_code, "FAILED"), "message": error.detail, "details": []}
    return JSONResponse({"status": "error", "error": body}, error.status_code)
