"""The assembled host: settings, plugins, one backend, and the tools that are called."""

from __future__ import annotations

import asyncio
import logging
import math
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import AsyncExitStack, suppress
from functools import cache, partial
from types import TracebackType
from typing import TYPE_CHECKING

from lineai_core._config.settings import Settings
from lineai_core._http import Connection
from lineai_core._operation.settings import secrets, setting_problems, setting_rows
from lineai_core._plugins import PluginHost
from lineai_core._render.redact import RedactingFilter, Redactor
from lineai_core._reports import Report, ReportStore
from lineai_core._tools.arguments import Validator, documented
from lineai_core._tools.call import Call, Progress
from lineai_core._tools.failures import foreseen, unexpected
from lineai_core._tools.offer import offer_late, offer_tools, reject_faulty
from lineai_core._tools.selection import Parts, select_parts
from lineai_core._tools.tiers import Tiers
from lineai_core._views import ViewChain
from lineai_core.errors import ConfigError, LineaiError, NotDeployed, ToolError
from lineai_core.state import PluginReport, ServerStatus
from lineai_core.types import (
    ApiClient,
    Backend,
    Command,
    ErrorPage,
    HealthCheck,
    JsonObject,
    ReportWriter,
    Tool,
    ToolCall,
    ToolResult,
)

if TYPE_CHECKING:
    from lineai_core._debug import DebugLog

log = logging.getLogger("lineai")

COMMANDS = ("call", "doctor", "hooks", "plugin", "plugins", "serve", "tools")
_CACHE_ENTRIES = 1024
_GRACE = 1.0


class Application:
    """Everything a server or a command needs; entering the context opens the connection to the backend.

    ``problems`` are sentences about settings and plugins that did not stop the start. ``backend`` is
    ``None`` if none could be chosen; then ``setup_error`` says why, and so does every call.
    ``kept_reports`` are the whole reports of answers that had to be cut. ``left_out`` are the tools of
    active plugins that are not among ``tools``, and why.
    """

    def __init__(self, settings: Settings, host: PluginHost, redactor: Redactor) -> None:
        self.settings = settings
        self._host = host
        self._redactor = redactor
        self._parts: Parts | None = None
        self.setup_error: ConfigError | None = None
        try:
            self._parts = select_parts(host.contributions, settings)
        except ConfigError as error:
            failed = ", ".join(
                report.name for report in host.reports if report.state in ("failed", "loading")
            )
            cause = (
                f"Plugins that failed or are still loading may be the cause, see lineai plugins: {failed}."
                if failed
                else None
            )
            hint = " ".join(filter(None, (cause, error.hint))) or None
            self.setup_error = ConfigError(error.message, hint=hint)
        self.backend: Backend | None = self._parts.backend if self._parts else None
        offer = offer_tools(host, self.backend, settings)
        self.tools: Mapping[str, Tool] = offer.tools
        self.left_out, self.instructions = offer.missing, offer.instructions
        self._tiers = Tiers(self.tools.values(), self._probe)
        contributions = host.contributions
        self.commands: Mapping[str, Command] = {
            command.name: command for contribution in contributions for command in contribution.commands
        }
        self.health_checks: tuple[HealthCheck, ...] = tuple(
            check for contribution in contributions for check in contribution.health_checks
        )
        self.problems = (*setting_problems(settings, host), *host.warnings, *offer.problems)
        self._views = ViewChain(
            [r for c in contributions for r in c.view_resolvers], workspace=settings.workspace
        )
        self.kept_reports = ReportStore()
        for contribution in contributions:
            for secret in secrets(contribution.settings):
                redactor.add(secret)
        self._validator = cache(lambda name: Validator(self.tools[name]))
        self._connection: Connection | None = None
        self._debug: DebugLog | None = None
        self._stack = AsyncExitStack()
        self._open = False

    @classmethod
    def load(cls, settings: Settings, *, plugins: Sequence[object] | None = None) -> Application:
        """Return the application made of the installed plugins, or of the given ``plugins`` only.

        Raises ``ConfigError`` if a plugin failed and ``LINEAI_STRICT_PLUGINS`` is set.
        """
        redactor = Redactor([*secrets(settings), *settings.environment.likely_secrets()])
        for handler in log.handlers:
            handler.addFilter(RedactingFilter(redactor))
        host = PluginHost.load(settings, plugins, clean=redactor.clean)
        reject_faulty(host, COMMANDS)
        failed = [report for report in host.reports if report.state in ("failed", "loading")]
        if failed and settings.strict_plugins:
            raise ConfigError(
                "LINEAI_STRICT_PLUGINS is set and these plugins failed: "
                + "; ".join(f"{r.name} ({r.distribution} {r.version}): {r.reason}" for r in failed),
                hint="Mend or switch off the plugins, or unset LINEAI_STRICT_PLUGINS.",
            )
        application = cls(settings, host, redactor)
        for problem in application.problems:
            log.warning("%s", problem)
        return application

    @property
    def reports(self) -> tuple[PluginReport, ...]:
        """What became of each plugin."""
        return self._host.reports

    def implementers(self, hook: str) -> tuple[bool, list[PluginReport]]:
        """Return whether only the first answer to a hook counts, and who implements it, in that order."""
        return self._host.implementers(hook)

    def setting_rows(self) -> list[dict[str, str]]:
        """Return the settings of the core and of the active plugins for display, secrets masked."""
        return setting_rows(self.settings, self._host)

    def status(self) -> ServerStatus:
        """Return what runs here and what does not; nothing is asked over the network."""
        from lineai_core._operation.status import server_status

        return server_status(
            self.settings,
            backend=self.backend,
            setup_error=self.setup_error,
            reports=self.reports,
            tools=self.tools,
            offers=self._tiers.offers,
            left_out=self.left_out.values(),
            problems=self.problems,
            clean=self._redactor.clean,
        )

    async def __aenter__(self) -> Application:
        self._open, loop = True, asyncio.get_running_loop()
        for name, (_, attempt) in self._host.late.items():
            attempt.when_finished(partial(_tell, loop, self._arrive, name))
        if self._parts is not None:
            connection = Connection(
                self._parts.backend,
                self.settings,
                scheme=self._parts.scheme,
                cache=self._parts.store.open(_CACHE_ENTRIES),
                redactor=self._redactor,
                debug=self._open_debug_log(),
            )
            self._connection = await self._stack.enter_async_context(connection)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._open = False
        await self._tiers.aclose()
        self._connection = None
        await self._stack.aclose()

    @property
    def tools_change(self) -> bool:
        """Whether the tools on offer can change while the application runs."""
        return bool(self._tiers) or bool(self._host.late)

    def offered_tools(self) -> list[Tool]:
        """Return the tools to list now, by name: those whose tier the backend is not known to lack.

        A tier that is missing is looked for in the background, so call it inside the context.
        """
        self._tiers.look_again()
        return [tool for tool in self.tools.values() if self._tiers.offers(tool)]

    def _arrive(self, name: str) -> None:
        """Offer the tools of a plugin that has finished loading after the start."""
        if not self._open or name not in self._host.late:
            return
        offer = offer_late(self._host, name, COMMANDS, self.backend, self.settings)
        for contribution in self._host.contributions:
            if contribution.plugin == name:
                for secret in secrets(contribution.settings):
                    self._redactor.add(secret)
        self.tools = dict(sorted({**self.tools, **offer.tools}.items()))
        self.left_out = dict(sorted({**self.left_out, **offer.missing}.items()))
        self.instructions = "\n\n".join(filter(None, (self.instructions, offer.instructions)))
        self._tiers.add(offer.tools.values())

    def absence(self, name: str) -> str:
        """Return the sentence that says why a tool of ``left_out`` cannot be called."""
        missing = self.left_out[name]
        return f"The tool {name} of the plugin {missing.plugin} is not offered: {missing.detail}."

    def watch_tools(self, listener: Callable[[], None]) -> Callable[[], None]:
        """Have ``listener`` called whenever the tools on offer change; return how to end that."""
        return self._tiers.watch(listener)

    def api(
        self,
        *,
        timeout: float | None = None,
        wait: float | None = None,
        progress: Progress | None = None,
        fresh: bool = False,
    ) -> ApiClient:
        """Return the backend's API, bounded by ``timeout`` seconds (``None``: not at all).

        For ``wait`` seconds (``None``: as long as it takes) it waits for a view that is being built.
        ``fresh``: no answer comes from the cache.
        Raises ``ConfigError`` if no backend could be chosen. Call it inside the context.
        """
        if self.setup_error is not None:
            raise self.setup_error
        if self._connection is None:
            raise RuntimeError("the application is not open: use it as an async context manager")
        deadline = None if timeout is None else asyncio.get_running_loop().time() + timeout
        wait = math.inf if wait is None else wait
        return self._connection.client(deadline=deadline, wait=wait, progress=progress, fresh=fresh)

    async def call(
        self, name: str, arguments: JsonObject, *, progress: Progress | None = None, patient: bool = False
    ) -> ToolResult:
        """Call a tool and return its answer; every failure but cancellation becomes an error result.

        A ``patient`` caller has no deadline, and waits for a view as long as building it takes. The
        argument ``refresh``, in tools that have it, keeps answers of the cache away from the call. Raises
        ``KeyError`` for an unknown tool.
        """
        tool = self.tools[name]
        started = time.monotonic()
        if self._debug is None:
            result = await self._call(tool, arguments, progress, patient)
        else:
            with self._debug.call(name, arguments) as record:
                result = record.result = await self._call(tool, arguments, progress, patient)
        outcome, ms = "error" if result.is_error else "ok", (time.monotonic() - started) * 1000
        facts = {"tool": name, "outcome": outcome, "ms": round(ms, 1)}
        log.info("%s: %s in %.0f ms", name, outcome, ms, extra={"facts": facts})
        return result

    async def _call(
        self, tool: Tool, arguments: JsonObject, progress: Progress | None, patient: bool
    ) -> ToolResult:
        name = tool.name
        call: Call | None = None
        arguments = documented(tool, arguments)
        try:
            limit = None if patient else self._limit(tool)
            wait = None if patient else self.settings.ready_wait
            fresh = arguments.get("refresh") is True
            without = None if tool.needs_backend else self.setup_error
            api = without or self.api(timeout=limit, wait=wait, progress=progress, fresh=fresh)
            call = self._new_call(tool, arguments, api, report=progress, fresh=fresh)
            result = await self._answer(tool, call, limit)
        except LineaiError as error:
            if call is not None:
                self._note(error, tool, call.arguments)
            return self._failure(error, call)
        except ExceptionGroup as group:
            return self._failure(foreseen(group) or unexpected(name, group), call)
        except (asyncio.CancelledError, KeyboardInterrupt, GeneratorExit):
            raise
        except BaseException as error:  # noqa: BLE001 - a handler may raise anything
            return self._failure(unexpected(name, error), call)
        if not result.is_error:
            self._tiers.restore(tool)
        return result

    def keep_report(self, name: str, arguments: JsonObject, result: ToolResult) -> Report | None:
        """Keep the whole report that came with an answer, and return it, or ``None`` if none came."""
        tool, arguments, report = self.tools[name], documented(self.tools[name], arguments), result.report
        if report is None:
            return None
        if not isinstance(report, str):
            report = partial(self._write_report, tool, arguments, report)
        return self.kept_reports.keep(name, arguments, title=tool.title, report=report)

    async def read_report(self, uri: str) -> str | None:
        """Return a page of a kept report, or ``None`` if there is none; call it inside the context.

        Raises ``ToolError``, whose message is a page for the reader, if the report cannot be written now.
        """
        try:
            return await self.kept_reports.read(uri)
        except (LineaiError, TimeoutError) as error:
            known = error if isinstance(error, LineaiError) else ToolError("Writing it took too long.")
            raise ToolError(self._failure(known, None).text) from None

    async def _write_report(self, tool: Tool, arguments: JsonObject, write: ReportWriter) -> str:
        limit = self._limit(tool)
        api = self.api(timeout=limit, wait=self.settings.ready_wait)
        call = self._new_call(tool, arguments, api)
        async with asyncio.timeout(None if limit is None else limit + _GRACE):
            return await write(call)

    def _open_debug_log(self) -> DebugLog | None:
        """Begin the files of debug mode, if it is on."""
        if self.settings.debug:
            from lineai_core._debug import DebugLog

            self._debug = DebugLog(self.settings.debug_dir or self.settings.home / "debug", self._redactor)
            self._stack.callback(self._debug.close)
        return self._debug

    def _new_call(
        self,
        tool: Tool,
        arguments: JsonObject,
        backend: ApiClient | ConfigError,
        *,
        report: Progress | None = None,
        fresh: bool = False,
    ) -> Call:
        return Call(
            tool=tool.name,
            arguments=arguments,
            backend=backend,
            views=self._views,
            report=report,
            tell=self.status,
            fresh=fresh,
        )

    async def _probe(self, tool: Tool, arguments: JsonObject) -> None:
        """Run the probe of a tool; raise what it raises."""
        if tool.probe is not None:
            api = self.api(timeout=self._limit(tool), wait=0.0)
            await tool.probe(self._new_call(tool, arguments, api))

    def _note(self, error: LineaiError, tool: Tool, arguments: JsonObject) -> None:
        """Learn from a failure which tools the backend cannot serve."""
        if isinstance(error, NotDeployed):
            self._tiers.withdraw(tool, arguments)
        else:
            self._tiers.look_again()

    def _limit(self, tool: Tool) -> float | None:
        limit = self.settings.call_timeout if tool.timeout is None else tool.timeout
        return limit or None

    async def _answer(self, tool: Tool, call: Call, limit: float | None) -> ToolResult:
        validator = self._validator(tool.name)
        validator.check_arguments(call.arguments)
        try:
            # The API's own deadline comes first: its error says which request was slow.
            async with asyncio.timeout(None if limit is None else limit + _GRACE) as clock:
                result = await tool.handler(call)
        except TimeoutError:
            if not clock.expired():
                raise
            raise ToolError(
                f"{tool.name} did not finish within {limit:g} seconds.",
                hint="Ask a narrower question, or set LINEAI_CALL_TIMEOUT to more seconds.",
            ) from None
        if not isinstance(result, ToolResult):
            raise TypeError(f"{tool.name} returned a {type(result).__name__} where a ToolResult belongs")
        if result.is_error:
            return ToolResult(text=self._redactor.clean(result.text), is_error=True)
        faults = validator.answer_faults(result.structured)
        if faults:
            raise ValueError(f"{tool.name} does not keep to its output schema: {'; '.join(faults)}")
        return result

    def _failure(self, error: LineaiError, call: ToolCall | None) -> ToolResult:
        page = self._host.first("lineai_render_error", error=error, call=call)
        if isinstance(page, ErrorPage):
            text = page.text
        else:
            text = "\n\n".join(filter(None, (error.message, error.hint)))
        return ToolResult(text=self._redactor.clean(text), is_error=True)


def _tell(loop: asyncio.AbstractEventLoop, listener: Callable[[str], None], name: str) -> None:
    """Call a listener in the loop, unless that has ended meanwhile."""
    with suppress(RuntimeError):
        loop.call_soon_threadsafe(listener, name)
