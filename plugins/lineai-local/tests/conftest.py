"""Repositories written for a test, indexed in this process, and an ASGI client without a socket."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from lineai_local.callers import Callers, callers_of
from lineai_local.pipeline import Options, index
from lineai_local.report import Report
from lineai_local.store import View
from lineai_local.store.files import StateFiles
from lineai_local.symbols import find_symbol
from lineai_local.workspace import Workspace, Workspaces

Files = Mapping[str, str | bytes]


def write(root: Path, files: Files) -> Path:
    """Write ``files`` below ``root`` and return it."""
    for path, content in files.items():
        target = root / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content.encode() if isinstance(content, str) else content)
    return root


def quiet(phase: str, done: int, total: int | None) -> None:
    """Take progress and drop it."""


@dataclass
class Project:
    """A repository and the data directory of its index."""

    root: Path
    home: Path

    def write(self, files: Files) -> None:
        write(self.root, files)

    @property
    def workspace(self) -> Workspace:
        return Workspaces(self.home, self.root).default()

    @property
    def state(self) -> StateFiles:
        return StateFiles(self.workspace.directory)

    def index(self, **options: Any) -> Report:
        return index(self.workspace, Options(workers=1, **options), quiet)

    def view(self) -> View:
        view = self.state.current()
        assert view is not None
        return View(self.state.view_path(view))

    def callers(self, symbol: str) -> Callers:
        view = self.view()
        try:
            return callers_of(view, find_symbol(view, symbol))
        finally:
            view.close()

    def dump(self) -> list[str]:
        """Return the current view as SQL."""
        view = self.view()
        try:
            return list(view._connection.iterdump())
        finally:
            view.close()


@pytest.fixture(scope="session")
def project(tmp_path_factory: pytest.TempPathFactory) -> Callable[[Files], Project]:
    """Return a function that makes a project of files, in a place of its own."""

    def make(files: Files) -> Project:
        place = tmp_path_factory.mktemp("project")
        root = write(place / "shop", {"pyproject.toml": "[project]\nname = 'shop'\n", **files})
        return Project(root, place / "home")

    return make


@dataclass
class Reply:
    status: int
    headers: dict[str, str]
    json: Any


class Client:
    """Asks an ASGI application."""

    def __init__(self, app: Callable[..., Awaitable[None]]) -> None:
        self._app = app

    async def ask(
        self,
        method: str,
        path: str,
        params: Mapping[str, str] | None = None,
        *,
        body: bytes = b"",
        headers: Mapping[str, str] | None = None,
    ) -> Reply:
        sent: list[Any] = []

        async def receive() -> Any:
            return {"type": "http.request", "body": body, "more_body": False}

        async def send(message: Any) -> None:
            sent.append(message)

        scope = {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": method,
            "path": path,
            "raw_path": path.encode(),
            "query_string": urlencode(params or {}).encode(),
            "headers": [
                (k.lower().encode(), v.encode()) for k, v in {"host": "test", **(headers or {})}.items()
            ],
            "scheme": "http",
            "server": ("test", 80),
            "client": ("test", 1),
            "root_path": "",
        }
        await self._app(scope, receive, send)
        head = {name.decode(): value.decode() for name, value in sent[0]["headers"]}
        content = b"".join(message.get("body", b"") for message in sent[1:])
        return Reply(sent[0]["status"], head, json.loads(content))

    async def until_ready(self, path: str, params: Mapping[str, str] | None = None) -> Any:
        """Ask again while the view is being built; return the data."""
        while (reply := await self.ask("GET", path, params)).status == 503:
            pass
        assert reply.status == 200, reply.json
        return reply.json["data"]


@pytest.fixture
def serving() -> Callable[[Any], Any]:
    """Return an async context manager that runs an application's lifespan and gives a client."""

    @asynccontextmanager
    async def serve(app: Any) -> AsyncIterator[Client]:
        async with app.router.lifespan_context(app):
            yield Client(app)

    return serve


@pytest.fixture(autouse=True)
def _no_stray_processes() -> Iterator[None]:
    import multiprocessing

    yield
    assert not multiprocessing.active_children()
