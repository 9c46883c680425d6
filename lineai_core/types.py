"""The objects that cross the hook boundary: frozen values, and protocols for what the core hands out.

This module imports no other room at run time, so that a plugin pays nothing for it.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Mapping, MutableMapping, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, Protocol, TextIO, runtime_checkable

if TYPE_CHECKING:
    import logging
    from argparse import ArgumentParser, Namespace
    from pathlib import Path

    from lineai_core.errors import LineaiError
    from lineai_core.http import Auth
    from lineai_core.state import ServerStatus

JsonObject = Mapping[str, Any]
Scope = MutableMapping[str, Any]
AsgiApp = Callable[
    [Scope, Callable[[], Awaitable[Scope]], Callable[[Scope], Awaitable[None]]], Awaitable[None]
]
CacheKind = Literal["method", "impact", "view", "shared"]


class Secret:
    """A string that never shows itself: ``repr`` and ``str`` are masked, ``reveal()`` is explicit."""

    __slots__ = ("_value",)

    def __init__(self, value: str) -> None:
        self._value = value

    def reveal(self) -> str:
        """Return the secret itself."""
        return self._value

    def __bool__(self) -> bool:
        return bool(self._value)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Secret) and other._value == self._value

    def __hash__(self) -> int:
        return hash(self._value)

    def __repr__(self) -> str:
        return "Secret('***')" if self._value else "Secret('')"

    __str__ = __repr__


@dataclass(frozen=True, slots=True, kw_only=True)
class ViewScope:
    """Which materialized view a call is about: an explicit view id, else a workspace, else the default."""

    view_id: str | None = None
    workspace: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ViewRef:
    """A resolved materialized view: its id, and the workspace it belongs to if one was named."""

    id: str
    workspace: str | None = None


@runtime_checkable
class ApiClient(Protocol):
    """The backend's HTTP API, authenticated and bounded by the current call's deadline.

    Both methods return the ``data`` member of the success envelope. They raise ``ApiNotFound`` for
    404 and another ``ApiError`` for every other failure. An answer fetched with ``cache`` may be
    reused, and identical concurrent requests with ``cache`` share one flight; the answer to a
    ``shared`` one is not kept longer than that. With ``any_json`` an answer that is JSON without that
    envelope is returned whole. With ``raw`` the data is returned as JSON text in UTF-8 (``bytes`` or a
    ``memoryview`` of them), for large answers of which a tool reads only parts. A value that becomes part
    of ``path`` is percent-encoded first (``urllib.parse.quote(value, safe="")``).
    """

    async def get(
        self,
        path: str,
        *,
        params: JsonObject | None = None,
        cache: CacheKind | None = None,
        any_json: bool = False,
        raw: bool = False,
    ) -> Any:
        """Return the ``data`` of ``GET path``."""
        ...

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
        """Return the ``data`` of ``POST path``; without ``json`` the request has an empty body."""
        ...


@runtime_checkable
class ToolCall(Protocol):
    """One call of a tool, as its handler sees it."""

    @property
    def tool(self) -> str:
        """Name of the tool called."""
        ...

    @property
    def arguments(self) -> JsonObject:
        """Arguments, already valid against the tool's input schema."""
        ...

    @property
    def api(self) -> ApiClient:
        """The backend's API, bound to this call's deadline and progress.

        Raises ``ConfigError`` that says what to set up if there is no backend.
        """
        ...

    @property
    def fresh(self) -> bool:
        """Whether the caller asked, by the argument ``refresh``, for an answer that no cache has kept.

        ``api`` sees to it; a tool that keeps answers of its own does so likewise.
        """
        ...

    def status(self) -> ServerStatus:
        """Return what runs in this server and what does not; nothing is asked over the network."""
        ...

    async def view(self) -> ViewRef:
        """Resolve the view named by the scope arguments; raise ``ApiError`` if there is none."""
        ...

    async def progress(self, done: float, total: float | None = None, message: str | None = None) -> None:
        """Tell the caller how far the work is, if the caller asked to be told."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolResult:
    """What a tool answers: Markdown for a reader, and the same facts as data.

    ``structured`` must match the tool's ``output_schema``; it is ``None`` only on an error.

    ``report`` is for an answer that had to be cut: the complete Markdown, of any length. The server keeps
    it for a while, and links it in the answer as a resource that is read page by page. It is the text, or,
    so that nobody pays for a long one that is never read, a function that writes it: when the resource is
    read, it is given a new call with the same tool and arguments, and raises as a handler does.
    """

    text: str
    structured: JsonObject | None = None
    is_error: bool = False
    report: str | ReportWriter | None = None


ToolHandler = Callable[[ToolCall], Awaitable[ToolResult]]
ReportWriter = Callable[[ToolCall], Awaitable[str]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Tool:
    """A tool offered over MCP and by ``lineai call``.

    ``name`` is unique in the server. ``input_schema`` and ``output_schema`` are JSON Schema objects
    with ``type: object`` at the root and no ``$ref``. ``requires`` names backend capabilities without
    which the tool is not offered. ``timeout`` bounds one call in seconds (``None``: the server's). A call
    is refused while there is no backend, unless the tool says with ``needs_backend`` that it has no need.

    The schema knows one name of each argument. Its camelCase spelling is accepted too, and so is every
    name in ``aliases``, which maps other names to those of the schema; a handler sees the schema's.

    ``tier`` names a part of the API that a server may lack, and that cannot be told before it is asked.
    When a handler raises ``NotDeployed``, all tools of its tier are withdrawn; they are offered again
    when one of them, called nevertheless, succeeds, or a ``probe`` does. A probe asks the least that
    tells whether the tier is there, about the view of the call that missed it, and raises as a handler
    does; one of a tier's tools needs to have it.
    """

    name: str
    title: str
    description: str
    handler: ToolHandler
    input_schema: JsonObject
    output_schema: JsonObject
    read_only: bool = True
    destructive: bool = False
    idempotent: bool = True
    open_world: bool = False
    requires: frozenset[str] = frozenset()
    timeout: float | None = None
    needs_backend: bool = True
    aliases: Mapping[str, str] = field(default_factory=dict)
    tier: str | None = None
    probe: Callable[[ToolCall], Awaitable[None]] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Backend:
    """A named server of the Lineai HTTP API that the tools may talk to.

    ``app`` makes an ASGI application served in-process; without it ``base_url`` is reached over the
    network. An ``embedded`` backend needs no configuration and is the default when no server host is
    set. ``view_ttl`` bounds, in seconds, how long a resolved view id is reused (``None``: the
    server's setting); a backend whose views follow the user's edits sets it low.
    """

    name: str
    base_url: str
    app: Callable[[], AsgiApp] | None = None
    embedded: bool = False
    needs_login: bool = True
    view_ttl: float | None = None
    capabilities: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class Credentials:
    """What an authentication scheme may use: where to log in, as whom, and how long a token may live."""

    base_url: str
    username: str
    password: Secret
    token_ttl: float


@dataclass(frozen=True, slots=True, kw_only=True)
class AuthScheme:
    """A named way to authenticate; ``build`` returns the auth flow that signs every request."""

    name: str
    build: Callable[[Credentials], Auth]


@runtime_checkable
class Cache(Protocol):
    """A bounded store whose entries expire; a missing or expired entry reads as ``None``.

    The core keeps the bodies of answers in it, as ``bytes``.
    """

    async def get(self, key: str) -> Any | None:
        """Return the live value under ``key``, or ``None``."""
        ...

    async def set(self, key: str, value: Any, *, ttl: float) -> None:
        """Keep ``value`` under ``key`` for ``ttl`` seconds."""
        ...

    async def delete(self, key: str) -> None:
        """Forget ``key``."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class CacheStore:
    """A named maker of caches; ``open`` returns a new one that holds at most ``max_entries``."""

    name: str
    open: Callable[[int], Cache]


@runtime_checkable
class ViewResolver(Protocol):
    """A link in the chain that turns a scope into a view."""

    @property
    def name(self) -> str:
        """Name shown in reports."""
        ...

    async def resolve(self, scope: ViewScope, api: ApiClient) -> ViewRef | None:
        """Return the view, or ``None`` to let the next resolver try."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Check:
    """The outcome of one health check of ``lineai doctor``."""

    name: str
    ok: bool
    detail: str
    hint: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class HealthCheck:
    """A named check; ``run`` returns one ``Check`` per thing looked at."""

    name: str
    run: Callable[[ApiClient], Awaitable[Sequence[Check]]]


@dataclass(frozen=True, slots=True, kw_only=True)
class ErrorPage:
    """How a failure is told: a Markdown text for the reader."""

    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PluginContext:
    """What a plugin is given when its hooks are called.

    ``settings`` is an instance of the class that its ``lineai_settings`` hook returned, or ``None``.
    ``data_dir`` is the product's data directory (it may not exist yet).
    """

    plugin: str
    settings: Any
    data_dir: Path
    log: logging.Logger


class CommandRun(Protocol):
    """One run of a command-line command."""

    @property
    def arguments(self) -> Namespace:
        """The parsed arguments."""
        ...

    @property
    def out(self) -> TextIO:
        """The real standard output; everything else that prints goes to standard error."""
        ...

    @property
    def api(self) -> ApiClient:
        """The selected backend's API; waits, with progress, for a view that is being built."""
        ...

    async def call_tool(self, name: str, arguments: JsonObject) -> ToolResult:
        """Call an installed tool in-process."""
        ...

    def progress(self, done: float, total: float | None = None, message: str | None = None) -> None:
        """Draw progress on standard error, if that is a terminal."""
        ...

    def print_markdown(self, text: str) -> None:
        """Write Markdown to ``out``, rendered if that is a terminal."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Command:
    """A sub-command of ``lineai``.

    ``configure`` adds its arguments. ``run`` returns the exit status. A command with ``asks_code``
    gets the option ``--repo PATH``, and its ``run.api`` answers about that repository.
    """

    name: str
    help: str
    configure: Callable[[ArgumentParser], None]
    run: Callable[[CommandRun], Awaitable[int]]
    asks_code: bool = False


Lifespan = AbstractAsyncContextManager[None]
ErrorRenderer = Callable[["LineaiError", "ToolCall | None"], "ErrorPage | None"]
Instructions = Iterable[str]
